// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// The pitch trackers, against figures that independent programs gave.
@Suite struct TrackerTests {
  /// The figures of each hop for the same samples in both channels.
  private func figures(_ samples: [Double]) -> [(frequency: Double, amplitude: Double)] {
    var tracker = TutorialTracker()
    var figures: [(frequency: Double, amplitude: Double)] = []
    for (index, sample) in samples.enumerated() {
      tracker.push(sample, sample)
      if index > 0, index.isMultiple(of: 2048) {
        figures.append((tracker.frequency, tracker.amplitude))
      }
    }
    return figures
  }

  @Test func `a sine of 440 Hz wobbles as it does in the tutorial's app`() {
    let found = figures(tone(440, count: 24 * 2048 + 1))
    #expect(found.count == 24)
    #expect(abs(found[0].frequency - 439.270) < 0.0005)
    #expect(abs(found[2].frequency - 439.746) < 0.0005)
    #expect(abs(found[9].frequency - 439.972) < 0.0005)
    for figure in found[1...] {
      #expect((439.44...441.75).contains(figure.frequency))
      #expect((0.975...1.0965).contains(figure.amplitude))
    }
  }

  @Test(arguments: [(1.0, 1.041), (0.5, 0.612), (0.1, 0.178), (0.01, 0.0304)])
  func `amplitudes are on the tracker's own scale`(amplitude: Double, median: Double) {
    let found = figures(tone(440, amplitudes: [amplitude], count: 24 * 2048 + 1))
    let sorted = found[1...].map(\.amplitude).sorted()
    #expect(abs(sorted[sorted.count / 2] / median - 1) < 0.005)
  }

  @Test func `silence has no pitch, and the last one stays`() {
    let silence = [Double](repeating: 0, count: 4 * 2048 + 1)
    var tracker = TutorialTracker()
    #expect(tracker.frequency == 200 && tracker.amplitude == 0)
    for sample in silence { tracker.push(sample, sample) }
    #expect(tracker.frequency == 200)
    // Half of 10^(−92.3/20).
    #expect(abs(tracker.amplitude - 0.0000121330) < 1e-10)
    let found = figures(tone(880, count: 8 * 2048) + silence)
    #expect(abs(found[7].frequency - 880) < 4)
    #expect(found.last?.frequency == found[8].frequency)
    #expect((found.last?.amplitude ?? 1) < 0.00002)
  }

  private func pitches(
    _ samples: [Double], sampleRate: Int = 44_100, rate: Int = 20
  ) throws -> [PitchReading] {
    let rate = try #require(Rate(rate))
    return try readings(
      .pitch(channels: (0, 1)), interleaved: samples.map { Float($0) }, sampleRate: sampleRate,
      rate: rate)
  }

  @Test(arguments: [22_050, 44_100, 48_000, 96_000])
  func `a sine of 440 Hz has a pitch of 440 Hz`(sampleRate: Int) throws {
    let found = try pitches(
      tone(440, sampleRate: sampleRate, count: sampleRate / 2), sampleRate: sampleRate)
    #expect(found.count == 10)
    for pitch in found[1..<9] {
      #expect(abs(pitch.frequency - 440) < 0.001)
      #expect((0.3...0.35).contains(pitch.strength))
    }
  }

  @Test func `an octave more is one in the pitch`() throws {
    let low = try pitches(tone(220.5, count: 11_025))
    let high = try pitches(tone(441, count: 11_025))
    for (one, two) in zip(low[1..<4], high[1..<4]) {
      #expect(abs(two.frequency / one.frequency - 2) < 1e-5)
    }
  }

  @Test(arguments: ["sine", "saw", "missing fundamental", "weak fundamental", "saw in noise"])
  func `voices are found within 50 cents`(voice: String) throws {
    var generator = SeededGenerator(seed: 5)
    print("seed 5")
    for note in [41.2, 110, 329.63, 1318.5] {
      var amplitudes = (1...max(1, min(30, Int(16_000 / note)))).map { 0.5 / Double($0) }
      switch voice {
      case "sine": amplitudes = [0.5]
      case "missing fundamental": amplitudes[0] = 0
      case "weak fundamental": amplitudes[0] = 0.02
      default: break
      }
      var samples = tone(note, amplitudes: amplitudes, count: 11_025)
      if voice == "saw in noise" {
        for index in samples.indices {
          samples[index] += .random(in: -0.3...0.3, using: &generator)
        }
      }
      for pitch in try pitches(samples)[1..<4] {
        #expect((0.9715...1.0293).contains(pitch.frequency / note), "\(note)")
      }
    }
  }

  @Test func `noise and silence have no pitch`() throws {
    var generator = SeededGenerator(seed: 6)
    print("seed 6")
    let hiss = (0..<22_050).map { _ in Double.random(in: -1...1, using: &generator) }
    #expect(try pitches(hiss).allSatisfy { $0 == .none })
    #expect(try pitches([Double](repeating: 0, count: 4410)).allSatisfy { $0 == .none })
  }

  @Test func `the pitch is that of the mean of both channels`() throws {
    let (left, right) = (tone(300, count: 8820), tone(500, amplitudes: [0.001], count: 8820))
    func middle(_ left: [Double], _ right: [Double]) throws -> PitchReading {
      let samples = zip(left, right).flatMap { [Float($0), Float($1)] }
      return try readings(
        .pitch(channels: (0, 1)), interleaved: samples, channelCount: 2,
        rate: try #require(Rate(20)))[2]
    }
    #expect(abs(try middle(left, right).frequency - 300) < 0.1)
    #expect(abs(try middle(right, left).frequency - 300) < 0.1)
    #expect(try middle(left, left.map { -$0 }) == .none)
  }
}
