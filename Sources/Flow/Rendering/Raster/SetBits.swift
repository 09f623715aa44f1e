// SPDX-License-Identifier: MIT

/// The numbers of the bits that are set, the lowest first, each plus an offset.
struct SetBits: Sequence, IteratorProtocol {
  private var bits: UInt64
  private let offset: Int

  @inline(__always)
  init(_ bits: UInt64, _ offset: Int = 0) { (self.bits, self.offset) = (bits, offset) }

  @inline(__always)
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return offset + bits.trailingZeroBitCount
  }
}
