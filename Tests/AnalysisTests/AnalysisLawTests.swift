// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// What holds for every analysis.
@Suite struct AnalysisLawTests {
  private let analyzer = Analysis<AnalyzerReading>.analyzer(
    channels: (0, 1), ballistics: .avaudioplayer, floor: .silence)
  private let figures = Ballistics.tick.levels(floor: .silence)
    .adding(AddedColumns.ofSound.compactMap { $0.analysis(of: ColumnInput(floor: .silence)) })

  @Test(arguments: [(1, 8000), (2, 44_100), (3, 11_025)])
  func `block lengths do not change any bit of the readings`(
    channelCount: Int, sampleRate: Int
  ) throws {
    let seed = UInt64(channelCount * sampleRate)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let samples = noise(sampleRate * 3 / 20 * channelCount, using: &generator)
    func same<Reading: Sendable, Compared: Equatable>(
      _ analysis: Analysis<Reading>, as compared: (Reading) -> Compared
    ) throws {
      func read(_ lengths: () -> Int) throws -> [Compared] {
        try readings(
          analysis, interleaved: samples, channelCount: channelCount, sampleRate: sampleRate,
          rate: try #require(Rate(24)), blockLengths: lengths
        ).map(compared)
      }
      let whole = try read { samples.count }
      #expect(whole.count == (analysis.rate == .ten ? 2 : 4))
      #expect(try read { 1 } == whole)
      #expect(try read { Int.random(in: 1...1500, using: &generator) } == whole)
    }
    try same(analyzer) { $0 }
    try same(.tutorialPlots(channels: (0, 1))) { $0 }
    try same(.soundMeter(channel: 0, floor: .silence)) { $0 }
    try same(figures) { "\($0)" }
  }

  @Test(arguments: [
    (0, 60, 1), (1, 60, 1), (1023, 60, 1), (1024, 240, 1), (1025, 30_000, 1001), (4409, 10, 1),
    (4410, 24, 1), (4411, 60, 1), (2000, 1, 1),
  ])
  func `each tick has one reading, in order`(
    count: Int, numerator: Int, denominator: Int
  ) throws {
    let rate = try #require(Rate(numerator, over: denominator))
    for (channelCount, sampleRate) in [(1, 44_100), (2, 8000), (3, 11_025)] {
      let samples = [Float](repeating: 0.5, count: count * channelCount)
      let ticks = TickClock(sampleRate: sampleRate, rate: rate).tickCount(sampleFrames: count)
      let found = try readings(
        figures, interleaved: samples, channelCount: channelCount, sampleRate: sampleRate,
        rate: rate)
      #expect(found.count == ticks)
      #expect(found.allSatisfy { $0.added.count == 21 + channelCount })
      let spans = TickClock(sampleRate: sampleRate, rate: .ten).tickCount(sampleFrames: count)
      let plots = try readings(
        .tutorialPlots(channels: (0, 1)), interleaved: samples, channelCount: channelCount,
        sampleRate: sampleRate, rate: rate)
      #expect(plots.count == spans)
      guard sampleRate == 8000 else { continue }
      let analyzed = try readings(
        analyzer, interleaved: samples, channelCount: channelCount, sampleRate: sampleRate,
        rate: rate)
      #expect(analyzed.count == ticks)
    }
  }

  @Test func `sample rates of a few Hz have readings, too`() throws {
    for sampleRate in [7, 50] {
      let rate = try #require(Rate(1, over: 2))
      let found = try readings(
        figures, interleaved: [Float](repeating: 0.5, count: sampleRate / 7 + 2),
        sampleRate: sampleRate, rate: rate)
      #expect(found.count == 1)
      #expect(found.allSatisfy { $0.added.allSatisfy(isFinite) })
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `a sample that is no number is found by every analysis`(bad: Float) throws {
    for channel in 0..<3 {
      var samples = [Float](repeating: 0.5, count: 3000)
      samples[1500 + channel] = bad
      let expected = MeteringError.notANumber(channel: channel, atFrame: 500)
      func check(_ analysis: Analysis<some Sendable>) {
        #expect(throws: expected) {
          try readings(analysis, interleaved: samples, channelCount: 3, sampleRate: 8000)
        }
      }
      check(.spectrum(channels: (0, 1)))
      check(.pitch(channels: (0, 1)))
      check(.tutorialPlots(channels: (0, 1)))
      check(.soundMeter(channel: 0, floor: .silence))
    }
  }

  private func isFinite(_ value: ColumnValue) -> Bool {
    switch value {
    case .number(let number): number.isFinite
    case .list: false
    case .text: true
    }
  }

  @Test func `the loudest samples have finite readings`() throws {
    let samples = (0..<6000).map { Float($0.isMultiple(of: 3) ? -1 : 1) * .greatestFiniteMagnitude }
    for (_, values) in try readings(figures, interleaved: samples, sampleRate: 8000) {
      #expect(values.allSatisfy(isFinite))
    }
    for reading in try readings(analyzer, interleaved: samples, sampleRate: 8000) {
      #expect(reading.spectrum.bars.allSatisfy { $0.isFinite })
    }
  }
}
