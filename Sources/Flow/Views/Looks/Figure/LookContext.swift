// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// What all layers of a figure have in common.
struct LookContext: Sendable {
  let settings: LookSettings
  let layout: FigureLayout
  /// The channel of a whole turn: the mean of both, or that of one of twins.
  var mean = LookChannel.mean
  var arc = FigureArc()
  /// A factor of lengths.
  let length: Double
  let rate: Rate
  var loopCount: Int?
  /// The radius of a disc that holds the picture, in points: so that a wipe may shrink what reaches the edges of
  /// the sheet into its own disc.
  var disc = Double.infinity
}

/// What moves a figure as a whole, by expressions of the newest tick.
struct LookCamera: Sendable {
  private var code: LookCode
  private var values: LookValues?

  /// The camera of a file; `nil` if it has none.
  init?(_ file: LookFile, _ settings: LookSettings) {
    guard !file.camera.isEmpty else { return nil }
    var layer = LookLayer(name: "", mark: .dot, side: .mean)
    let keys: [LookFile.Camera: LookKey] = [.scale: .size, .turn: .angle, .x: .x, .y: .y]
    for (part, key) in keys {
      layer.channels[key] = file.camera[part] ?? .number(part == .scale ? 1 : 0)
    }
    code = LookCode(layer, of: file, settings)
  }

  /// Updates to the newest tick.
  mutating func advance(_ moment: LookMoment) {
    values = code.values(joining: [LookElement(moment, .mean)], .mean)
  }

  /// Turns, scales and moves the figure about its centre; words, cover and logo stay. `length` is a factor of lengths.
  func move(_ scene: inout Scene, about center: Point, length: Double) {
    guard let values else { return }
    let (scale, turn) = (min(max(values.size, 0.1), 10), values.angle)
    for index in scene.items.indices where scene.items[index].isScaled {
      if scene.items[index].name == "cover" || scene.items[index].name == "logo" { continue }
      var item = scene.items[index]
      if scale != 1 { item = item.scaled(by: scale, about: center) }
      if turn != 0 { item.rotation = .degrees((item.rotation?.degrees ?? 0) + turn) }
      item.origin = Point(
        x: item.origin.x + values.x * length, y: item.origin.y + values.y * length)
      scene.items[index] = item
    }
  }
}
