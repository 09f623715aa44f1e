// SPDX-License-Identifier: MIT
import Signal
import TestSupport
import Testing

@testable import Views

/// The rings that spread from hits.
@Suite struct RippleTests {
  /// How far a heart is open: hits of changing strength, a few or many a second, some of them equal.
  private static func openings(seed: UInt64, count: Int) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let step = Int.random(in: 3...60, using: &random)
    let (spread, isEven) = (Int.random(in: 0...step / 2, using: &random), seed % 3 == 0)
    var (openings, next, level) = ([Double](), 0, 0.0)
    for tick in 0..<count {
      level *= 0.8
      if tick == next {
        level = isEven ? 0.9 : .random(in: 0.2...1, using: &random)
        next += step + .random(in: 0...spread, using: &random)
      }
      openings.append(level)
    }
    return openings
  }

  /// The ticks in which rings begin, and the rings of each tick, with their ages and strengths.
  private static func rings(
    _ openings: [Double], from first: Int = 0
  ) -> (begins: [Int], shown: [[[Double]]]) {
    var ripples = Ripples(at: .sixty)
    var (begins, shown) = ([Int](), [[[Double]]]())
    for tick in first..<openings.count {
      if ripples.advance(to: tick, opening: openings[tick]) { begins.append(tick) }
      shown.append(ripples.rings.map { [Double($0.age), $0.strength] })
    }
    return (begins, shown)
  }

  @Test(arguments: TestRun.seeds(1...100))
  func `at most three rings begin in any second, of many hits fewer than one`(seed: UInt64) {
    let openings = Self.openings(seed: seed, count: 3600)
    let begins = Self.rings(openings).begins
    for (begin, fourth) in zip(begins, begins.dropFirst(3)) {
      #expect(fourth - begin >= 60, "seed \(seed): rings at \(begin) to \(fourth)")
    }
    let isMany = openings.count { $0 > 0.5 } > 3600 / 5
    if isMany { #expect(begins.count < 60, "seed \(seed): \(begins.count) rings in a minute") }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `a part has the rings of the whole`(seed: UInt64) {
    let openings = Self.openings(seed: seed, count: 1500)
    let whole = Self.rings(openings).shown
    let memory = Ripples(at: .sixty).memory
    for last in stride(from: memory + 7, to: 1500, by: 61) {
      let part = Self.rings(Array(openings[...last]), from: last - memory).shown
      #expect(part.last == whole[last], "seed \(seed), tick \(last)")
    }
  }

  @Test func `steady beats have rings, and a strong hit has a stronger one than a soft one`() throws
  {
    func openings(_ strength: Double) -> [Double] {
      (0..<1200).map { tick in strength * max(0, 1 - Double(tick % 30) / 12) }
    }
    #expect(Self.rings(openings(0.9)).begins.count >= 30)
    func ring(_ strength: Double) throws -> Double {
      let (begins, shown) = Self.rings(openings(strength))
      return shown[try #require(begins.first) + 5][0][1]
    }
    #expect(try ring(0.9) > 2 * ring(0.35))
  }
}
