// SPDX-License-Identifier: MIT

/// The checksum of a PNG chunk.
///
/// - Source: W3C, *Portable Network Graphics*, annex D; eight bytes at a time after Kounavis and
///   Berry, *Novel table lookup-based algorithms for high-performance CRC generation*, 2008.
package enum CRC32 {
  /// Table k gives the effect of a byte that k others follow.
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

/// The checksum of a zlib stream, as its two sums; that of a whole follows from those of its parts.
///
/// - Source: RFC 1950, sections 2.2 and 8.2; zlib, `adler32_combine`.
package struct Adler32: Hashable {
  private(set) var sum: UInt32 = 1
  private(set) var sumOfSums: UInt32 = 0
  fileprivate static let modulus: UInt32 = 65521

  /// The number that ends the stream.
  package var value: UInt32 { sumOfSums << 16 | sum }

  /// The checksum of no bytes.
  package init() {}

  /// A checksum of its two sums, each below 65521.
  fileprivate init(sum: UInt32, sumOfSums: UInt32) {
    self.sum = sum
    self.sumOfSums = sumOfSums
  }

  /// Appends a part of so many bytes.
  package mutating func append(_ part: Adler32, count: Int) {
    let length = UInt64(count % Int(Adler32.modulus))
    let modulus = UInt64(Adler32.modulus)
    let before = UInt64(sum) + modulus - 1
    sumOfSums = UInt32((UInt64(sumOfSums) + UInt64(part.sumOfSums) + length * before) % modulus)
    sum = UInt32((before + UInt64(part.sum)) % modulus)
  }
}

/// Sums up some of a piece's bytes for its Adler-32 as they are cut into single bytes and runs: the
/// sum of the bytes, and each byte times the number of bytes from it to the end of the piece.
///
/// A run of any length costs a few products. 64 bits hold the sums of 2²⁷ bytes.
package struct RunSums: Sendable {
  private let count: Int
  private let distance: Int
  private var place: Int
  /// The last `distance` bytes, the oldest lowest.
  private var recent: UInt32 = 0
  private var plain: UInt64 = 0
  private var weighted: UInt64 = 0

  /// For a piece of so many bytes, with runs that repeat pixels of `distance` bytes, at most 4; from
  /// its beginning.
  package init(count: Int, distance: Int = 1) {
    precondition(count <= 1 << 27)
    self.count = count
    self.distance = distance
    place = 0
  }

  /// For some of the bytes, from a place on.
  init(of bytes: Span<UInt8>, from place: Int, distance: Int) {
    self.init(count: bytes.count, distance: distance)
    self.place = place
    for byte in max(place - distance, 0)..<place { append(UInt32(bytes[byte])) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt32) {
    recent = recent >> 8 | byte << UInt32(8 * (distance - 1))
  }

  /// Adds the next byte.
  @inline(__always)
  package mutating func add(_ byte: UInt8) {
    append(UInt32(byte))
    plain &+= UInt64(byte)
    weighted &+= UInt64(byte) &* UInt64(count &- place)
    place &+= 1
  }

  /// Adds the next `length` bytes, which repeat those `distance` before.
  @inline(__always)
  mutating func add(run length: Int) {
    let (whole, rest) = length.quotientAndRemainder(dividingBy: distance)
    for offset in 0..<distance {
      let byte = UInt64(recent >> UInt32(8 * offset) & 255)
      guard byte != 0 else { continue }
      // The byte stands at place + offset, and every `distance` further, so many times.
      let times = UInt64(whole + (offset < rest ? 1 : 0))
      let first = UInt64(count - place - offset)
      plain &+= byte &* times
      let steps = times == 0 ? 0 : times &* (times &- 1) / 2
      weighted &+= byte &* (times &* first &- UInt64(distance) &* steps)
    }
    for _ in 0..<rest { append(recent & 255) }
    place += length
  }

  /// Adds the bytes of other sums of the same piece.
  mutating func add(_ other: RunSums) {
    plain &+= other.plain
    weighted &+= other.weighted
  }

  /// Takes away the bytes of other sums of the same piece.
  mutating func take(_ other: RunSums) {
    plain &-= other.plain
    weighted &-= other.weighted
  }

  /// The checksum of all that was added.
  package var checksum: Adler32 {
    let modulus = UInt64(Adler32.modulus)
    return Adler32(
      sum: UInt32((plain + 1) % modulus),
      sumOfSums: UInt32((weighted + UInt64(count)) % modulus))
  }
}
