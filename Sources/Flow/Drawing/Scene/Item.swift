// SPDX-License-Identifier: MIT

/// One thing in a scene: a shape with its paint, its position, and what it shows.
///
/// A renderer redraws nothing for an item that equals the item at the same index of the last frame.
public struct Item: Sendable, Hashable {
  /// The shape of an item.
  public enum Shape: Sendable, Hashable {
    /// A line along a path, `width` points wide, with round caps and joins.
    ///
    /// A subpath of a single point draws nothing; one with a line of length 0 draws a dot.
    case stroke(Path, width: Double)
    /// The inside of a path, whose subpaths count as closed.
    case fill(Path, FillRule)
    /// A picture; its paint is ignored.
    case image(PlacedImage)
  }

  /// Which points are inside a path.
  ///
  /// - Source: W3C, *Scalable Vector Graphics (SVG) 2*, section 13.4.2.
  public enum FillRule: Sendable, Hashable {
    /// Those with a nonzero winding number.
    case nonzero
    /// Those from which a ray crosses the path an odd number of times.
    case evenOdd
    /// As ``nonzero``, for subpaths that do not overlap, and of which only holes wind the
    /// other way. It is faster to draw. Where others overlap, a pixel that several edges cross is
    /// covered by the sum of their parts, at most wholly.
    case disjoint
  }

  /// What it is: a stroke, a fill or a picture, with its path in points from ``origin``.
  public var shape: Shape
  /// The paint; its coordinates are points, before the rotation.
  public var paint: Paint
  /// From 0, invisible, to 1.
  public var opacity = 1.0
  /// Whether a stroke of one open polyline only gets longer from frame to frame, so that a renderer
  /// draws its new part alone. Other strokes are drawn faster as a whole.
  public var grows = false
  /// The position of the shape's own origin, in points from the centre of the canvas.
  public var origin = Point.origin
  /// The rotation of the shape about its own origin; `nil` for a shape that never rotates. Pictures
  /// never rotate.
  public var rotation: Angle?
  /// The part of the sheet in which it is seen: the inside of a path by the nonzero rule, in points from the
  /// centre of the canvas; `nil` for all of it.
  public var clip: Path?
  /// The SVG layer that holds the item and its neighbours of the same name: lower-case letters,
  /// digits and hyphens; empty for none.
  public var name = ""
  /// A name for the first line of a stroke in one colour, which makes that line an SVG element of
  /// its own, so that an editor can remove it; `nil` if it is like the others.
  public var firstLineName: String?
  /// What the item shows, for a reader of the SVG: `data-` attributes, in this order.
  public var data: [DataAttribute] = []

  /// A shape and its paint.
  public init(_ shape: Shape, _ paint: Paint) {
    self.shape = shape
    self.paint = paint
  }

  /// The inside of a path by the nonzero rule, in one colour.
  public static func fill(_ path: Path, _ color: Color) -> Item {
    Item(.fill(path, .nonzero), .color(color))
  }

  /// The inside of a path whose subpaths do not overlap, in one colour.
  public static func disjoint(_ path: Path, _ color: Color) -> Item {
    Item(.fill(path, .disjoint), .color(color))
  }

  /// A line along a path in one colour.
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

  /// A value with its name, which has no `data-` in front.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
