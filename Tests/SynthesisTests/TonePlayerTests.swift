// SPDX-License-Identifier: MIT
import Foundation
import Synthesis
import TestSupport
import Testing

@Suite struct TonePlayerTests {
  private func bank(_ dials: (Int, Int)..., events: [ToneBank.Event] = []) -> ToneBank {
    ToneBank(
      tones: dials.map { ToneBank.Tone(frequency: Double($0.0), velocity: Double($0.1)) },
      events: events)
  }

  private func random(seed: UInt64) -> ToneBank {
    var generator = SeededGenerator(seed: seed)
    let tones = (0..<3).map { _ in
      ToneBank.Tone(
        frequency: .random(in: 20...80, using: &generator).rounded(),
        velocity: .random(in: 0...127, using: &generator).rounded())
    }
    let events = (0..<40).map { _ in
      ToneBank.Event(
        time: .random(in: 0...2, using: &generator), tone: .random(in: 0...2, using: &generator),
        frequency: Bool.random(using: &generator) ? .random(in: 20...80, using: &generator) : nil,
        velocity: .random(in: 0...127, using: &generator),
        glide: Bool.random(using: &generator) ? .random(in: 0...0.5, using: &generator) : 0)
    }
    return ToneBank(tones: tones, events: events)
  }

  @Test func `each of the tutorial's tones has its frequency and its amplitude`() {
    let sound = Sound(.tones(ToneBank()), 0..<3 * 44_100)
    for (note, velocity) in [(31.0, 127.0), (63, 95), (95, 63), (127, 31)] {
      let hertz = 440 * pow(2, (note - 69) / 12)
      let measured = sound.frequency(near: hertz, 0.6, 2.4, length: 1)
      #expect(abs(measured - hertz) < 0.001, "note \(note)")
      let amplitude = sound.sine(hertz, at: 1.5, length: 1).amplitude
      #expect(abs(20 * log10(amplitude / (velocity / 127 / 4))) < 0.001, "note \(note)")
    }
    #expect(sound.samples == Sound(.tones(ToneBank()), 0..<3 * 44_100, right: true).samples)
  }

