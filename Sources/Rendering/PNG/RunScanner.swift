// SPDX-License-Identifier: MIT

/// Measures runs of repeated bytes, up to 32 bytes at a time.
enum RunScanner {
  /// The number of bytes from `start` on, at most `limit`, that equal those `distance` before.
  ///
  /// The preconditions make all loads safe: each lies between `start - distance` and `start +
  /// limit`, since n bytes are loaded only if n are left.
  @inline(__always)
  static func runLength(_ bytes: Span<UInt8>, at start: Int, distance: Int, limit: Int) -> Int {
    precondition(distance >= 0 && distance <= start && limit >= 0 && limit <= bytes.count - start)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      let here = unsafe base + start
      let before = unsafe here - distance
      var length = 0
      while length + 32 <= limit {
        let difference = unsafe differences32(here + length, before + length)
        if any(difference) { break }
        length += 32
      }
      while length + 8 <= limit {
        let difference = unsafe differences8(here + length, before + length)
        if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
        length += 8
      }
      while length < limit, bytes[start + length] == bytes[start + length - distance] {
        length += 1
      }
      return length
    }
  }

  /// The bits that differ between eight bytes, the first byte lowest.
  @inline(__always)
  private static func differences8(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt64 {
    UInt64(
      littleEndian: unsafe one.loadUnaligned(as: UInt64.self)
        ^ other.loadUnaligned(as: UInt64.self))
  }

  /// Which of eight groups of four bytes differ.
  @inline(__always)
  private static func differences32(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer
  ) -> SIMDMask<SIMD8<Int32>> {
    unsafe one.loadUnaligned(as: SIMD8<Int32>.self) .!= other.loadUnaligned(as: SIMD8<Int32>.self)
  }
}
