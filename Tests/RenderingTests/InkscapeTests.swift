// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing
import Views

/// Our drawings in the program with which they are edited.
@Suite(.enabled(if: Tool.inkscape.isInstalled, "inkscape is not installed"))
struct InkscapeTests {
  @Test func `Inkscape shows the logo as this program does`() throws {
    var options = RadialOptions.curves
    options.set("logo-width", to: "150")
    let background = try #require(Color(parsing: "#eeff00"))
    let scenes = try Picture.radial(
      options, size: (320, 180), background: background, logo: try Picture.logo(), afterTicks: [200]
    )
    try check(try #require(scenes.first))
  }

  @Test
  func `Inkscape shows transparent curves, whose spokes are elements of their own, as they are`()
    throws
  {
    var options = RadialOptions.curves
    options.set("pen", to: "9")
    options.set("stroke", to: "#f008,#00f8,#0808,#0008")
    let scenes = try Picture.radial(
      options, size: (320, 180), background: .white, afterTicks: [90])
    try check(try #require(scenes.first))
  }

  /// Against our own pixels, and librsvg's, of the same scene.
  private func check(_ scene: Scene) throws {
    let drawing = Picture.svg(scene)
    let theirs = try Tool.inkscape.run(
      ["@", "--export-type=png", "--export-filename=-"], on: drawing)
    #expect(theirs.status == 0)
    var others = [Picture.png(scene)]
    if Tool.rsvgConvert.isInstalled {
      others.append(try Tool.rsvgConvert.run(["@"], on: drawing).output)
    }
    for other in others {
      let difference = Difference(
        try Picture.decoded(other), try Picture.decoded(theirs.output), notingAbove: 16)
      #expect(difference.share(above: 16) <= 0.002 && difference.largest <= 80, "\(difference)")
    }
  }
}
