// SPDX-License-Identifier: MIT

/// What a shape is painted with.
public enum Paint: Sendable, Hashable {
  /// One colour all over.
  case color(Color)
  /// Colours along a line, from its first point to its second; beyond them the outermost ones.
  case linear(from: Point, to: Point, [GradientStop])
  /// Colours around a centre, out to a radius; beyond it the outermost one.
  case radial(center: Point, radius: Double, [GradientStop])
}

/// A colour in its place on a gradient. Between two stops red, green, blue and alpha change evenly,
/// as straight sRGB values.
///
/// - Source: W3C, *Scalable Vector Graphics (SVG) 2*, section 14.2.4.
public struct GradientStop: Sendable, Hashable {
  /// 0 for the beginning of the gradient, 1 for its end, rounded to a thousandth, which is what an
  /// SVG shows; stops come in ascending order.
  public let offset: Double
  /// The colour there.
  public let color: Color

  /// A colour in its place.
  public init(_ offset: Double, _ color: Color) {
    self.offset = (offset * 1000).rounded() / 1000
    self.color = color
  }
}
