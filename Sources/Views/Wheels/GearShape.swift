// SPDX-License-Identifier: MIT
internal import Drawing

/// What a gear of a radius is made of, about its own centre, in points of the canvas.
struct GearShape: Sendable {
  /// Teeth on the edge.
  let toothCount: Int
  /// What turns: the teeth, one of which points to the right; the spokes, or a plate where there is no
  /// room for them; and the mark on the rim, upward.
  let teeth, spokes, mark: Path
  /// Whether there are spokes: a plate looks the same however far it has turned.
  let turnsSpokes: Bool
  /// What does not turn: the ring that the teeth stand on; and what lights up with a note, the hub, a
  /// groove in the rim, and in wheels that play the gate that the mark passes then.
  let rim, lamp, lampWithGate: Path
  /// The light on the rim, to the right and to the left.
  let sheen: Path

  /// The radius for each tooth, in points of the wheels.
  private static let radiusPerTooth = 3.0
  /// How far teeth reach beyond the radius, and below it, in points of the wheels.
  static let addendum = 3.8, dedendum = 4.4
  /// Half the width of a tooth at its tip and at its root, as a share of a tooth and a gap.
  private static let tip = 0.13, root = 0.33
  /// Smaller wheels have no spokes, in points of the wheels.
  private static let leastSpoked = 36.0

  /// A gear of a radius in points of the wheels, of which each is `scale` points of the canvas.
  init(radius: Double, scale: Double) {
    toothCount = Int((radius / GearShape.radiusPerTooth).rounded())
    let size = radius * scale
    let outer = size + GearShape.addendum * scale
    let inner = size - GearShape.dedendum * scale
    let width = max(0.11 * radius, 5) * scale
    let (hole, middle) = (inner - width, inner - width / 2)
    // Teeth begin a little within the rim, so that nothing shines through between them.
    teeth = GearShape.teeth(
      count: toothCount, from: inner - 0.5 * scale, root: inner, to: outer)
    turnsSpokes = radius >= GearShape.leastSpoked
    spokes =
      turnsSpokes
      ? GearShape.spokes(count: radius < 110 ? 5 : 6, size: size, to: middle)
      : .circle(center: .origin, radius: middle)
    rim = GearShape.ring(from: hole, to: inner)
    var lamp = GearShape.ring(from: hole + 0.1 * width, to: hole + 0.24 * width)
    lamp.add(
      GearShape.ring(
        from: max(0.06 * radius, 2.5) * scale, to: (turnsSpokes ? 0.2 : 0.36) * size))
    self.lamp = lamp
    let marked = hole + 0.62 * width
    mark = .polygon(
      (0..<20).map {
        let point = GearShape.at(Double($0) * 18, 0.26 * width)
        return Point(x: point.x, y: point.y - marked)
      })
    lamp.add(GearShape.gate(at: marked, half: 0.6 * width, scale: scale))
    lampWithGate = lamp
    sheen = GearShape.sheen(radius: inner, width: 0.76 * width)
  }

  private static func teeth(count: Int, from base: Double, root: Double, to tip: Double) -> Path {
    let slope = (GearShape.root - GearShape.tip) / (tip - root)
    let foot = GearShape.root + slope * (root - base)
    var path = Path()
    for tooth in 0..<count {
      path.add(
        .polygon(
          [(-foot, base), (-GearShape.tip, tip), (GearShape.tip, tip), (foot, base)].map {
            at((Double(tooth) + $0) * 360 / Double(count), $1)
          }))
    }
    return path
  }

  private static func spokes(count: Int, size: Double, to reach: Double) -> Path {
    let (wide, narrow) = (0.07 * size, 0.04 * size)
    var path = Path()
    for spoke in 0..<count {
      let direction = Angle.degrees(Double(spoke) * 360 / Double(count) - 90)
      path.add(
        .polygon(
          [
            Point(x: 0, y: -wide), Point(x: reach, y: -narrow), Point(x: reach, y: narrow),
            Point(x: 0, y: wide),
          ].map(direction.rotating)))
    }
    return path
  }

  /// Two short lines that the mark passes between.
  private static func gate(at radius: Double, half: Double, scale: Double) -> Path {
    [-1.0, 1].reduce(into: Path()) { path, side in
      path.add(
        .rectangle(
          x: side * half - 0.6 * scale, y: -radius - half / 2, width: 1.2 * scale, height: half))
    }
  }

  private static func ring(from inner: Double, to outer: Double) -> Path {
    .ringSector(
      center: .origin, inner: inner, outer: outer, start: .zero, sweep: .degrees(360))
  }

  /// Two crescents within a circle, on its right and on its left, that are so wide in the middle.
  private static func sheen(radius: Double, width: Double) -> Path {
    // The inner circle meets the outer one in both tips, and goes through the inner edge between.
    let half = 48.0
    let (tip, edge) = (at(half, radius), radius - width)
    let center = (edge * edge - radius * radius) / (2 * (edge - tip.x))
    let innerHalf = Angle.toward(Point(x: tip.x - center, y: tip.y)).degrees
    let count = 16
    func corners(_ half: Double, _ radius: Double, _ center: Double) -> [Point] {
      (0..<count).map { index in
        let point = at((2 * Double(index) / Double(count) - 1) * half, radius)
        return Point(x: point.x + center, y: point.y)
      }
    }
    let crescent =
      corners(half, radius, 0)
      + corners(innerHalf, edge - center, center).map { Point(x: $0.x, y: -$0.y) }
    var path = Path.polygon(crescent)
    path.add(.polygon(crescent.map { Point(x: -$0.x, y: -$0.y) }))
    return path
  }

  /// A ring of straight lines, so short that they look round, which are quicker to draw than arcs.
  static func quickRing(from inner: Double, to outer: Double) -> Path {
    func circle(_ directions: some Sequence<Point>, _ radius: Double) -> Path {
      .polygon(directions.map { Point(x: $0.x * radius, y: $0.y * radius) })
    }
    var path = circle(directions, outer)
    path.add(circle(directions.reversed(), inner))
    return path
  }

  private static let directions = (0..<96).map { at(Double($0) * 360 / 96, 1) }

  /// The point in a direction in degrees, so far from the origin.
  private static func at(_ degrees: Double, _ distance: Double) -> Point {
    let direction = Angle.degrees(degrees).direction
    return Point(x: direction.x * distance, y: direction.y * distance)
  }
}
