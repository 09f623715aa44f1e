// SPDX-License-Identifier: MIT

/// An open chain of straight lines, drawn with a round pen: round caps and round joins.
///
/// A path of fewer than two points draws nothing.
public struct StrokedPath: Sendable, Hashable {
  /// The corners, in points from the centre of the canvas, before the rotation.
  public var points: [Point]

  /// The turn about the centre of the canvas by which the path is drawn.
  public let rotation: Angle

  /// The width of the pen in points; not negative.
  public let lineWidth: Double

  /// The colour of the pen.
  public let color: Color

  /// What the path shows, in words for a reader of the SVG: `data-` attributes, in this order.
  public var data: [DataAttribute]

  /// A path in its place.
  public init(
    points: [Point], rotation: Angle, lineWidth: Double, color: Color, data: [DataAttribute]
  ) {
    self.points = points
    self.rotation = rotation
    self.lineWidth = lineWidth
    self.color = color
    self.data = data
  }
}

/// One `data-name="value"` of an SVG element: the number or word behind the picture.
public struct DataAttribute: Sendable, Hashable {
  /// The name without `data-`: lower-case letters and hyphens.
  public let name: String
  /// The value, not yet escaped.
  public let value: String

  /// A named value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
