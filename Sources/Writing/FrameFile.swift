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
    /// It is cut off or destroyed.
    case damaged
    /// It is whole, and something else, or no file at all.
    case foreign
  }

  /// The largest file that is read at once to see whether it is whole: far beyond any frame.
  private static let mostBytes = 1 << 30

  /// Reads the file, in pieces.
  static func condition(
    _ path: String, of pattern: FramePattern, written hash: ContentHash
  ) throws(SystemError) -> Condition {
    switch Folder.kind(of: path) {
    case .regular: break
    case nil: return Folder.hasEntry(path) ? .damaged : .missing
    default: return .foreign
    }
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
    if hasher.finish() == hash { return .sound }
    guard size <= mostBytes else { return .foreign }
    return pattern.isWhole(try file.bytes(at: 0, count: size)) ? .foreign : .damaged
  }
}

extension FramePattern {
  /// Whether bytes are a whole picture of the kind that the names tell.
  fileprivate func isWhole(_ bytes: [UInt8]) -> Bool {
    FramePattern.imageExtension(of: suffix) == "svg"
      ? ImageIntegrity.isWholeSVG(bytes) : ImageIntegrity.isWholePNG(bytes)
  }
}
