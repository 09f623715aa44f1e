// SPDX-License-Identifier: MIT
import Signal
import TestSupport
import Testing

@Suite struct TickClockTests {
  @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `ticks tile an hour without drift`(sampleRate: Int) throws {
    for rate in [Rate.sixty, try #require(Rate(30_000, over: 1001)), try #require(Rate(24))] {
      let clock = TickClock(sampleRate: sampleRate, rate: rate)
      let ticksInAnHour = 3600 * rate.numerator / rate.denominator
      let exact = Double(ticksInAnHour) * Double(rate.denominator) / Double(rate.numerator)
      let start = clock.firstSampleFrame(ofTick: ticksInAnHour)
      #expect(abs(Double(start) - exact * Double(sampleRate)) < 1)
    }
  }

  @Test func `a tick at 11025 Hz has 183 or 184 sample frames, as the exact boundaries say`() {
    let clock = TickClock(sampleRate: 11_025, rate: .sixty)
    // 11025/60 = 183.75
    #expect((0...4).map { clock.firstSampleFrame(ofTick: $0) } == [0, 183, 367, 551, 735])
  }

  @Test(arguments: [(0, 0), (1, 1), (734, 1), (735, 1), (736, 2), (44_100, 60)])
  func `a last short tick counts`(frames: Int, ticks: Int) {
    #expect(TickClock(sampleRate: 44_100, rate: .sixty).tickCount(sampleFrames: frames) == ticks)
  }

  @Test func `the tick count is the least that covers the stream`() throws {
    let seed: UInt64 = 20_160_530
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let clock = TickClock(
        sampleRate: .random(in: 1...200_000, using: &generator),
        rate: try #require(
          Rate(
            .random(in: 1...1_000, using: &generator),
            over: .random(in: 1...1_001, using: &generator))))
      let frames = Int.random(in: 0...10_000_000, using: &generator)
      let ticks = clock.tickCount(sampleFrames: frames)
      #expect(clock.firstSampleFrame(ofTick: ticks) >= frames)
      if ticks > 0 { #expect(clock.firstSampleFrame(ofTick: ticks - 1) < frames) }
    }
  }

  @Test func `a boundary far beyond any header's claim is still exact`() {
    let clock = TickClock(sampleRate: 192_000, rate: .sixty)
    #expect(clock.firstSampleFrame(ofTick: 1 << 50) == (1 << 50) * 3_200)
  }

  @Test func `ticks shorter than a sample frame are seen`() throws {
    let rate = try #require(Rate(48_001))
    #expect(!TickClock(sampleRate: 48_000, rate: rate).everyTickHasSamples)
    #expect(TickClock(sampleRate: 48_001, rate: rate).everyTickHasSamples)
  }

  @Test(arguments: [
    (44_100, 60, 1, 6), (22_050, 60, 1, 6), (44_100, 24, 1, 12), (48_000, 30_000, 1001, 3000),
    (11_025, 60, 1, 12), (7, 1, 1, 1),
  ])
  func `two clocks begin anew together`(
    sampleRate: Int, numerator: Int, denominator: Int, period: Int
  ) throws {
    let clock = TickClock(
      sampleRate: sampleRate, rate: try #require(Rate(numerator, over: denominator)))
    let tenths = TickClock(sampleRate: sampleRate, rate: .ten)
    #expect(clock.period(with: tenths) == period)
    // By the definition: the least number of ticks that are whole sample frames and whole tenths.
    let least = (1...3000).first { ticks in
      (ticks * sampleRate * denominator).isMultiple(of: numerator)
        && (ticks * 10 * denominator).isMultiple(of: numerator)
    }
    #expect(least == period)
    let frames = clock.firstSampleFrame(ofTick: period)
    for tick in 0..<100 {
      #expect(
        clock.firstSampleFrame(ofTick: period + tick)
          == frames + clock.firstSampleFrame(ofTick: tick))
    }
  }
}
