// SPDX-License-Identifier: MIT
import Foundation
import Signal
import TestSupport
import Testing

@testable import Analysis

/// The needles of the standards, by the formulas of their movement.
@Suite struct StandardMeterTests {
  private static let rates = [8000, 44_100, 192_000]

  /// What a needle reads at the ends of ticks of a length in seconds, while a signal of magnitudes moves it.
  private func indications(
    _ needle: some Needle, rate: Int, tick: Double, count: Int, _ magnitude: (Double) -> Double
  ) -> [Double] {
    var needle = needle
    return (0..<count).map { index in
      let frames =
        Int(
          Double(index) * tick * Double(rate))..<Int(
          Double(index + 1) * tick * Double(rate))
      for frame in frames {
        needle.move(SIMD2(repeating: magnitude(Double(frame) / Double(rate))))
      }
      return needle.read()[0]
    }
  }

  private func decibels(_ amplitude: Double) -> Double { 20 * log10(amplitude) }

  private func sine(_ hertz: Double) -> (Double) -> Double {
    { abs(sin(2 * .pi * hertz * $0)) }
  }

  @Test(arguments: rates)
  func `a VU needle shows 99 % after 300 ms, and swings 1 to 1.5 % too far`(rate: Int) {
    // The mean of the magnitudes of a sine at full scale.
    let found = indications(VUNeedle(sampleRate: rate), rate: rate, tick: 0.001, count: 2000) { _ in
      2 / .pi
    }
    #expect(abs(found[299] - 0.99) < 0.002)
    #expect((1.01...1.015).contains(found.max() ?? 0))
    #expect(abs((found.last ?? 0) - 1) < 1e-3)
  }

  @Test(arguments: rates)
  func `the average of the K-system shows 99 % after 600 ms`(rate: Int) {
    let needle = SmoothedPower(sampleRate: rate)
    let found = indications(needle, rate: rate, tick: 0.1, count: 60) { _ in 0.5.squareRoot() }
    #expect(abs(found[5] - 0.99) < 0.0005)
    #expect(abs((found.last ?? 0) - 1) < 1e-9)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// How long a burst is in milliseconds, how much less than a steady tone it reads in dB, and the tolerance
  /// of IEC 60268-10.
  private typealias Burst = (milliseconds: Double, level: Double, within: Double)

  private static let bursts: [[Burst]] = [
    [(100, 0, 0.5), (10, -1, 0.5), (5, -2, 1), (3, -4, 1)],
    [(100, 0, 0.5), (10, -2, 0.5), (5, -4, 0.75), (1.5, -9, 1)],
  ]

  @Test(arguments: [0, 1])
  func `bursts read less the shorter they are, and what is shown falls at a constant rate`(
    type: Int
  ) {
    let (kind, fall) = [(QuasiPeak.typeI, 20 / 1.7), (QuasiPeak.typeII, 24 / 2.8)][type]
    // 5 kHz, beside a steady tone.
    let rate = 48_000
    func shown(_ seconds: Double) -> [Double] {
      let tone = sine(5000)
      return indications(QuasiPeak(kind, sampleRate: rate), rate: rate, tick: 1, count: 4) {
        $0 < seconds ? tone($0) : 0
      }
    }
    let steady = decibels(shown(1)[0])
    #expect(abs(steady) < 0.5)
    for burst in Self.bursts[type] {
      let level = decibels(shown(burst.milliseconds / 1000)[0]) - steady
      #expect(abs(level - burst.level) <= burst.within, "\(burst): \(level)")
    }
    let levels = shown(1).map(decibels)
    // The greatest indication of a tick is that at its beginning.
    #expect(abs(levels[2] - levels[1] + fall) < 1e-3 && abs(levels[3] - levels[2] + fall) < 1e-3)
  }

  @Test(arguments: rates)
  func `a peak is shown at once, and falls by its rate`(rate: Int) {
    let needle = FallingPeak(fall: 12, sampleRate: rate)
    let found = indications(needle, rate: rate, tick: 0.5, count: 4) { $0 == 0 ? 0.5 : 0 }.map(
      decibels)
    for (index, level) in found.enumerated() {
      // At the first sample of each tick.
      #expect(abs(level - (decibels(0.5) - 6 * Double(index))) < 0.001)
    }
  }

  @Test(arguments: Ballistics.standards)
  func `a sine at full scale reads 0 dBFS, and silence the floor, in any number of channels`(
    meters: Ballistics
  ) throws {
    for channelCount in [1, 2, 3, 5] {
      let samples = (0..<(3 * 48_000 * channelCount)).map { index in
        Float(sin(2 * .pi * 997 * Double(index / channelCount) / 48_000))
      }
      for (samples, expected) in [
        (samples, meters.name == "r128" ? -3.01 : 0), (samples.map { _ in 0 }, -120.0),
      ] {
        let ticks = try readings(
          meters.levels(floor: Decibels(-120)), interleaved: samples, channelCount: channelCount,
          sampleRate: 48_000)
        let last = try #require(ticks.last)
        #expect(last.count == 2 * channelCount)
        for (place, level) in last.enumerated() {
          // The peak of r128 is the true one, 0 dBTP.
          let wanted =
            meters.name == "r128" && place.isMultiple(of: 2) && expected > -9 ? 0 : expected
          #expect(abs(level.value - wanted) < 0.2, "\(meters.name) \(place): \(level.value)")
        }
      }
    }
  }
}
