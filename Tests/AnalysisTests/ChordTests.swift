// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

/// Pitch classes and chords.
@Suite struct ChordTests {
  /// Pitch classes as a figure reads them, from sines of amplitude ⅛ on the left and others on the right.
  private func chroma(_ left: [Double], _ right: [Double]) throws -> [[SIMD2<Float>]] {
    func sample(_ tones: [Double], _ frame: Int) -> Float {
      var sum = 0.0
      for tone in tones { sum += sin(2 * Double.pi * tone * Double(frame) / 44_100) / 8 }
      return Float(sum)
    }
    let samples = (0..<2 * 44_100).flatMap { [sample(left, $0), sample(right, $0)] }
    return try readings(
      .chroma(channels: (left: 0, right: 1)), interleaved: samples, channelCount: 2)
  }

  /// The frequency of a MIDI note.
  private func hertz(_ note: Int) -> Double { 440 * pow(2, Double(note - 69) / 12) }

  @Test(arguments: 36...96)
  func `a note is its pitch class, in its own channel`(note: Int) throws {
    let reading = try #require(try chroma([hertz(note)], [hertz(note + 5)]).dropFirst(60).first)
    for side in 0..<2 {
      let expected = (note + 5 * side) % 12
      // Above 2100 Hz there is nothing to hear.
      guard hertz(note + 5 * side) < 2100 else {
        #expect(reading.allSatisfy { $0[side] < 1e-3 })
        continue
      }
      let strongest = try #require(reading.indices.max { reading[$0][side] < reading[$1][side] })
      #expect(strongest == expected, "\(note), \(reading)")
      let others = reading.indices.filter { $0 != expected }.map { reading[$0][side] }
      #expect(others.allSatisfy { $0 < 0.05 * reading[expected][side] }, "\(note), \(reading)")
    }
  }

  @Test func `silence has no pitch class`() throws {
    #expect(try chroma([], []).allSatisfy { $0 == [SIMD2<Float>](repeating: .zero, count: 12) })
  }

  /// Strengths of pitch classes: the notes of a chord, and noise.
  private func classes(_ chord: Chord, _ generator: inout SeededGenerator) -> SIMD16<Double> {
    var classes = SIMD16<Double>.zero
    for place in 0..<12 { classes[place] = .random(in: 0...0.5, using: &generator) }
    for interval in [0, chord.isMinor ? 3 : 4, 7] { classes[(chord.root + interval) % 12] += 1 }
    return classes
  }

  @Test func `every triad is found in noise, and its cycle`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    // Four chords of 2.5 s: a cycle of 10 s, six times.
    for _ in 0..<12 {
      var loop: [Chord] = []
      while loop.count < 4 {
        let chord = Chord(
          root: .random(in: 0..<12, using: &generator), isMinor: .random(using: &generator))
        if !loop.contains(chord) { loop.append(chord) }
      }
      let chords = Chords(count: 3600, ticksInSecond: 60) { tick in
        classes(loop[tick / 150 % 4], &generator)
      }
      // Within half of the window of 1 s of a change either chord may be found.
      for tick in 0..<3600 where 30..<120 ~= tick % 150 {
        let expected = loop[tick / 150 % 4]
        #expect(chords.chord(ofTicks: tick..<tick + 1) == expected, "seed \(seed), tick \(tick)")
      }
      #expect(abs(chords.cycle.ticks - 600) <= 6, "seed \(seed)")
      #expect(chords.cycle.score > 0.5, "seed \(seed)")
    }
  }

  @Test func `a chord that sounds for a moment changes nothing`() {
    var generator = SeededGenerator(seed: 1)
    let (long, short) = (Chord(root: 0, isMinor: false), Chord(root: 6, isMinor: true))
    let chords = Chords(count: 1200, ticksInSecond: 60) { tick in
      classes(600..<612 ~= tick ? short : long, &generator)
    }
    #expect(Set(chords.steps) == [long])
  }

  @Test func `noise, silence and nothing at all have a usual cycle`() {
    var generator = SeededGenerator(seed: 2)
    let noise = Chords(count: 3600, ticksInSecond: 60) { _ in
      var classes = SIMD16<Double>.zero
      for place in 0..<12 { classes[place] = .random(in: 0...1, using: &generator) }
      return classes
    }
    #expect(noise.cycle.ticks == 720)
    for count in [0, 1, 3600] {
      let silent = Chords(count: count, ticksInSecond: 60) { _ in .zero }
      #expect(silent.cycle.ticks == 720 && Set(silent.steps).count == min(count, 1))
    }
  }

  @Test func `the steps of ten hours are no more than those of two`() {
    let chords = Chords(count: 2_160_000, ticksInSecond: 60) { _ in .zero }
    #expect(chords.steps.count <= 72_000 && chords.ticksInStep > 6)
  }
}
