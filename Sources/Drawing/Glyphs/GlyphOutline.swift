// SPDX-License-Identifier: MIT

/// The outline of a letter of a font: closed figures of lines and Bézier curves, to be filled by the
/// nonzero rule. Its unit is the height of a capital; x is 0 where its word begins, y is 0 on the
/// baseline and grows downward.
public struct GlyphOutline: Sendable, Hashable {
  /// A part of an outline.
  public enum Element: Sendable, Hashable {
    /// Begins a figure.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A Bézier curve with one control point.
    case quadratic(Point, Point)
    /// A Bézier curve with two control points.
    case cubic(Point, Point, Point)
    /// Ends a figure.
    case close
  }

  /// The parts in their order.
  public var elements: [Element]

  /// An outline of parts; of none for a space.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// How far the lines of a path are from the curves, in points: a fortieth of a pixel at 1080p.
  private static let tolerance = 0.01

  /// The outline as lines, with capitals of a height in points and the word at a place.
  public func path(size: Double, at place: Point) -> Path {
    var path = Path()
    var pen = Point.origin
    func placed(_ point: Point) -> Point {
      Point(x: place.x + point.x * size, y: place.y + point.y * size)
    }
    /// Lines to the points of a curve, whose points of control bend it by at most `bend`.
    func curve(bend: Double, to end: Point, _ point: (Double) -> Point) {
      // - Source: Wang, *The Number of Line Segments for a Bézier Curve*, 1984.
      let count = max(
        Int((bend * size / GlyphOutline.tolerance).squareRoot().rounded(.up)), 1)
      for step in 1..<max(min(count, 1000), 1) {
        path.line(to: placed(point(Double(step) / Double(count))))
      }
      path.line(to: placed(end))
    }
    for element in elements {
      let start = pen
      switch element {
      case .move(let end):
        path.move(to: placed(end))
        pen = end
      case .line(let end):
        path.line(to: placed(end))
        pen = end
      case .quadratic(let control, let end):
        curve(bend: GlyphOutline.bend(start, control, end) / 4, to: end) { share in
          let rest = 1 - share
          return GlyphOutline.sum([
            (start, rest * rest), (control, 2 * rest * share), (end, share * share),
          ])
        }
        pen = end
      case .cubic(let first, let second, let end):
        let bend = max(
          GlyphOutline.bend(start, first, second), GlyphOutline.bend(first, second, end))
        curve(bend: bend * 3 / 4, to: end) { share in
          let rest = 1 - share
          return GlyphOutline.sum([
            (start, rest * rest * rest), (first, 3 * rest * rest * share),
            (second, 3 * rest * share * share), (end, share * share * share),
          ])
        }
        pen = end
      case .close: path.close()
      }
    }
    return path
  }

  /// How far three points are from standing evenly on a line.
  private static func bend(_ first: Point, _ second: Point, _ third: Point) -> Double {
    let (x, y) = (first.x - 2 * second.x + third.x, first.y - 2 * second.y + third.y)
    return (x * x + y * y).squareRoot()
  }

  private static func sum(_ points: [(Point, Double)]) -> Point {
    points.reduce(.origin) { Point(x: $0.x + $1.0.x * $1.1, y: $0.y + $1.0.y * $1.1) }
  }
}
