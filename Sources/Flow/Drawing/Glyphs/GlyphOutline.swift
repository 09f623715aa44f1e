// SPDX-License-Identifier: MIT

/// The outline of a letter: glyphs of a font, each at its place, to be filled by the nonzero rule. Its unit is
/// the height of a capital; x is 0 where its word begins, y is 0 on the baseline and grows downward.
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

  /// A glyph from its own origin, which many letters share, and where it is.
  public struct Glyph: Sendable, Hashable {
    /// Its outline.
    public let elements: [Element]
    /// Where its origin is.
    public var place: Point

    /// A glyph at a place.
    public init(_ elements: [Element], at place: Point = .origin) {
      (self.elements, self.place) = (elements, place)
    }
  }

  /// The glyphs; none for a space.
  public var glyphs: [Glyph]

  /// An outline of glyphs.
  public init(_ glyphs: [Glyph] = []) { self.glyphs = glyphs }

  /// How far the lines of a path are from the curves, in points: a fortieth of a pixel at 1080p.
  private static let tolerance = 0.01
  /// The most lines of a curve: that of the largest letter needs fewer.
  private static let mostLines = 128.0

  /// The outline further to the right.
  public func moved(right distance: Double) -> GlyphOutline {
    var other = self
    for index in other.glyphs.indices { other.glyphs[index].place.x += distance }
    return other
  }

  /// The outline as lines, with capitals of a height in points and the word at a place.
  public func path(size: Double, at place: Point) -> Path {
    var path = Path()
    for glyph in glyphs {
      let origin = Point(
        x: place.x + glyph.place.x * size, y: place.y + glyph.place.y * size)
      GlyphOutline.add(glyph.elements, to: &path, size: size, at: origin)
    }
    return path
  }

  private static func add(
    _ elements: [Element], to path: inout Path, size: Double, at place: Point
  ) {
    var pen = Point.origin
    func placed(_ point: Point) -> Point {
      Point(x: place.x + point.x * size, y: place.y + point.y * size)
    }
    /// Lines to the points of a curve, whose points of control bend it by at most `bend`.
    ///
    /// - Source: Wang, *The Number of Line Segments for a Bézier Curve*, 1984.
    func curve(bend: Double, to end: Point, _ point: (Double) -> Point) {
      let count = max(
        Int(min((bend * size / tolerance).squareRoot().rounded(.up), mostLines)), 1)
      for step in 1..<count {
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
        curve(bend: bend(start, control, end) / 4, to: end) { share in
          let rest = 1 - share
          return sum([
            (start, rest * rest), (control, 2 * rest * share), (end, share * share),
          ])
        }
        pen = end
      case .cubic(let first, let second, let end):
        let most = max(bend(start, first, second), bend(first, second, end))
        curve(bend: most * 3 / 4, to: end) { share in
          let rest = 1 - share
          return sum([
            (start, rest * rest * rest), (first, 3 * rest * rest * share),
            (second, 3 * rest * share * share), (end, share * share * share),
          ])
        }
        pen = end
      case .close: path.close()
      }
    }
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
