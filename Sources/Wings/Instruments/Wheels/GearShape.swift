// SPDX-License-Identifier: MIT
internal import Drawing

/// The paths of a gear with a radius, about its own centre, in points of the canvas.
struct GearShape: Sendable {
  /// The number of teeth.
  let toothCount: Int
  /// The parts that turn: the teeth, one of which points to the right; the spokes, or a plate if
  /// there is no space for them; and the mark on the rim, pointing up.
  let teeth, spokes, mark: Path
  /// Whether there are spokes: a plate looks the same in any rotation.
  let turnsSpokes: Bool
  /// The parts that do not turn: the ring below the teeth; and the parts that light up with a note,
  /// which are the hub, a groove in the rim, and for wheels that play a gate that the mark then
  /// passes.
  let rim, lamp, lampWithGate: Path
  /// The highlights on the rim, on the right and on the left.
  let sheen: Path

  /// The radius for each tooth, in points of the wheels.
  private static let radiusPerTooth = 3.0
  /// How far teeth extend outside and inside the radius, in points of the wheels.
  static let addendum = 3.8, dedendum = 4.4
  /// Half the width of a tooth at its tip and at its root, as a fraction of the tooth spacing.
  private static let tip = 0.13, root = 0.33
  /// The smallest radius with spokes, in points of the wheels.
  private static let minSpoked = 36.0

  /// A gear with a radius in points of the wheels; each is `scale` points of the canvas.
  init(radius: Double, scale: Double) {
    toothCount = Int((radius / GearShape.radiusPerTooth).rounded())
    let size = radius * scale
    let outer = size + GearShape.addendum * scale
    let inner = size - GearShape.dedendum * scale
    let width = max(0.11 * radius, 5) * scale
    let (hole, middle) = (inner - width, inner - width / 2)
    // Teeth begin slightly inside the rim, so that there are no visible gaps.
    teeth = GearShape.teeth(
      count: toothCount, from: inner - 0.5 * scale, root: inner, to: outer)
    turnsSpokes = radius >= GearShape.minSpoked
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

  /// Spokes that meet under the hub, as one outline.
  private static func spokes(count: Int, size: Double, to reach: Double) -> Path {
    let (wide, narrow) = (0.07 * size, 0.04 * size)
    // The sides of two spokes meet halfway between their directions.
    let halfway = Angle.degrees(180 / Double(count)).direction
    let corner = wide / (halfway.y + halfway.x * (wide - narrow) / reach)
    return .polygon(
      (0..<count).flatMap { spoke in
        let direction = Angle.degrees(Double(spoke) * 360 / Double(count) - 90)
        return [
          Point(x: reach, y: -narrow), Point(x: reach, y: narrow),
          Point(x: halfway.x * corner, y: halfway.y * corner),
        ].map(direction.rotating)
      })
  }

  /// Two short lines between which the mark passes.
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

  /// Two crescents inside a circle, on the right and on the left, with a width in the middle.
  private static func sheen(radius: Double, width: Double) -> Path {
    // The inner circle meets the outer one at both tips, and passes through the middle of the inner
    // edge.
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

  /// A ring of short straight lines, which looks round and is faster to draw than arcs.
  static func quickRing(from inner: Double, to outer: Double) -> Path {
    func circle(_ directions: some Sequence<Point>, _ radius: Double) -> Path {
      .polygon(directions.map { Point(x: $0.x * radius, y: $0.y * radius) })
    }
    var path = circle(directions, outer)
    path.add(circle(directions.reversed(), inner))
    return path
  }

  private static let directions = (0..<96).map { at(Double($0) * 360 / 96, 1) }

  /// The point in a direction in degrees, at a distance from the origin.
  private static func at(_ degrees: Double, _ distance: Double) -> Point {
    let direction = Angle.degrees(degrees).direction
    return Point(x: direction.x * distance, y: direction.y * distance)
  }
}
