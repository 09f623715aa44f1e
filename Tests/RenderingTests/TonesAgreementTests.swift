// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Instruments
import Rendering
import Signal
import Synthesis
import TestSupport
import Testing
import Views

/// Pixels and documents of tones.
@Suite struct TonesAgreementTests {
  private func scene(
    _ look: String, size: (Int, Int), tick: Int, tones: [ToneBank.Tone] = ToneBank.tutorial
  ) throws -> Scene {
    var (settings, options) = (PictureSettings(), TonesOptions())
    try #require(TonesView.looks.first { $0.name == look }).apply(&settings, &options)
    (settings.width, settings.height) = size
    let bank = ToneBank(
      tones: tones,
      events: [
        .init(time: 1, tone: tones.count / 2 - 1, frequency: 70, velocity: 127, glide: 4),
        .init(time: 2, tone: tones.count / 2, frequency: 50),
      ])
    var view = try options.figure(
      of: ReadingTrack<NoReading>(
        format: StreamFormat(sampleRate: 48_000, channelCount: 2),
        clock: TickClock(sampleRate: 48_000, rate: .sixty)),
      ViewContext(score: Instrument(.tones(bank)), picture: settings))
    try view.advance(to: tick)
    return try view.scene(options, settings)
  }

  @Test(arguments: [1, 2])
  func `the tutorial's raster is exact in the pixels of a PNG`(scale: Int) throws {
    let scene = try scene("tutorial", size: (1024 * scale, 768 * scale), tick: 0)
    let picture = try Picture.decoded(scene)
    let yellow = Color(red: 255, green: 255, blue: 0)
    let tones = [(31.0, 127.0), (63, 95), (95, 63), (127, 31)]
    var previous: Double?
    var faults = 0
    for column in 0..<984 {
      var rows = 0..<0
      if column > 0 {
        let y = tones.reduce(62.5) { sum, tone in
          sum + sin(Double(column) / (.pi * 5) * (tone.0 / 127) * 5) * (tone.1 / 127 * 10)
        }
        rows = Int(min(previous ?? y, y))..<Int(max(previous ?? y, y)) + 1
        previous = y
      }
      for row in 0..<125 {
        let isLit = rows.contains(row)
        for pixel in 0..<scale * scale {
          let color = picture.color(
            x: (20 + column) * scale + pixel % scale, y: (20 + row) * scale + pixel / scale)
          // The corners of the ground are round.
          let isCorner = min(column, 983 - column) < 10 && min(row, 124 - row) < 10
          if isLit ? color != yellow : color != .black && !isCorner { faults += 1 }
        }
      }
    }
    #expect(faults == 0)
  }

  @Test(
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"),
    arguments: ["scope", "tutorial"])
  func `the pixels of tones are librsvg's, but for few and by little`(look: String) throws {
    for size in look == "scope" ? [(480, 270), (270, 480)] : [(512, 384)] {
      for tick in [333] {
        let scene = try scene(look, size: size, tick: tick)
        try Picture.expectAgreement(of: scene, "\(size) after \(tick) ticks")
      }
    }
  }

  @Test(arguments: ["scope", "tutorial"])
  func `a picture that follows another has the pixels of one by itself`(look: String) throws {
    var renderer = PNGFrameRenderer()
    for tick in [0, 1, 60, 61, 300, 301] {
      let scene = try scene(look, size: (160, 90), tick: tick)
      var bytes: [UInt8] = []
      renderer.render(scene, into: &bytes)
      #expect(try Picture.decoded(bytes) == Picture.decoded(scene), "after tick \(tick)")
    }
  }

  @Test(arguments: ["scope", "tutorial"])
  func `a document of tones is the kept one`(look: String) throws {
    let tones = Array(ToneBank.tutorial[1...2])
    let scene = try scene(look, size: (128, 96), tick: 100, tones: tones)
    try Golden.expectText(Picture.svg(scene), equals: "svg/tones-\(look).svg")
  }
}
