// SPDX-License-Identifier: MIT
internal import Platform

extension SampleLayout {
  /// What follows the samples that a header declares.
  enum Following: Sendable, Hashable {
    /// More samples.
    case samples
    /// Chunks, tags, padding, or nothing.
    case otherThings
  }

  /// What the bytes after the declared samples are; `nil` if more of them are needed to tell.
  ///
  /// `tail` begins after the last complete sample frame; its first `rest` bytes are still declared.
  /// It is `complete` if the input ends with it, and `limited` if no more of it is available.
  func following(_ tail: [UInt8], rest: Int, _ extent: TailExtent) -> Following? {
    guard case .bytes(let size) = length else { return .samples }
    let end = dataStart + size
    let padding = (chunkStyle?.padded(end) ?? end) - end
    // The writer came back, and counted nothing behind the samples. CAF counts the samples alone.
    let isClosed =
      containerEnd.map { (end...end + padding).contains($0) } ?? (chunkStyle == .caf)
    if size > 0, isClosed { return .otherThings }
    let bytes = Array(tail.dropFirst(rest))
    if bytes.count < SampleLayout.decisiveCount, extent == .growing { return nil }
    if bytes.count < max(bytesPerFrame ?? 1, padding + 1) { return .otherThings }
    // Not every writer pads chunks as it should.
    let starts = [Array(bytes.dropFirst(padding)), bytes]
    if starts.contains(where: { SampleLayout.isTag($0) || SurroundingTags.fill($0) }) {
      return .otherThings
    }
    // A writer that could not come back leaves a length of 0, and sound may begin with silence.
    if size > 0, bytes.allSatisfy({ $0 == 0 }) {
      return extent == .growing ? nil : extent == .complete ? .otherThings : .samples
    }
    guard let chunkStyle,
      let chunk = starts.lazy.compactMap({ ChunkReader.first(in: $0, style: chunkStyle) }).first
    else { return .samples }
    // The writer came back, and counted something behind the samples.
    let isCounted = size > 0 && (containerEnd ?? 0) > end + padding
    if isCounted || SampleLayout.namesBehindSamples.contains(chunk.name) { return .otherThings }
    // Sound that looks like a chunk header hardly ever has a plausible size.
    if chunk.end <= bytes.count + 1 { return .otherThings }
    if extent == .growing { return nil }
    return extent == .limited && chunk.size <= SampleLayout.largestChunk ? .otherThings : .samples
  }

  /// Chunks that writers put behind samples, whatever size they say.
  fileprivate static let namesBehindSamples: Set<String> = [
    "LIST", "id3 ", "ID3 ", "bext", "cue ", "smpl", "fact", "JUNK", "junk", "PAD ", "iXML", "_PMX",
    "aXML", "LGWV", "acid", "inst", "NAME", "AUTH", "ANNO", "(c) ", "MARK", "INST", "COMT", "APPL",
    "info", "free", "mark", "strg",
  ]

  /// The size of the largest chunk that is believed if its end is not seen: pictures are smaller.
  private static let largestChunk = 64 << 20

  /// Enough bytes to recognize the start of a chunk or a tag.
  private static let decisiveCount = 32

  /// Whether a tag follows that is appended to files of any format: ID3v1, ID3v2, APE.
  private static func isTag(_ bytes: [UInt8]) -> Bool {
    bytes.has("TAG") && [128, 355].contains(bytes.count) || bytes.has("ID3")
      || bytes.has("APETAGEX") || bytes.has("LYRICSBEGIN")
  }
}

/// How much is known of what follows the declared samples.
enum TailExtent: Sendable, Hashable {
  /// More may come, and can be awaited.
  case growing
  /// There is more than the program looks at.
  case limited
  /// That is all.
  case complete
}

extension ChunkReader {
  /// The first chunk, if its name is known or has letters, digits and spaces only.
  fileprivate static func first(in bytes: [UInt8], style: Style) -> Chunk? {
    var reader = ChunkReader(style: style, at: 0)
    guard let chunk = try? reader.next(in: ByteWindow(beginning: bytes)), chunk.size >= 0 else {
      return nil
    }
    let isUsual = chunk.name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
    }
    return isUsual || SampleLayout.namesBehindSamples.contains(chunk.name) ? chunk : nil
  }
}

extension ChunkReader.Chunk {
  /// The end of its contents; at most far beyond all that is looked at.
  fileprivate var end: Int { start + min(size, 1 << 40) }
}
