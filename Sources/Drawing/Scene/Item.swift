// SPDX-License-Identifier: MIT

/// One thing in a scene: a shape, its paint, its place, and what it shows.
///
/// An item that equals the one in its place in the last frame costs a renderer nothing, and any
/// other its own bounding box; in a scene of nothing but images and open chains of lines in one
/// colour each, a chain that continues the last one costs its new part.
public struct Item: Sendable, Hashable {
  /// What is painted.
  public enum Shape: Sendable, Hashable {
    /// The track of a round pen along a path, `width` points wide; round caps and joins.
    ///
    /// A figure of a single point draws nothing; one of a line of no length a dot.
    case stroke(Path, width: Double)
    /// The inside of a path, whose figures count as closed.
    case fill(Path, FillRule)
    /// A picture; its paint is not used.
    case image(PlacedImage)
  }

  /// What is inside of a path.
  ///
  /// - Source: W3C, *Scalable Vector Graphics (SVG) 2*, section 13.4.2.
  public enum FillRule: Sendable, Hashable {
    /// Where the path turns round a point at least once, counted with its direction.
    case nonzero
    /// Where a ray from a point crosses the path an odd number of times.
    case evenOdd
  }

  /// What is painted.
  public var shape: Shape
  /// What it is painted with; places in points, before the rotation.
  public var paint: Paint
  /// 0 for nothing to 1 for all of it.
  public var opacity = 1.0
  /// The place of the shape's own origin, in points from the centre of the canvas.
  public var origin = Point.origin
  /// The turn about the shape's own origin by which it is drawn; `nil` for a shape that is never
  /// turned. Pictures are never turned.
  public var rotation: Angle?
  /// The name of the layer of the SVG that the item is in, with those of the same name beside it:
  /// lower-case letters, digits and hyphens; empty for none.
  public var name = ""
  /// The name of the first line of a stroke in one colour, which then is an element of its own in the
  /// SVG, so that an editor can take it away; `nil` where it is like the others.
  public var firstLineName: String?
  /// What the item shows, in words for a reader of the SVG: `data-` attributes, in this order.
  public var data: [DataAttribute] = []

  /// A shape in its paint.
  public init(_ shape: Shape, _ paint: Paint) {
    self.shape = shape
    self.paint = paint
  }

  /// The inside of a path, nonzero, in one colour.
  public static func fill(_ path: Path, _ color: Color) -> Item {
    Item(.fill(path, .nonzero), .color(color))
  }

  /// The track of a round pen in one colour.
  public static func stroke(_ path: Path, width: Double, _ color: Color) -> Item {
    Item(.stroke(path, width: width), .color(color))
  }

  /// A picture.
  public static func image(_ image: PlacedImage) -> Item {
    Item(.image(image), .color(.none))
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
