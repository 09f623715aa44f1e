// SPDX-License-Identifier: MIT
internal import Platform

/// The tag in a chunk of AIFF and WAV, in which editors and shops write title and artist, and which
/// libsndfile passes over.
///
/// - Source: ID3v2.2.0, ID3v2.3.0, ID3v2.4.0. Tags with an extended header or unsynchronisation are
///   left out: nobody writes them into chunks.
struct ID3Tag {
  /// What the tag says.
  private(set) var tags = AudioTags()

  /// More frames than any real tag has; a crafted one shall not keep the program busy.
  private static let maxFrames = 4096

  /// Reads the tag of a file; one that says nothing if there is none.
  init(in window: borrowing ByteWindow) throws(SystemError) {
    let bytes = try window.bytes(at: 0, Container.decisiveCount)
    guard case .chunked(let format) = Container(beginning: bytes),
      format == .aiff || format == .riff
    else { return }
    var chunks = ChunkReader(style: .riff(bigEndian: format == .aiff))
    while let chunk = try chunks.next(in: window) {
      if chunk.name.lowercased() == "id3 " { try read(chunk, in: window) }
    }
  }

  private mutating func read(
    _ chunk: ChunkReader.Chunk, in window: borrowing ByteWindow
  ) throws(SystemError) {
    let start = try window.bytes(at: chunk.start, 10)
    guard start.count == 10, start.has("ID3"), 2...4 ~= start[3], start[5] & 0xC0 == 0 else {
      return
    }
    // Version 2.2 has names and sizes of three bytes, and no flags.
    let width = start[3] == 2 ? 3 : 4
    var place = chunk.start + 10
    for _ in 0..<ID3Tag.maxFrames where place < chunk.start + chunk.size {
      let header = try window.bytes(at: place, width == 3 ? 6 : 10)
      guard header.count > width * 2 - 1, header[0] != 0 else { return }
      // From version 2.4 on, seven bits of a byte count.
      let shift = start[3] == 4 ? 7 : 8
      let size = header[width..<2 * width].reduce(0) { size, byte in size << shift | Int(byte) }
      let text = try window.bytes(at: place + header.count, min(size, AudioTags.maxBytes))
      if header.has("TIT2") || header.has("TT2") { tags.title = ID3Tag.text(text) }
      if header.has("TPE1") || header.has("TP1") { tags.artist = ID3Tag.text(text) }
      place += header.count + size
    }
  }

  /// The first text of a frame, whose first byte says how it is written.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard let encoding = bytes.first else { return nil }
    let text = bytes.dropFirst()
    guard encoding == 1 || encoding == 2 else {
      return AudioTags.text(Array(text.prefix { $0 != 0 }))
    }
    let isBig = encoding == 2 || text.starts(with: [0xFE, 0xFF])
    let units = stride(from: 1, to: bytes.count - 1, by: 2).map { place -> UInt16 in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units.drop { $0 == 0xFEFF }.prefix { $0 != 0 }, as: UTF16.self)
  }
}
