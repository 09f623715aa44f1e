// SPDX-License-Identifier: MIT
public import Drawing
internal import Platform

/// The file of a picture, not decoded yet: PNG, or for ffmpeg JPEG, WebP, GIF, BMP or TIFF.
public struct PictureFile: Sendable {
  /// All its bytes.
  public let bytes: [UInt8]
  /// Where it is.
  public let place: Place
  private let format: PictureFormat

  /// Where a picture is.
  public enum Place: Sendable, Hashable {
    /// In a file of its own.
    case file(String)
    /// In the tags of a sound file, among whose pictures it has this number, from 0.
    case tags(of: String, index: Int)
  }

  /// Its name in errors.
  var name: String { place.name }

  private init(_ bytes: [UInt8], in place: Place) throws(ImageError) {
    let name = place.name
    guard bytes.count <= PNGImage.maxBytes else {
      throw .tooLarge(path: name, limit: PNGImage.maxBytes)
    }
    guard let format = PictureFormat(beginning: bytes) else { throw .notPicture(path: name) }
    (self.bytes, self.place, self.format) = (bytes, place, format)
  }

  /// Reads a file.
  ///
  /// - Throws: ``ImageError``.
  public init(path: String) throws(ImageError) {
    try self.init(PNGImage.fileBytes(path), in: .file(path))
  }

  /// Reads a file that nobody has named; `nil` if it is a folder, a pipe or a device.
  private init?(found path: String) throws(ImageError) {
    let file: FileDescriptor?
    do { file = try .readingRegular(path) } catch { throw .cannotOpen(path: path, error) }
    guard let file else { return nil }
    try self.init(PNGImage.fileBytes(file, path), in: .file(path))
  }

  /// The cover of a sound file: the picture in its tags, or else the file `cover` or `folder` beside
  /// it, in any of the formats and in capitals or not. `nil` if there is none.
  ///
  /// - Throws: ``ImageError`` if there is one that cannot be read.
  public static func cover(ofSound path: String) throws(ImageError) -> PictureFile? {
    let tags: FileTags
    do { tags = try FileTags(path: path) } catch { throw .readFailed(path: path, error) }
    if let (bytes, index) = tags.cover {
      return try PictureFile(bytes, in: .tags(of: path, index: index))
    }
    if case .foreign = Container(beginning: tags.start), tags.pictures.isEmpty,
      let found = AttachedPicture(ofSound: path, .current)
    {
      return try PictureFile(found.bytes, in: .tags(of: path, index: found.index))
    }
    let folder = Folder.parent(of: path)
    let names = ((try? Folder.names(in: folder)) ?? []).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    for stem in ["cover", "folder"] {
      for wanted in PictureFormat.extensions.map({ "\(stem).\($0)" }) {
        for name in names where name.lowercased() == wanted {
          let picture = try PictureFile(found: folder == "." ? name : "\(folder)/\(name)")
          if let picture { return picture }
        }
      }
    }
    return nil
  }

  /// The picture at a path, or the cover of the sound file there; `nil` if that has none.
  ///
  /// - Throws: ``ImageError``.
  public static func cover(in path: String) throws(ImageError) -> PictureFile? {
    let start: [UInt8]
    do { start = try ByteWindow(path: path).bytes(at: 0, Container.decisiveCount) } catch {
      throw .cannotOpen(path: path, error)
    }
    return PictureFormat(beginning: start) == nil
      ? try cover(ofSound: path) : try PictureFile(path: path)
  }

  /// The pixels, upright; of an animation those of the first picture.
  ///
  /// - Throws: ``ImageError``.
  public func bitmap(
    environment: HelperEnvironment = .current
  ) throws(ImageError) -> Bitmap {
    if format.demuxer == nil, turn == nil { return try PNGImage(bytes: bytes, path: name).bitmap }
    return try FFmpegPicture(path: name, environment).bitmap(
      of: bytes, demuxer: demuxer, turn: turn)
  }

  /// The picture as an upright PNG, if players that do not know how cameras turn pictures would
  /// show it on its side.
  ///
  /// - Throws: ``ImageError``.
  public func upright() throws(ImageError) -> PictureFile {
    guard let turn else { return self }
    let picture = try FFmpegPicture(path: name, .current)
    return try PictureFile(
      picture.output(of: bytes, demuxer: demuxer, turn: turn, as: ["-c:v", "png"]), in: place)
  }

  private var turn: String? { PictureOrientation(of: bytes).filter }
  private var demuxer: String { format.demuxer ?? "png_pipe" }

  /// The name of its kind for tags; `nil` if players need not show such covers.
  public var mediaType: String? {
    switch format.demuxer {
    case nil: "image/png"
    case PictureFormat.jpeg: "image/jpeg"
    default: nil
    }
  }
}

extension PictureFile.Place {
  fileprivate var name: String {
    switch self {
    case .file(let path): path
    case .tags(let path, _): "the picture in the tags of \(path)"
    }
  }
}

