// SPDX-License-Identifier: MIT

/// The parts of which every PNG file is made.
enum PNGChunk {
  /// The eight bytes in front of the chunks.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its length and checksum.
  static func bytes(_ tag: StaticString, _ data: [UInt8]) -> [UInt8] {
    var named = ByteBuffer()
    named.append(tag: tag)
    named.append(data)
    var chunk = ByteBuffer()
    chunk.append(bigEndian: UInt32(data.count))
    chunk.append(named.bytes)
    chunk.append(bigEndian: Checksum.crc32(named.bytes))
    return chunk.bytes
  }

  /// The header; colour types are 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  static func header(
    width: Int, height: Int, depth: UInt8, color: UInt8, interlace: UInt8 = 0
  ) -> [UInt8] {
    var fields = ByteBuffer()
    fields.append(bigEndian: UInt32(width))
    fields.append(bigEndian: UInt32(height))
    fields.append([depth, color, 0, 0, interlace])
    return bytes("IHDR", fields.bytes)
  }

  /// The pixels of rows, each stored as it is.
  static func pixels(_ rows: [[UInt8]]) -> [UInt8] {
    bytes("IDAT", Deflate.zlibStream(of: rows.flatMap { [0] + $0 }))
  }

  /// The end.
  static let end = bytes("IEND", [])
}
