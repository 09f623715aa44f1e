// SPDX-License-Identifier: MIT

/// The cyclic redundancy checks of FLAC, Ogg and PNG, and zlib's Adler-32, bit by bit.
enum Checksum {
  /// FLAC's check of a frame header: x⁸ + x² + x + 1.
  static func crc8(_ bytes: some Sequence<UInt8>) -> UInt8 {
    var remainder: UInt8 = 0
    for byte in bytes {
      remainder ^= byte
      for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 7 == 1 ? 0x07 : 0) }
    }
    return remainder
  }

  /// FLAC's check of a frame: x¹⁶ + x¹⁵ + x² + 1.
  static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
    var remainder: UInt16 = 0
    for byte in bytes {
      remainder ^= UInt16(byte) << 8
      for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 15 == 1 ? 0x8005 : 0) }
    }
    return remainder
  }

  /// Ogg's check of a page, whose own field counts as zeros.
  static func oggCRC32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0
    for byte in bytes {
      remainder ^= UInt32(byte) << 24
      for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
    return remainder
  }

  /// PNG's check of a chunk, ISO 3309, lowest bit first.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~remainder
  }

  /// The check of a zlib stream, RFC 1950.
  static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return second << 16 | first
  }
}
