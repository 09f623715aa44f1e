// SPDX-License-Identifier: MIT

/// The checksums of Ogg pages.
///
/// - Source: RFC 3533.
enum OggPages {
  /// Makes the checksum of every page right.
  static func repair(_ bytes: inout [UInt8]) {
    var start = 0
    while start + 27 <= bytes.count, Array(bytes[start..<start + 4]) == Array("OggS".utf8) {
      let bodyStart = start + 27 + Int(bytes[start + 26])
      guard bodyStart <= bytes.count else { return }
      let end = bytes[start + 27..<bodyStart].reduce(bodyStart) { $0 + Int($1) }
      guard end <= bytes.count else { return }
      for place in 22..<26 { bytes[start + place] = 0 }
      let sum = checksum(bytes[start..<end])
      for place in 0..<4 {
        bytes[start + 22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
      }
      start = end
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0)
    }
  }
}
