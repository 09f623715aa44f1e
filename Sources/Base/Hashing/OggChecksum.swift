// SPDX-License-Identifier: MIT

/// The checksum of Ogg pages: CRC-32 with the polynomial 0x04C11DB7, highest bit first, initial
/// value 0.
///
/// - Source: RFC 3533, section 6.
public enum OggChecksum {
  /// The position of the checksum in a page, counted as zeros.
  private static let field = 22..<26

  /// The checksum of a whole page.
  ///
  /// - Precondition: the page has its header of 27 bytes.
  public static func ofPage(_ page: Span<UInt8>) -> UInt32 {
    let zeros: InlineArray<4, UInt8> = [0, 0, 0, 0]
    var sum = checksum(page.extracting(first: field.lowerBound), after: 0)
    sum = checksum(zeros.span, after: sum)
    return checksum(page.extracting(droppingFirst: field.upperBound), after: sum)
  }

  /// Continues a checksum, four bytes at a time.
  private static func checksum(_ bytes: Span<UInt8>, after before: UInt32) -> UInt32 {
    let tables = tables.span
    var (sum, place) = (before, 0)
    while place + 4 <= bytes.count {
      var next: UInt32 = 0
      for offset in 0..<4 {
        let byte = bytes[place + offset] ^ UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * offset))
        next ^= tables[(3 - offset) * 256 + Int(byte)]
      }
      (sum, place) = (next, place + 4)
    }
    while place < bytes.count {
      sum = sum << 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ bytes[place])]
      place += 1
    }
    return sum
  }

  /// Table k has the effect of a byte that is followed by k others.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
        sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0)
      }
    }
    for index in 256..<4 * 256 {
      let previous = tables[index - 256]
      tables.append(previous << 8 ^ tables[Int(previous >> 24)])
    }
    return tables
  }()
}
