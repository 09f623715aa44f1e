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

  /// Pixels of an opaque colour, each of which another one covers with a share of 0 to 255 in a byte
  /// of a number, the lowest for the first.
  @inline(__always)
  init(_ ground: SIMD4<UInt8>, covered shares: UInt64, with top: SIMD4<UInt8>) {
    let (ground, top) = (PixelLanes(ground), PixelLanes(top))
    @inline(__always)
    func pixel(_ index: UInt64) -> UInt64 {
      ground.covered(with: top, shares >> (8 * index) & 0xFF).rgb
    }
    let (two, five) = (pixel(2), pixel(5))
    words = (
      pixel(0) | pixel(1) << 24 | two << 48,
      two >> 16 | pixel(3) << 8 | pixel(4) << 32 | five << 56,
      five >> 8 | pixel(6) << 16 | pixel(7) << 40
    )
  }

  /// The pixels at a place.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at place: Int) {
    words = (bytes.word(at: place), bytes.word(at: place &+ 8), bytes.word(at: place &+ 16))
  }

  /// One of them: its red, green and blue, the first one lowest.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    let (one, two, three) = words
    return switch index {
    case 0: one & 0xFF_FFFF
    case 1: one >> 24 & 0xFF_FFFF
    case 2: (one >> 48 | two << 16) & 0xFF_FFFF
    case 3: two >> 8 & 0xFF_FFFF
    case 4: two >> 32 & 0xFF_FFFF
    case 5: (two >> 56 | three << 8) & 0xFF_FFFF
    case 6: three >> 16 & 0xFF_FFFF
    default: three >> 40
    }
  }

  /// Whether all have one colour.
  @inline(__always)
  var areEqual: Bool { self == EightPixels(rgb: self[0]) }

  @inline(__always)
  static func == (one: EightPixels, other: EightPixels) -> Bool { one.words == other.words }
}

/// The red, green, blue and alpha of a pixel, or of several added up: up to 257 of them.
struct PixelLanes {
  /// 16 bits for each, red lowest.
  private var lanes: UInt64 = 0

  init() {}

  @inline(__always)
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
    lanes = UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 | UInt64(alpha) << 48
  }

  @inline(__always)
  init(_ color: SIMD4<UInt8>) { self.init(color.x, color.y, color.z, color.w) }

  /// Those of a pixel in the bytes of a number, red lowest, without alpha.
  @inline(__always)
  init(rgb: UInt64) { lanes = rgb & 0xFF | (rgb & 0xFF00) << 8 | (rgb & 0xFF_0000) << 16 }

  /// A pixel in the bytes of a number, red lowest.
  @inline(__always)
  var rgb: UInt64 { lanes & 0xFF | lanes >> 8 & 0xFF00 | lanes >> 16 & 0xFF_0000 }

  /// The number of a part: red, green, blue, alpha.
  @inline(__always)
  subscript(part: Int) -> UInt32 { UInt32(lanes >> UInt64(16 * part) & 0xFFFF) }

  @inline(__always)
  static func + (one: PixelLanes, other: PixelLanes) -> PixelLanes {
    var sum = one
    sum.lanes &+= other.lanes
    return sum
  }

  @inline(__always)
  static func * (pixel: PixelLanes, factor: UInt64) -> PixelLanes {
    var product = pixel
    product.lanes &*= factor
    return product
  }

  /// Blends an opaque pixel over this opaque one, as ``SIMD4/covered(with:_:)`` does.
  @inline(__always)
  func covered(with top: PixelLanes, _ share: UInt64) -> PixelLanes {
    let low: UInt64 = 0x00FF_00FF_00FF_00FF
    var sum = self * (255 - share) + top * share
    sum.lanes &+= 0x0080_0080_0080_0080
    sum.lanes = (sum.lanes &+ sum.lanes >> 8 & low) >> 8 & low
    return sum
  }
}
