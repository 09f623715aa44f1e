// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform
internal import Rendering

/// The file of one frame.
enum FrameFile {
  /// Its state, compared with what a run has written.
  enum Condition: Sendable, Hashable {
    /// There is no file.
    case missing
    /// It is what was written.
    case sound
    /// It is an older frame, to be overwritten.
    case superseded
    /// It is truncated or destroyed.
    case damaged
    /// It is intact but something else, or not a file.
    case foreign
  }

  /// The largest file that is read at once to see whether it is a damaged frame.
  private static let maxBytes = 256 << 20

  /// Reads the file, in pieces. Without a record of what was written, it is ``damaged`` or
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
      guard size <= maxBytes else { return .foreign }
      let bytes = try file.bytes(at: 0, count: size)
      return pattern.isRemnant(bytes) ? .damaged : .foreign
    } catch { throw .cannotReadFrame(path: path, error) }
  }
}

extension FramePattern {
  /// Whether the bytes are a damaged picture of the pattern's format: truncated, destroyed further
  /// on, or all zeros after a crash.
  fileprivate func isRemnant(_ bytes: [UInt8]) -> Bool {
    if bytes.allSatisfy({ $0 == 0 }) { return true }
    let kind = FramePattern.kind(of: suffix) ?? OutputKind.all[0]
    return kind.begins(bytes) && !kind.isWhole(bytes)
  }
}
