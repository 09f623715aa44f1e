// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform
internal import Rendering

/// The file of one frame, as it is found.
enum FrameFile {
  /// What it is, compared with what a run has written.
  enum Condition: Sendable, Hashable {
    /// There is none.
    case missing
    /// It is what was written.
    case sound
    /// It is what was written before, and is to be written over.
    case superseded
    /// It is cut off or destroyed.
    case damaged
    /// It is whole, and something else, or no file at all.
    case foreign
  }

  /// The largest file that is read at once to see whether what is left of a frame breaks off.
  private static let mostBytes = 256 << 20

  /// Reads the file, in pieces. Where no run has noted what it has written, it is ``damaged`` or
  /// ``foreign``.
  static func condition(
    _ path: String, of pattern: FramePattern, written hash: ContentHash?,
    over old: ContentHash? = nil
  ) throws(WritingError) -> Condition {
    switch Folder.kind(of: path) {
    case .regular: break
    case nil: return Folder.hasEntry(path) ? .foreign : .missing
    default: return .foreign
    }
    do throws(SystemError) {
      let file = try FileDescriptor.reading(path)
      let size = try file.status().size
      var hasher = ContentHasher()
      var place = 0
      while place < size {
        let piece = try file.bytes(at: place, count: min(size - place, 1 << 20))
        if piece.isEmpty { break }
        hasher.update(piece.span)
        place += piece.count
      }
      let content = hasher.finish()
      if content == hash { return .sound }
      if content == old { return .superseded }
      guard size <= mostBytes else { return .foreign }
      let bytes = try file.bytes(at: 0, count: size)
      return pattern.isRemnant(bytes) ? .damaged : .foreign
    } catch { throw .cannotReadFrame(path: path, error) }
  }
}

extension FramePattern {
  /// Whether bytes are what is left of a picture of the kind that the names tell: it breaks off, or
  /// is destroyed further on, or a fault of the machine has left nothing but zeros of it.
  fileprivate func isRemnant(_ bytes: [UInt8]) -> Bool {
    if bytes.allSatisfy({ $0 == 0 }) { return true }
    let kind = FramePattern.kind(of: suffix) ?? OutputKind.all[0]
    return kind.begins(bytes) && !kind.isWhole(bytes)
  }
}
