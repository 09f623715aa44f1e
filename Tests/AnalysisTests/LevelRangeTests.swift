// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

@Suite struct LevelRangeTests {
  /// The ranges of two channels whose meters read the same levels, in dBFS.
  private func range(
    _ left: [Double], _ right: [Double], drawing pair: (left: Int, right: Int)? = nil
  ) throws -> Constants.Range {
    var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    try builder.beginInput(channelCount: 2)
    for (index, pair) in zip(left, right).enumerated() {
      let levels = [pair.0, pair.1].map { ChannelLevel(peak: Decibels($0), average: Decibels($0)) }
      builder.include(Tick(index: index, levels: levels))
    }
    return builder.constants(drawing: pair).range
  }

  /// The definition, over a plain sort.
  private func expected(_ levels: [Double]) -> [Double]? {
    let rounded = levels.map { ($0 * 1e5).rounded() / 1e5 }.filter { $0 > -70 }
    guard !rounded.isEmpty else { return nil }
    let power = rounded.map { pow(10, $0 / 10) }.reduce(0, +) / Double(rounded.count)
    let kept = rounded.filter { $0 > 10 * log10(power) - 20 }.sorted()
    return [0.05, 0.995].map { share in
      let place = Double(kept.count - 1) * share
      let below = Int(place)
      let above = min(below + 1, kept.count - 1)
      return kept[below] + (kept[above] - kept[below]) * (place - Double(below))
    }
  }

  private func expect(
    _ found: LevelRange?, _ levels: [Double], _ location: SourceLocation = #_sourceLocation
  ) {
    guard let found, let ends = expected(levels) else {
      #expect(found == nil && expected(levels) == nil, sourceLocation: location)
      return
    }
    for (end, exact) in zip([found.low, found.high], ends) {
      #expect(abs(end - exact) < 0.500_001e-5, sourceLocation: location)
      #expect(end == (end * 1e5).rounded() / 1e5, sourceLocation: location)
    }
  }

  @Test(arguments: [1, 2, 3, 20, 21, 101, 1_000, 20_011])
  func `it is that of a plain sort of both channels, for any number of readings`(
    count: Int
  ) throws {
    let seed = UInt64(count)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    // Loud and soft parts, some above 0 dBFS, pauses, silence, and repeats.
    func levels() -> [Double] {
      (0..<count).map { _ in
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: -160
        case 1: Double.random(in: -120 ... -60, using: &generator)
        case 2: Double(Int.random(in: -40...4, using: &generator))
        default: Double.random(in: -30...3, using: &generator)
        }
      }
    }
    let (left, right) = (levels(), levels())
    let found = try range(left, right)
    expect(found.peak, left + right)
    #expect(found.average == found.peak)
    #expect(try range(right, left).peak == found.peak)
    expect(try range(left, right, drawing: (1, 1)).peak, right + right)
    #expect(try range(left, right, drawing: (1, 0)).peak == found.peak)
  }

  @Test func `a fade-out and a crack change little`() throws {
    let music = (0..<2_000).map { -20 + 8 * sin(Double($0) / 7) }
    let plain = try #require(try range(music, music).peak)
    expect(plain, music)
    let fade = (0..<900).map { -20 - 140 * Double($0) / 900 }
    let end = music + fade + [Double](repeating: -160, count: 600) + [0]
    let found = try #require(try range(end, end).peak)
    #expect(abs(found.low - plain.low) < 2)
    #expect(abs(found.high - plain.high) < 0.1)
  }

  @Test func `all that is loud is in dBFS above 0, if need be`() throws {
    let levels = (0..<400).map { Double($0 % 40) }
    expect(try range(levels, levels).peak, levels)
    // The gate is above 0 dBFS as well: 30 dB are 20 below the mean of 50 and more.
    let loud = levels.map { $0 + 40 } + [29.0, 12, -3]
    expect(try range(loud, loud).peak, loud)
  }

  @Test func `nothing above -70 dBFS has no range`() throws {
    #expect(try range([-160, -70, -71], [-90, -70, -160]).peak == nil)
    let found = try #require(try range([-160, -70, -69.9], [-90, -70, -160]).peak)
    #expect((found.low, found.high) == (-69.9, -69.9))
    #expect(try range([], []).average == nil)
  }

  @Test func `a mono track has the range that it has on both sides`() throws {
    var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    try builder.beginInput(channelCount: 1)
    let levels = (0..<30).map { -Double($0) / 2 }
    for (index, level) in levels.enumerated() {
      let tick = ChannelLevel(peak: Decibels(level), average: Decibels(level))
      builder.include(Tick(index: index, levels: [tick]))
    }
    let found = builder.constants()
    #expect((found.range.left, found.range.right) == (0, 0))
    #expect(found.range.peak == (try range(levels, levels).peak))
    #expect(try found.range(of: (0, 0), in: 1) == found.range)
  }

  @Test func `the range of other channels is refused`() throws {
    var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    try builder.beginInput(channelCount: 3)
    let constants = builder.constants(drawing: (2, 1))
    for pair in [(1, 2), (2, 1)] {
      #expect(throws: Never.self) { try constants.range(of: pair, in: 3) }
    }
    #expect(throws: ConstantsError.pairsDiffer(constants: constants.range, left: 0, right: 1)) {
      try constants.range(of: (0, 1), in: 3)
    }
  }
}
