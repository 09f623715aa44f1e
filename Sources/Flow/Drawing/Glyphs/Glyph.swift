// SPDX-License-Identifier: MIT

/// The strokes of one character, and how far the next one is.
struct Glyph {
  /// The height of a capital in the path. Paths keep thousandths, so that a large number makes
  /// fine letters.
  static let capHeight = 1400.0
  /// What a unit of the notation is in the path.
  static let unit = 100.0

  /// From the left end of the baseline, which is the origin; y downward.
  private(set) var strokes = Path()
  /// The distance of the next character.
  private(set) var advance: Double
  /// The leftmost and the rightmost place of the strokes.
  private(set) var left, right: Double

  /// A corner of a stroke in the notation, and the radius that rounds it.
  private struct Corner {
    var point: Point
    var radius: Double
  }

  /// Reads the notation of a character: the space at its left and at its right, then its strokes,
  /// parted by semicolons.
  ///
  /// Capitals are 14 units high; x is 0 at the leftmost stroke, y is 0 on the baseline and grows
  /// upward. A stroke is a chain of corners `x,y`. A third number rounds the corner by an arc of
  /// that radius, tangent to both its sides. A single corner is a dot. `n@x,y` stands for the
  /// strokes of another character, whose leftmost one is at x and whose baseline is at y; a third
  /// number is the scale.
  init(_ notation: Substring, character: (Character) -> Glyph? = { _ in nil }) {
    let words = notation.split(separator: " ", maxSplits: 2)
    let origin = Glyph.number(words[0])
    (left, right, advance) = (origin, origin, origin)
    for stroke in words.dropFirst(2).joined(separator: " ").split(separator: ";") {
      let words = stroke.split(separator: " ")
      if let name = words[0].first, words[0].dropFirst().first == "@" {
        guard let part = character(name) else { preconditionFailure("No \(name) for a glyph") }
        let numbers = words[0].dropFirst(2).split(separator: ",").map(Glyph.number)
        let scale = numbers.count > 2 ? numbers[2] / Glyph.unit : 1
        add(part, at: Point(x: origin + numbers[0], y: -numbers[1]), scale: scale)
        continue
      }
      let corners = words.map { word in
        let numbers = word.split(separator: ",").map(Glyph.number)
        return Corner(
          point: Point(x: origin + numbers[0], y: -numbers[1]),
          radius: numbers.count > 2 ? numbers[2] : 0)
      }
      Glyph.draw(corners, into: &strokes)
      left = corners.map(\.point.x).reduce(left, min)
      right = corners.map(\.point.x).reduce(right, max)
    }
    advance = right + Glyph.number(words[1])
  }

  /// Adds the strokes of another character, its leftmost one at the x of a place, its baseline at
  /// the y.
  private mutating func add(_ part: Glyph, at place: Point, scale: Double) {
    strokes.add(
      part.strokes, scale: scale, offset: Point(x: place.x - part.left * scale, y: place.y))
    left = min(left, place.x)
    right = max(right, place.x + (part.right - part.left) * scale)
  }

  /// A character with marks, each with the place of its origin. Marks that are wider than the
  /// character have a little space at their sides.
  init(_ base: Glyph, marks: [(strokes: Glyph, place: Point)]) {
    let side = 1.2 * Glyph.unit
    let leftmost = marks.map { $0.strokes.left + $0.place.x }.min() ?? base.left
    let rightmost = marks.map { $0.strokes.right + $0.place.x }.max() ?? base.right
    let shift = max(min(side, base.left) - leftmost, 0)
    strokes.add(base.strokes, offset: Point(x: shift, y: 0))
    for mark in marks {
      strokes.add(mark.strokes.strokes, offset: Point(x: mark.place.x + shift, y: mark.place.y))
    }
    (left, right) = (min(base.left, leftmost) + shift, max(base.right, rightmost) + shift)
    advance = shift + max(base.advance, rightmost + min(side, base.advance - base.right))
  }

  /// How far the strokes go above the baseline.
  var height: Double { -(strokes.points.map(\.y).min() ?? 0) }

  /// How far the strokes go below the baseline.
  var depth: Double { strokes.points.map(\.y).max() ?? 0 }

  /// The leftmost and the rightmost point of the strokes between two heights above the baseline.
  func span(from lowest: Double, to highest: Double) -> (left: Double, right: Double) {
    let within = strokes.points.filter { -$0.y >= lowest && -$0.y <= highest }.map(\.x)
    return (within.min() ?? left, within.max() ?? right)
  }

  private static func draw(_ corners: [Corner], into strokes: inout Path) {
    strokes.move(to: corners[0].point)
    if corners.count == 1 { strokes.line(to: corners[0].point) }
    for (index, corner) in corners.enumerated().dropFirst() {
      guard corner.radius > 0 else {
        strokes.line(to: corner.point)
        continue
      }
      let before = direction(from: corners[index - 1].point, to: corner.point)
      let after = direction(from: corner.point, to: corners[index + 1].point)
      let cosine = before.x * after.x + before.y * after.y
      let sine = before.x * after.y - before.y * after.x
      // The sides touch the arc where they are tan(turn / 2) radii away from the corner; the centre
      // lies at a right angle to them, on the side to which the stroke turns.
      let reach = corner.radius * abs(sine) / (1 + cosine)
      let inward = corner.radius * (sine > 0 ? 1 : -1)
      let toStart = Point(x: before.y * inward, y: -before.x * inward)
      strokes.arc(
        center: Point(
          x: corner.point.x - before.x * reach - toStart.x,
          y: corner.point.y - before.y * reach - toStart.y),
        radius: corner.radius, start: .toward(toStart),
        sweep: .toward(Point(x: cosine, y: sine)))
    }
  }

  /// The direction from one point to another, 1 unit long.
  private static func direction(from start: Point, to end: Point) -> Point {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = (x * x + y * y).squareRoot()
    return Point(x: x / length, y: y / length)
  }

  private static func number(_ text: Substring) -> Double {
    guard let number = Double(text) else { preconditionFailure("No number in a glyph: \(text)") }
    return number * unit
  }
}
