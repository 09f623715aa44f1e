// SPDX-License-Identifier: MIT

/// The checksums and the header of PNG files.
///
/// - Source: W3C, *Portable Network Graphics*, sections 5.3 and 11.2.2.
enum PNGChunks {
  /// Makes the checksum of every chunk right.
  static func repair(_ bytes: inout [UInt8]) {
    var start = 8
    while start + 12 <= bytes.count {
      let length = number(bytes, at: start)
      guard length <= bytes.count - start - 12 else { return }
      let sum = checksum(bytes[start + 4..<start + 8 + length])
      for place in 0..<4 {
        bytes[start + 8 + length + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * place))
      }
      start += 12 + length
    }
  }

  /// The width and height that the header asks for; `nil` where it breaks off.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 24 else { return nil }
    return (number(bytes, at: 16), number(bytes, at: 20))
  }

  private static func number(_ bytes: [UInt8], at start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 != 0 ? 0xEDB8_8320 : 0) }
  }
}
