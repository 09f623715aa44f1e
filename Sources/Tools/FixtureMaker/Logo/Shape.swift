// SPDX-License-Identifier: MIT
import Synthesis

/// A figure about the origin; x goes right, y goes down.
protocol Shape: Sendable {
  /// How far a point is from the edge, negative inside.
  func distance(_ x: Double, _ y: Double) -> Double
}

/// A filled circle.
struct Disc: Shape {
  /// From the centre to the edge.
  var radius: Double

  func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() - radius }
}

/// A stroke along a part of a circle, with round ends.
struct Arc: Shape {
  private let radius: Double
  private let halfWidth: Double
  /// The directions, as points of the unit circle, of the arc's middle and of its two ends.
  private let middle: (x: Double, y: Double)
  private let ends: [(x: Double, y: Double)]
  /// The cosine of half the sweep.
  private let reach: Double

  /// An arc from `start`, clockwise on screen from the right, over `sweep`; both in turns.
  init(radius: Double, width: Double, start: Double, sweep: Double) {
    self.radius = radius
    halfWidth = width / 2
    middle = Arc.direction(start + sweep / 2)
    ends = [Arc.direction(start), Arc.direction(start + sweep)]
    reach = ExactMath.cosine(turns: sweep / 2)
  }

  func distance(_ x: Double, _ y: Double) -> Double {
    let length = (x * x + y * y).squareRoot()
    if x * middle.x + y * middle.y >= reach * length { return abs(length - radius) - halfWidth }
    var nearest = Double.infinity
    for end in ends {
      let (right, down) = (x - radius * end.x, y - radius * end.y)
      nearest = min(nearest, right * right + down * down)
    }
    return nearest.squareRoot() - halfWidth
  }

  private static func direction(_ turns: Double) -> (x: Double, y: Double) {
    (ExactMath.cosine(turns: turns), ExactMath.sine(turns: turns))
  }
}
