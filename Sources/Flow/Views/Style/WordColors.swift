// SPDX-License-Identifier: MIT
public import Drawing

/// The colours of words, which can be read on what is behind them.
public struct WordColors: Sendable, Hashable {
  /// Words, and those of a line of lyrics that were sung; at least 4.5 : 1 on ``ground``.
  public let ink: Color
  /// Words that are still to be sung: weaker, and at least 3 : 1.
  public let waiting: Color
  /// What is behind the words, opaque. Where a figure may be there, they have a plate in this colour.
  public let ground: Color
  /// Whether words have a plate everywhere, since nobody knows what a transparent picture will lie on.
  let isOverlay: Bool

  /// The least contrast of words, and of words that are still to be sung.
  ///
  /// - Source: W3C, *Web Content Accessibility Guidelines 2.2*, 1.4.3: contrast of text and of large text.
  static let (least, leastWaiting) = (4.5, 3.0)

  /// An ink on a ground, or black or white, whichever is easier to read, where the ink is too near to it.
  /// On a transparent ground, words stand on a plate in the colour of `plate`, or else in black or white.
  public init(_ ink: Color, on ground: Color, plate: Color? = nil) {
    let (ink, given) = (ink.opaque, ground.alpha > 0 ? ground : plate)
    isOverlay = ground.alpha < 255
    self.ground = given?.opaque ?? ink.inverse
    let isReadable = ink.contrast(to: self.ground) >= WordColors.least
    self.ink = isReadable ? ink : self.ground.inverse
    waiting = self.ground.mixed(with: self.ink, from: 0.45, contrast: WordColors.leastWaiting)
  }
}

extension Color {
  /// The colour without transparency.
  fileprivate var opaque: Color { Color(red: red, green: green, blue: blue) }

  /// Black or white, whichever has more contrast to it.
  fileprivate var inverse: Color {
    let white = Color(rgb: 0xFFFFFF)
    return white.contrast(to: self) > Color.black.contrast(to: self) ? white : .black
  }
}
