// SPDX-License-Identifier: MIT

/// The strokes of one character, and how far the next one is.
struct Glyph {
  /// The height of a capital in the path. Paths keep thousandths, so that a large number makes
  /// fine letters.
  static let capHeight = 1400.0
  /// What a unit of the notation is in the path.
  private static let unit = 100.0

  /// From the left end of the baseline, which is the origin; y downward.
  private(set) var strokes = Path()
  /// The distance of the next character.
  let advance: Double

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
  /// that radius, tangent to both its sides. A single corner is a dot.
  init(_ notation: Substring) {
    let words = notation.split(separator: " ", maxSplits: 2)
    let left = Glyph.number(words[0])
    var right = 0.0
    for stroke in words.dropFirst(2).joined(separator: " ").split(separator: ";") {
      let corners = stroke.split(separator: " ").map { word in
        let numbers = word.split(separator: ",").map(Glyph.number)
        return Corner(
          point: Point(x: left + numbers[0], y: -numbers[1]),
          radius: numbers.count > 2 ? numbers[2] : 0)
      }
      Glyph.draw(corners, into: &strokes)
      right = max(right, corners.map { $0.point.x }.max() ?? 0)
    }
    advance = max(right, left) + Glyph.number(words[1])
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
