// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

@Suite struct TurnLockTests {
  /// How loud the ticks of drums are: hits of a wandering strength that fade away, the first of each
  /// bar the loudest.
  private func drums(
    beatsInMinute: Double, beatsInBar: Int, count: Int, seed: UInt64
  ) -> [Double] {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let beat = 3600 / beatsInMinute
    let accents = [1, 0.25, 0.5, 0.35]
    var powers = [Double](repeating: 1e-6, count: count)
    for hit in 0..<Int(Double(count) / beat) {
      let strength = accents[hit % beatsInBar] * Double.random(in: 0.8...1, using: &generator)
      let start = Double(hit) * beat
      for tick in Int(start)..<min(Int(start) + 30, count) {
        // The mean power over the part of the tick after the hit; it fades by e in three ticks.
        let (from, to) = (max(Double(tick) - start, 0), Double(tick) + 1 - start)
        powers[tick] += strength * strength * 3 * (exp(-from / 3) - exp(-to / 3))
      }
    }
    return powers.map { min(max((10 * log10($0) + 30) / 30, 0), 1) }
  }

  @Test(arguments: [169.0, 175, 184], [3, 4])
  func `the turn is a whole number of bars, within 0.1 ticks`(tempo: Double, beats: Int) {
    // A minute and three minutes.
    for count in [3_600, 10_800] {
      let levels = drums(
        beatsInMinute: tempo, beatsInBar: beats, count: count, seed: UInt64(tempo) + UInt64(beats))
      let lock = TurnLock(count: count) { levels[$0] }
      let bar = 3600 / tempo * Double(beats)
      #expect(abs(lock.ticks - (lock.ticks / bar).rounded() * bar) < 0.1, "\(lock)")
      #expect((240.0...540).contains(lock.ticks))
      #expect((0.8...1).contains(lock.score), "\(lock)")
    }
  }

  @Test func `known bars count where the track tells none, or as much`() {
    // Noise has no bars; known ones of 100 ticks give a whole number of them.
    print("seed 17")
    var generator = SeededGenerator(seed: 17)
    let noise = (0..<7_200).map { _ in Double.random(in: 0...1, using: &generator) }
    let unknown = TurnLock(count: noise.count) { noise[$0] }
    #expect(!unknown.isOfBars && unknown.ticks == TurnLock.defaultTicks)
    let known = TurnLock(count: noise.count, bar: 100) { noise[$0] }
    #expect(known.isOfBars && [300, 400, 500].contains(known.ticks), "\(known)")
    #expect(TurnLock(count: 10, bar: 100, loudness: { _ in 0 }).isOfBars)
    // Drums tell their own; bars that are right change nothing, and wrong ones do not count.
    let bar = 240.0 / 175 * 60
    let levels = drums(beatsInMinute: 175, beatsInBar: 4, count: 10_800, seed: 5)
    let own = TurnLock(count: levels.count) { levels[$0] }
    let right = TurnLock(count: levels.count, bar: bar) { levels[$0] }
    let wrong = TurnLock(count: levels.count, bar: 107) { levels[$0] }
    #expect(own.isOfBars && abs(right.ticks - own.ticks) < 0.05 && wrong.ticks == own.ticks)
    // Too long for a turn.
    #expect(!TurnLock(count: noise.count, bar: 600, loudness: { noise[$0] }).isOfBars)
  }

  @Test(arguments: [240, 300, 420, 470])
  func `a loop of the music is as near to the wished length as its beats permit`(wished: Int) {
    // A beat has 30 ticks.
    let levels = drums(beatsInMinute: 120, beatsInBar: 4, count: 7_200, seed: 9)
    let loop = TurnLock.loop(atMost: wished, count: levels.count) { levels[$0] }
    #expect(loop == wished / 30 * 30)
    #expect(TurnLock.loop(atMost: wished, count: 900, loudness: { _ in 0.5 }) == nil)
  }

  @Test func `petals keep the bars`() {
    let levels = drums(beatsInMinute: 175, beatsInBar: 4, count: 10_800, seed: 5)
    var petal = Petal(fall: 20, tickRate: .sixty)
    let petals = levels.map { level in
      let tick = Decibels(level * 30 - 30)
      return petal.advance(to: [tick])[0].value / 30 + 1
    }
    let bar = 240.0 / 175 * 60
    let ticks = TurnLock(count: petals.count) { petals[$0] }.ticks
    #expect(ticks != TurnLock.defaultTicks)
    #expect(abs(ticks - (ticks / bar).rounded() * bar) < 0.1, "\(ticks)")
  }

  @Test(arguments: [300, 800, 2_000, 12_000])
  func `noise has no bars`(count: Int) {
    print("seed \(count)")
    var generator = SeededGenerator(seed: UInt64(count))
    let levels = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
    let lock = TurnLock(count: count) { levels[$0] }
    #expect(lock.ticks == TurnLock.defaultTicks, "\(lock)")
    #expect(lock.score < TurnLock.minScore)
  }

  @Test(arguments: [0, 1, 399, 400, 900, 5_000])
  func `what is always as loud has no bars`(count: Int) {
    for level in [0, 1, 0.123_456_789] {
      let lock = TurnLock(count: count) { _ in level }
      #expect(lock == TurnLock(count: 0) { _ in 0 })
      #expect((lock.ticks, lock.score) == (TurnLock.defaultTicks, 0))
    }
  }

  @Test func `the score is the plain sum of products`() throws {
    let count = 40_000
    // More than a block, with a loop of 301 ticks in noise.
    print("seed 77")
    var generator = SeededGenerator(seed: 77)
    let loop = (0..<301).map { _ in Double.random(in: 0...0.6, using: &generator) }
    let levels = (0..<count).map { loop[$0 % 301] + Double.random(in: 0...0.4, using: &generator) }
    let lock = TurnLock(count: count) { levels[$0] }
    #expect(lock.ticks == 301)
    var deviations: [Double] = []
    for tick in 0..<count {
      let round = levels[max(tick - 60, 0)..<min(tick + 61, count)]
      deviations.append(levels[tick] - round.reduce(0, +) / Double(round.count))
    }
    func mean(_ lag: Int) -> Double {
      var sum = 0.0
      for tick in 0..<count - lag { sum += deviations[tick] * deviations[tick + lag] }
      return sum / Double(count - lag)
    }
    let score = (1...12).map { mean(301 * $0) / mean(0) }.reduce(0, +) / 12
    #expect(abs(lock.score - score) < 1e-9)
  }

  @Test func `an error of the levels is handed on`() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try TurnLock(count: 1_000) { (tick) throws(Unreadable) in
        guard tick < 700 else { throw Unreadable() }
        return 0
      }
    }
  }
}
