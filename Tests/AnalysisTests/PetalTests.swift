// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

@Suite struct PetalTests {
  private func level(_ peak: Double, _ average: Double) -> [Decibels] {
    [Decibels(peak), Decibels(average)]
  }

  @Test func `they rise at once and fall in a straight line, each by itself`() throws {
    var petal = Petal(fall: 30, tickRate: try #require(Rate(20)))
    let ticks = [level(-9, -30), level(-40, -31), level(-160, -40), level(-10, -12)]
    #expect(
      ticks.map { petal.advance(to: $0) } == [
        level(-9, -30), level(-10.5, -31), level(-12, -32.5), level(-10, -12),
      ])
  }

  @Test func `the meters are those of each tick, through petals`() throws {
    print("seed 8")
    var generator = SeededGenerator(seed: 8)
    let quiet = (0..<24_000).map { Float($0 % 4_000 < 300 ? 1 : 0.002) }
    let channels = [quiet, zip(quiet, noise(24_000, using: &generator)).map { $0 * $1 }]
    for (fall, rate) in [(20, Rate.sixty), (7.5, try #require(Rate(30_000, over: 1001)))] {
      let plain = try ticks(of: channels, rate: rate)
      let found = try ticks(of: channels, ballistics: .petal.setting(["fall": fall]), rate: rate)
      #expect(found.count == plain.count)
      for channel in 0..<2 {
        var petal = Petal(fall: fall, tickRate: rate)
        let expected = plain.map { tick in
          let level = tick.levels[channel]
          let falling = petal.advance(to: [level.peak, level.average])
          return ChannelLevel(peak: falling[0], average: falling[1])
        }
        #expect(found.map { $0.levels[channel] } == expected)
        #expect(expected != plain.map { $0.levels[channel] })
        // The definition, from the tick itself back to the first.
        let step = fall * Double(rate.denominator) / Double(rate.numerator)
        for (index, level) in expected.enumerated() {
          let peak = (0...index).map {
            plain[$0].levels[channel].peak.value - Double(index - $0) * step
          }.max()
          #expect(abs(level.peak.value - (peak ?? 0)) < 1e-9)
          #expect(level.average <= level.peak)
        }
      }
    }
  }
}
