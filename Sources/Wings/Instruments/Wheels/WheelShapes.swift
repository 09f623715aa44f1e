// SPDX-License-Identifier: MIT
internal import Synthesis

/// A cache of the shapes of wheels by radius, from which shapes that no wheel uses any more are
/// removed.
struct WheelShapes<Shape: Sendable>: Sendable {
  private var shapes: [Double: Shape] = [:]

  /// Makes sure that each wheel has a shape; `make` is called with a radius in points.
  mutating func prepare(_ wheels: [WheelState], _ make: (Double) -> Shape) {
    for state in wheels where shapes[state.wheel.radius] == nil {
      // Events may give a wheel any number of radii over time.
      if shapes.count > 2 * wheels.count + 16 {
        let radii = Set(wheels.map(\.wheel.radius))
        shapes = shapes.filter { radii.contains($0.key) }
      }
      shapes[state.wheel.radius] = make(state.wheel.radius)
    }
  }

  /// The shape of a wheel after ``prepare(_:_:)``.
  subscript(state: WheelState) -> Shape? { shapes[state.wheel.radius] }
}
