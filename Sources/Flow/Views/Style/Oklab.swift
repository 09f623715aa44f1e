// SPDX-License-Identifier: MIT
public import Drawing

/// A colour by its lightness and two opponent colours, in which equal steps look equal.
///
/// Roots are computed by Newton's method, which gives the same bits on every machine.
///
/// - Source: Ottosson, *A perceptual color space for image processing*, 2020.
package struct Oklab: Sendable, Hashable {
  /// From 0, black, to 1, white.
  package var lightness: Double
  /// Green to red, and blue to yellow; both 0 for greys.
  package var a, b: Double

  /// How colourful it is; 0 for greys.
  var chroma: Double { (a * a + b * b).squareRoot() }

  /// How different another one looks, about 0.02 for what can just be seen and 1 for black and white.
  package func distance(to other: Oklab) -> Double {
    let steps = SIMD3(lightness - other.lightness, a - other.a, b - other.b)
    return (steps * steps).sum().squareRoot()
  }

  init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// An opaque colour.
  package init(_ color: Color) { self.init(linear: color.linear) }

  /// The colour of linear red, green and blue, as ``Color/linear`` has them.
  package init(linear light: SIMD4<Double>) {
    let long = 0.4122214708 * light.x + 0.5363325363 * light.y + 0.0514459929 * light.z
    let medium = 0.2119034982 * light.x + 0.6806995451 * light.y + 0.1073969566 * light.z
    let short = 0.0883024619 * light.x + 0.2817188376 * light.y + 0.6299787005 * light.z
    let (l, m, s) = (long.root(3), medium.root(3), short.root(3))
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// The nearest colour of the same lightness and hue that sRGB has.
  package var color: Color {
    let lightness = min(max(lightness, 0), 1)
    var (inside, outside) = (0.0, 1.0)
    if isInGamut(lightness, share: 1) {
      inside = 1
    } else {
      for _ in 0..<24 {
        let middle = (inside + outside) / 2
        if isInGamut(lightness, share: middle) { inside = middle } else { outside = middle }
      }
    }
    let light = linear(lightness, share: inside)
    return Color(
      red: Color.encoded(light.x), green: Color.encoded(light.y), blue: Color.encoded(light.z))
  }

  private func isInGamut(_ lightness: Double, share: Double) -> Bool {
    let light = linear(lightness, share: share)
    return light.min() > -1e-4 && light.max() < 1 + 1e-4
  }

  /// Linear red, green and blue of a share of the chroma.
  private func linear(_ lightness: Double, share: Double) -> SIMD4<Double> {
    let (a, b) = (a * share, b * share)
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return SIMD4(
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s, 0)
  }

  /// The colour `share` of the way, 0 to 1, to another one.
  func mixed(with other: Oklab, _ share: Double) -> Oklab {
    Oklab(
      lightness: lightness + (other.lightness - lightness) * share,
      a: a + (other.a - a) * share, b: b + (other.b - b) * share)
  }

  /// The colour, lighter or darker by as much as it needs for a contrast to a background.
  package func readable(on background: Color, contrast: Double) -> Oklab {
    var moved = self
    let step = background.luminance < 0.18 ? 0.01 : -0.01
    while moved.color.contrast(to: background) < contrast, 0...1 ~= moved.lightness {
      moved.lightness += step
    }
    return moved
  }
}

extension Color {
  /// Linear red, green and blue, 0 to 1; the fourth number is 0.
  ///
  /// - Source: IEC 61966-2-1.
  package var linear: SIMD4<Double> {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      guard value > 0.04045 else { return value / 12.92 }
      let base = (value + 0.055) / 1.055
      let root = base.root(5)
      return base * base * root * root
    }
    return SIMD4(linear(red), linear(green), linear(blue), 0)
  }

  /// A linear part as one of 8 bits.
  fileprivate static func encoded(_ light: Double) -> UInt8 {
    let light = min(max(light, 0), 1)
    guard light > 0.0031308 else { return UInt8((light * 12.92 * 255).rounded()) }
    let root = light.squareRoot().squareRoot().root(3)
    let power = root * root * root * root * root
    return UInt8(((1.055 * power - 0.055) * 255).rounded())
  }

  /// Relative luminance, 0 to 1.
  var luminance: Double {
    let light = linear
    return 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
  }

  /// The contrast of two opaque colours, 1 to 21.
  ///
  /// - Source: W3C, *Web Content Accessibility Guidelines 2.1*, contrast ratio.
  public func contrast(to other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

extension Double {
  /// The root of a number from 0 to 1, by Newton's method.
  func root(_ degree: Int) -> Double {
    guard self > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<64 {
      var power = 1.0
      for _ in 1..<degree { power *= root }
      root = (Double(degree - 1) * root + self / power) / Double(degree)
    }
    return root
  }
}
