// SPDX-License-Identifier: MIT
internal import Drawing

/// The circle of silence, and the distance of loudness from it; lengths in points.
struct Ring: Sendable {
  /// The radius of silence.
  let rim: Double
  /// The distance of the loudest level from the rim.
  let reach: Double
  /// The radius of the playheads at the newest tick.
  let playheads: Double
  /// Its part of the circle.
  private let arc: FigureArc

  /// The ring of a figure; `playhead` is the distance of the playheads from the rim, negative toward the
  /// centre.
  init(rim: Double, reach: Double, playhead: Double, _ arc: FigureArc, scale: Double) {
    self.arc = arc
    (self.rim, self.reach) = (rim * scale, reach * scale)
    playheads = (rim + playhead) * scale
  }

  /// The radius of a loudness.
  func radius(_ loudness: Double) -> Double { rim + reach * loudness }

  /// The circle of silence as a line.
  func circle(width: Double, _ color: Color) -> Item {
    var item = Item.stroke(arc.line(radius: rim), width: width, color)
    item.name = "circle"
    return item
  }
}

/// How two meters combine: the average as a body, with the peak stacked on it.
struct Stack: Sendable {
  /// The share of the body if both are at their maximum.
  let share: Double

  /// The height of the body, 0 to 1.
  func body(_ loudness: ScaledLevel) -> Double { share * loudness.average }

  /// The height of body and peak, 0 to 1; never less than the body alone.
  func whole(_ loudness: ScaledLevel) -> Double {
    share * loudness.average + (1 - share) * loudness.peak
  }
}

extension Scene {
  /// Adds an area in a layer of its own.
  mutating func add(_ path: Path, _ color: Color, _ name: String) {
    var item = Item.fill(path, color)
    item.name = name
    items.append(item)
  }
}

extension Point {
  /// The point at a distance from the origin in this direction.
  static func * (direction: Point, distance: Double) -> Point {
    Point(x: direction.x * distance, y: direction.y * distance)
  }
}

extension Angle {
  /// A direction on a clock face: degrees clockwise from 12.
  static func clock(_ degrees: Double) -> Angle { .degrees(degrees - 90) }
}
