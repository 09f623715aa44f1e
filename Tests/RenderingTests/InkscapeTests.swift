// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import Testing
import Views

/// Our drawings in the program with which they are edited.
@Suite(.enabled(if: Tool.inkscape.isInstalled, "inkscape is not installed"))
struct InkscapeTests {
  @Test func `Inkscape shows the logo as this program does`() throws {
    var options = RadialOptions()
    options.logoWidth = PositiveLength(150)
    let background = try #require(Color(parsing: "#eeff00"))
    let scenes = try Picture.radial(
      options, size: (320, 180), background: background, logo: try Picture.logo(), afterTicks: [200]
    )
    let drawing = Picture.svg(try #require(scenes.first))
    let theirs = try Tool.inkscape.run(
      ["@", "--export-type=png", "--export-filename=-"], on: drawing)
    #expect(theirs.status == 0)
    let ours = Picture.png(try #require(scenes.first))
    let difference = Difference(
      try Picture.decoded(ours), try Picture.decoded(theirs.output), notingAbove: 16)
    #expect(difference.share(above: 16) <= 0.002 && difference.largest <= 80, "\(difference)")
  }
}
