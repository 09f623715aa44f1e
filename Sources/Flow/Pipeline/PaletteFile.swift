// SPDX-License-Identifier: MIT
public import Drawing
public import JSON
public import Platform
public import Views

/// Why a palette file cannot be used.
public enum PaletteFileError: Error, Hashable, Sendable {
  /// The system cannot read it.
  case cannotRead(SystemError)
  /// It is larger than `limit` bytes, so it is something else.
  case tooLarge(limit: Int)
  /// It is not a palette.
  case unusable(JSONReadingError)
  /// It is not text, such as a picture, or a sound.
  case noText
}

extension PaletteFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .tooLarge(let limit): "has more than \(limit >> 10) KiB, so it is not a palette"
    case .unusable(let error): "\(error)"
    case .noText: "is not a palette"
    }
  }
}

extension PaletteChoice {
  /// Much larger than any palette.
  private static let maxBytes = 64 << 10

  /// The colours; those of the file if the choice names one, `nil` for those of a cover that there
  /// is not, and for those of a song.
  public func colors(cover: Bitmap? = nil) throws(PipelineError) -> Palette? {
    switch self {
    case .named(_, let colors): return colors
    case .mixed(let colors): return Palette(colors)
    case .cover: return cover.map { Palette(cover: $0) }
    case .song: return nil
    case .file(let path):
      do { return try PaletteChoice.palette(in: path) } catch {
        throw .palette(error, path: path)
      }
    }
  }

  private static func palette(in path: String) throws(PaletteFileError) -> Palette {
    let limit = PaletteChoice.maxBytes
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: limit) } catch {
      throw .cannotRead(error)
    }
    guard let bytes else { throw .tooLarge(limit: limit) }
    guard !bytes.contains(0) else { throw .noText }
    do { return try Palette(json: bytes) } catch { throw .unusable(error) }
  }
}
