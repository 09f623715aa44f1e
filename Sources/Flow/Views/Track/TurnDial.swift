// SPDX-License-Identifier: MIT
internal import Drawing

/// The directions of the ends of a turn's cells, around the centre of a figure.
struct TurnDial: Sendable {
  private let place: Composition
  private let directions: [Point]

  /// A dial with `steps` steps a turn, clockwise from 12 o'clock.
  init(_ place: Composition, steps: Int) {
    self.place = place
    directions = (0..<steps).map { step in
      Angle.degrees(Double(step) * 360 / Double(steps) - 90).direction
    }
  }

  /// The point in a step's direction, at a distance from the centre.
  func point(_ step: Int, _ radius: Double) -> Point {
    let direction = directions[step % directions.count]
    return place.point(Point(x: direction.x * radius, y: direction.y * radius))
  }
}

extension Composition {
  /// The position of a point of the figure on the sheet.
  func point(_ point: Point) -> Point {
    Point(x: center.x + point.x * scale, y: center.y + point.y * scale)
  }
}

extension Item {
  /// The item in the layer with this name.
  func named(_ name: String, turn: Int? = nil) -> Item {
    var item = self
    item.name = name
    item.data = turn.map { [DataAttribute("turn", "\($0)")] } ?? []
    return item
  }
}
