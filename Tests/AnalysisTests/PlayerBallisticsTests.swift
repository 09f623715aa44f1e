// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

@Suite struct PlayerBallisticsTests {
  @Test func `the closed form equals the recurrence that is written out`() throws {
    let seed: UInt64 = 31_32
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for sampleRate in [8_000, 44_100, 96_000] {
      // Bursts and pauses, so that everything attacks, holds and falls.
      var samples: [Float] = []
      while samples.count < 3 * sampleRate {
        let gain = Float(pow(10, Double.random(in: -4...0.2, using: &generator)))
        let length = Int.random(in: 1...sampleRate / 2, using: &generator)
        samples += noise(length, using: &generator).map { $0 * gain }
        samples += [Float](repeating: 0, count: Int.random(in: 0...sampleRate, using: &generator))
      }
      let other = noise(samples.count, using: &generator)
      let result = try ticks(
        of: [samples, other, samples], ballistics: .avaudioplayer, sampleRate: sampleRate)
      let clock = TickClock(sampleRate: sampleRate, rate: .sixty)
      for (channel, input) in [samples, other].enumerated() {
        let blocks = writtenOut(input, sampleRate: sampleRate)
        #expect(result.count == clock.tickCount(sampleFrames: input.count))
        for tick in result {
          let end = min(clock.firstSampleFrame(ofTick: tick.index + 1), input.count)
          let expected = blocks[max(0, end / 1024 - 1)]
          let level = tick.levels[channel]
          guard abs(level.peak.value - expected.peak) < 1e-9,
            abs(level.average.value - expected.average) < 1e-9, tick.levels[2] == tick.levels[0]
          else {
            Issue.record("tick \(tick.index) at \(sampleRate) Hz: \(level), \(expected)")
            return
          }
        }
      }
    }
  }

  /// The steps 1 to 5 of the player's meter, sample by sample: its readings after each block.
  private func writtenOut(
    _ samples: [Float], sampleRate: Int
  ) -> [(peak: Double, average: Double)] {
    var (q, falling, held, average, hold) = (0.0, 0.0, 0.0, 0.0, 0)
    var readings: [(peak: Double, average: Double)] = []
    let rate = Double(sampleRate)
    for start in stride(from: 0, through: samples.count - 1024, by: 1024) {
      var peak = 0.0
      for sample in samples[start..<start + 1024] {
        let x = Double(sample)
        peak = max(peak, abs(x))
        q += (x * x - q) / 32
      }
      let w = sqrt(2 * q)
      let k1 = 1 - pow(10, -3 * 1024 / (1.24 * rate))
      let k2 = 1 - pow(10, -3 * 1024 / (2.5 * rate))
      falling = peak >= falling ? peak : falling + (peak - falling) * k1
      hold += 1024
      if hold >= Int(0.9 * rate) { held -= held * k2 }
      if held < falling {
        held = falling
        hold = 0
      }
      average = w >= average ? w : average + (w - average) * k1
      average = min(average, held)
      readings.append((max(-160, 20 * log10(held)), max(-160, 20 * log10(average))))
    }
    return readings
  }

  @Test func `a full-scale sine reads 0 dB on both meters`() throws {
    // 12 kHz at 48 kHz: 0, 1, 0, −1. The mean square of the last 32 or so is ½, with a ripple of
    // 1/64 of it, which is 0.07 dB.
    let sine = (0..<48_000).map { [0, 1, 0, -1][$0 % 4] as Float }
    for tick in try ticks(of: [sine], ballistics: .avaudioplayer) {
      #expect(tick.levels[0].peak.value == 0)
      #expect(abs(tick.levels[0].average.value) < 0.07)
    }
  }

