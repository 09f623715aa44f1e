// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Our pixels against librsvg's of our SVG, for figures of a whole track.
@Suite(.enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"))
struct TrackAgreementTests {
  @Test(arguments: TrackView.looks.map(\.name), [(1500, "none"), (5000, "")])
  func `the pixels of a track are librsvg's, but for few and by little`(
    look: String, kind: (ticks: Int, background: String)
  ) throws {
    var (settings, options) = (PictureSettings(), TrackViewOptions())
    try #require(TrackView.looks.first { $0.name == look }).apply(&settings, &options)
    (settings.width, settings.height) = (320, 240)
    settings.background = Color(parsing: kind.background) ?? settings.background
    let blank = try options.figure(
      ofTicks: PictureTicks.music(count: kind.ticks, seed: 3), ViewContext(picture: settings))
    for tick in [kind.ticks / 3, kind.ticks - 1] {
      var view = blank
      try view.advance(to: tick)
      try Picture.expectAgreement(of: view.scene(options, settings), "after \(tick) ticks")
    }
  }
}
