// SPDX-License-Identifier: MIT
internal import Platform

/// Iterates over the chunks of a container, each with a name, a size and contents.
struct ChunkReader: Sendable {
  /// The format of names and sizes.
  enum Style: Sendable, Hashable {
    /// Names of four letters and 32-bit sizes; contents padded to an even size. First chunk at byte
    /// 12.
    case riff(bigEndian: Bool)
    /// Names of 16 bytes and 64-bit sizes, which include the chunk header; padded to eight bytes.
    /// First chunk at byte 40.
    case wave64
    /// Names of four letters and 64-bit sizes, not padded. First chunk at byte 8.
    case caf

    /// The bytes of a name and a size.
    var headerSize: Int {
      switch self {
      case .riff: 8
      case .wave64: 24
      case .caf: 12
      }
    }

    /// The offset of the first chunk.
    fileprivate var firstOffset: Int {
      switch self {
      case .riff: 12
      case .wave64: 40
      case .caf: 8
      }
    }

    /// The padded size of contents.
    func padded(_ size: Int) -> Int {
      switch self {
      case .riff: (size + 1) & ~1
      case .wave64: (size + 7) & ~7
      case .caf: size
      }
    }
  }

  /// A chunk.
  struct Chunk: Sendable, Hashable {
    /// The four letters.
    let name: String
    /// The offset of its contents in the input, in bytes.
    let start: Int
    /// The size of its contents as written; −1 if no file can be that large.
    let size: Int
  }

  let style: Style
  private var offset: Int
  private var read = 0

  /// More chunks than any real file has, so that a crafted file does not keep the program busy.
  private static let maxChunks = 4096

  /// A reader at the first chunk of a file, or at another offset.
  init(style: Style, at offset: Int? = nil) {
    self.style = style
    self.offset = offset ?? style.firstOffset
  }

  /// Whether numbers are big-endian.
  var isBigEndian: Bool {
    switch style {
    case .riff(let bigEndian): bigEndian
    case .wave64: false
    case .caf: true
    }
  }

  /// The next chunk; `nil` at the end, or if no complete chunk header follows.
  mutating func next(in window: borrowing ByteWindow) throws(SystemError) -> Chunk? {
    let headerSize = style.headerSize
    let header = try window.bytes(at: offset, headerSize)
    read += 1
    guard read <= ChunkReader.maxChunks, header.count == headerSize,
      header[0..<4].allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    let sizeOffset = style == .wave64 ? 16 : 4
    let written =
      header.number(at: sizeOffset, headerSize - sizeOffset, bigEndian: isBigEndian) ?? 0
    let start = offset + headerSize
    let overhead = style == .wave64 ? 24 : 0
    let size = written < 1 << 62 && Int(written) >= overhead ? Int(written) - overhead : -1
    let chunk = Chunk(
      name: String(decoding: header[0..<4], as: UTF8.self), start: start, size: size)
    offset = size < 0 || size > window.count ? window.count : start + style.padded(size)
    return chunk
  }
}
