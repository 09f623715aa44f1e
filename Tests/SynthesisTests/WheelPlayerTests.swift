// SPDX-License-Identifier: MIT
import Foundation
import Synthesis
import TestSupport
import Testing

@Suite struct WheelPlayerTests {
  /// A driver that is silent, and four wheels about it that play.
  private func network(pan: Bool = true) -> WheelNetwork {
    let wheels = [(0.0, 160.0, 60.0), (150, 0, 50), (-140, 0, 40), (0, -130, 30)].map {
      WheelNetwork.Wheel(x: $0.0, y: $0.1, radius: $0.2, audio: true)
    }
    return WheelNetwork(
      wheels: [WheelNetwork.Wheel(x: 0, y: 0)] + wheels,
      events: [
        WheelNetwork.Event(
          time: 1, .set(wheel: 2, x: 175, y: nil, radius: 75, audio: nil)),
        WheelNetwork.Event(
          time: 1.5, .add(WheelNetwork.Wheel(x: 96, y: 96, radius: 35.8, audio: true))),
      ], pan: pan)
  }

  private func wheel(_ x: Double, audio: Bool) -> WheelNetwork.Wheel {
    WheelNetwork.Wheel(x: x, y: 0, radius: 100, audio: audio)
  }

  @Test(arguments: [8_000, 44_100, 48_000])
  func `a note begins with the sample frame of its step`(sampleRate: Int) {
    let network = WheelNetwork(wheels: [wheel(0, audio: true)])
    // Between steps 122 and 252 nothing sounds.
    for step in [1, 252] {
      let start = step * sampleRate / 40
      let sound = Sound(.wheels(network), start - 20..<start + 20, sampleRate: sampleRate)
      #expect(sound.samples[...20].allSatisfy { $0 == 0 })
      #expect(sound.samples[21...].contains { abs($0) > 1e-4 })
    }
  }

  @Test func `notes come from where their wheels are, with equal power`() {
    // The driver plays on the left of a picture of 400 points, a quarter of the way.
    let panned = Instrument.Parts.wheels(
      WheelNetwork(wheels: [wheel(0, audio: true), wheel(200, audio: false)]))
    let range = 1_200..<3_200
    let (left, right) = (Sound(panned, range), Sound(panned, range, right: true))
    let middle = Sound(
      .wheels(WheelNetwork(wheels: [wheel(0, audio: true)], pan: false)), range)
    for frame in left.samples.indices {
      let (l, r, m) = (left.samples[frame], right.samples[frame], middle.samples[frame])
      #expect(abs(l - m * 2.0.squareRoot() * cos(.pi / 8)) < 1e-7)
      #expect(abs(r - m * 2.0.squareRoot() * sin(.pi / 8)) < 1e-7)
    }
    let flat = Instrument.Parts.wheels(
      WheelNetwork(wheels: [wheel(0, audio: true), wheel(200, audio: false)], pan: false))
    #expect(Sound(flat, range).samples == middle.samples)
    #expect(Sound(flat, range, right: true).samples == middle.samples)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `any cut into ranges gives the same bits`(seed: UInt64) {
    let parts = Instrument.Parts.wheels(network())
    let whole = Sound.frames(parts, 0..<40_000, sampleRate: 8_000)
    var generator = SeededGenerator(seed: seed)
    let cut = Sound.frames(parts, 0..<40_000, sampleRate: 8_000) { _ in
      .random(in: 1...9_000, using: &generator)
    }
    #expect(whole == cut)
    var player = Instrument(parts).generator(sampleRate: 8_000)
    for _ in 0..<5 {
      let start = Int.random(in: 0..<39_000, using: &generator)
      let part = Sound.frames(&player, start..<start + 1_000)
      #expect(part == Array(whole[2 * start..<2 * (start + 1_000)]), "seed \(seed), \(start)")
    }
    #expect(whole.contains { abs($0) > 0.01 })
  }

  @Test func `at hour nine a run that begins there plays the same as one that began before`() {
    let (parts, start) = (Instrument.Parts.wheels(network()), 9 * 3_600 * 8_000)
    let before = Sound.frames(parts, start - 10_000..<start + 2_000, sampleRate: 8_000)
    let there = Sound.frames(parts, start..<start + 2_000, sampleRate: 8_000)
    #expect(Array(before[20_000...]) == there)
    #expect(there.contains { abs($0) > 0.001 })
  }

  @Test func `the sound is the sum of its notes`() {
    var simulation = WheelSimulation(network())
    let (sampleRate, count) = (8_000, 16_000)
    var sum = [Double](repeating: 0, count: count)
    for note in simulation.notes(in: 0..<80) {
      let alone = WheelNetwork(
        wheels: [wheel(0, audio: true)], scale: [note.frequency], pan: false)
      let start = note.step * sampleRate / 40
      guard start < count else { continue }
      let first = sampleRate / 40
      let sound = Sound(
        .wheels(alone), first..<first + count - start, sampleRate: sampleRate)
      for (index, sample) in sound.samples.enumerated() { sum[start + index] += sample }
    }
    let sound = Sound(.wheels(network(pan: false)), 0..<count, sampleRate: sampleRate)
    for frame in 0..<count where abs(sound.samples[frame] - sum[frame]) > 1e-6 {
      Issue.record("sample frame \(frame): \(sound.samples[frame]), not \(sum[frame])")
      return
    }
  }
}
