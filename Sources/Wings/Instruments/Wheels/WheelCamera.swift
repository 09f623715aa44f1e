// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis
internal import Views

/// The position and scale of wheels on the canvas.
struct WheelCamera: Sendable {
  /// Points of the canvas for each point of the wheels.
  let scale: Double
  /// The point of the wheels that is at ``target``.
  private let center: Point
  private let target: Point
  /// Whether all is turned clockwise by 90 degrees.
  let isTurned: Bool

  /// The margin of a look at the edges, in points of the canvas.
  private static let margin = 20.0

  /// The camera of the options, beside the words. `teeth` is the height of the teeth above the
  /// radius, in points of the wheels. If `fits`, all wheels are visible without the option as well,
  /// and a row of wheels is turned to a column on a tall canvas.
  init(
    _ options: WheelsOptions, _ canvas: Canvas, beside words: Composition = Composition(),
    _ network: WheelNetwork,
    teeth: Double, fits: Bool = false
  ) {
    let bounds = network.bounds
    let (fits, turns) = (options.fitsAll || fits, fits)
    let middle =
      fits
      ? Point(x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2)
      : Point(x: network.wheels[0].x, y: network.wheels[0].y)
    center = options.center.map { Point(x: $0.x, y: $0.y) } ?? middle
    let room = words.room(on: canvas)
    target = Point(x: (room.left + room.right) / 2, y: (room.top + room.bottom) / 2)
    let width = room.right - room.left - 2 * WheelCamera.margin
    let height = room.bottom - room.top - 2 * WheelCamera.margin
    let field = (bounds.right - bounds.left + 2 * teeth, bounds.bottom - bounds.top + 2 * teeth)
    isTurned = turns && width < height && field.0 > field.1
    let (across, down) = isTurned ? (field.1, field.0) : field
    let fitted = min(width / across, height / down)
    scale = (fits ? fitted : 1) * (options.zoom?.factor ?? 1)
  }

  /// The position of a wheel's centre.
  func place(_ wheel: WheelNetwork.Wheel) -> Point {
    let (x, y) = ((wheel.x - center.x) * scale, (wheel.y - center.y) * scale)
    return Point(x: (isTurned ? -y : x) + target.x, y: (isTurned ? x : y) + target.y)
  }
}
