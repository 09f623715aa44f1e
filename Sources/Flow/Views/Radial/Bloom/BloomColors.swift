// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of two inks, in full and as halos.
struct BloomColors: Sendable, Hashable {
  /// The colours of both channels, and of their overlap.
  struct Inks: Sendable, Hashable {
    let left, right, overlap: Color
  }

  /// The colours of the halos.
  let peaks: Inks
  /// The full colours.
  let averages: Inks

  /// Both inks of a palette on a background. Where they overlap, the colours multiply as in print;
  /// in a dark palette they add like light.
  init(_ palette: Palette, on background: Color) {
    guard palette != .press || background != palette.background else {
      self = .press
      return
    }
    // Black and red make black.
    let (left, right) =
      palette == .yellow
      ? (palette.ink2, palette.ramp[5])
      : (palette == .press ? palette.ramp[2] : palette.ink, palette.ink2)
    let overlap =
      palette == .yellow
      ? palette.ink
      : palette.background.isDark ? left.screened(with: right) : left.printed(on: right)
    averages = Inks(left: left, right: right, overlap: overlap)
    guard palette.background.isDark else {
      peaks = Inks(
        left: background.tinted(palette.ramp[6], 0.9), right: background.tinted(right, 0.35),
        overlap: background.tinted(palette.ramp[5], 0.8))
      return
    }
    // A light ink that is mixed with a dark ground turns grey; the ramp has the colours between.
    let leftHalo = background.tinted(palette.ramp[5], 0.9)
    let rightHalo = background.tinted(right, 0.42)
    peaks = Inks(left: leftHalo, right: rightHalo, overlap: leftHalo.mixed(with: rightHalo, 0.5))
  }

  private init(peaks: Inks, averages: Inks) {
    self.peaks = peaks
    self.averages = averages
  }

  /// Blue and pink ink on paper, a little brighter than by the formula.
  private static let press = BloomColors(
    peaks: Inks(
      left: Color(red: 0xBF, green: 0xE0, blue: 0xEE),
      right: Color(red: 0xFF, green: 0xC9, blue: 0xDC),
      overlap: Color(red: 0xB9, green: 0xA6, blue: 0xD6)),
    averages: Inks(
      left: Palette.press.ramp[2], right: Palette.press.ink2,
      overlap: Color(red: 0x1B, green: 0x23, blue: 0x80)))
}

extension Color {
  /// Whether ink should be brighter than this background.
  ///
  /// - Source: the luma weights of ITU-R BT.709, on sRGB values.
  package var isDark: Bool {
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue) < 127.5
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
