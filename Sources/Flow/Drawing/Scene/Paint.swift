// SPDX-License-Identifier: MIT

/// What a shape is painted with.
public enum Paint: Sendable, Hashable {
  /// One colour all over.
  case color(Color)
  /// A linear gradient from the first point to the second; the end colours continue beyond them.
  case linear(from: Point, to: Point, [GradientStop])
  /// A radial gradient from the centre to the radius; the last colour continues beyond it.
  case radial(center: Point, radius: Double, [GradientStop])
}

/// A colour at a position of a gradient. Between two stops red, green, blue and alpha are
/// interpolated linearly, as straight sRGB values.
///
/// - Source: W3C, *Scalable Vector Graphics (SVG) 2*, section 14.2.4.
public struct GradientStop: Sendable, Hashable {
  /// From 0, the start of the gradient, to 1, its end, rounded to a thousandth, the precision of
  /// the SVG. Stops are in ascending order.
  public let offset: Double
  /// The colour at that position.
  public let color: Color

  /// A colour at an offset.
  public init(_ offset: Double, _ color: Color) {
    self.offset = (offset * 1000).rounded() / 1000
    self.color = color
  }
}
