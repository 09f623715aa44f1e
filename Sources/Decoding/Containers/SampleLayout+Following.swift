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
  /// `tail` begins behind the last whole sample frame, with the `rest` of the declared bytes. It is
  /// `complete` where the input ends with it, and `limited` where no more of it can be seen.
  func following(_ tail: [UInt8], rest: Int, _ extent: TailExtent) -> Following? {
    guard case .bytes(let size) = length else { return .samples }
    let end = dataStart + size
    let padding = (chunkStyle?.padded(end) ?? end) - end
    let bytes = Array(tail.dropFirst(rest))
    if bytes.count < SampleLayout.decisiveCount, extent == .growing { return nil }
    if bytes.count < max(bytesPerFrame ?? 1, padding + 1) { return .otherThings }
    // Not every writer fills chunks up as it should.
    let starts = [Array(bytes.dropFirst(padding)), bytes]
    if starts.contains(where: SampleLayout.isTag) { return .otherThings }
    // Writers that cannot come back leave a length of 0, and sound may begin with silence.
    if size > 0, bytes.allSatisfy({ $0 == 0 }) {
      return extent == .growing ? nil : extent == .complete ? .otherThings : .samples
    }
    guard let chunkStyle,
      let chunk = starts.lazy.compactMap({ ChunkReader.first(in: $0, style: chunkStyle) }).first
    else { return .samples }
    // Of sound that begins like a chunk nearly none has the size of one.
    if chunk.end <= bytes.count + 1 { return .otherThings }
    if extent == .growing { return nil }
    return extent == .limited && chunk.size <= SampleLayout.largestChunk ? .otherThings : .samples
  }

  /// Bytes of the largest chunk that is believed without its end being seen: pictures are smaller.
  private static let largestChunk = 64 << 20

  /// Bytes that show whether a chunk or a tag begins.
  private static let decisiveCount = 32

  /// Whether tags of the kinds that are put behind files of any format follow: ID3v1 and 2, APE.
  private static func isTag(_ bytes: [UInt8]) -> Bool {
    bytes.has("TAG") && bytes.count == 128 || bytes.has("ID3") || bytes.has("APETAGEX")
  }
}

/// How much is seen of what follows the declared samples.
enum TailExtent: Sendable, Hashable {
  /// More may come, and is waited for.
  case growing
  /// There is more than is looked at.
  case limited
  /// That is all.
  case complete
}

extension ChunkReader {
  /// The chunk with which some bytes begin, if its name has letters, digits and spaces only.
  fileprivate static func first(in bytes: [UInt8], style: Style) -> Chunk? {
    var reader = ChunkReader(style: style, at: 0)
    guard let chunk = try? reader.next(in: ByteWindow(beginning: bytes)), chunk.size >= 0 else {
      return nil
    }
    let isUsual = chunk.name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
    }
    return isUsual ? chunk : nil
  }
}

extension ChunkReader.Chunk {
  /// Where its contents end, or far behind all that is looked at.
  fileprivate var end: Int { start + min(size, 1 << 40) }
}
