// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of the analyzer: an accent, and shades between the ink and the background.
struct AnalyzerColors {
  let accent: Color
  private let ground: Color
  private let ink: Color

  /// Light ink on a dark background, dark ink on a light one. A transparent background counts as
  /// dark.
  init(accent: Color, background: Color) {
    self.accent = accent
    ground = background.alpha == 0 ? .black : background
    // The luma weights of ITU-R BT.709, section 3.2.
    let luma =
      0.2126 * Double(ground.red) + 0.7152 * Double(ground.green) + 0.0722 * Double(ground.blue)
    ink = luma < 128 ? Color(red: 255, green: 255, blue: 255) : .black
  }

  /// Ink of a strength from 0 (the background) to 1.
  func ink(_ strength: Double) -> Color { ground.mixed(with: ink, strength) }

  /// The accent with a strength from 0 (the background) to 1.
  func accent(_ strength: Double) -> Color { ground.mixed(with: accent, strength) }

  /// The accent mixed with ink.
  func highlight(_ strength: Double) -> Color { accent.mixed(with: ink, strength) }

}
