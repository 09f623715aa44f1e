// SPDX-License-Identifier: MIT

extension SampleLayout.Encoding {
  /// Decodes `count` samples from bytes into a buffer, beginning at index `start`, with full scale
  /// at ±1.0.
  ///
  /// Integers of n bits are divided by 2ⁿ⁻¹, as in libsndfile. 32-bit and 64-bit samples are
  /// rounded to the nearest `Float`.
  func decode(
    _ bytes: Span<UInt8>, into storage: inout MutableSpan<Float>, at start: Int, count: Int
  ) {
    let places = start..<start + count
    switch self {
    case .unsigned8:
      convert(bytes, &storage, places, false) { (Float($0 as UInt8) - 128) * 0x1p-7 }
    case .signed(1, _): convert(bytes, &storage, places, false) { Float($0 as Int8) * 0x1p-7 }
    case .signed(2, let order):
      convert(bytes, &storage, places, order) { Float($0 as Int16) * 0x1p-15 }
    case .signed(3, let order): convert24(bytes, &storage, places, bigEndian: order)
    case .signed(_, let order):
      convert(bytes, &storage, places, order) { Float($0 as Int32) * 0x1p-31 }
    case .float(4, let order): convert(bytes, &storage, places, order, Float.init(bitPattern:))
    case .float(_, let order):
      convert(bytes, &storage, places, order) { Float(Double(bitPattern: $0)) }
    case .aLaw: convert(bytes, &storage, places, false, aLawSample)
    case .muLaw: convert(bytes, &storage, places, false, muLawSample)
    }
  }
}

/// A 13-bit sample: sign, exponent and mantissa, with every other bit inverted.
///
/// - Source: ITU-T G.711, table 1a.
private func aLawSample(_ code: UInt8) -> Float {
  let bits = code ^ 0x55
  let (exponent, mantissa) = (Int(bits >> 4 & 7), Int(bits & 15))
  let size = exponent == 0 ? mantissa << 4 + 8 : (mantissa << 4 + 0x108) << (exponent - 1)
  return Float(bits & 0x80 == 0 ? -size : size) * 0x1p-15
}

/// A 14-bit sample: sign, exponent and mantissa, with all bits inverted.
///
/// - Source: ITU-T G.711, table 2a.
private func muLawSample(_ code: UInt8) -> Float {
  let bits = ~code
  let (exponent, mantissa) = (Int(bits >> 4 & 7), Int(bits & 15))
  let size = (mantissa << 3 + 0x84) << exponent - 0x84
  return Float(bits & 0x80 == 0 ? size : -size) * 0x1p-15
}

/// Converts one number for each element of the destination.
@inline(__always)
private func convert<Number: FixedWidthInteger & BitwiseCopyable>(
  _ bytes: Span<UInt8>, _ storage: inout MutableSpan<Float>, _ places: Range<Int>,
  _ bigEndian: Bool, _ value: (Number) -> Float
) {
  // Two loops, so that each compiles to SIMD instructions.
  if bigEndian {
    convertEach(bytes, &storage, places) { value(Number(bigEndian: $0)) }
  } else {
    convertEach(bytes, &storage, places) { value(Number(littleEndian: $0)) }
  }
}

@inline(__always)
private func convertEach<Number: FixedWidthInteger & BitwiseCopyable>(
  _ bytes: Span<UInt8>, _ storage: inout MutableSpan<Float>, _ places: Range<Int>,
  _ value: (Number) -> Float
) {
  let size = MemoryLayout<Number>.size
  // The bounds are checked once; any bytes are valid numbers.
  precondition(places.count * size <= bytes.count)
  precondition(places.lowerBound >= 0 && places.upperBound <= storage.count)
  let raw = unsafe bytes.bytes
  for index in 0..<places.count {
    unsafe storage[unchecked: places.lowerBound &+ index] = value(
      raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* size, as: Number.self))
  }
}

/// Converts 24-bit numbers.
private func convert24(
  _ bytes: Span<UInt8>, _ storage: inout MutableSpan<Float>, _ places: Range<Int>,
  bigEndian: Bool
) {
  precondition(places.count * 3 <= bytes.count)
  precondition(places.lowerBound >= 0 && places.upperBound <= storage.count)
  let raw = unsafe bytes.bytes
  let (low, high) = bigEndian ? (1, 0) : (0, 2)
  for index in 0..<places.count {
    let place = index &* 3
    let pair = unsafe raw.unsafeLoadUnaligned(
      fromUncheckedByteOffset: place &+ low, as: UInt16.self)
    let top = unsafe raw.unsafeLoadUnaligned(
      fromUncheckedByteOffset: place &+ high, as: UInt8.self)
    let bits = UInt32(bigEndian ? UInt16(bigEndian: pair) : UInt16(littleEndian: pair))
    unsafe storage[unchecked: places.lowerBound &+ index] =
      Float(Int32(bitPattern: bits << 8 | UInt32(top) << 24)) * 0x1p-31
  }
}