  @Test(
    arguments: [
      // The fraction of 440·2^((n−69)/12)·36 000.125, computed with 60 digits.
      (0, 0.782938037919476),
      (31, 0.586846559038218),
      (60, 0.054017213423232),
      (63, 0.304867878046623),
      (95, 0.322532500165685),
      (127, 0.232719113783902),
    ])
  func `the phase is exact after ten hours`(note: Int, phase: Double) {
    let sampleRate = 48_000
    let place = 36_000 * sampleRate + sampleRate / 8
    let parts = Instrument.Parts.tones(bank((note, 127)))
    let sample = Sound(parts, place..<place + 1, sampleRate: sampleRate).samples[0]
    // A float holds the sample to 6e-8, and a period is 2π as steep.
    #expect(abs(sample - sin(2 * .pi * phase)) < 2 * .pi * 1e-6 + 6e-8)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `samples are what the timeline says, also in glides and ramps`(seed: UInt64) {
    let (bank, sampleRate) = (random(seed: seed), 8_000)
    let timeline = ToneTimeline(bank)
    let sound = Sound(.tones(bank), 0..<5 * sampleRate / 2, sampleRate: sampleRate)
    for (frame, sample) in sound.samples.enumerated() {
      let moment = Moment(sampleFrame: frame, sampleRate: sampleRate)
      let expected = bank.tones.indices.reduce(0.0) { sum, tone in
        let segment = timeline.segment(ofTone: tone, at: moment)
        let level = segment.sound(at: moment).velocity / 127 / 3
        return sum + level * sin(2 * .pi * segment.phase(at: moment))
      }
      guard abs(sample - expected) < 1e-6 else {
        Issue.record("seed \(seed), sample frame \(frame): \(sample), not \(expected)")
        return
      }
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `no sample step is above what the sines and the ramps allow`(seed: UInt64) {
    let sound = Sound(.tones(random(seed: seed)), 0..<2 * 44_100)
    let highest = 440 * pow(2, (80.0 - 69) / 12)
    #expect(sound.largestStep < 2 * .pi * highest / 44_100 + 1 / (0.005 * 44_100))
    #expect(sound.largestStep > 0.005)
  }

  @Test(arguments: [6, 7] as [UInt64])
  func `any cut into ranges gives the same bits`(seed: UInt64) {
    let parts = Instrument.Parts.tones(random(seed: seed))
    let whole = Sound.frames(parts, 0..<20_000, sampleRate: 8_000)
    var generator = SeededGenerator(seed: seed)
    let cut = Sound.frames(parts, 0..<20_000, sampleRate: 8_000) { _ in
      .random(in: 1...3_000, using: &generator)
    }
    #expect(whole == cut)
    var player = Instrument(parts).generator(sampleRate: 8_000)
    for _ in 0..<10 {
      let start = Int.random(in: 0..<19_000, using: &generator)
      let part = Sound.frames(&player, start..<start + 1_000)
      #expect(part == Array(whole[2 * start..<2 * (start + 1_000)]), "seed \(seed), \(start)")
    }
  }

  @Test func `what is above half the sample rate, or has no velocity, is silent`() {
    let loud = Sound(.tones(bank((127, 127), (60, 0))), 0..<8_000, sampleRate: 25_000)
    #expect(loud.samples.allSatisfy { $0 == 0 })
    let heard = Sound(.tones(bank((127, 127), (60, 0))), 0..<8_000, sampleRate: 25_200)
    #expect(abs(heard.sine(12_543.853951, at: 0.15, length: 0.2).amplitude - 0.5) < 0.001)
    let instrument = Instrument(.tones(bank((127, 127))))
    #expect(instrument.silentNotes(at: 25_000) != nil)
    #expect(instrument.silentNotes(at: 25_200) == nil)
  }

  @Test(arguments: [true, false])
  func `a glide fades where it passes half the sample rate`(isUpward: Bool) {
    let (low, high) = (100, 115)
    let event = ToneBank.Event(
      time: 0.5, tone: 0, frequency: isUpward ? high : low, glide: 1)
    let tones = [(isUpward ? low : high, 127)]
    let sound = Sound(.tones(bank(tones[0], events: [event])), 0..<16_000, sampleRate: 8_000)
    // The time at which it passes 4 000 Hz, in samples.
    let note = 69 + 12 * log2(4_000 / 440.0)
    let share = (note - Double(tones[0].0)) / Double(isUpward ? high - low : low - high)
    let crossing = Int((0.5 + share) * 8_000)
    for (frame, sample) in sound.samples.enumerated() {
      let distance = isUpward ? crossing - frame : frame - crossing
      let most = min(max(Double(distance + 2) / 40, 0), 1)
      guard abs(sample) <= most + 1e-6 else {
        Issue.record("sample frame \(frame), \(distance) from silence: \(sample)")
        return
      }
    }
    let loud = isUpward ? crossing - 120..<crossing - 42 : crossing + 42..<crossing + 120
    #expect(sound.samples[loud].contains { abs($0) > 0.95 })
  }

  @Test func `a glide that ends below half the sample rate does not fade`() {
    let event = ToneBank.Event(time: 0.5, tone: 0, frequency: 107, glide: 0.1)
    let sound = Sound(
      .tones(bank((67, 127), events: [event])), 0..<8_000, sampleRate: 8_000)
    #expect(sound.samples[4_770..<4_800].contains { abs($0) > 0.9 })
  }

  @Test func `a glide goes evenly from note to note`() {
    let event = ToneBank.Event(time: 0.5, tone: 0, frequency: 69, velocity: 127, glide: 2)
    let sound = Sound(.tones(bank((57, 0), events: [event])), 0..<3 * 22_050, sampleRate: 22_050)
    // Half way it is at note 63, and half as loud as at the end.
    let middle = sound.sine(440 * pow(2, -0.5), at: 1.5, length: 0.02)
    #expect(abs(middle.amplitude - 0.5) < 0.01)
    #expect(abs(sound.frequency(near: 440, 2.6, 2.8, length: 0.1) - 440) < 0.01)
    #expect(sound.samples[..<11_025].allSatisfy { $0 == 0 })
  }
}
