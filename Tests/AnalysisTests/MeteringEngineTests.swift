// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

@Suite struct MeteringEngineTests {
  @Test(arguments: Ballistics.allCases, [1, 2, 3, 5, 6, 8, 16, 24, 1024])
  func `block size does not change any bit of the ticks`(
    ballistics: Ballistics, channelCount: Int
  ) throws {
    let seed = UInt64(1000 + channelCount)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let frames = channelCount > 100 ? 1_700 : 9_001
    let samples = noise(frames * channelCount, using: &generator)
    func metered(_ lengths: () -> Int) throws -> [Tick] {
      try ticks(
        interleaved: samples, channelCount: channelCount, ballistics: ballistics,
        sampleRate: 44_100, blockLengths: lengths)
    }
    let whole = try metered { frames }
    #expect(whole.count == (frames * 60 + 44_099) / 44_100)
    for length in [1, 7, 735, 1024] { #expect(try metered { length } == whole) }
    #expect(try metered { Int.random(in: 1...2000, using: &generator) } == whole)
  }

  @Test(arguments: Ballistics.allCases)
  func `swapping channels swaps levels, and a channel does not hear the others`(
    ballistics: Ballistics
  ) throws {
    var generator = SeededGenerator(seed: 2)
    let left = noise(5_000, using: &generator)
    let right = noise(5_000, using: &generator).map { $0 / 8 }
    let straight = try ticks(of: [left, right], ballistics: ballistics)
    let swapped = try ticks(of: [right, left], ballistics: ballistics)
    #expect(straight.map { $0.levels.reversed() } == swapped.map(\.levels))
    let alone = try ticks(of: [left], ballistics: ballistics)
    for (one, two) in zip(alone, straight) {
      #expect(abs(one.levels[0].average.value - two.levels[0].average.value) < 1e-10)
      #expect(one.levels[0].peak == two.levels[0].peak)
    }
  }

  @Test(arguments: Ballistics.allCases, [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `doubling the amplitude adds 6.02 dB, at any rate`(
    ballistics: Ballistics, sampleRate: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(sampleRate))
    let samples = noise(sampleRate / 4, using: &generator)
    let ntsc = try #require(Rate(30_000, over: 1001))
    let clock = TickClock(sampleRate: sampleRate, rate: ntsc)
    let soft = try ticks(of: [samples], ballistics: ballistics, sampleRate: sampleRate, rate: ntsc)
    let loud = try ticks(
      of: [samples.map { 2 * $0 }], ballistics: ballistics, sampleRate: sampleRate, rate: ntsc)
    #expect(soft.count == clock.tickCount(sampleFrames: samples.count))
    for (one, two) in zip(soft, loud) {
      #expect(abs(two.levels[0].peak.value - one.levels[0].peak.value - 6.020599913) < 1e-8)
      #expect(abs(two.levels[0].average.value - one.levels[0].average.value - 6.020599913) < 1e-8)
    }
    #expect(loud.contains { $0.levels[0].peak.value > 5 })
  }

  @Test(
    arguments: Ballistics.allCases,
    [(0, 0), (1, 1), (734, 1), (735, 1), (736, 2), (1023, 2), (1024, 2), (1025, 2), (1470, 2)])
  func `a stream of any length has all its ticks`(
    ballistics: Ballistics, lengths: (frames: Int, ticks: Int)
  ) throws {
    for channelCount in [1, 2, 3, 1024] {
      let samples = [Float](repeating: 0.5, count: lengths.frames * channelCount)
      let result = try ticks(
        interleaved: samples, channelCount: channelCount, ballistics: ballistics,
        sampleRate: 44_100, blockLengths: { 512 })
      #expect(result.map(\.index) == Array(0..<lengths.ticks))
      #expect(result.allSatisfy { $0.levels.count == channelCount })
      // Programme meters rise slowly, and the true peak overshoots where the sound begins.
      guard !ballistics.name.hasPrefix("ppm"), ballistics.name != "r128" else { continue }
      #expect(result.allSatisfy { $0.levels.allSatisfy { abs($0.peak.value + 6.0206) < 1e-5 } })
    }
  }

  @Test(arguments: Ballistics.allCases, [Float.nan, .infinity, -.infinity])
  func `a sample that is no number is named, after the ticks before it`(
    ballistics: Ballistics, bad: Float
  ) throws {
    for channelCount in [1, 2, 3] {
      for frame in [0, 799, 800, 1023, 1024, 4_000, 4_999] {
        for blockLength in [1, 100, 5_000] {
          var samples = [Float](repeating: 0.5, count: 5_000 * channelCount)
          samples[frame * channelCount + channelCount - 1] = bad
          // A later one is no news.
          samples[samples.count - channelCount] = .nan
          let expected = MeteringError.notANumber(
            channel: frame == 4_999 ? 0 : channelCount - 1, atFrame: frame)
          #expect(throws: expected) {
            try ticks(
              interleaved: samples, channelCount: channelCount, ballistics: ballistics,
              blockLengths: { blockLength })
          }
        }
      }
    }
  }

  @Test func `values far beyond full scale are kept`() throws {
    let level = try ticks(of: [[Float](repeating: .greatestFiniteMagnitude, count: 800)])[0]
      .levels[0]
    #expect(abs(level.peak.value - 770.6367) < 1e-4)
    #expect(abs(level.average.value - 770.6367) < 1e-4)
  }

  @Test func `more ticks than sample frames are refused`() throws {
    let rate = try #require(Rate(8_001))
    #expect(throws: MeteringError.ticksWithoutSamples(sampleRate: 8_000, tickRate: rate)) {
      try ticks(of: [[0]], sampleRate: 8_000, rate: rate)
    }
    #expect(try ticks(of: [[1, 1]], sampleRate: 8_000, rate: try #require(Rate(8_000))).count == 2)
  }

