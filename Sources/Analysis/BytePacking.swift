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
  /// The whole number that was packed at `offset`, which moves past its bytes.
  public func unpack<Number: FixedWidthInteger>(
    _: Number.Type = Number.self, at offset: inout Int
  ) -> Number {
    var number: Number = 0
    let size = Number.bitWidth / 8
    for byte in 0..<size {
      number |= Number(truncatingIfNeeded: self[offset + byte]) << (8 * byte)
    }
    offset += size
    return number
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
