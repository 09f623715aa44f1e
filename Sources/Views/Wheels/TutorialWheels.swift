// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis

/// The wheels of the tutorial's app: discs with a dashed red edge, which turn in steps.
///
/// - Source: Gladman, WheelTone, `WheelWidget.swift`, `layoutSublayers`.
struct TutorialWheels: WheelPicture {
  private let network: WheelNetwork
  private let camera: WheelCamera
  private var shapes = WheelShapes<Shape>()

  /// The paths of a wheel with a radius.
  private struct Shape: Sendable {
    let disc: Path
    /// The dashes of the edge, and the same with those of the line added.
    let edge, edgeAndLine: Path
  }

  private static let pen = 10.0
  /// The number of dashes on the edge, and of gaps.
  private static let dashCount = 25
  /// Steps for which a wheel that plays is yellow: 0.1 s.
  private static let flash = 4

  private static let lightGray = Color(red: 170, green: 170, blue: 170)
  private static let darkGray = Color(red: 85, green: 85, blue: 85)
  private static let yellow = Color(red: 255, green: 255, blue: 0)
  private static let red = Color(red: 255, green: 0, blue: 0)

  init(_ options: WheelsOptions, _ canvas: Canvas, _ network: WheelNetwork) {
    self.network = network
    camera = WheelCamera(options, canvas, words: [], network, teeth: TutorialWheels.pen / 2)
  }

  mutating func prepare(_ moment: WheelMoment) {
    shapes.prepare(moment.wheels, shape)
  }

  private func shape(ofRadius radius: Double) -> Shape {
    let (scale, pen) = (camera.scale, TutorialWheels.pen)
    let dash = 180 / Double(TutorialWheels.dashCount)
    var edge = Path()
    for index in 0..<TutorialWheels.dashCount {
      edge.add(
        .ringSector(
          center: .origin, inner: (radius - pen / 2) * scale, outer: (radius + pen / 2) * scale,
          start: .degrees(2 * dash * Double(index)), sweep: .degrees(dash)))
    }
    // The line is dashed from its outer end; the last dash may be shortened at the centre.
    var both = edge
    let length = 2 * Double.pi * radius / Double(2 * TutorialWheels.dashCount)
    var y = pen - radius
    while y < 0 {
      both.add(
        .rectangle(
          x: -pen / 2 * scale, y: y * scale, width: pen * scale,
          height: min(length, -y) * scale))
      y += 2 * length
    }
    return Shape(
      disc: .circle(center: .origin, radius: radius * scale), edge: edge, edgeAndLine: both)
  }

  func draw(_ moment: WheelMoment, into scene: inout Scene) {
    for (index, state) in moment.wheels.enumerated() {
      guard let shape = shapes[state] else { continue }
      var disc = Item.fill(shape.disc, fill(index, state, moment))
      var edge = Item.stroke(
        shape.disc, width: TutorialWheels.pen * camera.scale, TutorialWheels.darkGray)
      var gear = Item.disjoint(
        state.wheel.audio ? shape.edgeAndLine : shape.edge, TutorialWheels.red)
      gear.rotation = .turning(state.rotation)
      gear.data = state.data(index, rotation: state.rotation, network)
      let place = camera.place(state.wheel)
      (disc.origin, edge.origin, gear.origin) = (place, place, place)
      scene.addLayer("wheel-\(index)") { $0.items += [disc, edge, gear] }
    }
  }

  /// The colour of a disc.
  private func fill(_ index: Int, _ state: WheelState, _ moment: WheelMoment) -> Color {
    let lit = [moment.lastNotes[index]?.step, state.switchedOn].compactMap { $0 }
    if lit.contains(where: { moment.step - $0 < TutorialWheels.flash }) {
      return TutorialWheels.yellow
    }
    return state.wheel.audio ? TutorialWheels.darkGray : TutorialWheels.lightGray
  }
}

extension Angle {
  /// The direction after a rotation in radians from the right, to a thousandth of a degree, the
  /// precision of the SVG.
  static func turning(_ radians: Double) -> Angle {
    let degrees = (radians * (180 / .pi)).remainder(dividingBy: 360)
    return .degrees((degrees * 1000).rounded() / 1000)
  }
}
