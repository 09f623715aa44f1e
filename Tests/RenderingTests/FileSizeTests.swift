// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

/// The bytes that no file of a scene exceeds.
@Suite struct FileSizeTests {
  private func check(_ scene: Scene, _ story: String) {
    let (png, svg) = (Picture.png(scene).count, Picture.svg(scene).count)
    #expect(png <= PNGFrameRenderer.mostBytes(for: scene), "PNG: \(story)")
    #expect(svg <= SVGFrameRenderer.mostBytes(for: scene), "SVG: \(story)")
  }

  @Test(
    arguments: [(1, 1), (1, 200), (300, 1), (64, 64), (257, 33), (1000, 40)], [UInt8(255), 128])
  func `a picture of noise, which nothing makes smaller, stays below`(
    size: (width: Int, height: Int), alpha: UInt8
  ) throws {
    var random = SeededGenerator(seed: 7)
    let pixels = (0..<size.width * size.height * 4).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let bitmap = Bitmap(width: size.width, height: size.height, pixels: pixels)
    var scene = try Picture.sheet(
      size.width, size.height, Color(red: 1, green: 2, blue: 3, alpha: alpha))
    scene.image = PlacedImage(
      bitmap: bitmap, png: pixels, origin: Point(x: -999_999.5, y: -999_999.25),
      width: 999_999.125, height: 999_999.375)
    check(scene, "far away")
    scene.image = Picture.image(
      bitmap, on: scene, x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    check(scene, "in place")
    // Nearly three or four bytes of noise for each pixel, so the bound cannot be much tighter.
    let noise = size.width * size.height * (alpha == 255 ? 3 : 4)
    if noise > 10_000 { #expect(Picture.png(scene).count > noise * 9 / 10) }
  }

  @Test func `numbers and words at their longest stay below`() throws {
    let farthest = -999_999_999.0
    var scene = try Picture.sheet(2, 2, Color(red: 250, green: 251, blue: 252, alpha: 128))
    let awkward = String(repeating: "\"<&", count: 300)
    scene.data = [DataAttribute("frame", awkward), DataAttribute("time", "")]
    scene.paths = (0..<5).map { index in
      StrokedPath(
        points: (0..<index * 100).map { _ in Point(x: farthest, y: farthest) },
        rotation: .degrees(-359.999), lineWidth: 0,
        color: Color(red: 250, green: 251, blue: 252, alpha: UInt8(index)),
        data: [DataAttribute("dbfs", awkward), DataAttribute("", "'")])
    }
    check(scene, "words")
    // Four fifths of it are there.
    #expect(Picture.svg(scene).count > SVGFrameRenderer.mostBytes(for: scene) * 4 / 5)
  }

  @Test func `an empty sheet stays below`() throws {
    check(try Picture.sheet(1, 1), "one pixel")
    check(try Picture.sheet(4000, 3, .none), "three rows")
  }
}