  @Test func `a constant averages no more than its peak`() throws {
    let result = try ticks(
      of: [[Float](repeating: 0.25, count: 9600)], ballistics: .avaudioplayer)
    for tick in result { #expect(tick.levels[0].average == tick.levels[0].peak) }
    #expect(abs(result[0].levels[0].peak.value - 20 * log10(0.25)) < 1e-12)
  }

  @Test func `the peak is held for 0.9 s, then falls 24 dB a second`() throws {
    var samples = [Float](repeating: 0, count: 48_000 * 3)
    for index in 0..<1024 { samples[index] = 1 }
    let result = try ticks(of: [samples], ballistics: .avaudioplayer)
    let peaks = result.map(\.levels[0].peak.value)
    // The block that makes it 0.9 s since the burst, and the tick that reads it.
    let held = (0.9 * 48_000 / 1024).rounded(.up) * 1024 + 1024
    for (index, peak) in peaks.enumerated() {
      let end = Double(index + 1) * 800
      if end < held {
        #expect(peak == 0)
      } else {
        // k = 1 − 10^(−3B/(t·fs)) is 60 dB of amplitude in t = 2.5 s.
        let blocks = ((end - held) / 1024).rounded(.down) + 1
        #expect(abs(peak + blocks * 1024 / 48_000 * 24) < 1e-9)
      }
    }
    #expect(peaks.contains { $0 < -20 })
  }

  @Test func `the average falls 48.4 dB a second at most`() throws {
    var samples = [Float](repeating: 0, count: 48_000 * 2)
    for index in 0..<1024 { samples[index] = 0.5 }
    let averages = try ticks(of: [samples], ballistics: .avaudioplayer).map {
      $0.levels[0].average.value
    }
    let fall = (averages[20] - averages[100]) / (floor(101 * 0.78125) - floor(21 * 0.78125))
    #expect(abs(fall - 60 / 1.24 * 1024 / 48_000) < 1e-6)
  }

  @Test func `ticks before the first whole block read it, in order`() throws {
    let samples = [Float](repeating: 0.5, count: 1024) + [Float](repeating: 1, count: 1024)
    for rate in [60, 750, 48_000] {
      let rate = try #require(Rate(rate))
      let result = try ticks(of: [samples], ballistics: .avaudioplayer, rate: rate)
      #expect(result.map(\.index) == Array(0..<result.count))
      let clock = TickClock(sampleRate: 48_000, rate: rate)
      #expect(result.count == clock.tickCount(sampleFrames: 2048))
      for tick in result {
        let isLoud = min(clock.firstSampleFrame(ofTick: tick.index + 1), 2048) >= 2048
        #expect(abs(tick.levels[0].peak.value - (isLoud ? 0 : 20 * log10(0.5))) < 1e-12)
      }
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 799, 800, 801, 1023])
  func `a stream without a whole block reads the short one`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let samples = noise(count, using: &generator)
    var q = 0.0
    for sample in samples { q += (Double(sample) * Double(sample) - q) / 32 }
    let peak = 20 * log10(Double(samples.map(abs).max() ?? 0))
    let result = try ticks(of: [samples, samples, samples], ballistics: .avaudioplayer)
    #expect(result.count == (count > 800 ? 2 : 1))
    for level in result.flatMap(\.levels) {
      #expect(abs(level.peak.value - peak) < 1e-9)
      #expect(abs(level.average.value - min(peak, 20 * log10(sqrt(2 * q)))) < 1e-9)
    }
  }

  @Test func `a trailing short block is never read`() throws {
    let samples = [Float](repeating: 0.5, count: 1024) + [Float](repeating: 1, count: 1023)
    let peaks = try ticks(of: [samples], ballistics: .avaudioplayer).map(\.levels[0].peak.value)
    #expect(peaks.count == 3)
    #expect(peaks.allSatisfy { abs($0 - 20 * log10(0.5)) < 1e-12 })
  }

  @Test func `silence reads the floor`() throws {
    for count in [1, 1024, 48_000] {
      let silence = [Float](repeating: 0, count: count)
      for tick in try ticks(of: [silence], ballistics: .avaudioplayer) {
        #expect(tick.levels == [ChannelLevel(peak: .silence, average: .silence)])
      }
    }
  }
}
