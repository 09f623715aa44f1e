// SPDX-License-Identifier: MIT

/// Lines and circular arcs in one or more subpaths, in points.
///
/// Every coordinate is rounded to a thousandth of a point, the precision of the SVG. Sines and
/// cosines may differ in their last bit between C libraries; rounding makes text and pixels the
/// same everywhere.
public struct Path: Sendable, Hashable {
  /// The elements of a path. All but `close` have one point.
  public enum Verb: UInt8, Sendable, Hashable {
    /// Begins a subpath at a point.
    case move
    /// A straight line to a point.
    case line
    /// An arc to a point of at most an eighth of a turn, which every renderer draws well.
    /// ``Path/arcs`` has its details.
    case arc
    /// A straight line back to the start of the subpath.
    case close
  }

  /// A part of a circle.
  public struct Arc: Sendable, Hashable {
    /// The centre of the circle.
    public let center: Point
    /// Its radius, in points; positive.
    public let radius: Double
    /// The direction of the start, from the centre.
    public let start: Angle
    /// The angle of the arc, positive clockwise on screen; at most an eighth of a turn.
    public let sweep: Angle
  }

  private static let stepsPerPoint = 1000.0

  /// The elements, in order.
  public private(set) var verbs: [Verb] = []
  /// A point for each verb but `close`, in order.
  public private(set) var points: [Point] = []
  /// An arc for each verb `arc`, in order.
  public private(set) var arcs: [Arc] = []

  /// An empty path.
  public init() {}

  /// An open line from point to point, in points.
  public init(_ points: [Point]) {
    guard !points.isEmpty else { return }
    verbs = [.move] + [Verb](repeating: .line, count: points.count - 1)
    self.points = points.map(Path.rounded)
  }

  /// Removes all subpaths, and keeps the memory.
  public mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    arcs.removeAll(keepingCapacity: true)
  }

  /// Begins a new subpath.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(Path.rounded(point))
  }

  /// Adds a straight line.
  ///
  /// - Precondition: a subpath was begun.
  public mutating func line(to point: Point) {
    precondition(!verbs.isEmpty)
    verbs.append(.line)
    points.append(Path.rounded(point))
  }

  /// Adds a part of a circle. A line leads to its start, or a move if no subpath was begun.
  ///
  /// `sweep` is positive clockwise on screen, and at most a whole turn.
  public mutating func arc(center: Point, radius: Double, start: Angle, sweep: Angle) {
    let center = Path.rounded(center)
    let radius = Path.rounded(radius)
    func place(_ degrees: Double) -> Point {
      let direction = Angle.degrees(degrees).direction
      return Path.rounded(
        Point(x: center.x + radius * direction.x, y: center.y + radius * direction.y))
    }
    let beginning = place(start.degrees)
    if verbs.isEmpty || verbs.last == .close {
      move(to: beginning)
    } else if points.last != beginning {
      line(to: beginning)
    }
    guard radius > 0, sweep.degrees != 0 else { return }
    let count = max(Int((abs(sweep.degrees) / 45).rounded(.up)), 1)
    let step = sweep.degrees / Double(count)
    for index in 0..<count {
      let from = start.degrees + step * Double(index)
      verbs.append(.arc)
      points.append(place(from + step))
      arcs.append(
        Arc(center: center, radius: radius, start: .degrees(from), sweep: .degrees(step)))
    }
  }

  /// Closes the subpath with a straight line to its start.
  public mutating func close() {
    guard let last = verbs.last, last != .close else { return }
    verbs.append(.close)
  }

  /// Moves a point of a path of straight lines to another position.
  ///
  /// - Precondition: the path has no arcs.
  public mutating func movePoint(_ index: Int, to point: Point) {
    precondition(arcs.isEmpty)
    points[index] = Path.rounded(point)
  }

  /// The subpaths of several paths, in their order.
  public init(joining paths: some Sequence<Path>) {
    self.init()
    for path in paths { add(path) }
  }

  /// The mirror image about the vertical axis through the origin.
  public var mirrored: Path {
    var image = self
    image.points = points.map(\.mirrored)
    image.arcs = arcs.map { arc in
      Arc(
        center: arc.center.mirrored, radius: arc.radius, start: .degrees(180 - arc.start.degrees),
        sweep: .degrees(-arc.sweep.degrees))
    }
    return image
  }

  /// Adds all subpaths of another path, moved and scaled.
  public mutating func add(_ other: Path, scale: Double = 1, offset: Point = .origin) {
    func placed(_ point: Point) -> Point {
      Point(x: point.x * scale + offset.x, y: point.y * scale + offset.y)
    }
    verbs += other.verbs
    points += other.points.map { Path.rounded(placed($0)) }
    arcs += other.arcs.map {
      Arc(
        center: Path.rounded(placed($0.center)), radius: Path.rounded($0.radius * scale),
        start: $0.start, sweep: $0.sweep)
    }
  }

  /// Whether this path begins with the whole of another.
  public func continues(_ other: Path) -> Bool {
    verbs.starts(with: other.verbs) && points.starts(with: other.points)
      && arcs.starts(with: other.arcs)
  }

  private static func rounded(_ point: Point) -> Point {
    Point(x: rounded(point.x), y: rounded(point.y))
  }

  private static func rounded(_ coordinate: Double) -> Double {
    let steps = coordinate * stepsPerPoint
    // Does what `rounded()` does, which would be a call, and without branches: halves away from zero.
    // Adding 0 turns −0 into 0.
    guard abs(steps) < 0x1p52 else { return steps.rounded() / stepsPerPoint + 0 }
    let whole = Double(Int(steps))
    return (whole + Double(Int(2 * (steps - whole)))) / stepsPerPoint + 0
  }
}

extension Path {
  /// A closed circle, clockwise on screen from its rightmost point; `radius` is in points.
  public static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.arc(center: center, radius: radius, start: .zero, sweep: .degrees(360))
    path.close()
    return path
  }

  /// A closed rectangle, clockwise on screen from its upper left corner (x, y).
  public static func rectangle(x: Double, y: Double, width: Double, height: Double) -> Path {
    polygon([
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
      Point(x: x, y: y + height),
    ])
  }

  /// A closed polygon through corners in this order.
  public static func polygon(_ corners: [Point]) -> Path {
    var path = Path(corners)
    path.close()
    return path
  }

  /// A closed sector of a ring between two radii, with the angle `sweep`.
  public static func ringSector(
    center: Point, inner: Double, outer: Double, start: Angle, sweep: Angle
  ) -> Path {
    var path = Path()
    path.arc(center: center, radius: outer, start: start, sweep: sweep)
    path.arc(
      center: center, radius: inner, start: .degrees(start.degrees + sweep.degrees),
      sweep: .degrees(-sweep.degrees))
    path.close()
    return path
  }

  /// The outline of an arc that is drawn with a round pen of some width; a disc if `sweep` is 0.
  public static func roundedArc(
    radius: Double, width: Double, start: Angle, sweep: Angle
  ) -> Path {
    var path = Path()
    let end = Angle.degrees(start.degrees + sweep.degrees)
    func cap(at angle: Angle, from direction: Double) {
      path.arc(
        center: Point(x: radius * angle.direction.x, y: radius * angle.direction.y),
        radius: width / 2, start: .degrees(direction), sweep: .degrees(180))
    }
    path.arc(center: .origin, radius: radius + width / 2, start: start, sweep: sweep)
    cap(at: end, from: end.degrees)
    path.arc(
      center: .origin, radius: radius - width / 2, start: end, sweep: .degrees(-sweep.degrees))
    cap(at: start, from: start.degrees + 180)
    path.close()
    return path
  }
}
