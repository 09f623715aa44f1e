// SPDX-License-Identifier: MIT
internal import Drawing

/// A whole track as items, which come as it is played.
protocol TrackFigure: Sendable {
  /// What is painted, bottom first; as many items in every frame.
  var items: [Item] { get }

  /// Adds cells of the grid, which follow those that are shown, up to `head`, in turns from the
  /// beginning; `nil` at the end of the track.
  mutating func show(_ cells: Range<Int>, head: Double?)
}

/// Where the cells of a turn end, round the centre of a figure.
struct TurnDial: Sendable {
  private let place: Composition
  private let directions: [Point]

  /// A dial of so many steps a turn, clockwise; step 0 is at `start` steps from 12 o'clock.
  init(_ place: Composition, steps: Int = 360, start: Double = 0) {
    self.place = place
    directions = (0..<steps).map { step in
      Angle.degrees((Double(step) + start) * 360 / Double(steps) - 90).direction
    }
  }

  /// The place in a step's direction, at a distance from the centre.
  func point(_ step: Int, _ radius: Double) -> Point {
    let direction = directions[step % directions.count]
    return place.point(Point(x: direction.x * radius, y: direction.y * radius))
  }
}

extension Composition {
  /// Where a point of the figure lies on the sheet.
  func point(_ point: Point) -> Point {
    Point(x: center.x + point.x * scale, y: center.y + point.y * scale)
  }
}

extension Item {
  /// The same in the layer of this name.
  func named(_ name: String, turn: Int? = nil) -> Item {
    var item = self
    item.name = name
    item.data = turn.map { [DataAttribute("turn", "\($0)")] } ?? []
    return item
  }
}
