// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Foundation
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Scenes to test with, and what becomes of them.
enum Picture {
  /// An empty sheet on which a point is a pixel.
  static func sheet(_ width: Int, _ height: Int, _ background: Color = .white) throws -> Scene {
    let canvas = try #require(
      Canvas(width: width, height: height, shortSideInPoints: Double(min(width, height))))
    return Scene(canvas: canvas, background: background)
  }

  /// A path whose corners are given in pixels from the upper left of a sheet.
  static func path(
    _ corners: [(Double, Double)], on scene: Scene, width: Double, _ color: Color = .black
  ) -> Item {
    let center = (x: Double(scene.canvas.width) / 2, y: Double(scene.canvas.height) / 2)
    let points = corners.map { Point(x: $0.0 - center.x, y: $0.1 - center.y) }
    return stroke(points, width: width, color)
  }

  /// An open stroke that grows, in points.
  static func stroke(
    _ points: [Point], rotation: Angle = .zero, width: Double, _ color: Color = .black,
    data: [DataAttribute] = []
  ) -> Item {
    var item = Item.stroke(Path(points), width: width, color)
    item.grows = true
    item.rotation = rotation
    item.data = data
    return item
  }

  /// A bitmap over a rectangle of a sheet, in pixels from its upper left.
  static func image(
    _ bitmap: Bitmap, on scene: Scene, x: Double, y: Double, width: Double, height: Double
  ) -> Item {
    let center = (x: Double(scene.canvas.width) / 2, y: Double(scene.canvas.height) / 2)
    return .image(
      PlacedImage(
        bitmap: bitmap, png: [], origin: Point(x: x - center.x, y: y - center.y), width: width,
        height: height))
  }

  /// Expects that the pixels of a scene are those that librsvg draws from its SVG, but for few and by
  /// little; `comment` says which scene it is.
  static func expectAgreement(of scene: Scene, _ comment: String) throws {
    let result = try Tool.rsvgConvert.run(["@"], on: svg(scene))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let difference = Difference(
      try decoded(scene), try decoded(result.output), notingAbove: 16)
    #expect(
      difference.share(above: 16) <= 0.001 && difference.largest <= 64, "\(comment): \(difference)")
  }

  /// The pictures of the radial view after the given numbers of ticks, ascending.
  static func radial(
    _ options: RadialOptions, size: (Int, Int), background: Color,
    logo: PNGImage? = nil, afterTicks counts: [Int], seed: UInt64 = 1
  ) throws -> [Scene] {
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: options.shortSideInPoints))
    let ticks = PictureTicks.music(count: counts.max() ?? 0, seed: seed)
    var view = try options.figure(
      ticks: ticks,
      scale: LevelScale(
        peak: LevelPair(left: 20, right: 20), average: LevelPair(left: 40, right: 40)),
      image: logo)
    var scenes: [Scene] = []
    for tick in ticks.indices {
      try view.advance(to: tick)
      guard counts.contains(tick + 1) else { continue }
      var scene = Scene(canvas: canvas, background: background)
      scene.data = [DataAttribute("frame", "\(tick)")]
      view.draw(into: &scene)
      scenes.append(scene)
    }
    return scenes
  }

  /// The kept logo.
  static func logo() throws -> PNGImage { try PNGImage(path: Fixture.path("demo-logo.png")) }

  /// The file of a scene from a renderer that has drawn nothing else.
  static func png(_ scene: Scene) -> [UInt8] { file(scene, PNGFrameRenderer.self) }

  /// The document of a scene from a renderer that has drawn nothing else.
  static func svg(_ scene: Scene) -> [UInt8] { file(scene, SVGFrameRenderer.self) }

  /// The file of a scene from a renderer that has drawn nothing else.
  static func file<Renderer: FrameRenderer>(_ scene: Scene, _: Renderer.Type) -> [UInt8] {
    var renderer = Renderer()
    var bytes: [UInt8] = [1, 2, 3]
    renderer.render(scene, into: &bytes)
    return bytes
  }

  /// The pixels of a scene, read back from its PNG file.
  static func decoded(_ scene: Scene) throws -> Bitmap { try decoded(png(scene)) }

  /// The pixels of a PNG file.
  static func decoded(_ png: [UInt8]) throws -> Bitmap {
    try PNGImage(bytes: png, path: "a test's picture").bitmap
  }
}

extension Color {
  static let white = Color(red: 255, green: 255, blue: 255)
}

extension Bitmap {
  func color(x: Int, y: Int) -> Color {
    let place = (y * width + x) * 4
    return Color(
      red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2],
      alpha: pixels[place + 3])
  }
}

/// The folder of kept files, found from this file's own place.
enum Fixture {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  static func path(_ name: String) -> String { root.appending(path: name).path() }
}
