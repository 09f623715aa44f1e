// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

@Suite struct TickBallisticsTests {
  @Test(arguments: [1, 0.5, 0.001, 4] as [Float])
  func `a square wave and a constant read 20·log10 of their amplitude`(amplitude: Float) throws {
    let square = (0..<1600).map { $0 / 37 % 2 == 0 ? amplitude : -amplitude }
    let constant = [Float](repeating: -amplitude, count: 1600)
    let expected = 20 * log10(Double(amplitude))
    for tick in try ticks(of: [square, constant]) {
      for level in tick.levels {
        #expect(abs(level.peak.value - expected) < 1e-12)
        #expect(abs(level.average.value - expected) < 1e-12)
      }
    }
  }

  @Test func `a full-scale sine averages 3.01 dB below its peak`() throws {
    // 960 Hz: 16 periods a tick of 50 samples each, whose crests fall on samples 12.5: use 1200 Hz,
    // 40 samples a period, crests on samples.
    let sine = (0..<4800).map { Float(sin(2 * Double.pi * Double($0) / 40)) }
    let result = try ticks(of: [sine])
    #expect(result.count == 6)
    for tick in result {
      #expect(abs(tick.levels[0].peak.value) < 1e-12)
      #expect(abs(tick.levels[0].average.value - 10 * log10(0.5)) < 1e-6)
    }
  }

  @Test func `silence reads the floor, and the floor can be chosen`() throws {
    let silence = [Float](repeating: 0, count: 801)
    let faint = [Float](repeating: 1e-7, count: 801)
    for floor in [-160.0, -120, -300] {
      for tick in try ticks(of: [silence, faint], floor: Decibels(floor)) {
        #expect(tick.levels[0].peak.value == floor)
        #expect(tick.levels[0].average.value == floor)
        #expect(abs(tick.levels[1].peak.value - max(floor, -140)) < 1e-6)
      }
    }
  }

  @Test func `one full-scale sample in a tick of n averages −10·log10 n`() throws {
    for position in [0, 1, 399, 798, 799] {
      var samples = [Float](repeating: 0, count: 800)
      samples[position] = -1
      let level = try ticks(of: [samples])[0].levels[0]
      #expect(level.peak.value == 0)
      #expect(abs(level.average.value + 10 * log10(800)) < 1e-12)
    }
  }

  @Test func `a last short tick divides by its own number of samples`() throws {
    let result = try ticks(of: [[Float](repeating: 0.5, count: 803)])
    #expect(result.map(\.index) == [0, 1])
    #expect(abs(result[1].levels[0].average.value - 20 * log10(0.5)) < 1e-12)
  }

  @Test func `each channel has its own tick, at the exact boundaries`() throws {
    // 11025/60 = 183.75: tick 1 covers the samples 183..<367.
    var samples = [[Float]](repeating: [Float](repeating: 0, count: 735), count: 3)
    samples[0][182] = 1
    samples[1][183] = 1
    samples[2][366] = 1
    let result = try ticks(of: samples, sampleRate: 11_025)
    let loud = result.map { tick in tick.levels.map { $0.peak.value == 0 } }
    #expect(
      loud == [
        [true, false, false], [false, true, true], [false, false, false], [false, false, false],
      ])
  }
}