  @Test func `an analysis of 10 readings a second does not excuse ticks without samples`() throws {
    let meter = Analysis<SoundMeterReading>.soundMeter(channel: 0, floor: .silence)
    let rate = try #require(Rate(8_001))
    #expect(throws: MeteringError.ticksWithoutSamples(sampleRate: 8_000, tickRate: rate)) {
      try readings(meter, interleaved: [0], sampleRate: 8_000, rate: rate)
    }
  }

  @Test(arguments: [1, 60])
  func `a stream of fewer sample frames than an analysis needs is refused as such`(
    tickRate: Int
  ) throws {
    let meter = Analysis<SoundMeterReading>.soundMeter(channel: 0, floor: .silence)
    let rate = try #require(Rate(tickRate))
    #expect(throws: MeteringError.rateTooLow(sampleRate: 9, needed: .ten)) {
      try readings(meter, interleaved: [0], sampleRate: 9, rate: rate)
    }
    #expect(
      try readings(meter, interleaved: [0], sampleRate: 10, rate: try #require(Rate(1))).count == 1)
  }

  @Test func `a tick is handed out when its last sample came, and the rest at the end, once`()
    throws
  {
    var engine = try MeteringEngine(
      .levels(.tick, floor: .silence), format: StreamFormat(sampleRate: 48_000, channelCount: 2),
      clock: TickClock(sampleRate: 48_000, rate: .sixty))
    let block = AudioBlock(channelCount: 2, interleaved: [Float](repeating: 1, count: 2 * 500))
    try engine.consume(block) { _ in Issue.record("no tick has ended") }
    var ticks: [Tick] = []
    try engine.consume(block) { ticks.append($0) }
    #expect(ticks.map(\.index) == [0])
    #expect(
      ticks.allSatisfy { $0.levels.allSatisfy { $0.peak.value == 0 && $0.average.value == 0 } })
    engine.finish { ticks.append($0) }
    engine.finish { ticks.append($0) }
    #expect(ticks.count == 2)
  }
}
