// SPDX-License-Identifier: MIT
internal import Synthesis

/// What wheels are drawn with, by their radii: made once, and forgotten when no wheel has the radius
/// any more.
struct WheelShapes<Shape: Sendable>: Sendable {
  private var shapes: [Double: Shape] = [:]

  /// Sees to it that each wheel has a shape; `make` is given its radius in points.
  mutating func prepare(_ wheels: [WheelState], _ make: (Double) -> Shape) {
    for state in wheels where shapes[state.wheel.radius] == nil {
      // Events may give a wheel any number of radii in turn.
      if shapes.count > 2 * wheels.count + 16 {
        let radii = Set(wheels.map(\.wheel.radius))
        shapes = shapes.filter { radii.contains($0.key) }
      }
      shapes[state.wheel.radius] = make(state.wheel.radius)
    }
  }

  /// The shape of a wheel that is prepared.
  subscript(state: WheelState) -> Shape? { shapes[state.wheel.radius] }
}
