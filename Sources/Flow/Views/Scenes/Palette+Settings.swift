// SPDX-License-Identifier: MIT
internal import Drawing

extension Palette {
  /// The colours of soft, of usual and of loud scenes: ``scenes``, or else a dark ground, the palette itself or a colour
  /// of it, and a ground in its brightest colour.
  public var settings: [Palette] {
    guard scenes.isEmpty else { return scenes }
    let others = background.isDark ? [self, evening(on: groundOfEvening)] : [night, self]
    return switch self {
    case .yellow: [.yellowNight, self, .yellowNoon]
    case .paper: [night, self, .paperNoon]
    case .press: [night, self, .pressNoon]
    case .dusk: [self, .duskViolet, .duskNoon]
    case .ember: [self, evening(on: Color(rgb: 0x641C38)), noon(on: ramp[3])]
    case .lagoon, .berry: others + [noon(on: ramp[3])]
    default: others + [noon(besides: others.map { Oklab($0.background) })]
    }
  }

  /// The palette with the colours of the inside moved outward by up to one stop; those of the edge stay.
  func later(by share: Double) -> Palette {
    let last = Double(ramp.count - 1)
    return Palette(
      background: background, ink: ink, ink2: ink2, accent: accent,
      ramp: ramp.indices.map { stop in
        let place = Double(stop) / last
        return color(at: place + share * (1 - place) / last)
      })
  }

  private static let yellowNight = Palette(
    0x0A0A0A, 0xEEFF00, 0xFF2E63, 0xFF2E1F,
    [0xFFFBD0, 0xEEFF00, 0xFFC400, 0xFF7A2A, 0xFF2E63, 0xA01850, 0x4A0F38, 0x24101E])
  private static let yellowNoon = Palette(
    0xFF2E63, 0x000000, 0xEEFF00, 0xEEFF00,
    [0x000000, 0x3A0820, 0x8A1038, 0xC81A4C, 0xFF7A2A, 0xFFB400, 0xEEFF00, 0xFF6A86])
  private static let duskViolet = Palette(
    0x521A84, 0xFFD08A, 0xFF5D73, 0xFF5D73,
    [0xFFF4D9, 0xFFD08A, 0xFF9E5E, 0xF2625B, 0xE0486A, 0xC03E84, 0x943292, 0x6A268C])
  private static let duskNoon = Palette(
    0xF2625B, 0x110D30, 0xFFF4D9, 0xFFF4D9,
    [0x110D30, 0x3A1F6B, 0x7C2A78, 0xC23B6B, 0xFF9E5E, 0xFFB974, 0xFFD08A, 0xFF8A6A])

  private static let paperNoon = Palette(
    0xE4492D, 0x141417, 0xF4EFE4, 0xF4EFE4,
    [0x141417, 0x4A1414, 0x96201A, 0xD8341C, 0xF0A25C, 0xF2C894, 0xF4EFE4, 0xE76A52])
  private static let pressNoon = Palette(
    0x3D8FD0, 0x0B0F4A, 0xF6F1E7, 0xF6F1E7,
    [0x0B0F4A, 0x2A2C8C, 0x0069B0, 0xFF4B9A, 0xFF8FBF, 0xFFC4DC, 0xF6F1E7, 0x62A3D5])

  /// A light palette at night: its ink as the ground, half as light, and the ground as ink.
  var night: Palette {
    var ground = [ink, ramp[0]].map { Oklab($0) }.min { $0.lightness < $1.lightness } ?? Oklab(ink)
    ground.lightness *= 0.5
    return Palette(background: ground.color, ink: background, ink2: ink2, accent: accent, ramp: nil)
  }

  /// The ground of a dark palette in the evening: a little lighter, in the colour of its outermost layers.
  private var groundOfEvening: Color {
    Oklab(ramp[5]).mixed(with: Oklab(background), 0.35).color
  }

  /// A dark palette on a lighter ground.
  private func evening(on ground: Color) -> Palette {
    let inside = ramp.prefix(6).map { Oklab($0) }
    // Eight steps of the six colours that stand out.
    let steps = (0..<Palette.rampCount).map { step in
      let place = Double(step) * 5 / Double(Palette.rampCount - 1)
      let index = min(Int(place), 4)
      return inside[index].mixed(with: inside[index + 1], place - Double(index)).color
    }
    return Palette(
      background: ground, ink: ink, ink2: ink2, accent: accent,
      ramp: steps.dropLast() + [ground.mixed(with: ramp[4], 0.3)])
  }

  /// A bright ground under the colour with the most contrast to it.
  func noon(on ground: Color) -> Palette {
    let colors = ramp + [background, ink]
    let darkest = colors.min { Oklab($0).lightness < Oklab($1).lightness } ?? .black
    let lightest = colors.max { Oklab($0).lightness < Oklab($1).lightness } ?? background
    let isDark = darkest.contrast(to: ground) >= lightest.contrast(to: ground)
    let (front, back) = isDark ? (darkest, lightest) : (lightest, darkest)
    let stops = (ramp[1...2] + ramp[4...6]).sorted {
      (Oklab($0).lightness < Oklab($1).lightness) == isDark
    }
    return Palette(
      background: ground, ink: front, ink2: back, accent: back,
      ramp: [front] + stops + [back, ground.mixed(with: back, 0.2)])
  }

  /// The least distance of the ground of loud scenes to the others.
  private static let leastDistance = 0.12

  /// A ground in the most chromatic colour of those that somebody chose, which no other scene has, under a figure of
  /// the colour with the most contrast to it; a mix of them would be mud.
  private func noon(besides others: [Oklab]) -> Palette {
    let mixed = Palette([background, ink])
    let chosen =
      [background, ink] + (ink2 == mixed.ink2 ? [] : [ink2])
      + (accent == mixed.accent ? [] : [accent])
    let striking = chosen.sorted { Oklab($0).chroma > Oklab($1).chroma }
    let ground =
      (striking + [0.75, 0.62].map { striking[0].with(lightness: $0) }).first { color in
        others.allSatisfy { $0.distance(to: Oklab(color)) >= Palette.leastDistance }
      } ?? striking[0].with(lightness: 0.9)
    let far = chosen.max { $0.contrast(to: ground) < $1.contrast(to: ground) } ?? ink
    let isLight = Color(rgb: 0xFFFFFF).contrast(to: ground) > Color.black.contrast(to: ground)
    let front = far.contrast(to: ground) >= 3.5 ? far : far.with(lightness: isLight ? 0.97 : 0.15)
    let edge = ground.mixed(with: front, from: 0.2, contrast: 2.1)
    return Palette(
      background: ground, ink: front, ink2: nil, accent: nil,
      ramp: (0..<Palette.rampCount).map { step in
        let place = Double(step) / Double(Palette.rampCount - 1)
        // More of them are near the front.
        return Oklab(front).mixed(with: Oklab(edge), place * (0.7 + 0.3 * place)).color
      })
  }

  /// The palette with this name's ground, for looks that have colours of their own.
  static func named(background: Color) -> Palette? {
    Palette.named.first { $0.colors.background == background }?.colors
  }
}

extension Color {
  /// The colour with another lightness.
  fileprivate func with(lightness: Double) -> Color {
    let own = Oklab(self)
    return Oklab(lightness: lightness, a: own.a, b: own.b).color
  }
}
