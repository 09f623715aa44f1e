// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Synthesis
internal import Views

/// The wheels of the tutorial's app: discs with a dashed red edge, which turn in steps.
///
/// - Source: Gladman, WheelTone, `WheelWidget.swift`, `layoutSublayers`.
struct TutorialWheelsFigure: Figure {
  private var track: WheelTrack
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

  init(options: WheelsOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    self.track = WheelTrack(track, context)
    camera = WheelCamera(
      options, context.canvas(shortSideInPoints: options.shortSideInPoints), self.track.network,
      teeth: Self.pen / 2)
  }

  mutating func advance(to tick: Int) {
    track.advance(to: tick)
    shapes.prepare(track.wheels, shape)
  }

  private func shape(ofRadius radius: Double) -> Shape {
    let (scale, pen) = (camera.scale, Self.pen)
    let dash = 180 / Double(Self.dashCount)
    var edge = Path()
    for index in 0..<Self.dashCount {
      edge.add(
        .ringSector(
          center: .origin, inner: (radius - pen / 2) * scale, outer: (radius + pen / 2) * scale,
          start: .degrees(2 * dash * Double(index)), sweep: .degrees(dash)))
    }
    // The line is dashed from its outer end; the last dash may be shortened at the centre.
    var both = edge
    let length = 2 * Double.pi * radius / Double(2 * Self.dashCount)
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

  func draw(into scene: inout Scene) {
    for (index, state) in track.wheels.enumerated() {
      guard let shape = shapes[state] else { continue }
      var disc = Item.fill(shape.disc, fill(index, state))
      var edge = Item.stroke(
        shape.disc, width: Self.pen * camera.scale, Self.darkGray)
      var gear = Item.disjoint(
        state.wheel.audio ? shape.edgeAndLine : shape.edge, Self.red)
      gear.rotation = .turning(state.rotation)
      gear.data = track.data(index, rotation: state.rotation)
      let place = camera.place(state.wheel)
      (disc.origin, edge.origin, gear.origin) = (place, place, place)
      scene.addLayer("wheel-\(index)") { $0.items += [disc, edge, gear] }
    }
  }

  /// The colour of a disc.
  private func fill(_ index: Int, _ state: WheelState) -> Color {
    let lit = [track.lastNotes[index]?.step, state.switchedOn].compactMap { $0 }
    if lit.contains(where: { track.step - $0 < Self.flash }) {
      return Self.yellow
    }
    return state.wheel.audio ? Self.darkGray : Self.lightGray
  }
}
