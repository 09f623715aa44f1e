// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of the analyzer: an accent, and shades between the ink and the background.
struct AnalyzerColors {
  let accent: Color
  /// The colours of the bars from low to high frequencies; `nil` for the accent.
  let bars: ArraySlice<Color>?
  private let ground: Color
  private let ink: Color

  /// The colours of a palette, or light ink on a dark background and dark ink on a light one. The
  /// user's `own` accent overrides both; a transparent background counts as dark.
  init(own: Color?, _ palette: Palette?, background: Color) {
    ground = background.alpha == 0 ? palette?.background ?? .black : background
    accent = own ?? palette?.ink2 ?? PlotsOptions.teal
    // The outer colours of a palette are close to its background.
    bars = own == nil ? (palette ?? (ground.isDark ? .lagoon : nil))?.ramp[..<5] : nil
    // The luma weights of ITU-R BT.709, section 3.2.
    let luma =
      0.2126 * Double(ground.red) + 0.7152 * Double(ground.green) + 0.0722 * Double(ground.blue)
    ink = palette?.ink ?? (luma < 128 ? Color(red: 255, green: 255, blue: 255) : .black)
  }

  /// Ink of a strength from 0 (the background) to 1.
  func ink(_ strength: Double) -> Color { ground.mixed(with: ink, strength) }

  /// The accent with a strength from 0 (the background) to 1.
  func accent(_ strength: Double) -> Color { ground.mixed(with: accent, strength) }

  /// The colour of the caps: the accent mixed with ink, or ink over bars of several colours.
  var caps: Color { bars == nil ? accent.mixed(with: ink, 0.5) : ink(0.85) }

  /// The paint of the bars in a plot: stronger to the top, or one colour after the other.
  func paint(in plot: AnalyzerLayout.Plot) -> Paint {
    guard let bars else {
      return .linear(
        from: Point(x: 0, y: plot.bottom), to: Point(x: 0, y: plot.top),
        [GradientStop(0, accent(0.35)), GradientStop(1, accent(1))])
    }
    return .linear(
      from: Point(x: plot.left, y: 0), to: Point(x: plot.right, y: 0),
      bars.enumerated().map { GradientStop(Double($0) / Double(bars.count - 1), $1) })
  }
}
