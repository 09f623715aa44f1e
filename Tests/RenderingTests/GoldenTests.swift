// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing
import Views

@Suite struct GoldenTests {
  private func scene(_ name: String) throws -> Scene {
    var options = RadialOptions.curves
    options.turn = .ticks(TickCount(12))
    // One pixel.
    options.set("pen", to: "8")
    var background = Color(red: 0xEE, green: 0xFF, blue: 0)
    var logo: PNGImage?
    switch name {
    case "colours":
      options.set("stroke", to: "crimson,#00f8,seagreen,#0408")
      options.set("pen", to: "24")
      options.set("spokes", to: "0")
      background = .none
    case "logo":
      for (name, value) in [("pen", "4"), ("logo-x", "0.5"), ("logo-y", "0.5")] {
        options.set(name, to: value)
      }
      let bitmap = Bitmap(
        width: 2, height: 2,
        pixels: [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255, 255, 255, 255, 0])
      logo = PNGImage(bytes: Array("not a PNG, but carried all the same".utf8), bitmap: bitmap)
      background = Color(red: 0, green: 0x33, blue: 0x66, alpha: 0x80)
    default: break
    }
    let scenes = try Picture.radial(
      options, size: (96, 54), background: background, logo: logo, afterTicks: [10], seed: 3)
    return try #require(scenes.first)
  }

  @Test(arguments: ["plain", "colours", "logo"])
  func `a small picture's document is the kept one`(name: String) throws {
    try Golden.expectText(Picture.svg(try scene(name)), equals: "svg/\(name).svg")
  }

  @Test(arguments: ["plain", "colours", "logo"])
  func `a small picture's pixels are the kept ones`(name: String) throws {
    try Golden.expectPicture(Picture.png(try scene(name)), equals: "raster/\(name).png")
  }
}
