// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing

@Suite struct RoundImageTests {
  private let blue = Color(red: 0, green: 0, blue: 255)

  /// A picture of 60 pixels a side as a disc of that size on a sheet of 100.
  private func scene(isMoved: Bool = false) throws -> Scene {
    var pixels: [UInt8] = []
    for index in 0..<3600 { pixels += [UInt8(index % 60 * 4), UInt8(index / 60 * 4), 80, 255] }
    var scene = try Picture.sheet(100, 100, .white)
    let side = scene.canvas.widthInPoints
    let disc = PlacedImage(
      disc: Bitmap(width: 60, height: 60, pixels: pixels), center: .origin, radius: 0.3 * side)
    var item = Item.image(disc)
    if isMoved { item.origin = Point(x: 0.1 * side, y: 0) }
    scene.items = [
      Item.fill(.rectangle(x: -side, y: -side, width: 2 * side, height: 2 * side), blue), item,
    ]
    return scene
  }

  @Test func `only the disc is covered`() throws {
    let pixmap = RasterRenderer(try scene()).pixmap
    #expect(pixmap.color(x: 21, y: 21) == blue && pixmap.color(x: 78, y: 78) == blue)
    #expect(pixmap.color(x: 50, y: 19) == blue)
    #expect(pixmap.color(x: 50, y: 50) == Color(red: 120, green: 120, blue: 80))
    #expect(pixmap.color(x: 22, y: 50) == Color(red: 8, green: 120, blue: 80))
  }

  @Test func `a disc that moves is drawn as if it had been there from the start`() throws {
    var renderer = RasterRenderer(try scene())
    let moved = try #require(renderer.renderContinuing(try scene(isMoved: true)))
    #expect(moved.bytes == RasterRenderer(try scene(isMoved: true)).pixmap.bytes)
  }

  @Test func `an SVG clips its pixels with a circle, and embeds them as a PNG`() throws {
    let scene = try scene()
    let text = String(decoding: Picture.svg(scene), as: UTF8.self)
    #expect(text.contains("<clipPath id=\"clip-1\"><circle cx=\"0.000\" cy=\"0.000\" r=\""))
    #expect(text.contains(" clip-path=\"url(#clip-1)\""))
    let start = try #require(text.firstRange(of: "base64,")?.upperBound)
    let data = try #require(Data(base64Encoded: String(text[start...].prefix { $0 != "\"" })))
    guard case .image(let image) = scene.items[1].shape else { return }
    #expect(try Picture.decoded(Array(data)) == image.bitmap)
  }

  @Test(.enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"))
  func `librsvg draws the same disc`() throws {
    try Picture.expectAgreement(of: scene(isMoved: true), "a disc")
  }
}
