// SPDX-License-Identifier: MIT
internal import Drawing

/// What the beam of an oscilloscope has drawn on a screen since it was there last.
///
/// The beam goes from the left edge to the right one and begins anew. It draws over what it drew the
/// last time; a piece ahead of it is dark. The height of the beam at each step is a function of the
/// step's number alone, and so is what is seen.
///
/// The track of a round pen along the graph of a function is what lies between two other graphs. So
/// each piece is one simple shape, which is much cheaper than a stroke of many short lines. Only the
/// pieces at the beam change.
struct Beam {
  /// Where the beam is at a step: up or down from the middle, in points, positive downward; and how far
  /// it swings from there, up and down, too fast to be seen as a line.
  typealias Place = (height: Double, swing: Double)

  /// Pieces from the left edge to the right one, and steps of the beam in a piece.
  let pieceCount, stepsInPiece: Int
  /// The pieces' lines, and the bands of the swings, in points from the middle of the left edge.
  private(set) var lines, bands: [Path]
  /// The step of the beam's newest place; negative before the first.
  private(set) var step = -1

  /// The length of a step in points.
  private let length: Double
  private var places: [Place]
  private let pen: [(offset: Int, rise: Double)]

  /// Steps in the radius of the pen, and steps from one corner of a shape to the next.
  private static let penSteps = 4, stride = 2

  /// A dark screen of pieces of some width; the pen's is about `pen`, in points.
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

  /// Steps from the left edge to the right one.
  var stepCount: Int { pieceCount * stepsInPiece }

  /// The piece that the beam is in, counted on from the first time.
  var head: Int { max(step, 0) / stepsInPiece }

  /// The newest place, in points from the middle of the left edge.
  var spot: Point {
    Point(x: Double(max(step, 0) % stepCount) * length, y: self[max(step, 0)].height)
  }

  private subscript(step: Int) -> Place { places[step % places.count] }

  /// Lets the beam be where it is at a step, and draws what differs; gives the pieces that do, counted
  /// on from the first time.
  mutating func go(to step: Int, _ place: (Int) -> Place) -> ClosedRange<Int> {
    let isNear = self.step >= 0 && step >= self.step && step - self.step < stepCount
    let first = isNear ? self.step + 1 : max(step - stepCount - Beam.penSteps, 0)
    for next in first...max(first, step) where next <= step {
      places[next % places.count] = place(next)
    }
    // The last places that were drawn have places behind them now.
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
    // What lies a screen behind the beam is forgotten.
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

  /// A graph as a chain of lines, each as long as it may be.
  private struct Outline {
    private var points: [Point] = []
    private var last: Point?
    /// The slopes of lines from the last corner that pass by all points since.
    private var least = -Double.infinity, most = Double.infinity

    /// How far a line may pass by a point, in points: a fifteenth of a pixel of 1080 rows.
    private static let tolerance = 0.027

    /// All corners, with the last point.
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
      // A steep line may pass by as far across, but farther up or down.
      let room = Outline.tolerance * (1 + abs(slope)) / (point.x - start.x)
      (least, most) = (max(least, slope - room), min(most, slope + room))
    }
  }
}
