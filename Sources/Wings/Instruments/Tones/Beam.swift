// SPDX-License-Identifier: MIT
internal import Drawing

/// The trace that the beam of an oscilloscope has drawn on a screen in its last sweep.
///
/// The beam sweeps from the left edge to the right and starts over. It draws over its previous
/// sweep; a piece ahead of it is dark. The height of the beam at each step is a pure function of
/// the step number, and so is the picture.
///
/// The stroke of a round pen along the graph of a function is the area between two other graphs. So
/// each piece is one simple shape, which is much cheaper to draw than a stroke of many short lines.
/// Only the pieces near the beam change.
struct Beam {
  /// The beam at a step: its height relative to the middle, in points, positive downward; and the
  /// amplitude around it of swings that are too fast to be drawn as a line.
  typealias Place = (height: Double, swing: Double)

  /// Pieces from the left to the right edge, and steps of the beam in a piece.
  let pieceCount, stepsInPiece: Int
  /// The lines of the pieces, and the bands of the swings, in points from the middle of the left
  /// edge.
  private(set) var lines, bands: [Path]
  /// The newest step; negative before the first.
  private(set) var step = -1

  /// The length of a step in points.
  private let length: Double
  private var places: [Place]
  private let pen: [(offset: Int, rise: Double)]

  /// Steps in the radius of the pen, and steps between the corners of a shape.
  private static let penSteps = 4, stride = 2

  /// A dark screen of pieces with a width in points; the width of the pen is about `pen`.
  init(pieceCount: Int, pieceWidth: Double, pen width: Double) {
    self.pieceCount = pieceCount
    let stride = Beam.stride
    let steps = pieceWidth / (width / 2) * Double(Beam.penSteps)
    stepsInPiece = max(Int((steps / Double(stride)).rounded()), 1) * stride
    length = pieceWidth / Double(stepsInPiece)
    lines = [Path](repeating: Path(), count: pieceCount)
    bands = lines
    places = [Place](repeating: (0, 0), count: (pieceCount + 2) * stepsInPiece + 1)
    pen = (-Beam.penSteps...Beam.penSteps).map { offset in
      let (radius, along) = (width / 2, Double(offset) * width / 2 / Double(Beam.penSteps))
      return (offset, (radius * radius - along * along).squareRoot())
    }
  }

  /// Steps from the left to the right edge.
  var stepCount: Int { pieceCount * stepsInPiece }

  /// The index of the beam's piece, counted over all sweeps.
  var head: Int { max(step, 0) / stepsInPiece }

  /// The beam's position, in points from the middle of the left edge.
  var spot: Point {
    Point(x: Double(max(step, 0) % stepCount) * length, y: self[max(step, 0)].height)
  }

  private subscript(step: Int) -> Place { places[step % places.count] }

  /// Moves the beam to a step, and redraws what changes; returns the changed pieces, counted over
  /// all sweeps.
  mutating func go(to step: Int, _ place: (Int) -> Place) -> ClosedRange<Int> {
    let isNear = self.step >= 0 && step >= self.step && step - self.step < stepCount
    let first = isNear ? self.step + 1 : max(step - stepCount - Beam.penSteps, 0)
    for next in first...max(first, step) where next <= step {
      places[next % places.count] = place(next)
    }
    // The last steps that were drawn now have steps after them.
    let changed = isNear ? max(self.step - Beam.penSteps, 0) / stepsInPiece : 0
    self.step = step
    let pieces = max(changed, head - pieceCount + 2, 0)...head
    if !isNear { for piece in 0..<pieceCount { clear(piece) } }
    for piece in pieces { draw(piece) }
    clear((head + 1) % pieceCount)
    return pieces
  }

  private mutating func clear(_ piece: Int) { (lines[piece], bands[piece]) = (Path(), Path()) }

  private mutating func draw(_ piece: Int) {
    let start = piece * stepsInPiece
    let end = min(start + stepsInPiece, step)
    // What is a screen behind the beam is dropped.
    let seen = max(step - stepCount - Beam.penSteps, 0)...step
    let x = Double(piece % pieceCount * stepsInPiece) * length
    var (upper, lower, high, low) = (Outline(), Outline(), Outline(), Outline())
    var swings = false
    for index in Swift.stride(from: start, through: end, by: Beam.stride) {
      var (top, bottom) = (Double.infinity, -Double.infinity)
      for (offset, rise) in pen where seen.contains(index + offset) {
        let height = self[index + offset].height
        top = min(top, height - rise)
        bottom = max(bottom, height + rise)
      }
      let x = x + Double(index - start) * length
      let place = self[index]
      swings = swings || place.swing > 0
      upper.add(Point(x: x, y: top))
      lower.add(Point(x: x, y: bottom))
      high.add(Point(x: x, y: place.height - place.swing))
      low.add(Point(x: x, y: place.height + place.swing))
    }
    lines[piece % pieceCount] = .polygon(upper.corners + lower.corners.reversed())
    bands[piece % pieceCount] =
      swings ? .polygon(high.corners + low.corners.reversed()) : Path()
  }

  /// A graph as a polyline with lines as long as possible.
  private struct Outline {
    private var points: [Point] = []
    private var last: Point?
    /// The slopes of lines from the last corner that pass close to all points since.
    private var least = -Double.infinity, most = Double.infinity

    /// The greatest distance of a line from a point, in points: a fifteenth of a pixel at 1080
    /// rows.
    private static let tolerance = 0.027

    /// All corners, including the last point.
    var corners: [Point] { points + (last.map { [$0] } ?? []) }

    /// Adds a point to the right of all others.
    mutating func add(_ point: Point) {
      defer { last = point }
      guard let last, let corner = points.last else {
        points.append(point)
        return
      }
      var slope = (point.y - corner.y) / (point.x - corner.x)
      var start = corner
      if slope < least || slope > most {
        points.append(last)
        (least, most) = (-Double.infinity, Double.infinity)
        start = last
        slope = (point.y - last.y) / (point.x - last.x)
      }
      // The tolerance is perpendicular to the line, so a steep line allows more up and down.
      let room = Outline.tolerance * (1 + abs(slope)) / (point.x - start.x)
      (least, most) = (max(least, slope - room), min(most, slope + room))
    }
  }
}
