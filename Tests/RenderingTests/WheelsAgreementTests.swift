// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Rendering
import Signal
import Synthesis
import TestSupport
import Testing
import Views

/// Our pixels against librsvg's of our SVG, for wheels.
@Suite(.enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"))
struct WheelsAgreementTests {
  @Test(arguments: WheelsView.looks.map(\.name), ["none", ""])
  func `the pixels of wheels are librsvg's, but for few and by little`(
    look: String, background: String
  ) throws {
    var (settings, options) = (PictureSettings(), WheelsOptions())
    try #require(WheelsView.looks.first { $0.name == look }).apply(&settings, &options)
    settings.background = Color(parsing: background) ?? settings.background
    (settings.width, settings.height) = (320, 240)
    options.fitsAll = true
    let clock = TickClock(sampleRate: 60, rate: .sixty)
    let network = WheelNetwork(wheels: [
      .init(x: 0, y: 0, radius: 100, audio: true), .init(x: 160, y: 0, radius: 60, audio: true),
      .init(x: 0, y: 135, radius: 35, audio: true), .init(x: -150, y: 0, radius: 50),
    ])
    var view = WheelsView(
      options: options,
      track: ReadingTrack<NoReading>(
        format: StreamFormat(sampleRate: 60, channelCount: 2), clock: clock),
      context: ViewContext(instrument: Instrument(.wheels(network)), picture: settings))
    let canvas = try #require(
      Canvas(width: 320, height: 240, shortSideInPoints: options.shortSideInPoints))
    for tick in 0..<40 {
      view.advance(to: tick)
      guard tick % 13 == 12 else { continue }
      var scene = Scene(canvas: canvas, background: settings.background)
      view.draw(into: &scene)
      let result = try Tool.rsvgConvert.run(["@"], on: Picture.svg(scene))
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let difference = Difference(
        try Picture.decoded(scene), try Picture.decoded(result.output), notingAbove: 16)
      #expect(
        difference.share(above: 16) <= 0.001 && difference.largest <= 64,
        "after \(tick) ticks: \(difference)")
    }
  }
}
