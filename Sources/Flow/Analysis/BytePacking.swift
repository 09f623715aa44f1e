// SPDX-License-Identifier: MIT

// Numbers as little-endian bytes for ``PackedReading``.
extension [UInt8] {
  /// Appends the bytes of a whole number.
  public mutating func pack(_ number: some FixedWidthInteger) {
    var rest = number
    for _ in 0..<number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Appends the four bytes of a number.
  public mutating func pack(_ number: Float) { pack(number.bitPattern) }

  /// Appends the eight bytes of a number.
  public mutating func pack(_ number: Double) { pack(number.bitPattern) }
}

extension Span<UInt8> {
  /// Whether all numbers at these places are finite and not greater than any that is measured: levels
  /// in dB below 1000, amplitudes, frequencies in Hz.
  public func areNumbers(
    doubles: Range<Int> = 0..<0, floats: Range<Int> = 0..<0, below limit: Double = 1e7
  ) -> Bool {
    var (double, float) = (doubles.lowerBound, floats.lowerBound)
    while double < doubles.upperBound {
      guard abs(unpackDouble(at: &double)) < limit else { return false }
    }
    while float < floats.upperBound {
      guard Double(abs(unpackFloat(at: &float))) < limit else { return false }
    }
    return true
  }

  /// The whole number of at most 64 bits that was packed at `offset`, which moves past its bytes.
  @inline(__always)
  public func unpack<Number: FixedWidthInteger>(
    _: Number.Type = Number.self, at offset: inout Int
  ) -> Number {
    let size = Number.bitWidth / 8
    let bytes = extracting(offset..<offset + size)
    var number: UInt64 = 0
    for byte in 0..<size { number |= UInt64(bytes[byte]) &<< UInt64(8 * byte) }
    offset += size
    return Number(truncatingIfNeeded: number)
  }

  /// The number that was packed at `offset`, which moves past its bytes.
  public func unpackFloat(at offset: inout Int) -> Float {
    Float(bitPattern: unpack(at: &offset))
  }

  /// The number that was packed at `offset`, which moves past its bytes.
  public func unpackDouble(at offset: inout Int) -> Double {
    Double(bitPattern: unpack(at: &offset))
  }
}
