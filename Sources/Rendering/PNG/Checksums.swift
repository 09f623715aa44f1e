// SPDX-License-Identifier: MIT

/// The checksum of a PNG chunk.
///
/// - Source: W3C, *Portable Network Graphics*, annex D; eight bytes at a time after Kounavis and
///   Berry, *Novel table lookup-based algorithms for high-performance CRC generation*, 2008.
package enum CRC32 {
  /// Table k has the effect of a byte that is followed by k others.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte -> UInt32 in
      (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    for index in 256..<8 * 256 {
      let previous = tables[index - 256]
      tables.append(tables[Int(previous & 255)] ^ previous >> 8)
    }
    return tables
  }()

  /// The CRC of the bytes.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    let tables = tables
    var crc: UInt32 = 0xFFFF_FFFF
    var place = 0
    while place + 8 <= bytes.count {
      var next: UInt32 = 0
      for offset in 0..<4 {
        let byte = bytes[place + offset] ^ UInt8(truncatingIfNeeded: crc >> UInt32(8 * offset))
        next ^= tables[(7 - offset) * 256 + Int(byte)]
      }
      for offset in 4..<8 { next ^= tables[(7 - offset) * 256 + Int(bytes[place + offset])] }
      crc = next
      place += 8
    }
    while place < bytes.count {
      crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[place])] ^ crc >> 8
      place += 1
    }
    return ~crc
  }
}

/// The checksum of a zlib stream, as its two sums. Checksums of parts can be joined.
///
/// - Source: RFC 1950, sections 2.2 and 8.2; zlib, `adler32_combine`.
package struct Adler32: Hashable {
  private(set) var sum: UInt32 = 1
  private(set) var sumOfSums: UInt32 = 0
  fileprivate static let modulus: UInt32 = 65521

  /// The number at the end of the stream.
  package var value: UInt32 { sumOfSums << 16 | sum }

  /// The checksum of no bytes.
  package init() {}

  /// A checksum of its two sums, each below 65521.
  fileprivate init(sum: UInt32, sumOfSums: UInt32) {
    self.sum = sum
    self.sumOfSums = sumOfSums
  }

  /// Appends the checksum of a part of `count` bytes.
  package mutating func append(_ part: Adler32, count: Int) {
    let length = UInt64(count % Int(Adler32.modulus))
    let modulus = UInt64(Adler32.modulus)
    let before = UInt64(sum) + modulus - 1
    sumOfSums = UInt32((UInt64(sumOfSums) + UInt64(part.sumOfSums) + length * before) % modulus)
    sum = UInt32((before + UInt64(part.sum)) % modulus)
  }
}

/// The sums for the Adler-32 of a piece of bytes, kept for each part of 256 bytes, so that a change
/// costs only the parts that it touches.
package struct PartialSums: Sendable {
  /// For each part: the sum of its bytes, and the sum of each byte times its distance from the end
  /// of the part.
  private var sums: [SIMD2<UInt32>] = []
  private var count = 0

  private static let partSize = 256

  /// The sums of no bytes.
  package init() {}

  /// Updates the sums after the bytes changed in some ranges, in ascending order.
  package mutating func update(to bytes: Span<UInt8>, changed ranges: [Range<Int>]) {
    let partCount = (bytes.count + PartialSums.partSize - 1) / PartialSums.partSize
    if sums.count != partCount { sums = Array(repeating: SIMD2(0, 0), count: partCount) }
    count = bytes.count
    var next = 0
    for range in ranges where !range.isEmpty {
      next = max(next, range.lowerBound / PartialSums.partSize)
      while next < partCount, next * PartialSums.partSize < range.upperBound {
        let start = next * PartialSums.partSize
        let end = min(start + PartialSums.partSize, bytes.count)
        sums[next] = PartialSums.sums(of: bytes.extracting(start..<end))
        next += 1
      }
    }
  }

  private static func sums(of part: Span<UInt8>) -> SIMD2<UInt32> {
    guard part.count == partSize else {
      var sums = SIMD2<UInt32>(0, 0)
      for index in part.indices {
        let byte = UInt32(part[index])
        sums &+= SIMD2(byte, byte &* UInt32(partSize - index))
      }
      return sums
    }
    // Sixteen columns at a time: the sum of each, and the sum of its running sums. Both fit in 16
    // bits.
    var (plain, repeated) = (SIMD16<UInt16>(), SIMD16<UInt16>())
    for row in stride(from: 0, to: partSize, by: 16) {
      plain &+= SIMD16(truncatingIfNeeded: part.part(at: row))
      repeated &+= plain
    }
    // A byte is in the running sums of its own row and of all rows after it.
    var sums = SIMD2<UInt32>(0, 0)
    for column in 0..<16 {
      let (one, all) = (UInt32(plain[column]), UInt32(repeated[column]))
      sums &+= SIMD2(one, 16 &* all &- UInt32(column) &* one)
    }
    return sums
  }

  /// The checksum of the bytes.
  package var checksum: Adler32 {
    var (plain, weighted) = (0, count)
    // The distance from the end of the part to the end of the piece.
    var after = count
    for part in sums {
      after -= PartialSums.partSize
      plain += Int(part.x)
      weighted += Int(part.y) + Int(part.x) * after
    }
    let modulus = Int(Adler32.modulus)
    return Adler32(sum: UInt32((plain + 1) % modulus), sumOfSums: UInt32(weighted % modulus))
  }
}
