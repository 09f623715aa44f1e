// SPDX-License-Identifier: MIT

/// The parts of boxes: numbers are big-endian.
extension [UInt8] {
  /// A box: its length, its type of four Latin-1 characters, and what is in it (ISO/IEC 14496-12,
  /// 4.2). A full box begins with a number of 32 bits: its version in 8, its flags in 24.
  static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let count = parts.reduce(8) { $0 + $1.count }
    var box: [UInt8] = []
    box.reserveCapacity(count)
    box += u32(count) + characters(type)
    for part in parts { box += part }
    return box
  }

  /// Characters of Latin-1, a byte each.
  static func characters(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Numbers of 16 bits.
  static func u16(_ values: Int...) -> [UInt8] { numbers(values, bytes: 2) }

  /// Numbers of 32 bits.
  static func u32(_ values: Int...) -> [UInt8] { numbers(values, bytes: 4) }

  /// Numbers of 64 bits.
  static func u64(_ values: Int...) -> [UInt8] { numbers(values, bytes: 8) }

  /// Numbers of `bytes` bytes each.
  static func numbers(_ values: some Collection<Int>, bytes: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(values.count * bytes)
    for value in values {
      for shift in stride(from: 8 * bytes - 8, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return result
  }
}
