// SPDX-License-Identifier: MIT
internal import Drawing
internal import Views

/// The colours of the oscilloscope.
struct ScopeColors {
  /// The background, and the ink, which is the colour of the sum.
  let ground, brightest: Color
  private let ramp: ArraySlice<Color>

  /// The colours of a palette, or of the look; a transparent background counts as dark.
  init(_ palette: Palette?, background: Color) {
    ground = background.alpha == 0 ? .black : background
    brightest = (palette ?? .scope).ink
    // The outer colours of a palette are close to its background; those of the look are all bright.
    ramp = palette?.ramp[..<5] ?? Palette.scope.ramp[...]
  }

  /// Ink of a strength from 0 (the background) to 1.
  func ink(_ strength: Double) -> Color { ground.mixed(with: brightest, strength) }

  /// The colour of one of `count` tones: as different as possible, repeated if there are more tones
  /// than colours.
  func tone(_ tone: Int, of count: Int) -> Color {
    ramp[tone * ramp.count / min(count, ramp.count) % ramp.count]
  }
}

extension Palette {
  /// The green of a phosphor, and bright colours around the colour wheel.
  static let scope = Palette(
    background: Color(rgb: 0x0B1013), ink: Color(rgb: 0xC4FFDC), ink2: Color(rgb: 0x7CFFB2),
    accent: Color(rgb: 0xFFFFFF),
    ramp: [0xFF6F61, 0xFFA552, 0xFFD75E, 0xA5E65A, 0x4FD8C4, 0x57AEFF, 0x9B8CFF, 0xFF7BC5].map(
      Color.init(rgb:)))
}
