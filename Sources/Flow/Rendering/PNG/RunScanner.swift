// SPDX-License-Identifier: MIT

/// Finds runs of repeated bytes, many bytes at a time.
enum RunScanner {
  /// Looks at the 16 bytes from `start` on: the number of those before the first three that equal
  /// those `distance` before, at most 14, and how many equal them from there on. If no run begins,
  /// `run` is 0; if it reaches the end of the 16 bytes, it may be longer.
  @inline(__always)
  static func scan(
    _ bytes: Span<UInt8>, at start: Int, distance: Int
  ) -> (single: Int, run: Int) {
    precondition(distance >= 0 && distance <= start && start <= bytes.count &- 16)
    let before = start &- distance
    let different =
      unsafe differences8(bytes, start, before).nonzeroBytes
      | differences8(bytes, start &+ 8, before &+ 8).nonzeroBytes &<< 8
    // Where three bytes begin that are not all equal.
    let unequal = different | different &>> 1 | different &>> 2
    let single = (~unequal | 1 << 14).trailingZeroBitCount
    let run = ((different | 1 << 16) &>> UInt64(single)).trailingZeroBitCount
    return (single, single == 14 ? 0 : run)
  }

  /// The number of bytes from `start` on that equal those `distance` before.
  ///
  /// The preconditions make all loads safe: n bytes are loaded only if n are left.
  @inline(__always)
  static func runLength(_ bytes: Span<UInt8>, at start: Int, distance: Int) -> Int {
    precondition(distance >= 0 && distance <= start && start <= bytes.count)
    if start <= bytes.count &- 8 {
      // Many runs are short.
      let difference = unsafe differences8(bytes, start, start &- distance)
      if difference != 0 { return difference.trailingZeroBitCount / 8 }
    }
    var place = start
    while place <= bytes.count &- 64 {
      if unsafe any(differences64(bytes, place, place &- distance)) {
        // One of the next eight words differs.
        while true {
          let difference = unsafe differences8(bytes, place, place &- distance)
          if difference != 0 {
            return place &- start &+ difference.trailingZeroBitCount / 8
          }
          place &+= 8
        }
      }
      place &+= 64
    }
    while place < bytes.count, bytes[place] == bytes[place &- distance] { place &+= 1 }
    return place &- start
  }

  /// The bits that differ between eight bytes and eight others, the first byte lowest.
  @unsafe @inline(__always)
  private static func differences8(_ bytes: Span<UInt8>, _ one: Int, _ other: Int) -> UInt64 {
    let bytes = unsafe bytes.bytes
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: one, as: UInt64.self)
        ^ bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: other, as: UInt64.self))
  }

  /// Which of sixteen groups of four bytes differ from sixteen others.
  @unsafe @inline(__always)
  private static func differences64(
    _ bytes: Span<UInt8>, _ one: Int, _ other: Int
  ) -> SIMDMask<SIMD16<Int32>> {
    typealias Groups = SIMD16<Int32>
    let bytes = unsafe bytes.bytes
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: one, as: Groups.self)
      .!= bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: other, as: Groups.self)
  }
}

extension MutableSpan<UInt16> {
  /// Stores sixteen numbers.
  @inline(__always)
  mutating func set(_ numbers: SIMD16<UInt16>, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: numbers, toByteOffset: 2 &* place, as: SIMD16<UInt16>.self)
  }
}
