// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing
import Views

/// The looks whose turns overwrite each other, as pixels and as SVG.
@Suite struct RunningLookDrawingTests {
  @Test(arguments: RunningLook.all + RunningLook.spectral)
  func `drawing on gives what drawing afresh gives`(look: RunningLook) throws {
    let (options, background) = look.options(turn: 1)
    // Past the beginning of the second turn.
    let scenes = try Picture.radial(
      options, size: (91, 64), background: background, afterTicks: Array(40...75), seed: 3)
    var (png, svg) = (PNGFrameRenderer(), SVGFrameRenderer())
    var bytes: [UInt8] = []
    for (index, scene) in scenes.enumerated() {
      png.render(scene, into: &bytes)
      if index % 5 < 2 { #expect(bytes == Picture.png(scene), "frame \(index)") }
      svg.render(scene, into: &bytes)
      if index % 20 == 9 { #expect(bytes == Picture.svg(scene), "frame \(index)") }
    }
  }

  @Test(
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"),
    arguments: RunningLook.all + RunningLook.spectral, [(320, 180), (181, 320)])
  func `the pixels are librsvg's, but for few and by little`(
    look: RunningLook, size: (Int, Int)
  ) throws {
    let (options, background) = look.options(turn: 3)
    for background in [background, .none] {
      let scenes = try Picture.radial(
        options, size: size, background: background, afterTicks: [1, 120, 260], seed: 4)
      for (index, scene) in scenes.enumerated() {
        let result = try Tool.rsvgConvert.run(["@"], on: Picture.svg(scene))
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let difference = Difference(
          try Picture.decoded(scene), try Picture.decoded(result.output), notingAbove: 16)
        // The dots of an orbit overlap, so that some pixels are on the edges of several.
        let (share, largest) = look.name == "orbit" ? (0.002, 128) : (0.001, 64)
        let agrees = difference.share(above: 16) <= share && difference.largest <= largest
        #expect(agrees, "scene \(index) on \(background): \(difference)")
      }
    }
  }
}
