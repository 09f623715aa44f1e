// SPDX-License-Identifier: MIT

/// The checksum of a PNG chunk.
///
/// - Source: W3C, *Portable Network Graphics*, annex D; sixteen bytes at a time after Kounavis and
///   Berry, *Novel table lookup-based algorithms for high-performance CRC generation*, 2008.
package enum CRC32 {
  /// Table k has the effect of a byte that is followed by k others.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte -> UInt32 in
      (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    for index in 256..<16 * 256 {
      let previous = tables[index - 256]
      tables.append(tables[Int(previous & 255)] ^ previous >> 8)
    }
    return tables
  }()

  /// The bytes of each of three parts whose sums are computed side by side, so that none waits for
  /// the others' tables.
  private static let partSize = 256

  /// What the four bytes of a sum become when the bytes of a part follow, all 0.
  private static let shifts: [UInt32] = {
    var basis = (0..<32).map { UInt32(1) << UInt32($0) }
    for bit in basis.indices {
      for _ in 0..<partSize { basis[bit] = tables[Int(basis[bit] & 255)] ^ basis[bit] >> 8 }
    }
    return (0..<4 * 256).map { entry in
      (0..<8).reduce(0) { $0 ^ (entry >> $1 & 1 == 1 ? basis[entry / 256 * 8 + $1] : 0) }
    }
  }()

  /// The CRC of the bytes.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    let (tables, shifts) = (tables.span, shifts.span)
    precondition(tables.count == 16 * 256 && shifts.count == 4 * 256)
    var crc: UInt32 = 0xFFFF_FFFF
    var place = 0
    while place <= bytes.count &- 3 &* partSize {
      var (second, third) = (UInt32(0), UInt32(0))
      for _ in 0..<partSize / 16 {
        crc = next(crc, bytes, at: place, tables)
        second = next(second, bytes, at: place &+ partSize, tables)
        third = next(third, bytes, at: place &+ 2 &* partSize, tables)
        place &+= 16
      }
      crc = shifted(shifted(crc, shifts) ^ second, shifts) ^ third
      place &+= 2 &* partSize
    }
    while place <= bytes.count &- 16 {
      crc = next(crc, bytes, at: place, tables)
      place &+= 16
    }
    while place < bytes.count {
      crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[place])] ^ crc >> 8
      place += 1
    }
    return ~crc
  }

  /// A sum after the next sixteen bytes.
  @inline(__always)
  private static func next(
    _ crc: UInt32, _ bytes: Span<UInt8>, at place: Int, _ tables: Span<UInt32>
  ) -> UInt32 {
    let words = (bytes.word(at: place) ^ UInt64(crc), bytes.word(at: place &+ 8))
    var crc: UInt32 = 0
    for offset in 0..<8 {
      let shift = UInt64(8 &* offset)
      let first = Int(UInt8(truncatingIfNeeded: words.0 &>> shift))
      let second = Int(UInt8(truncatingIfNeeded: words.1 &>> shift))
      crc ^= tables[(15 &- offset) &* 256 &+ first] ^ tables[(7 &- offset) &* 256 &+ second]
    }
    return crc
  }

  /// A sum after as many zeros as a part has bytes.
  @inline(__always)
  private static func shifted(_ crc: UInt32, _ shifts: Span<UInt32>) -> UInt32 {
    shifts[Int(crc & 255)] ^ shifts[256 &+ Int(crc >> 8 & 255)]
      ^ shifts[512 &+ Int(crc >> 16 & 255)] ^ shifts[768 &+ Int(crc >> 24)]
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

  /// The checksum of bytes.
  package init(of bytes: [UInt8]) {
    // As many as never overflow the sums.
    for start in stride(from: 0, to: bytes.count, by: 5552) {
      for byte in bytes[start..<min(start + 5552, bytes.count)] {
        sum &+= UInt32(byte)
        sumOfSums &+= sum
      }
      sum %= Adler32.modulus
      sumOfSums %= Adler32.modulus
    }
  }

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

/// The sums for the Adler-32 of a band of up to 8 rows, kept for each column of 96 bytes, so that a
/// change costs only the columns that it touches. The first byte of a row is in none of them.
package struct PartialSums: Sendable {
  /// The sums of some bytes of all rows.
  private struct Column: Sendable {
    /// The sum of the bytes.
    var plain = 0
    /// The sum of each byte times its distance from the end of the column in its row.
    var across = 0
    /// The sum of each byte times the number of rows below.
    var down = 0
  }

  private var first = Column()
  private var columns: [Column] = []
  private var count = 0
  private var stride = 1

  private static let columnSize = 96

  /// The sums of no bytes.
  package init() {}

  /// Updates the sums of a band whose rows have `stride` bytes.
  ///
  /// In each row, the first byte may have changed, and the bytes in some ranges, in ascending
  /// order. Ranges are counted from the second byte.
  package mutating func update(
    to band: Span<UInt8>, stride: Int, changed ranges: [Range<Int>]
  ) {
    precondition(band.count <= 8 * stride)
    let size = PartialSums.columnSize
    let columnCount = (stride - 1 + size - 1) / size
    if columns.count != columnCount {
      columns = Array(repeating: Column(), count: columnCount)
    }
    (count, self.stride) = (band.count, stride)
    first = PartialSums.sums(of: band, 0..<1, stride: stride)
    var next = 0
    for range in ranges {
      next = max(next, range.lowerBound / size)
      while next < columnCount, next * size < range.upperBound {
        let start = 1 + next * size
        columns[next] =
          start + size <= stride
          ? PartialSums.sums(of: band, from: start, stride: stride)
          : PartialSums.sums(of: band, start..<stride, stride: stride)
        next += 1
      }
    }
  }

  /// The sums of a narrow column.
  private static func sums(
    of band: Span<UInt8>, _ range: Range<Int>, stride: Int
  ) -> Column {
    var column = Column()
    var start = 0
    while start < band.count {
      column.down += column.plain
      for index in range {
        let byte = Int(band[start + index])
        column.plain += byte
        column.across += byte * (range.upperBound - index)
      }
      start += stride
    }
    return column
  }

  /// The sums of a column of 96 bytes.
  private static func sums(of band: Span<UInt8>, from start: Int, stride: Int) -> Column {
    // Sixteen bytes at a time, as eight pairs. Sums of pairs overflow, but those of their upper
    // bytes do not, and can be taken off again.
    var (both, bothAcross, bothDown) = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
    var (upper, upperAcross, upperDown) = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
    var row = start
    while row < band.count {
      let bytes = band.extracting(row..<row + columnSize)
      var (rowBoth, rowUpper) = (SIMD8<UInt16>(), SIMD8<UInt16>())
      for place in Swift.stride(from: 0, to: columnSize, by: 16) {
        let pairs = bytes.pairs(at: place)
        rowBoth &+= pairs
        bothAcross &+= rowBoth
        rowUpper &+= pairs &>> 8
        upperAcross &+= rowUpper
      }
      bothDown &+= both
      upperDown &+= upper
      both &+= rowBoth
      upper &+= rowUpper
      row += stride
    }
    // The running sums count a byte 16 times for each time that its distance includes 16, which is
    // its place among the 16 too much.
    let plain = wide(both &- upper &<< 8) &+ wide(upper)
    let across = wide(bothAcross &- upperAcross &<< 8) &+ wide(upperAcross)
    let down = wide(bothDown &- upperDown &<< 8) &+ wide(upperDown)
    let place = 2 &* plain &* SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &+ wide(upper)
    return Column(
      plain: Int(plain.wrappedSum()),
      across: Int((16 &* across &- place).wrappedSum()), down: Int(down.wrappedSum()))
  }

  private static func wide(_ numbers: SIMD8<UInt16>) -> SIMD8<UInt32> {
    SIMD8(truncatingIfNeeded: numbers)
  }

  /// The checksum of the bytes.
  package var checksum: Adler32 {
    var plain = first.plain
    var weighted = first.across + first.plain * (stride - 1)
    var down = first.down
    var after = stride - 1
    for column in columns {
      after = max(after - PartialSums.columnSize, 0)
      plain += column.plain
      weighted += column.across + column.plain * after
      down += column.down
    }
    weighted += down * stride + count
    let modulus = Int(Adler32.modulus)
    return Adler32(sum: UInt32((plain + 1) % modulus), sumOfSums: UInt32(weighted % modulus))
  }
}

extension Span<UInt8> {
  /// Eight pairs of bytes, each as a number whose upper byte is the second one.
  @inline(__always)
  fileprivate func pairs(at place: Int) -> SIMD8<UInt16> {
    precondition(place >= 0 && place <= count - 16)
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: place, as: SIMD8<UInt16>.self)
  }
}
