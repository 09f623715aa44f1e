// SPDX-License-Identifier: MIT
public import Drawing

/// Colours that match, for any look.
public struct Palette: Sendable, Hashable {
  /// The background.
  public let background: Color
  /// The main drawing colour.
  public let ink: Color
  /// The second drawing colour.
  public let ink2: Color
  /// The colour of the one thing that should stand out.
  public let accent: Color
  /// Eight colours, from the inside of a figure to its outside.
  public let ramp: [Color]
  /// The colours of soft, of usual and of loud scenes of a film, which have none themselves; none if they
  /// are made of the others.
  public private(set) var scenes: [Palette] = []

  /// The number of colours in a ramp.
  public static let rampCount = 8
  /// The number of palettes in ``scenes``.
  public static let sceneCount = 3

  /// A palette.
  ///
  /// - Precondition: the ramp has eight colours.
  public init(background: Color, ink: Color, ink2: Color, accent: Color, ramp: [Color]) {
    precondition(ramp.count == Palette.rampCount)
    self.background = background
    self.ink = ink
    self.ink2 = ink2
    self.accent = accent
    self.ramp = ramp
  }

  /// The palette with the colours of scenes.
  ///
  /// - Precondition: there are ``sceneCount``, without scenes of their own.
  public func with(scenes: [Palette]) -> Palette {
    precondition(scenes.count == Palette.sceneCount && scenes.allSatisfy(\.scenes.isEmpty))
    var palette = self
    palette.scenes = scenes
    return palette
  }

  init(_ background: Int, _ ink: Int, _ ink2: Int, _ accent: Int, _ ramp: [Int]) {
    self.init(
      background: Color(rgb: background), ink: Color(rgb: ink), ink2: Color(rgb: ink2),
      accent: Color(rgb: accent), ramp: ramp.map(Color.init(rgb:)))
  }

  /// The colour at a fraction of the ramp, from 0 inside to 1 outside.
  func color(at share: Double) -> Color {
    let place = share * Double(ramp.count - 1)
    let index = min(Int(place), ramp.count - 2)
    return ramp[index].mixed(with: ramp[index + 1], place - Double(index))
  }

  /// Black on the yellow of the tutorial.
  public static let yellow = Palette(
    0xEEFF00, 0x000000, 0xFF2E63, 0xFF2E1F,
    [0x000000, 0x38001C, 0x8A0A3C, 0xFF2E63, 0xFF6A3A, 0xFF9A1A, 0xFFC400, 0xC9F000])
  /// Chinese ink and a red seal.
  public static let paper = Palette(
    0xF4EFE4, 0x141417, 0xD8341C, 0xD8341C,
    [0x141417, 0x4A1414, 0x96201A, 0xD8341C, 0xE8703A, 0xF0A25C, 0xF2C894, 0xEADCC4])
  /// Blue and pink printing inks.
  public static let press = Palette(
    0xF6F1E7, 0x00629E, 0xFF4B9A, 0xFFB511,
    [0x1B2380, 0x3D3FA8, 0x0078BF, 0x5AA9D6, 0xFF4B9A, 0xFF8FBF, 0xFFC4DC, 0xFBE0E6])
  /// The sky after sunset.
  public static let dusk = Palette(
    0x110D30, 0xFFD9A0, 0xF2625B, 0xFF5D73,
    [0xFFF4D9, 0xFFD08A, 0xFF9E5E, 0xF2625B, 0xC23B6B, 0x7C2A78, 0x3A1F6B, 0x1C1750])
  /// Green light in deep water.
  public static let lagoon = Palette(
    0x0B1428, 0xD9F2C4, 0x2A9FA6, 0xFF7A59,
    [0xF4FBD8, 0xB9E8B0, 0x5FC9A8, 0x2A9FA6, 0x1F6F97, 0x1D4A7C, 0x1B2F5C, 0x141F40])
  /// Pink on dark red.
  public static let berry = Palette(
    0x1F0515, 0xFFE3EA, 0xFF5C8A, 0xFF4D2E,
    [0xFFF0F3, 0xFFC2D1, 0xFF8FAB, 0xFB6F92, 0xD6336C, 0x9C1C50, 0x5F1038, 0x330A22])
  /// Fire at night.
  public static let ember = Palette(
    0x06070B, 0xFFF1D6, 0xF4702F, 0xF4702F,
    [0xFFFAF0, 0xFFE2A0, 0xFFB04F, 0xF4702F, 0xB8323F, 0x5A1440, 0x36103F, 0x1D0A2B])
}

extension Color {
  /// An opaque colour of six hexadecimal digits.
  package init(rgb: Int) {
    self.init(
      red: UInt8(rgb >> 16), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF))
  }

  /// Whether ink should be brighter than this background.
  ///
  /// - Source: the luma weights of ITU-R BT.709, on sRGB values.
  package var isDark: Bool {
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue) < 127.5
  }

  /// The colour `share` of the way, 0 to 1, from this one to another, interpolated in each sRGB
  /// component.
  public func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }

  /// A colour with the strength `share`, 0 to 1, on this background: mixed with it, or with that
  /// opacity if the background is transparent.
  public func tinted(_ color: Color, _ share: Double) -> Color {
    guard alpha < 255 else { return mixed(with: color, share) }
    let opacity = (Double(color.alpha) * share).rounded()
    return Color(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(opacity))
  }
}

extension Paint {
  /// The paint with the strength `share`, 0 to 1, on a background; see ``Color/tinted(_:_:)``.
  public func tinted(_ share: Double, on background: Color) -> Paint {
    func tinted(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop($0.offset, background.tinted($0.color, share)) }
    }
    return switch self {
    case .color(let color): .color(background.tinted(color, share))
    case .linear(let start, let end, let stops): .linear(from: start, to: end, tinted(stops))
    case .radial(let center, let radius, let stops):
      .radial(center: center, radius: radius, tinted(stops))
    }
  }
}
