// SPDX-License-Identifier: MIT
internal import Filming
internal import Platform
internal import Rendering
internal import Writing

/// What the end of an output's name says of its contents. What the program writes comes from the tables
/// of images, films, formats of `meter` and sounds.
struct FileKind {
  /// In lower case, without the full stop.
  let fileExtension: String

  /// `nil` for a name without an extension.
  init?(of path: String) {
    let parts = path.lowercased().unicodeScalars.split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return nil }
    fileExtension = String(last)
  }

  /// What nobody should find other contents under, or a folder; `nil` for an unknown extension, and
  /// for a folder (existing, or with a slash at the end).
  static func promised(by path: String) -> FileKind? {
    guard let kind = FileKind(of: path), kind.isKnown, Folder.kind(of: path) != .directory else {
      return nil
    }
    return kind
  }

  var image: OutputKind? { OutputKind.all.first { $0.name == fileExtension } }
  /// An image that another program makes of ours.
  var conversion: PictureConversion? {
    PictureConversion.all.first { $0.fileExtensions.contains(fileExtension) }
  }
  var raw: RawKind? { RawKind.allCases.first { $0.fileExtension == fileExtension } }
  var container: FilmContainer? { FilmContainer(fileExtension: fileExtension) }
  var isPage: Bool { fileExtension == "html" }
  var meterFormat: MeterFormat? {
    MeterFormat(rawValue: fileExtension == "ndjson" ? MeterFormat.jsonl.rawValue : fileExtension)
  }
  var loudnessFormat: LoudnessFormat? {
    LoudnessFormat(rawValue: fileExtension == "txt" ? "text" : fileExtension)
  }
  var sound: SoundKind? { SoundKind(fileExtension: fileExtension) }

  /// Whether it is a film of any kind; an APNG that ends in `.png` is an image.
  var isFilm: Bool {
    image == nil && container != nil || FileKind.otherFilms.contains(fileExtension)
  }

  private var isKnown: Bool {
    isFilm || isPage || raw != nil || image != nil || conversion != nil || meterFormat?.table != nil
      || FileKind.others.contains(fileExtension)
  }

  /// Films that `film` does not write.
  private static let otherFilms: Set = [
    "avi", "mpg", "mpeg", "ogv", "wmv", "flv", "mxf", "y4m", "h264",
  ]
  /// What no command writes.
  private static let others: Set = [
    "bmp", "tif", "tiff", "exr", "psd", "eps", "tsv", "xml", "zip", "tar", "gz",
  ]
}