/// A format of pictures, as the first bytes show it.
struct PictureFormat {
  /// ffmpeg's name for it; `nil` for PNG.
  let demuxer: String?

  /// ffmpeg's name for JPEG.
  static let jpeg = "jpeg_pipe"

  /// The file extensions of all formats, in order of preference.
  static let extensions = ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"]

  /// Recognizes a format, so that ffmpeg need not guess: it would take a playlist for a request to
  /// read other files.
  init?(beginning bytes: [UInt8]) {
    if bytes.first == 0x89, bytes.has("PNG", at: 1) {
      demuxer = nil
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF] as [UInt8]) {
      demuxer = PictureFormat.jpeg
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      demuxer = "webp_pipe"
    } else if bytes.has("GIF8") {
      demuxer = "gif"
    } else if bytes.has("BM") {
      demuxer = "bmp_pipe"
    } else if bytes.has("II*\0") || bytes.has("MM\0*") {
      demuxer = "tiff_pipe"
    } else {
      return nil
    }
  }
}

/// Decodes pictures with ffmpeg.
private struct FFmpegPicture {
  /// The name in errors.
  let path: String
  private let executable: String

  init(path: String, _ environment: HelperEnvironment) throws(ImageError) {
    guard let executable = SearchPath.executable(named: "ffmpeg", in: environment.searchPath)
    else { throw .helperMissing(path: path) }
    (self.path, self.executable) = (path, executable)
  }

  /// The first picture of a file. ffmpeg converts colours without shortcuts that depend on the
  /// processor, and refuses more pixels than are allowed.
  func bitmap(
    of bytes: [UInt8], demuxer: String, turn: String?
  ) throws(ImageError) -> Bitmap {
    let output = try output(of: bytes, demuxer: demuxer, turn: turn, as: ["-c:v", "pam"])
    guard let bitmap = Bitmap(pam: output) else {
      throw .undecodable(path: path, reason: "ffmpeg says nothing")
    }
    let sides = 1...PNGImage.largestSide
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else {
      throw .tooManyPixels(path: path, width: bitmap.width, height: bitmap.height)
    }
    return bitmap
  }

  /// The first picture of a file, turned by filters, in a codec.
  func output(
    of bytes: [UInt8], demuxer: String, turn: String?, as codec: [String]
  ) throws(ImageError) -> [UInt8] {
    let arguments = [
      "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error", "-xerror",
      "-protocol_whitelist", "file",
      "-threads", "1", "-noautorotate", "-max_pixels", "\(PNGImage.maxPixels)", "-f", demuxer, "-i",
      "file:/dev/stdin",
      "-map", "0:v:0", "-frames:v", "1",
      "-sws_flags", "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact",
    ]
    let last = (turn.map { ["-vf", $0] } ?? []) + ["-pix_fmt", "rgba"] + codec
    let words = arguments + last + ["-f", "image2pipe", "pipe:1"]
    let ending: Subprocess.Ending
    let report: FFmpegReport
    var output: [UInt8]?
    do throws(SystemError) {
      let input = try TemporaryFile.inMemory()
      let result = try TemporaryFile.inMemory()
      let messages = try TemporaryFile.inMemory()
      try input.write(bytes.span)
      try input.seek(to: 0)
      var process = try Subprocess(
        executable, arguments: words, input: input, output: result, errors: messages)
      ending = try process.wait()
      report = try FFmpegReport(sayingOf: path, messages)
      let size = try result.status().size
      // The file, and the pixels of it.
      if size == 0 || Machine.hasMemory(2 * size) {
        output = try result.bytes(at: 0, count: size)
      }
    } catch { throw .helperUnstartable(path: path, executable: executable, error) }
    guard let output else { throw .outOfMemory(path: path) }
    // A picture that ends early is filled up, with a message.
    guard ending == .exited(0), report.lines.isEmpty, !output.isEmpty else {
      throw .undecodable(path: path, reason: report.lines.first?.text ?? "ffmpeg says nothing")
    }
    return output
  }
}

extension Bitmap {
  /// Reads a PAM file of red, green, blue and alpha.
  ///
  /// - Source: Netpbm, *pam(5)*.
  fileprivate init?(pam bytes: [UInt8]) {
    let end = Array("ENDHDR\n".utf8)
    guard let place = bytes.prefix(256).firstRange(of: end)?.upperBound else { return nil }
    var numbers: [Substring: Int] = [:]
    for line in String(decoding: bytes[..<place], as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let number = Int(words[1]) { numbers[words[0]] = number }
    }
    guard bytes.starts(with: "P7\n".utf8), numbers["DEPTH"] == 4, numbers["MAXVAL"] == 255,
      let width = numbers["WIDTH"], let height = numbers["HEIGHT"], width > 0, height > 0,
      width <= PNGImage.maxPixels, height <= PNGImage.maxPixels,
      bytes.count - place == width * height * 4
    else { return nil }
    self.init(width: width, height: height, pixels: Array(bytes[place...]))
  }
}
