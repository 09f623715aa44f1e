// SPDX-License-Identifier: MIT
import Testing

/// A PNG file cut into its chunks, after the standard and nothing else.
struct PNGFile {
  struct Chunk {
    let type: String
    let data: [UInt8]
    let crc: UInt32
    let crcOfContent: UInt32
  }

  let chunks: [Chunk]

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(_ bytes: [UInt8]) throws {
    try #require(Array(bytes.prefix(8)) == PNGFile.signature)
    var chunks: [Chunk] = []
    var place = 8
    while place < bytes.count {
      try #require(place + 12 <= bytes.count)
      let length = Int(PNGFile.number(bytes[place..<place + 4]))
      let end = place + 8 + length
      try #require(end + 4 <= bytes.count)
      let content = bytes[place + 4..<end]
      chunks.append(
        Chunk(
          type: String(decoding: content.prefix(4), as: UTF8.self),
          data: Array(content.dropFirst(4)),
          crc: PNGFile.number(bytes[end..<end + 4]), crcOfContent: PNGFile.bitwiseCRC(content)))
      place = end + 4
    }
    self.chunks = chunks
  }

  var header: [UInt8] { chunks.first?.data ?? [] }
  var width: Int { Int(PNGFile.number(header[0..<4])) }
  var height: Int { Int(PNGFile.number(header[4..<8])) }
  var colorType: UInt8 { header[9] }

  /// A grey picture of one band of compressed rows, each of which begins with a filter type.
  static func grey(width: Int, height: Int, zlib: [UInt8]) -> [UInt8] {
    func bigEndian(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let content = Array(type.utf8) + data
      return bigEndian(data.count) + content + bigEndian(Int(bitwiseCRC(content[...])))
    }
    return signature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
      + chunk("IDAT", zlib) + chunk("IEND", [])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The CRC bit by bit, as the standard's text has it.
  static func bitwiseCRC(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return ~crc
  }
}
