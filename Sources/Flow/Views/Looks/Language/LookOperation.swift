// SPDX-License-Identifier: MIT
internal import Drawing

/// Eight elements at a time.
typealias Lanes = SIMD8<Double>

/// An operation of a program, on numbers and on colours, which are numbers too: red, green, blue and alpha as
/// the digits of a whole number.
///
/// Only + − × ÷, square roots, comparisons, truncation and whole numbers are used, in written order and never
/// fused, so that the bits are the same on every machine. What would not be finite is 0.
enum LookOperation: UInt8, Sendable, Hashable {
  case add, subtract, multiply, divide, modulo
  case less, lessOrEqual, equal
  case minimum, maximum, floor, squareRoot
  /// The second one where the first is not 0, otherwise the third.
  case select
  case sine, root, grow, hash
  case mixColors, ramp, tint, screen, multiplyColors, light, clear

  /// The result for eight elements.
  func result(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ colors: LookColors) -> Lanes {
    switch self {
    case .add: LookOperation.finite(a + b)
    case .subtract: LookOperation.finite(a - b)
    case .multiply: LookOperation.finite(a * b)
    case .divide: LookOperation.finite(a / b)
    case .modulo:
      LookOperation.finite(a - b * LookOperation.finite(a / b).rounded(.down))
        .replacing(with: 0, where: b .== 0)
    case .less: Lanes.zero.replacing(with: Lanes(repeating: 1), where: a .< b)
    case .lessOrEqual: Lanes.zero.replacing(with: Lanes(repeating: 1), where: a .<= b)
    case .equal: Lanes.zero.replacing(with: Lanes(repeating: 1), where: a .== b)
    case .minimum: a.replacing(with: b, where: b .< a)
    case .maximum: a.replacing(with: b, where: b .> a)
    case .floor: a.rounded(.down)
    case .squareRoot: a.replacing(with: 0, where: a .< 0).squareRoot()
    case .select: c.replacing(with: b, where: a .!= 0)
    case .sine: LookOperation.each(a, b, c) { number, _, _ in ExactSine.sine(degrees: number) }
    case .root: LookOperation.each(a, b, c) { number, degree, _ in number.wholeRoot(Int(degree)) }
    case .grow: LookOperation.each(a, b, c, LookOperation.grown)
    case .hash: LookOperation.each(a, b, c) { number, _, _ in LookOperation.hashed(number) }
    case .mixColors:
      LookOperation.each(a, b, c) { one, other, share in
        Color(packed: one).mixed(with: Color(packed: other), LookOperation.share(share)).packed
      }
    case .ramp:
      LookOperation.each(a, b, c) { place, _, _ in
        colors.palette.color(at: LookOperation.share(place)).packed
      }
    case .tint:
      LookOperation.each(a, b, c) { color, share, _ in
        colors.ground.tinted(Color(packed: color), LookOperation.share(share)).packed
      }
    case .screen:
      LookOperation.each(a, b, c) { one, other, _ in
        Color(packed: one).screened(with: Color(packed: other)).packed
      }
    case .multiplyColors:
      LookOperation.each(a, b, c) { one, other, _ in
        Color(packed: one).printed(on: Color(packed: other)).packed
      }
    case .light: LookOperation.each(a, b, c) { color, _, _ in Color(packed: color).luminance }
    case .clear: LookOperation.each(a, b, c) { place, _, _ in colors.clearPlace(upTo: place) }
    }
  }

  private static func share(_ number: Double) -> Double { Swift.min(Swift.max(number, 0), 1) }

  private static func finite(_ lanes: Lanes) -> Lanes {
    // A difference with itself is not 0 for infinities and for what is no number.
    lanes.replacing(with: 0, where: lanes - lanes .!= 0)
  }

  private static func each(
    _ a: Lanes, _ b: Lanes, _ c: Lanes, _ result: (Double, Double, Double) -> Double
  ) -> Lanes {
    // Neighbours are often alike.
    var lanes = Lanes(repeating: result(a[0], b[0], c[0]))
    for lane in 1..<Lanes.scalarCount {
      let isLike =
        a[lane] == a[lane - 1] && b[lane] == b[lane - 1] && c[lane] == c[lane - 1]
      lanes[lane] = isLike ? lanes[lane - 1] : result(a[lane], b[lane], c[lane])
    }
    return lanes
  }

