// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// How much sound around a part its readings depend on.
@Suite struct ReachTests {
  private static let format = StreamFormat(sampleRate: 8000, channelCount: 2)
  private static let clock = TickClock(sampleRate: 8000, rate: .sixty)

  /// Bursts of noise and tones of any loudness, some beyond full scale, and silence between them.
  private func sound(seconds: Int, using generator: inout SeededGenerator) -> [Float] {
    var samples: [Float] = []
    while samples.count < seconds * 16_000 {
      let loudness = Float.random(in: -9...3, using: &generator)
      let gain: Float = Bool.random(using: &generator) ? 0 : power(of: loudness)
      let count = 2 * Int.random(in: 100...6000, using: &generator)
      if Bool.random(using: &generator) {
        samples += noise(count, using: &generator).map { $0 * gain }
      } else {
        let period = Int.random(in: 16...80, using: &generator)
        samples += (0..<count).map { gain * Float($0 / 2 % period) / Float(period) }
      }
    }
    return Array(samples.prefix(seconds * 16_000))
  }

  private func power(of exponent: Float) -> Float {
    var result: Float = 1
    for _ in 0..<abs(Int(exponent)) { result *= exponent < 0 ? 0.1 : 10 }
    return result
  }

  /// The readings of the ticks in a range, by meters that hear no more than their reach.
  private func part(
    _ analysis: Analysis<[Double]>, _ samples: [Float], _ ticks: Range<Int>, later: Int = 0
  ) throws -> [[Double]] {
    let clock = ReachTests.clock
    let reach = analysis.reach(ReachTests.format, clock)
    let first = reach.firstTick(before: ticks.lowerBound, clock) + later
    let end = clock.firstSampleFrame(ofTick: ticks.upperBound)
    let last = min(reach.framesAfter, samples.count / 2 - end) + end
    let heard = Array(samples[2 * clock.firstSampleFrame(ofTick: first)..<2 * last])
    let found = try readings(
      analysis, interleaved: heard, channelCount: 2, sampleRate: 8000)
    return Array(found.dropFirst(ticks.lowerBound - first).prefix(ticks.count))
  }

  private func numbers(_ ballistics: Ballistics, floor: Double = -160) -> Analysis<[Double]> {
    ballistics.levels(floor: Decibels(floor)).map { $0.map(\.value) }
  }

  private func numbers(of name: String) throws -> Analysis<[Double]> {
    let added = try #require(AddedColumns.named(name, in: AddedColumns.ofSound))
    return try #require(added.analysis(of: ColumnInput(floor: .silence))).map { values in
      values.map {
        switch $0 {
        case .number(let number): number
        case .list: .nan
        case .text(let words): Double(words.count)
        }
      }
    }
  }

  /// Compares parts at the start of a sound, and at `count` other places, with the whole.
  private func compareParts(
    of analysis: Analysis<[Double]>, seed: UInt64, seconds: Int, count: Int
  ) throws {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let samples = sound(seconds: seconds, using: &generator)
    let whole = try readings(analysis, interleaved: samples, channelCount: 2, sampleRate: 8000)
    let random = (0..<count).map { _ in
      let start = Int.random(in: 0..<whole.count - 80, using: &generator)
      return start..<start + Int.random(in: 1...80, using: &generator)
    }
    for ticks in [0..<1, 0..<8, 5..<6] + random {
      #expect(try part(analysis, samples, ticks) == Array(whole[ticks]), "\(ticks)")
    }
  }

  @Test(
    arguments: Ballistics.allCases + [
      .petal.setting(["fall": 200]), .petal.setting(["fall": 1000]),
    ])
  func `meters that hear what is in their reach read as those of the whole`(
    ballistics: Ballistics
  ) throws {
    try compareParts(of: numbers(ballistics), seed: 31, seconds: 75, count: 20)
  }

  @Test(arguments: AddedColumns.ofSound.map(\.name))
  func `columns that hear what is in their reach read as those of the whole`(
    name: String
  ) throws {
    try compareParts(of: numbers(of: name), seed: 32, seconds: 8, count: 8)
  }

  @Test func `what is in reach is bounded for these, and all earlier sound for the others`() throws
  {
    func ticksBefore(_ analysis: Analysis<[Double]>) -> Int? {
      analysis.reach(ReachTests.format, ReachTests.clock).ticksBefore
    }
    #expect(ticksBefore(numbers(.tick)) == 0)
    #expect(ticksBefore(numbers(.avaudioplayer)) == nil)
    // From the greatest 32-bit number, 770.6 dBFS, to the floor by 20 dB a second: 46.5 s.
    let petal = try #require(ticksBefore(numbers(.petal)))
    #expect(abs(Double(petal) / 60 - 46.6) < 0.1)
    // 0.18 s are 1024 samples at 8 kHz, of which the pitch reads half: 0.064 s.
    #expect(try ticksBefore(numbers(of: "pitch")) == 4)
    #expect(try ticksBefore(numbers(of: "sound-meter")) == 13)
    for name in ["fft", "tracker", "bands", "beat", "turn"] {
      #expect(try ticksBefore(numbers(of: name)) == nil)
    }
    let joined = numbers(.petal).joined(with: try numbers(of: "pitch"))
      .reach(ReachTests.format, ReachTests.clock)
    #expect(joined == Reach(ticksBefore: petal, framesAfter: 512, grid: 1))
  }

  @Test func `the reach of petals is no longer than the loudest sample needs`() throws {
    let clock = ReachTests.clock
    var samples = [Float](repeating: 0, count: 60 * 16_000)
    samples[0] = .greatestFiniteMagnitude
    let analysis = numbers(.petal)
    let whole = try readings(analysis, interleaved: samples, channelCount: 2, sampleRate: 8000)
    let reach = try #require(analysis.reach(ReachTests.format, clock).ticksBefore)
    #expect(whole[reach][0] == -160)
    #expect(whole[reach * 998 / 1000][0] > -160)
  }

  @Test func `no bound is enough for the meters of AVAudioPlayer after a tone that lasts`() throws {
    let clock = ReachTests.clock
    let samples = [Float](repeating: 0.5, count: 30 * 16_000) + [Float](repeating: 0, count: 16_000)
    let analysis = numbers(.avaudioplayer)
    let whole = try readings(analysis, interleaved: samples, channelCount: 2, sampleRate: 8000)
    let end = 30 * 60..<31 * 60
    for seconds in [1, 5, 10, 20, 25] {
      let start = 2 * clock.firstSampleFrame(ofTick: (30 - seconds) * 60)
      let found = try readings(
        analysis, interleaved: Array(samples[start...]), channelCount: 2, sampleRate: 8000)
      #expect(Array(found[seconds * 60..<(seconds + 1) * 60]) != Array(whole[end]))
    }
    #expect(try part(analysis, samples, end) == Array(whole[end]))
  }

  @Test func `meters begin where the ticks of the part are those of the whole`() throws {
    // 367.5 sample frames in a tick: every other tick begins at a sample frame.
    let odd = TickClock(sampleRate: 22_050, rate: .sixty)
    #expect(Reach(ticksBefore: 10).firstTick(before: 101, odd) == 90)
    #expect(Reach(ticksBefore: 0).firstTick(before: 101, odd) == 100)
    #expect(Reach(ticksBefore: 10, grid: 6).firstTick(before: 101, odd) == 90)
    #expect(Reach(ticksBefore: 10, grid: 12).firstTick(before: 101, odd) == 84)
    #expect(Reach.past.firstTick(before: 101, odd) == 0)
    #expect(Reach(ticksBefore: 200).firstTick(before: 101, odd) == 0)
  }
}
