// SPDX-License-Identifier: MIT

/// A string of bits, the first one highest in its byte, as slices and parameter sets are written.
///
/// - Source: ITU-T H.264, 7.2 and 9.1.
struct BitWriter: Sendable {
  private var words: [UInt32] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// How many bits were written.
  var count: Int { 32 &* words.count &+ pendingCount }

  /// The whole bytes so far.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count / 8)
    for word in words {
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    for shift in stride(from: pendingCount - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(shift)))
    }
    return bytes
  }

  /// Appends the lowest bits of a number, at most 32: u(n).
  @inline(__always)
  mutating func put(_ value: Int, _ length: Int) {
    pending = pending << UInt64(length) | UInt64(truncatingIfNeeded: value)
    pendingCount &+= length
    guard pendingCount >= 32 else { return }
    pendingCount &-= 32
    words.append(UInt32(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    pending &= 1 << UInt64(pendingCount) &- 1
  }

  /// Appends a flag.
  mutating func put(_ flag: Bool) { put(flag ? 1 : 0, 1) }

  /// Appends an Exp-Golomb code: ue(v).
  @inline(__always)
  mutating func putUnsigned(_ value: Int) {
    let length = BitWriter.unsignedLength(value) / 2
    put(0, length)
    put(value + 1, length + 1)
  }

  /// Appends a signed Exp-Golomb code: se(v).
  @inline(__always)
  mutating func putSigned(_ value: Int) { putUnsigned(value > 0 ? 2 * value - 1 : -2 * value) }

  /// How many bits ``putUnsigned(_:)`` appends.
  @inline(__always)
  static func unsignedLength(_ value: Int) -> Int { 2 * (63 - (value + 1).leadingZeroBitCount) + 1 }

  /// How many bits ``putSigned(_:)`` appends.
  @inline(__always)
  static func signedLength(_ value: Int) -> Int {
    unsignedLength(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /// Appends zeros to the end of a byte.
  mutating func align() { put(0, -count & 7) }

  /// Appends a one and zeros to the end of a byte: rbsp_trailing_bits().
  mutating func finish() {
    put(1, 1)
    align()
  }

  /// Forgets all bits and keeps the memory.
  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    (pending, pendingCount) = (0, 0)
  }

  /// The end of what was written, to which a writer can go back.
  var mark: (words: Int, pending: UInt64, count: Int) { (words.count, pending, pendingCount) }

  /// Forgets what was written after a mark.
  mutating func rewind(to mark: (words: Int, pending: UInt64, count: Int)) {
    words.removeLast(words.count - mark.words)
    (pending, pendingCount) = (mark.pending, mark.count)
  }
}
