// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing
import Views

/// The scale of sound that is still arriving.
@Suite struct AdaptiveRangeTests {
  private let usual = LevelRange(low: -16, high: -1)

  /// Ten levels of music between two ends, again and again.
  private func music(_ low: Double, _ high: Double, tick: Int) -> [Double] {
    let place = Double(tick * 7 % 10) / 9
    return [low + (high - low) * place, low + (high - low) * (1 - place)]
  }

  @Test func `it begins as usual, and silence moves nothing`() {
    var range = AdaptiveRange(usual, tickRate: .sixty)
    #expect(range.range == usual)
    for _ in 0..<3600 { range.include([-160, -70]) }
    #expect(range.range == usual)
    for tick in 0..<600 { range.include(music(-30, -12, tick: tick)) }
    let heard = range.range
    #expect(heard != usual)
    for _ in 0..<3600 { range.include([-160, -160]) }
    #expect(range.range == heard)
  }

  @Test(arguments: [(-30.0, -12.0), (-9, -1), (-60, -40)])
  func `after half a minute it is the range of what is heard`(low: Double, high: Double) {
    var range = AdaptiveRange(usual, tickRate: .sixty)
    for tick in 0..<1800 { range.include(music(low, high, tick: tick)) }
    #expect(abs(range.range.high - high) < 2, "\(range.range)")
    #expect(abs(range.range.low - low) < 2.5, "\(range.range)")
  }

  @Test(arguments: [18.0, -18])
  func `a change of the volume is followed within half a minute`(step: Double) {
    var range = AdaptiveRange(usual, tickRate: .sixty)
    for tick in 0..<7200 { range.include(music(-34, -20, tick: tick)) }
    for tick in 0..<1800 { range.include(music(-34 + step, -20 + step, tick: tick)) }
    #expect(abs(range.range.high - (-20 + step)) < 3, "\(range.range)")
    #expect(abs(range.range.low - (-34 + step)) < 3, "\(range.range)")
  }

  @Test(arguments: TestRun.seeds(1...5))
  func `its ends move slowly, and are never nearer than six decibels`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var range = AdaptiveRange(usual, tickRate: .sixty)
    for _ in 0..<2000 {
      let before = range.range
      range.include([
        Double.random(in: -100...6, using: &random), Double.random(in: -20...0, using: &random),
      ])
      let (low, high) = (range.range.low - before.low, range.range.high - before.high)
      #expect(high <= 24.0 / 60 + 1e-9 && high >= -6.0 / 60 - 1e-9, "seed \(seed)")
      #expect(low <= 6.0 / 60 + 1e-9 && low >= -24.0 / 60 - 1e-9, "seed \(seed)")
      #expect(range.range.high - range.range.low >= 5.5, "seed \(seed)")
    }
  }

  @Test func `ten hours of ticks change nothing but the range`() {
    var range = AdaptiveRange(usual, tickRate: .sixty)
    for tick in 0..<(60 * 60 * 60) { range.include(music(-30, -12, tick: tick)) }
    #expect(range.range.high.isFinite && range.range.low.isFinite)
    #expect(abs(range.range.high + 12) < 1)
  }
}
