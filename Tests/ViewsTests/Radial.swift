// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// Radial views on a sheet of 432 points.
enum Radial {
  static let scale = LevelScale(
    peak: LevelPair(left: 30, right: 40), average: LevelPair(left: 60, right: 80))

  /// The paths and the notes of the four curves of a scene, and the image over them.
  static func scene(of view: any Figure<RadialOptions>) throws -> Scene {
    let canvas = try #require(Canvas(width: 432, height: 432, shortSideInPoints: 432))
    var scene = Scene(canvas: canvas, background: .black)
    view.draw(into: &scene)
    return scene
  }

  /// The distances from the centre of the four curves' newest points, in painting order.
  static func radii(
    _ options: RadialOptions = RadialOptions.curves, scale: LevelScale = scale,
    peaks: (Double, Double) = (-160, -160), averages: (Double, Double) = (-160, -160)
  ) throws -> [Double] {
    let tick = PictureTicks.tick(0, peaks: peaks, averages: averages)
    var view = try options.figure(ticks: [tick], scale: scale)
    try view.advance(to: 0)
    return try Radial.scene(of: view).curves.map { curve in
      let point = try #require(curve.path.points.last)
      return point.y == 0 ? point.x : .nan
    }
  }

  /// The options of the tutorial's look, as the command reads them.
  static func tutorial(_ more: [String] = []) throws -> Words {
    try words(look: "tutorial", more)
  }

  /// A command line that the radial options are a part of.
  struct Words: Sendable {
    var picture = PictureSettings()
    var view = RadialOptions.curves
  }

  static func words(look name: String = "line", _ arguments: [String]) throws -> Words {
    let look = try #require(RadialView.looks.first { $0.name == name })
    var base = Words()
    look.apply(&base.picture, &base.view)
    let spec = CommandSpec(
      name: "draw", summary: "Draw.", options: Option.group(RadialOptions.table, at: \.view),
      defaults: Words())
    guard case .values(let words) = try Parser(spec).parse(arguments, into: base)
    else { throw NoValues() }
    return words
  }

  /// The items of a look after ticks, on a scale of 40 dB. Both meters of a channel read the same,
  /// unless `averages` says otherwise.
  static func items(
    look: String, _ arguments: [String] = [], _ levels: [(left: Double, right: Double)],
    _ palette: Palette? = nil, _ background: Color? = nil, averages: Double? = nil,
    size: (Int, Int) = (1920, 1080)
  ) throws -> [Item] {
    var words = try words(look: look, arguments)
    (words.picture.width, words.picture.height) = size
    if let background { words.picture.background = background }
    let ticks = levels.enumerated().map { index, level in
      PictureTicks.tick(
        index, peaks: (level.left, level.right),
        averages: (averages ?? level.left, averages ?? level.right))
    }
    let end = LevelPair(left: 40, right: 40)
    var view = try words.view.figure(
      ticks: ticks, scale: LevelScale(peak: end, average: end),
      colors: palette, picture: words.picture)
    for index in ticks.indices { try view.advance(to: index) }
    return try Radial.scene(of: view).items
  }

  /// The command line asked for help.
  struct NoValues: Error {}
}

extension Scene {
  /// A stroke of one colour.
  struct Stroke {
    let path: Path
    let width: Double
    let color: Color
    let rotation: Angle
    let data: [DataAttribute]
  }

  /// The strokes of the scene.
  var curves: [Stroke] {
    items.compactMap { item in
      guard case .stroke(let path, let width) = item.shape, case .color(let color) = item.paint
      else { return nil }
      return Stroke(
        path: path, width: width, color: color, rotation: item.rotation ?? .zero, data: item.data)
    }
  }

  /// The picture over them.
  var image: PlacedImage? {
    if case .image(let image)? = items.last?.shape { image } else { nil }
  }
}
