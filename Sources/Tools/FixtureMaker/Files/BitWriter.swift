// SPDX-License-Identifier: MIT

/// Bits on their way into bytes, the first one uppermost, as FLAC packs them.
struct BitWriter {
  /// The bytes that are complete.
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Appends the lowest `count` bits of a number, the highest of them first; at most 32.
  mutating func append(_ value: Int, bits count: Int) {
    pending =
      pending << UInt64(count) | UInt64(truncatingIfNeeded: value) & (1 << UInt64(count) - 1)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  /// Appends `value` zeros and a one.
  mutating func append(unary value: Int) {
    var zeros = value
    while zeros >= 32 {
      append(0, bits: 32)
      zeros -= 32
    }
    append(1, bits: zeros + 1)
  }

  /// Fills the last byte with zeros.
  mutating func align() {
    if pendingCount > 0 { append(0, bits: 8 - pendingCount) }
  }
}
