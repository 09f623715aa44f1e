// SPDX-License-Identifier: MIT

extension SampleLayout.Encoding {
  /// Writes the `count` samples that some bytes hold into storage, from `start` on, with full scale
  /// at ±1.0.
  ///
  /// Whole numbers of n bits are divided by 2ⁿ⁻¹, as libsndfile does it. What a `Float` cannot hold of
  /// 32 and 64 bits is rounded to the nearest.
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
    }
  }
}

/// Converts as many numbers as there are places.
@inline(__always)
private func convert<Number: FixedWidthInteger & BitwiseCopyable>(
  _ bytes: Span<UInt8>, _ storage: inout MutableSpan<Float>, _ places: Range<Int>,
  _ bigEndian: Bool, _ value: (Number) -> Float
) {
  let raw = unsafe bytes.bytes
  for index in 0..<places.count {
    // The place is checked, and any bytes are a number.
    let number = unsafe raw.unsafeLoadUnaligned(
      fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self)
    storage[places.lowerBound + index] =
      value(bigEndian ? Number(bigEndian: number) : Number(littleEndian: number))
  }
}

/// The same for numbers of three bytes.
private func convert24(
  _ bytes: Span<UInt8>, _ storage: inout MutableSpan<Float>, _ places: Range<Int>,
  bigEndian: Bool
) {
  let (low, high) = bigEndian ? (2, 0) : (0, 2)
  for index in 0..<places.count {
    let place = index * 3
    let number =
      UInt32(bytes[place + low]) << 8 | UInt32(bytes[place + 1]) << 16
      | UInt32(bytes[place + high]) << 24
    storage[places.lowerBound + index] = Float(Int32(bitPattern: number)) * 0x1p-31
  }
}
