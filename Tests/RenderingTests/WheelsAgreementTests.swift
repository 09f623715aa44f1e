// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Instruments
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
    var view = try options.figure(
      of: ReadingTrack<NoReading>(
        format: StreamFormat(sampleRate: 60, channelCount: 2), clock: clock),
      ViewContext(score: Instrument(.wheels(network)), picture: settings))
    (settings.width, settings.height) = (320, 240)
    for tick in 0..<40 {
      try view.advance(to: tick)
      guard tick % 13 == 12 else { continue }
      try Picture.expectAgreement(of: view.scene(options, settings), "after \(tick) ticks")
    }
  }
}
