// SPDX-License-Identifier: MIT
internal import Drawing

extension ShapedWord {
  /// The air between two letters of strokes, in heights of a capital.
  private static let tracking = 0.12

  /// A word in the strokes of a round pen, as outlines, so that it can stand beside letters of fonts.
  init(strokes text: String, pen: Double) {
    var (letters, width) = ([GlyphOutline](), 0.0)
    for letter in text {
      let path = StrokeFont.path(String(letter), size: 1000, at: .origin)
      let place = Point(x: width + ShapedWord.tracking / 2, y: 0)
      letters.append(GlyphOutline([.init(ShapedWord.outline(path, pen: pen), at: place)]))
      width += StrokeFont.width(String(letter), size: 1) + ShapedWord.tracking
    }
    self.init(letters: letters, advance: width)
  }

  /// The outlines of what a pen draws along a path of thousandths: one with round ends for each line.
  private static func outline(_ path: Path, pen: Double) -> [GlyphOutline.Element] {
    var elements: [GlyphOutline.Element] = []
    var (points, arcs) = (path.points.makeIterator(), path.arcs.makeIterator())
    var (start, last) = (Point.origin, Point.origin)
    func line(to end: Point) {
      let scale = 1e-3
      elements += ShapedWord.capsule(
        Point(x: last.x * scale, y: last.y * scale), Point(x: end.x * scale, y: end.y * scale),
        radius: pen / 2)
      last = end
    }
    for (index, verb) in path.verbs.enumerated() {
      switch verb {
      case .move:
        last = points.next() ?? last
        start = last
        // A dot is a line of no length.
        if index + 1 == path.verbs.count || path.verbs[index + 1] == .move { line(to: last) }
      case .line: line(to: points.next() ?? last)
      case .arc:
        let end = points.next() ?? last
        guard let arc = arcs.next() else { continue }
        for step in 1...4 {
          let angle = Angle.degrees(arc.start.degrees + arc.sweep.degrees * Double(step) / 4)
          line(
            to: step == 4
              ? end
              : Point(
                x: arc.center.x + arc.radius * angle.direction.x,
                y: arc.center.y + arc.radius * angle.direction.y))
        }
      case .close: line(to: start)
      }
    }
    return elements
  }

  /// A line with round ends, always in the same sense.
  private static func capsule(
    _ start: Point, _ end: Point, radius: Double
  ) -> [GlyphOutline.Element] {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = (x * x + y * y).squareRoot()
    let along = length > 0 ? Point(x: x / length, y: y / length) : Point(x: 1, y: 0)
    func point(_ base: Point, _ forward: Double, _ aside: Double) -> Point {
      Point(
        x: base.x + radius * (forward * along.x - aside * along.y),
        y: base.y + radius * (forward * along.y + aside * along.x))
    }
    // A quarter of a circle as a Bézier curve.
    let bend = 0.5523
    return [
      .move(point(start, 0, -1)), .line(point(end, 0, -1)),
      .cubic(point(end, bend, -1), point(end, 1, -bend), point(end, 1, 0)),
      .cubic(point(end, 1, bend), point(end, bend, 1), point(end, 0, 1)),
      .line(point(start, 0, 1)),
      .cubic(point(start, -bend, 1), point(start, -1, bend), point(start, -1, 0)),
      .cubic(point(start, -1, -bend), point(start, -bend, -1), point(start, 0, -1)), .close,
    ]
  }
}
