// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of two inks in full and as halos.
struct BloomColors: Sendable, Hashable {
  /// The colours of both channels, and of what they have in common.
  struct Inks: Sendable, Hashable {
    let left, right, overlap: Color
  }

  /// Of the halos.
  let peaks: Inks
  /// In full.
  let averages: Inks

  /// Blue and pink ink on paper.
  static let own = BloomColors(
    peaks: Inks(
      left: Color(red: 0xBF, green: 0xE0, blue: 0xEE),
      right: Color(red: 0xFF, green: 0xC9, blue: 0xDC),
      overlap: Color(red: 0xB9, green: 0xA6, blue: 0xD6)),
    averages: Inks(
      left: Color(red: 0, green: 0x78, blue: 0xBF),
      right: Color(red: 0xFF, green: 0x4B, blue: 0x9A),
      overlap: Color(red: 0x1B, green: 0x23, blue: 0x80)))
}
