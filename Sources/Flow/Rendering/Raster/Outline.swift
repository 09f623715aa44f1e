// SPDX-License-Identifier: MIT
internal import Drawing

/// The figures of a path in pixels, with arcs as chains of short lines.
struct Figures: Sendable {
  typealias Corner = SIMD2<Double>

  /// The corners of all figures, one figure after the other.
  var corners: [Corner] = []
  /// For each figure the index after its last corner, and whether it is closed.
  private(set) var ends: [(corner: Int, isClosed: Bool)] = []
  /// For each point of the path, the index of its corner.
  private(set) var places: [Int] = []
  /// For each point of the path, its kind.
  private(set) var kinds: [PointKind] = []
  /// Whether each figure begins with a move.
  private(set) var beginsAnew = true

  let placement: Placement
  private var beginning = Corner(0, 0)

  /// What a point of a path is.
  enum PointKind: Sendable {
    /// The end of straight lines only.
    case line
    /// The same, as the first point of its figure.
    case first
    /// The beginning or the end of an arc.
    case arc
  }

  /// The greatest distance between a chord and its arc, in pixels.
  static let flatness = 0.004

  /// Converts a path to pixels.
  init(_ path: Path, _ placement: Placement) {
    self.placement = placement
    var (point, arc) = (0, 0)
    var isOpen = false
    for verb in path.verbs {
      if verb == .close {
        if isOpen { end(isClosed: true) }
        isOpen = false
        continue
      }
      let place = placement.pixel(path.points[point])
      if verb == .move {
        if isOpen { end(isClosed: false) }
        beginning = place
      } else {
        // After a closed figure the next one begins where it began.
        if !isOpen {
          corners.append(beginning)
          beginsAnew = false
        }
        if verb == .arc {
          kinds[kinds.count - 1] = .arc
          appendArc(path.arcs[arc], from: path.points[point - 1], to: path.points[point])
          arc += 1
        }
      }
      places.append(corners.count)
      kinds.append(verb == .arc ? .arc : verb == .move ? .first : .line)
      corners.append(place)
      isOpen = true
      point += 1
    }
    if isOpen { end(isClosed: false) }
  }

  private mutating func end(isClosed: Bool) {
    ends.append((corners.count, isClosed))
  }

  /// Adds the corners of an arc between its ends.
  private mutating func appendArc(_ arc: Path.Arc, from start: Point, to end: Point) {
    let center = Corner(arc.center.x, arc.center.y)
    let radius = arc.radius
    let from = Corner(start.x, start.y) - center
    let to = Corner(end.x, end.y) - center
    guard radius > 0, let one = from.unit, let other = to.unit else { return }
    // At most a quarter of a turn, so the middle direction is the right one.
    Figures.subdivide(one, other, radius: radius * placement.scale) { direction in
      let place = center + direction * radius
      corners.append(placement.pixel(Point(x: place.x, y: place.y)))
    }
  }

  /// Visits directions between two, which are less than half a turn apart, so that the chords
  /// between them are close to the arc. It halves angles with square roots only, which are exact on
  /// every machine.
  static func subdivide(
    _ one: Corner, _ other: Corner, radius: Double, depth: Int = 0, _ visit: (Corner) -> Void
  ) {
    let sum = one + other
    let cosine = (sum * sum).sum().squareRoot() / 2
    guard depth < 12, radius * (1 - cosine) > flatness, let middle = sum.unit else { return }
    subdivide(one, middle, radius: radius, depth: depth + 1, visit)
    visit(middle)
    subdivide(middle, other, radius: radius, depth: depth + 1, visit)
  }
}

/// The position and rotation of a shape on the canvas.
struct Placement: Sendable, Hashable {
  /// Pixels in a point.
  let scale: Double
  private let center: SIMD2<Double>
  private let origin: Point
  private let rotation: Angle
  private let direction: Point

