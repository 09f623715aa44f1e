// SPDX-License-Identifier: MIT

/// Eight pixels beside each other, of three bytes each.
struct EightPixels: Equatable {
  /// The bytes, the first one lowest.
  let words: (UInt64, UInt64, UInt64)

  /// Pixels of one colour: of its red, green and blue, the first one lowest.
  @inline(__always)
  init(rgb: UInt64) {
    words = (
      rgb | rgb << 24 | rgb << 48, rgb >> 16 | rgb << 8 | rgb << 32 | rgb << 56,
      rgb >> 8 | rgb << 16 | rgb << 40
    )
  }

  /// Pixels of one opaque colour.
  @inline(__always)
  init(_ color: SIMD4<UInt8>) {
    self.init(rgb: UInt64(color.x) | UInt64(color.y) << 8 | UInt64(color.z) << 16)
  }

  /// The pixels at a place.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at place: Int) {
    words = (bytes.word(at: place), bytes.word(at: place &+ 8), bytes.word(at: place &+ 16))
  }

  /// The first one.
  @inline(__always)
  var first: UInt64 { words.0 & 0xFF_FFFF }

  @inline(__always)
  static func == (one: EightPixels, other: EightPixels) -> Bool { one.words == other.words }
}
