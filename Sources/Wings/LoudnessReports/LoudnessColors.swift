// SPDX-License-Identifier: MIT
internal import Drawing
internal import Views

/// The colours of a picture of loudness.
struct LoudnessColors {
  let ground, ink, momentary, shortTerm, integrated, warning: Color

  static let paper = LoudnessColors(
    ground: Color(rgb: 0xFBFAF6), ink: Color(rgb: 0x1B1E22), momentary: Color(rgb: 0xCBD5DC),
    shortTerm: Color(rgb: 0x2D6A94), integrated: Color(rgb: 0xC94A2B),
    warning: Color(rgb: 0xC6222F))

  static let dark = LoudnessColors(
    ground: Color(rgb: 0x0E1217), ink: Color(rgb: 0xE8EBEE), momentary: Color(rgb: 0x2A3845),
    shortTerm: Color(rgb: 0x62C7D0), integrated: Color(rgb: 0xF2B14A),
    warning: Color(rgb: 0xF05A45))

  /// Those of a palette, or those of paper or of a screen, as dark as the background.
  init(_ palette: Palette?, on background: Color) {
    guard let palette else {
      let isDark = background.alpha == 0 || background.isDark
      self = isDark ? .dark : .paper
      return
    }
    let ground = palette.background
    let lines = [palette.accent, palette.ink2, palette.ink]
      .map { Oklab($0).readable(on: ground, contrast: 3) }
    // Two lines that cross have to look different, which the second ink and the accent need not.
    let other = lines[1].distance(to: lines[0]) < 0.2 ? lines[2] : lines[1]
    self.init(
      ground: ground, ink: palette.ink, momentary: ground.mixed(with: palette.ink, 0.2),
      shortTerm: other.color, integrated: lines[0].color, warning: lines[0].color)
  }

  private init(
    ground: Color, ink: Color, momentary: Color, shortTerm: Color, integrated: Color, warning: Color
  ) {
    (self.ground, self.ink, self.momentary) = (ground, ink, momentary)
    (self.shortTerm, self.integrated, self.warning) = (shortTerm, integrated, warning)
  }

  /// Ink of a strength from 0, the ground, to 1.
  func ink(_ strength: Double) -> Color { ground.mixed(with: ink, strength) }
}
