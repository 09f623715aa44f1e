// SPDX-License-Identifier: MIT
internal import Platform

extension SampleLayout {
  /// What stands behind the samples that a header declares.
  enum Following: Sendable, Hashable {
    /// More of them.
    case samples
    /// Chunks, tags, padding, or nothing.
    case otherThings
  }

  /// What the bytes behind the declared samples are; `nil` where more of them must be seen first.
  ///
  /// `tail` begins behind the last whole sample frame, with the `rest` of the declared bytes.
  /// `isAll` says that no more can be seen.
  func following(_ tail: [UInt8], rest: Int, isAll: Bool) -> Following? {
    guard case .bytes(let size) = length else { return .samples }
    let padding = (chunkStyle?.padded(size) ?? size) - size
    let bytes = Array(tail.dropFirst(rest + padding))
    if bytes.count < SampleLayout.decisiveCount, !isAll { return nil }
    if bytes.count < bytesPerFrame ?? 1 || SampleLayout.isTag(bytes) { return .otherThings }
    // Writers that cannot come back leave a length of 0, and sound may begin with silence.
    if size > 0, bytes.allSatisfy({ $0 == 0 }) { return isAll ? .otherThings : nil }
    guard let chunkStyle, ChunkReader.isHeader(bytes, style: chunkStyle) else { return .samples }
    guard isAll else { return nil }
    return ChunkReader.areChunks(bytes, style: chunkStyle) ? .otherThings : .samples
  }

  /// Bytes that show whether a chunk or a tag begins.
  private static let decisiveCount = 32

  /// Whether tags of the kinds that are put behind files of any format follow: ID3v1 and 2, APE.
  private static func isTag(_ bytes: [UInt8]) -> Bool {
    bytes.has("TAG") && bytes.count == 128 || bytes.has("ID3") || bytes.has("APETAGEX")
  }
}

extension ChunkReader {
  /// Whether some bytes begin as a chunk.
  static func isHeader(_ bytes: [UInt8], style: Style) -> Bool {
    bytes.count >= style.headerSize && bytes[0..<4].allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Whether some bytes, which may be the first of many, are one chunk after another.
  static func areChunks(_ bytes: [UInt8], style: Style) -> Bool {
    let window = ByteWindow(beginning: bytes)
    var reader = ChunkReader(style: style, at: 0)
    var end = 0
    while let chunk = try? reader.next(in: window) {
      guard chunk.size >= 0 else { return false }
      end = chunk.start + min(chunk.size, bytes.count)
      // Of sound that begins like a chunk nearly all does not have a name.
      if end > bytes.count { return chunk.hasUsualName }
    }
    return bytes.count - end <= 1
  }
}

extension ChunkReader.Chunk {
  /// Whether it is called as chunks are: by letters, digits and spaces.
  fileprivate var hasUsualName: Bool {
    name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
    }
  }
}
