// SPDX-License-Identifier: MIT
internal import Platform

/// What a name promises by its extension, so that nobody gets other bytes under it, or a folder.
enum FileKind {
  case film
  /// A picture, a document, a table or an archive.
  case other

  /// The kind of a path and its extension in lower case; `nil` for a name that promises nothing, and
  /// for a folder that is there or whose name ends in a slash.
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
