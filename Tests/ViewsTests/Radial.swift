// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// Radial views on a sheet of 432 points.
enum Radial {
  static let scale = StereoScale(
    left: .init(peak: 30, average: 60), right: .init(peak: 40, average: 80))

  static func view(
    _ options: RadialOptions = RadialOptions(), scale: StereoScale = scale,
    image: ViewImage? = nil, channels: (left: Int, right: Int) = (0, 1)
  ) -> RadialView {
    RadialView(
      options: options, setup: ViewSetup(image: image, scale: scale, channels: channels))
  }

  static func scene(of view: RadialView) throws -> Scene {
    let canvas = try #require(Canvas(width: 432, height: 432, shortSideInPoints: 432))
    var scene = Scene(canvas: canvas, background: .black)
    view.draw(into: &scene)
    return scene
  }

  /// The distances from the centre of the four curves' newest points, in painting order.
  static func radii(
    _ options: RadialOptions = RadialOptions(), scale: StereoScale = scale,
    peaks: (Double, Double) = (-160, -160), averages: (Double, Double) = (-160, -160)
  ) throws -> [Double] {
    var view = view(options, scale: scale)
    view.advance(PictureTicks.tick(0, peaks: peaks, averages: averages))
    return try Radial.scene(of: view).paths.map { path in
      let point = try #require(path.points.last)
      return point.y == 0 ? point.x : .nan
    }
  }

  /// The options of the tutorial's look, as the command reads them.
  static func tutorial(_ more: [String] = []) throws -> Words {
    try words(look: "tutorial", more)
  }

  /// A command line that the radial options are a part of.
  struct Words: Sendable {
    var size = ""
    var ballistics = ""
    var normalization = ""
    var view = RadialOptions()
  }

  static func words(look name: String = "default", _ arguments: [String]) throws -> Words {
    let look = try #require(RadialView.looks.first { $0.name == name })
    var base = Words()
    look.adjust(&base.view)
    let spec = CommandSpec(
      name: "draw", summary: "Draw.",
      options: [
        .value("size", "WxH", into: \.size, help: "Pixels."),
        .value("ballistics", "NAME", into: \.ballistics, help: "Meter."),
        .value("normalization", "NAME", into: \.normalization, help: "Statistic."),
      ] + Option.group(RadialOptions.table, at: \.view), defaults: Words())
    guard
      case .values(let words, _) = try Parser(spec).parse(look.arguments + arguments, into: base)
    else { throw NoValues() }
    return words
  }

  /// The command line asked for help.
  struct NoValues: Error {}
}
