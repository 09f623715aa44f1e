// SPDX-License-Identifier: MIT
internal import Hashing
internal import Pipeline
public import Platform

/// The last box of a film in MP4 or QuickTime: a hash of all bytes before it. Players skip it.
///
/// - Source: ISO/IEC 14496-12:2015, 11.1: boxes of the type `uuid` belong to whoever has made up their
///   number.
public enum FilmSeal {
  /// What it says of a film.
  public enum Finding: Sendable, Hashable {
    /// The film is as it was made.
    case whole(bytes: Int)
    /// Bytes of it were changed.
    case changed
    /// Its end is missing.
    case cut
    /// It has no seal: another program has made or changed it.
    case none
    /// It is not in MP4 or QuickTime.
    case otherFormat
  }

  /// The containers of films that have it.
  public static let containers = FilmContainer.all.filter(\.isSealed)

  /// What stands before the sixteen digits of the hash and a line break: the length, the type, the number
  /// `cb8fd107-e5bc-4a77-96f5-9375bac8f3fa`, and a name for those who look into the file.
  private static let head: [UInt8] =
    [0, 0, 0, 61] + "uuid".utf8
    + [
      0xCB, 0x8F, 0xD1, 0x07, 0xE5, 0xBC, 0x4A, 0x77, 0x96, 0xF5, 0x93, 0x75, 0xBA, 0xC8, 0xF3,
      0xFA,
    ] + "radial-audio/film/1 ".utf8

  private static func bytes(_ hash: ContentHash) -> [UInt8] { head + "\(hash.text)\n".utf8 }

  private static let length = head.count + ContentHash.digitCount + 1

  /// Appends it to the film at a path.
  ///
  /// - Throws: ``FilmError/pipeline(_:)``.
  static func append(to path: String) throws(FilmError) {
    do throws(SystemError) {
      let file = try FileDescriptor.updating(path)
      let size = try file.status().size
      try file.write(bytes(try ContentHash(of: file, count: size)).span, at: size)
    } catch {
      throw .pipeline(error == .interrupted ? .interrupted : .output(path: "", error))
    }
  }

  /// Compares the film at a path with its seal.
  ///
  /// - Throws: the system's error; ``SystemError/interrupted`` if the run is to end.
  public static func check(_ path: String) throws(SystemError) -> Finding {
    guard let file = try FileDescriptor.readingRegular(path) else { return .otherFormat }
    let size = try file.status().size
    let end = try file.bytes(at: size - length, count: length)
    guard end.starts(with: head) else { return try unsealed(file, ofBytes: size) }
    let hash = try ContentHash(of: file, count: size - length)
    return end == bytes(hash) ? .whole(bytes: size) : .changed
  }

  /// What a file is that does not end with a seal.
  private static func unsealed(
    _ file: borrowing FileDescriptor, ofBytes size: Int
  ) throws(SystemError) -> Finding {
    var place = 0
    while place < size {
      guard Interruption.signal == nil else { throw .interrupted }
      let box = try FileBox(at: place, in: file, ofBytes: size)
      guard place > 0 || box?.type.elementsEqual("ftyp".utf8) == true else { return .otherFormat }
      guard let box, box.contents.upperBound <= size else { return .cut }
      place = box.contents.upperBound
    }
    return size == 0 ? .cut : .none
  }
}

extension ContentHash {
  /// The hash of the first bytes of a file, read in pieces.
  ///
  /// - Throws: the system's error; ``SystemError/interrupted`` if the run is to end.
  init(of file: borrowing FileDescriptor, count: Int) throws(SystemError) {
    var (place, hasher) = (0, ContentHasher())
    while place < count {
      guard Interruption.signal == nil else { throw .interrupted }
      let piece = try file.bytes(at: place, count: min(1 << 20, count - place))
      if piece.isEmpty { break }
      hasher.update(piece.span)
      place += piece.count
    }
    self = hasher.finish()
  }
}
