// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

@Suite struct RowFilterTests {
  // In a gradient to the right a band's first row repeats its differences from pixel to pixel, and
  // the others repeat the row above; in a slanting one all rows differ.
  @Test(arguments: [Color.white, .none], [0.0, 40])
  func `a gradient takes half the bytes of its plain rows, and libpng reads its pixels back`(
    background: Color, slant: Double
  ) throws {
    var scene = try Picture.sheet(301, 203, background)
    scene.items = [
      Item(
        .fill(.rectangle(x: -200, y: -200, width: 400, height: 400), .nonzero),
        .linear(
          from: Point(x: -150, y: -slant), to: Point(x: 150, y: slant),
          [GradientStop(0, .black), GradientStop(1, Color(red: 255, green: 128, blue: 64))]))
    ]
    let png = Picture.png(scene)
    let pixmap = RasterRenderer(scene).pixmap
    #expect(try Picture.decoded(png).pixels == Pixels.rgba(pixmap))
    var deflater = RunDeflater()
    let plain = deflater.compress(
      RunTokens(pixmap.bytes.span, distance: pixmap.format.bytesPerPixel))
    #expect(png.count * 2 < plain.count, "\(png.count) of \(plain.count)")
  }

  // In a row of differences, the first pixel beside a change is stored anew, here in the next tile.
  @Test func `the file is that of a fresh renderer after a change at the edge of a tile`() throws {
    var scene = try Picture.sheet(255, 64)
    let sheet = Path.rectangle(x: -127.5, y: -32, width: 255, height: 64)
    scene.items = [
      Item(
        .fill(sheet, .nonzero),
        .linear(
          from: Point(x: -127.5, y: 0), to: Point(x: 127.5, y: 0),
          [GradientStop(0, .black), GradientStop(1, .white)]))
    ]
    var renderer = PNGFrameRenderer()
    var bytes: [UInt8] = []
    renderer.render(scene, into: &bytes)
    scene.items.append(
      Item(
        .fill(.rectangle(x: -63.5, y: -32, width: 32, height: 64), .nonzero), .color(.black)))
    renderer.render(scene, into: &bytes)
    #expect(bytes == Picture.png(scene))
  }
}
