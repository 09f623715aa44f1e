// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of the studio's gauges.
struct DialColors {
  /// The wall behind the gauges.
  static let wall = Color(red: 0x16, green: 0x17, blue: 0x18)

  /// The colours of the default ranges: quiet, normal, loud, near full scale.
  static let ranges = [
    Color(red: 0x5B, green: 0x66, blue: 0x69), Color(red: 0x6F, green: 0xA3, blue: 0x86),
    Color(red: 0xDD, green: 0xA7, blue: 0x45), Color(red: 0xD1, green: 0x4B, blue: 0x3D),
  ]

  /// Those of the default ranges; `nil` for those of the scale.
  var ranges: [Color]?
  /// The darkest colour of the shadow on the wall.
  var shadow = Color(red: 0, green: 0, blue: 0, alpha: 150)
  /// The upper and the lower colour of the rim, and of the lip within it.
  var rim = (Color(red: 0x63, green: 0x68, blue: 0x6B), Color(red: 0x2A, green: 0x2D, blue: 0x2F))
  var lip = (Color(red: 0x0E, green: 0x0F, blue: 0x10), Color(red: 0x36, green: 0x3A, blue: 0x3C))
  var face = Color(red: 0x1D, green: 0x20, blue: 0x22)
  var plate = Color(red: 0x24, green: 0x28, blue: 0x2A)
  var window = Color(red: 0x14, green: 0x16, blue: 0x17)
  var hub = Color(red: 0x3A, green: 0x3F, blue: 0x42)
  var mark = Color(red: 0xC6, green: 0xC8, blue: 0xC2)
  var quietMark = Color(red: 0x82, green: 0x88, blue: 0x89)
  var caption = Color(red: 0x9C, green: 0xA1, blue: 0xA0)
  var bright = Color(red: 0xF4, green: 0xEE, blue: 0xE0)
  var lampOff = Color(red: 0x40, green: 0x2C, blue: 0x2A)
  var lampOn = Color(red: 0xFF, green: 0x4A, blue: 0x38)

  /// The colours of the look, or shades between the background and the ink of a palette.
  init(_ palette: Palette?) {
    guard let palette else { return }
    func shade(_ strength: Double) -> Color {
      palette.background.mixed(with: palette.ink, strength)
    }
    // In some palettes, the fourth colour of the ramp is the accent.
    ranges = [palette.ramp[4], palette.ramp[2], palette.ramp[1], palette.accent]
    if !palette.background.isDark { shadow = Color(red: 0, green: 0, blue: 0, alpha: 60) }
    (rim, lip) = ((shade(0.4), shade(0.15)), (shade(0), shade(0.2)))
    (face, plate, window, hub) = (shade(0.05), shade(0.09), shade(0.02), shade(0.25))
    (mark, quietMark, caption, bright) = (shade(0.85), shade(0.5), shade(0.65), palette.ink)
    (lampOff, lampOn) = (face.mixed(with: palette.accent, 0.2), palette.accent)
  }

  /// The default ranges of a scale in these colours.
  func colored(_ ranges: [GaugeRange]) -> [GaugeRange] {
    guard let colors = self.ranges else { return ranges }
    return zip(ranges, colors).map { GaugeRange($0.from, $0.to, $1) }
  }
}
