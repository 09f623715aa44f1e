// SPDX-License-Identifier: MIT
public import Drawing

/// Colours that go together, for any look.
public struct Palette: Sendable, Hashable {
  /// Under everything.
  public let background: Color
  /// What a look draws with.
  public let ink: Color
  /// A second ink.
  public let ink2: Color
  /// For the one thing that is to be seen at once.
  public let accent: Color
  /// Eight colours, from the inside of a figure to its outside.
  public let ramp: [Color]

  /// The number of colours in a ramp.
  public static let rampCount = 8

  /// Colours.
  ///
  /// - Precondition: the ramp has eight.
  public init(background: Color, ink: Color, ink2: Color, accent: Color, ramp: [Color]) {
    precondition(ramp.count == Palette.rampCount)
    self.background = background
    self.ink = ink
    self.ink2 = ink2
    self.accent = accent
    self.ramp = ramp
  }
}

extension Color {
  /// The colour that lies `share` of the way, 0 to 1, from this one to another, each part of sRGB by
  /// itself.
  public func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
