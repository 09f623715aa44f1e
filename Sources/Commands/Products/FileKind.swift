// SPDX-License-Identifier: MIT
internal import Platform

/// The kind of file that a file extension stands for, so that nobody gets different contents under
/// it, or a folder.
enum FileKind {
  case film
  /// A picture, a document, a table or an archive.
  case other

  /// The kind of a path and its extension in lower case; `nil` for an unknown extension, and for a
  /// folder (existing, or with a slash at the end).
  static func promised(by path: String) -> (kind: FileKind, fileExtension: String)? {
    let parts = path.lowercased().unicodeScalars.split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last.map(Substring.init),
      Folder.kind(of: path) != .directory
    else { return nil }
    if films.contains(last) { return (.film, String(last)) }
    return others.contains(last) ? (.other, String(last)) : nil
  }

  private static let films = """
    mp4 m4v mov webm mkv nut ts mts avi gif apng webp mpg mpeg ogv wmv flv mxf y4m
    """.split(separator: " ")

  private static let others = """
    png svg jpg jpeg bmp tif tiff exr psd pdf eps csv tsv json jsonl ndjson xml html zip tar gz
    """.split(separator: " ")
}
