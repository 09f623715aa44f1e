// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Foundation
import Signal
import TestSupport
import Testing

@testable import Views

/// The faces of standard instruments.
@Suite struct GaugeInstrumentTests {
  /// The fraction of the arc at which the needles are, for these levels of both channels.
  private func fractions(
    _ scale: GaugeOptions.Scale, peak: Double = -160, average: Double = -160,
    reference: Double? = nil
  ) throws -> [Double] {
    var run = try GaugeRun("studio")
    (run.options.scale, run.options.reference) = (scale, reference)
    let levels: [GaugeRun.Levels] = [((peak, average), (peak, average))]
    let scene = try #require(run.scenes(run.view(levels: levels), through: 0).last)
    // 96 degrees, with the middle at the top.
    return scene.degrees(of: "needle").map { ($0 - 270) / 96 + 0.5 }
  }

  @Test(arguments: [
    (-20, 0.71), (-17, 1.0029), (-40, 0.071), (-26, 0.35585), (-160, 0), (0, 1.04),
  ])
  func `a VU meter is linear in voltage, with 0 VU at 71 percent`(level: Double, place: Double)
    throws
  {
    let found = try fractions(.vu, average: level)
    #expect(found.count == 2)
    for fraction in found { #expect(abs(fraction - place) < 1e-4, "\(fraction)") }
  }

  @Test(arguments: [
    (GaugeOptions.Scale.bbc, -18.0, 0.5), (.bbc, -30, 0.1), (.bbc, -6, 0.9), (.ebu, -18, 0.5),
    (.ebu, -9, 0.8), (.nordic, -18, 0.72), (.nordic, -9, 0.94), (.din, -9, 0.87), (.din, -4, 1),
    (.dbfs, 0, 1), (.dbfs, -20, 0.5),
  ])
  func `programme meters show the peak from their reference`(
    scale: GaugeOptions.Scale, level: Double, place: Double
  ) throws {
    for fraction in try fractions(scale, peak: level) {
      #expect(abs(fraction - place) < 1e-9, "\(fraction)")
    }
    // Another reference moves the needle by as much.
    guard scale != .dbfs else { return }
    for fraction in try fractions(scale, peak: level - 10, reference: try reference(scale) - 10) {
      #expect(abs(fraction - place) < 1e-9, "\(fraction)")
    }
  }

  private func reference(_ scale: GaugeOptions.Scale) throws -> Double { scale == .din ? -9 : -18 }

  @Test(arguments: [(GaugeOptions.Scale.k20, -20.0), (.k14, -14), (.k12, -12)])
  func `the K-system's 0 is so far below full scale, which is the end`(
    scale: GaugeOptions.Scale, zero: Double
  ) throws {
    let full = try fractions(scale, average: 0)
    #expect(full.allSatisfy { abs($0 - 1) < 1e-9 })
    let low = try fractions(scale, average: zero - 24)
    #expect(low.allSatisfy { abs($0 - 0.08) < 1e-9 })
  }

  @Test func `loudness is that of both channels together, on one instrument`() throws {
    for (scale, top) in [(GaugeOptions.Scale.lu, 9.0), (.lu18, 18)] {
      // Two equal channels are 3.01 dB louder than each.
      let found = try fractions(scale, average: -23 - 10 * log10(2))
      #expect(found.count == 1)
      #expect(abs(found[0] - 2.0 / 3) < 1e-9)
      let high = try fractions(scale, average: -23 - 10 * log10(2) + top)
      #expect(abs(high[0] - 1) < 1e-9)
    }
  }

  @Test(arguments: [
    (GaugeOptions.Scale.vu, -11.2, -9.0, "0 VU = −9 dBFS"), (.bbc, -11.2, -8, "4 = −8 dBFS"),
    (.ebu, -17.6, -15, "TEST = −15 dBFS"), (.nordic, -17.4, -14, "TEST = −14 dBFS"),
    (.din, -17.4, -5, "0 = −5 dBFS"), (.k20, -30.2, -30, "0 = −30 dBFS"),
    (.k14, -9.4, -9, "0 = −9 dBFS"), (.lu, -14.4, -14, "0 LU = −14 LUFS"),
    (.dbfs, -11, 0, "0 = 0 dBFS"),
  ])
  func `the reference of an instrument follows the loudness of the track, in whole decibels`(
    scale: GaugeOptions.Scale, loudness: Double, reference: Double, words: String
  ) throws {
    let instrument = try #require(scale.instrument)
    #expect(instrument.reference(for: loudness) == reference)
    #expect(instrument.words(of: reference) == words)
    #expect(instrument.reference(for: nil) == instrument.reference)
  }

  @Test(arguments: GaugeOptions.Scale.allCases.filter { $0 != .db && $0 != .linear })
  func `needles stay on the face, however loud or soft it is`(scale: GaugeOptions.Scale) throws {
    for level in [-160, -90, -60, -30, 0, 20, 700.0] {
      for fraction in try fractions(scale, peak: level, average: level) {
        #expect((-0.03 - 1e-9...1.04 + 1e-9).contains(fraction))
      }
    }
  }

  @Test func `the instrument is that of the meters unless another is chosen`() throws {
    var run = try GaugeRun("studio")
    let levels: [GaugeRun.Levels] = [((-9, -20), (-9, -20))]
    func count(of ballistics: String) throws -> Int {
      run.picture.ballistics = try #require(
        Ballistics.allCases.first { $0.name == ballistics })
      let scene = try #require(run.scenes(run.view(levels: levels), through: 0).last)
      return scene.items(named: "peak").count
    }
    // Instruments have no peak mark.
    #expect(try count(of: "petal") == 2)
    #expect(try count(of: "vu") == 0)
    run.options.scale = .db
    #expect(try count(of: "vu") == 2)
  }

  @Test func `what does not go with an instrument is refused`() throws {
    func check(
      _ meters: String, _ adjust: (inout GaugeOptions) -> Void
    ) throws {
      var options = GaugeOptions()
      adjust(&options)
      try options.check()
      try options.check(
        with: try #require(Ballistics.allCases.first { $0.name == meters }))
    }
    #expect(throws: UsageError.self) {
      try check("vu") { ($0.scale, $0.reference) = (.db, -18) }
    }
    #expect(throws: UsageError.self) { try check("petal") { $0.reference = -18 } }
    #expect(throws: UsageError.self) {
      try check("vu") { ($0.scale, $0.reference) = (.vu, 3) }
    }
    #expect(throws: UsageError.self) {
      try check("vu") { ($0.scale, $0.ranges) = (.vu, [GaugeRange(-9, 0, .black)]) }
    }
    #expect(throws: UsageError.self) { try check("vu") { $0.showsRanges = false } }
    #expect(throws: UsageError.self) {
      try check("vu") { ($0.scale, $0.look) = (.vu, GaugeView.looks[1]) }
    }
    for scale in [GaugeOptions.Scale.lu, .lu18] {
      #expect(throws: UsageError.self) { try check("petal") { $0.scale = scale } }
      try check("r128") { $0.scale = scale }
    }
    try check("vu") { $0.reference = -18 }
    try check("petal") { ($0.scale, $0.reference) = (.vu, -18) }
  }
}
