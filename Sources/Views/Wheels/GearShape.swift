// SPDX-License-Identifier: MIT
internal import Drawing

/// What a gear of a radius is made of, about its own centre, in points of the canvas.
struct GearShape: Sendable {
  /// The teeth, with the rim that they stand on; one tooth points to the right.
  let teeth: Path
  /// The spokes; one points upward.
  let spokes: Path
  /// What lies over both and does not turn.
  let hub, axle, gate: Path
  /// The mark that passes the gate, upward.
  let mark: Path
  /// The light on the rim, from narrow to wide, to the right and to the left.
  let sheen: [Path]

  /// Teeth on the edge.
  let toothCount: Int

  /// The wheel's radius for each tooth, in points of the wheels: radii that are so many times as large
  /// give gears whose teeth keep their place on them.
  private static let radiusPerTooth = 2.5
  /// How far teeth reach beyond the radius, and below it.
  static let addendum = 3.9, dedendum = 4.8
  /// Half the width of a tooth at its tip and at its root, as a share of a tooth and a gap.
  private static let tip = 0.14, root = 0.33
  /// Less than this, and a gear has no spokes.
  private static let leastSpoked = 36.0

  /// A gear of a radius in points of the wheels, of which each is `scale` points of the canvas.
  init(radius: Double, scale: Double) {
    let count = max(Int((radius / GearShape.radiusPerTooth).rounded()), 6)
    toothCount = count
    let outer = (radius + GearShape.addendum) * scale
    let inner = (radius - GearShape.dedendum) * scale
    var corners: [Point] = []
    for tooth in 0..<count {
      for (share, radius) in [
        (-GearShape.root, inner), (-GearShape.tip, outer), (GearShape.tip, outer),
        (GearShape.root, inner),
      ] {
        corners.append(Point.at((Double(tooth) + share) * 360 / Double(count), radius))
      }
    }
    var teeth = Path.polygon(corners)
    let isSpoked = radius >= GearShape.leastSpoked
    let rim = max(0.13 * radius, 5) * scale
    let hole = inner - rim
    var spokes = Path()
    if isSpoked {
      let sides = max(Int(2 * Double.pi * hole / 6), 24)
      teeth.add(.polygon((0..<sides).map { .at(-Double($0) * 360 / Double(sides), hole) }))
      let spokeCount = radius < 60 ? 4 : radius < 110 ? 5 : radius < 180 ? 6 : 8
      for spoke in 0..<spokeCount {
        let direction = Angle.degrees(Double(spoke) * 360 / Double(spokeCount) - 90)
        let (wide, narrow) = (0.075 * radius * scale, 0.05 * radius * scale)
        let reach = hole + rim / 2
        spokes.add(
          .polygon(
            [
              Point(x: 0, y: -wide), Point(x: reach, y: -narrow), Point(x: reach, y: narrow),
              Point(x: 0, y: wide),
            ].map(direction.rotating)))
      }
    }
    self.teeth = teeth
    self.spokes = spokes
    let middle = inner - rim / 2
    hub = .circle(center: .origin, radius: (isSpoked ? 0.2 : 0.5) * radius * scale)
    axle = .circle(center: .origin, radius: max(0.05 * radius, 2) * scale)
    mark = .circle(center: Point(x: 0, y: -middle), radius: 0.27 * rim)
    let half = 0.55 * rim / middle * 180 / .pi
    gate = [-half, half].reduce(into: Path()) { path, place in
      path.add(
        .ringSector(
          center: .origin, inner: middle - 0.36 * rim, outer: middle + 0.36 * rim,
          start: .degrees(place - 90 - half / 8), sweep: .degrees(half / 4)))
    }
    sheen = [26.0, 58, 96].map { width in
      [0.0, 180].reduce(into: Path()) { path, place in
        path.add(
          .ringSector(
            center: .origin, inner: hole + 0.12 * rim, outer: inner - 0.12 * rim,
            start: .degrees(place - width / 2), sweep: .degrees(width)))
      }
    }
  }
}

extension Point {
  /// The point in a direction in degrees, so far from the origin.
  fileprivate static func at(_ degrees: Double, _ distance: Double) -> Point {
    let direction = Angle.degrees(degrees).direction
    return Point(x: direction.x * distance, y: direction.y * distance)
  }
}
