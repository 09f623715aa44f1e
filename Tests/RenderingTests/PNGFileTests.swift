// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing
import Views

@Suite struct PNGFileTests {
  /// Pictures of every colour type, thin and wide, plain and like noise.
  static let names = [
    "ramp", "ramp over nothing", "colours", "colours over nothing", "noise", "dot",
  ]

  private func scene(_ name: String) throws -> Scene {
    var random = SeededGenerator(seed: 5)
    var options = RadialOptions.curves
    if name.hasPrefix("colours") {
      options.set("stroke", to: "red,#00f8,lime,#123")
    }
    switch name {
    case "noise":
      var scene = try Picture.sheet(300, 211, .black)
      let pixels = (0..<300 * 211 * 4).map { place in
        place % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
      }
      scene.items.append(
        Picture.image(
          Bitmap(width: 300, height: 211, pixels: pixels), on: scene, x: 0, y: 0, width: 300,
          height: 211))
      return scene
    case "dot": return try Picture.sheet(1, 1)
    default:
      let background =
        name.hasSuffix("nothing") ? Color.none : Color(red: 0xEE, green: 0xFF, blue: 0)
      return try #require(
        try Picture.radial(options, size: (333, 257), background: background, afterTicks: [100])
          .first)
    }
  }

  @Test(arguments: names)
  func `a file is its chunks in order, each with its checksum`(name: String) throws {
    let scene = try scene(name)
    let file = try PNGFile(Picture.png(scene))
    for chunk in file.chunks { #expect(chunk.crc == chunk.crcOfContent, "\(chunk.type)") }
    #expect(file.width == scene.canvas.width)
    #expect(file.height == scene.canvas.height)
    #expect(Array(file.header[10...]) == [0, 0, 0])
    #expect(file.header[8] == 8)
    let types = file.chunks.map(\.type).reduce(into: [String]()) { types, type in
      if types.last != type { types.append(type) }
    }
    let palette = file.colorType == 3 ? ["PLTE"] : []
    let alphas = name == "ramp over nothing" ? ["tRNS"] : []
    #expect(types == ["IHDR", "sRGB"] + palette + alphas + ["IDAT", "IEND"])
    #expect(file.chunks.last?.data.isEmpty == true)
    // The perceptual intent.
    #expect(file.chunks[1].data == [0])
  }

  @Test(arguments: names)
  func `libpng reads back the pixels that were drawn`(name: String) throws {
    let scene = try scene(name)
    let bitmap = try Picture.decoded(scene)
    #expect(bitmap.pixels == Pixels.rgba(RasterRenderer(scene).pixmap))
  }

  @Test(.enabled(if: Tool.pngcheck.isInstalled, "pngcheck is not installed"), arguments: names)
  func `pngcheck finds nothing wrong`(name: String) throws {
    let result = try Tool.pngcheck.run(["-v", "@"], on: Picture.png(try scene(name)))
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: names)
  func `ffmpeg reads back the pixels that were drawn`(name: String) throws {
    let scene = try scene(name)
    let result = try Tool.ffmpeg.run(
      ["-v", "error", "-f", "png_pipe", "-i", "@", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
      on: Picture.png(scene))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output == Pixels.rgba(RasterRenderer(scene).pixmap))
  }

  @Test(arguments: [1, 7, 8, 9, 16, 17], [1, 2, 255, 256, 257])
  func `a picture of any height and width is read back`(height: Int, width: Int) throws {
    var scene = try Picture.sheet(width, height)
    scene.items = [
      Picture.path(
        [(0, 0), (Double(width), Double(height))], on: scene, width: 1.5,
        Color(red: 200, green: 0, blue: 90))
    ]
    #expect(try Picture.decoded(scene).pixels == Pixels.rgba(RasterRenderer(scene).pixmap))
  }
}

enum Pixels {
  /// The pixels of a pixmap as RGBA, row by row.
  static func rgba(_ pixmap: Pixmap) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(pixmap.width * pixmap.height * 4)
    for y in 0..<pixmap.height {
      for x in 0..<pixmap.width {
        let color = pixmap.color(x: x, y: y)
        pixels.append(color.red)
        pixels.append(color.green)
        pixels.append(color.blue)
        pixels.append(color.alpha)
      }
    }
    return pixels
  }
}