  init(_ item: Item, on canvas: Canvas) {
    scale = canvas.pixelsPerPoint
    center = SIMD2(Double(canvas.width) / 2, Double(canvas.height) / 2)
    origin = item.origin
    rotation = item.rotation ?? .zero
    direction = rotation.direction
  }

  /// The position in pixels of a point of the shape; numbers that are infinite or NaN are replaced.
  func pixel(_ point: Point) -> SIMD2<Double> {
    let x = point.x * direction.x - point.y * direction.y
    let y = point.x * direction.y + point.y * direction.x
    let place = center + SIMD2(x + origin.x, y + origin.y) * scale
    let farthest = 1e12
    return SIMD2(
      place.x.isNaN ? 0 : min(max(place.x, -farthest), farthest),
      place.y.isNaN ? 0 : min(max(place.y, -farthest), farthest))
  }

  /// The point of the shape at a pixel.
  func point(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    let place = (pixel - center) / scale - SIMD2(origin.x, origin.y)
    return SIMD2(
      place.x * direction.x + place.y * direction.y, place.y * direction.x - place.x * direction.y)
  }
}

extension SIMD2<Double> {
  /// The vector of length 1 in the same direction.
  var unit: SIMD2<Double>? {
    let length = (self * self).sum().squareRoot()
    return length > 0 ? self / length : nil
  }
}

extension AreaScanner {
  /// Adds all figures of a path, closed. With changes, it adds only the lines that touch their
  /// rows; of the old figures, only the changed lines.
  mutating func addFill(_ figures: Figures, _ changes: Figures.Changes? = nil, areOld: Bool = false)
  {
    if let changes, areOld {
      change = .old
      for line in changes.ends {
        addLine(from: figures.corners[line.from], to: figures.corners[line.to])
      }
      return change = .none
    }
    var first = 0
    let (top, bottom) = changes?.heights ?? (-Double.infinity, .infinity)
    for (end, _) in figures.ends {
      var last = figures.corners[end - 1]
      for index in first..<end {
        let corner = figures.corners[index]
        if max(last.y, corner.y) >= top, min(last.y, corner.y) <= bottom,
          begin(index, changes, areOld: false)
        {
          addLine(from: last, to: corner)
        }
        last = corner
      }
      first = end
    }
    change = .none
  }

  /// Sets ``change`` for the line that ends at a corner; returns whether the line must be added.
  @inline(__always)
  private mutating func begin(
    _ corner: Int, _ changes: Figures.Changes?, areOld: Bool
  ) -> Bool {
    guard let changes else { return true }
    let isChanged = changes.lines[corner]
    change = !isChanged ? .none : areOld ? .old : .new
    return isChanged || !areOld
  }

  /// Adds the track of a round pen along a path: on either side of it a line for each of its lines, an arc
  /// on the outer side of each joint, and half a circle at each end. All that it passes has a positive
  /// winding number. Of old figures, only the changed lines are added.
  mutating func addStroke(
    _ figures: Figures, radius: Double, _ changes: Figures.Changes? = nil, areOld: Bool = false
  ) {
    guard radius > 0 else { return }
    var first = 0
    for (end, isClosed) in figures.ends {
      addStroke(figures.corners.span, first..<end, isClosed: isClosed, radius, changes, areOld)
      first = end
    }
    change = .none
  }

  private mutating func addStroke(
    _ corners: Span<SIMD2<Double>>, _ figure: Range<Int>, isClosed: Bool, _ radius: Double,
    _ changes: Figures.Changes?, _ areOld: Bool
  ) {
    guard figure.count > 1 || isClosed else { return }
    let start = figure.lowerBound
    var (first, last): (PenLine?, PenLine?)
    for index in 1..<figure.count + (isClosed ? 1 : 0) {
      let place = start + index % figure.count
      guard let line = PenLine(from: corners[start + index - 1], to: corners[place], radius)
      else { continue }
      defer { last = line }
      if first == nil { first = line }
      guard begin(place, changes, areOld: areOld) else { continue }
      if let last { addJoint(last, line, radius) }
      addLine(from: line.start + line.side, to: line.end + line.side)
      addLine(from: line.end - line.side, to: line.start - line.side)
    }
    // Caps always count as changed.
    if changes != nil { change = areOld ? .old : .new }
    guard let first, let last else {
      addCap(corners[start], SIMD2(1, 0), radius)
      return addCap(corners[start], SIMD2(-1, 0), radius)
    }
    if isClosed {
      addJoint(last, first, radius)
    } else {
      addCap(first.start, -first.direction, radius)
      addCap(last.end, last.direction, radius)
    }
  }