  /// From one number to another by equal factors: products of 24 square roots of the whole factor.
  private static func grown(from one: Double, to other: Double, _ share: Double) -> Double {
    var rest = LookOperation.share(share)
    if rest >= 1 { return other }
    var factor = other / one
    guard factor > 0, factor.isFinite else { return one }
    var result = one
    for _ in 0..<24 {
      factor.formSquareRoot()
      rest *= 2
      if rest >= 1 {
        result *= factor
        rest -= 1
      }
    }
    return result.isFinite ? result : 0
  }

  /// A number from 0 to 1 for each whole part, without a pattern.
  ///
  /// - Source: G. L. Steele, D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*, 2014; the
  ///   mixing function and its constants as in `SplittableRandom` of Java 8.
  private static func hashed(_ number: Double) -> Double {
    let whole = Int64(Swift.min(Swift.max(number, -1e15), 1e15).rounded(.down))
    var bits = UInt64(bitPattern: whole) &* 0x9E37_79B9_7F4A_7C15 &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 12) / 4_503_599_627_370_496
  }
}

extension Double {
  /// The root of a number, of a degree from 2 to 9; 0 of a negative number.
  fileprivate func wholeRoot(_ degree: Int) -> Double {
    guard self > 0 else { return 0 }
    // To a number of at most 1 by a power of two that has an exact root.
    let steps = (Int(exponent) + degree + 1100 * degree) / degree - 1100
    let scaled = self / Double(sign: .plus, exponent: steps * degree, significand: 1)
    guard scaled > 0, scaled.isFinite else { return 0 }
    return scaled.root(degree) * Double(sign: .plus, exponent: steps, significand: 1)
  }
}

/// Sines of degrees with the same bits on every machine, and exact at whole multiples of 90.
enum ExactSine {
  /// The sine of an angle in degrees.
  ///
  /// - Source: the Taylor series, whose first term that is left out is below 1e-18 at 45 degrees.
  static func sine(degrees: Double) -> Double {
    guard degrees.magnitude < 1e9 else { return 0 }
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - 90 * quarters) * (Double.pi / 180)
    let square = rest * rest
    switch (Int(quarters) % 4 + 4) % 4 {
    case 0: return sine(rest, square)
    case 1: return cosine(square)
    case 2: return -sine(rest, square)
    default: return -cosine(square)
    }
  }

  private static func sine(_ angle: Double, _ square: Double) -> Double {
    var (sum, term) = (0.0, angle)
    for step in 1...9 {
      sum += term
      term = -term * square / Double(2 * step * (2 * step + 1))
    }
    return sum
  }

  private static func cosine(_ square: Double) -> Double {
    var (sum, term) = (0.0, 1.0)
    for step in 1...9 {
      sum += term
      term = -term * square / Double((2 * step - 1) * 2 * step)
    }
    return sum
  }
}

extension Color {
  /// The colour as a number.
  var packed: Double {
    Double(Int(red) << 24 | Int(green) << 16 | Int(blue) << 8 | Int(alpha))
  }

  /// The colour of a number.
  init(packed number: Double) {
    let bits = UInt32(Swift.min(Swift.max(number, 0), 4_294_967_295))
    self.init(
      red: UInt8(bits >> 24), green: UInt8(bits >> 16 & 0xFF), blue: UInt8(bits >> 8 & 0xFF),
      alpha: UInt8(bits & 0xFF))
  }

  /// The product of two colours, like two inks on white paper.
  fileprivate func printed(on other: Color) -> Color {
    combined(with: other) { $0 * $1 }
  }

  /// The screen blend of two colours, like two lights.
  fileprivate func screened(with other: Color) -> Color {
    combined(with: other) { 1 - (1 - $0) * (1 - $1) }
  }

  /// A colour whose components, 0 to 1, are each computed from those of two colours.
  private func combined(with other: Color, _ part: (Double, Double) -> Double) -> Color {
    func combined(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((part(Double(one) / 255, Double(two) / 255) * 255).rounded())
    }
    return Color(
      red: combined(red, other.red), green: combined(green, other.green),
      blue: combined(blue, other.blue))
  }
}