  /// Half a circle at the end of a line.
  private mutating func addCap(
    _ center: SIMD2<Double>, _ direction: SIMD2<Double>, _ radius: Double
  ) {
    let side = SIMD2(-direction.y, direction.x)
    addArc(center, side, direction, -side, radius)
  }

  /// What is between the sides of a line and of the next one.
  private mutating func addJoint(_ one: PenLine, _ other: PenLine, _ radius: Double) {
    let center = other.start
    let (cross, dot) = (one.cross(other), (one.direction * other.direction).sum())
    // Nearly back: the middle is where the first line points to.
    let middle = dot < -0.5 ? (one.direction - other.direction).unit ?? one.direction : nil
    let (left, right) = (one.normal, other.normal)
    if cross > 0 {
      addArc(center, -right, middle, -left, radius)
    } else if cross < 0 || middle != nil {
      addArc(center, left, middle, right, radius)
    }
    // On the inner side the lines overlap. What a straight line there cuts off is in both, if they are
    // long enough; otherwise it leads through the middle of the pen.
    let isLong = dot >= 0 && radius * abs(cross) <= min(one.length, other.length)
    let isStraight = cross == 0 && middle == nil
    if cross > 0 || isStraight { addInside(center, one.side, other.side, isLong) }
    if cross <= 0 { addInside(center, -other.side, -one.side, isLong) }
  }

  /// The inner side of a joint, from one offset of its corner to another.
  private mutating func addInside(
    _ center: SIMD2<Double>, _ one: SIMD2<Double>, _ other: SIMD2<Double>, _ isDirect: Bool
  ) {
    guard !isDirect else { return addLine(from: center + one, to: center + other) }
    addLine(from: center + one, to: center)
    addLine(from: center, to: center + other)
  }

  private mutating func addArc(
    _ center: SIMD2<Double>, _ one: SIMD2<Double>, _ middle: SIMD2<Double>?,
    _ other: SIMD2<Double>, _ radius: Double
  ) {
    var last = center + one * radius
    func visit(_ direction: SIMD2<Double>) {
      let place = center + direction * radius
      addLine(from: last, to: place)
      last = place
    }
    if let middle {
      Figures.subdivide(one, middle, radius: radius, visit)
      visit(middle)
      Figures.subdivide(middle, other, radius: radius, visit)
    } else {
      Figures.subdivide(one, other, radius: radius, visit)
    }
    visit(other)
  }
}

/// A line that a round pen draws.
private struct PenLine {
  let start, end: SIMD2<Double>
  /// Its unit vector, and that to its left, where y points down.
  let direction, normal: SIMD2<Double>
  /// From its middle to its edge.
  let side: SIMD2<Double>
  let length: Double

  /// A line; `nil` if it has no length.
  init?(from start: SIMD2<Double>, to end: SIMD2<Double>, _ radius: Double) {
    guard let direction = (end - start).unit else { return nil }
    (self.start, self.end, self.direction) = (start, end, direction)
    normal = SIMD2(-direction.y, direction.x)
    side = normal * radius
    let delta = end - start
    length = (delta * delta).sum().squareRoot()
  }

  /// Positive if the other one turns toward the normal.
  func cross(_ other: PenLine) -> Double {
    direction.x * other.direction.y - direction.y * other.direction.x
  }
}
