// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct BloomTests {
  /// The items of a bloom after ticks whose levels are read on a scale of 40 dB.
  private func items(
    _ levels: [(peak: Double, average: Double)], right: (peak: Double, average: Double),
    variant: String? = nil, layout: FigureLayout = .pair
  ) throws -> [Item] {
    var options = RadialOptions.curves
    let look = try #require(RadialView.looks.first { $0.name == "bloom" })
    options.look = try variant.map { try #require(look.with(variant: $0)) } ?? look
    options.layout = layout
    let ticks = levels.enumerated().map { index, left in
      PictureTicks.tick(
        index, peaks: (left.peak, right.peak), averages: (left.average, right.average))
    }
    let end = LevelPair(left: 40, right: 40)
    var view = try options.figure(ticks: ticks, scale: LevelScale(peak: end, average: end))
    for index in ticks.indices { try view.advance(to: index) }
    return try Radial.scene(of: view).items
  }

  private func points(_ name: String, _ items: [Item]) throws -> [Point] {
    try #require(items.first { $0.name == name }).path.points
  }

  @Test func `halos lie under both inks, and what both have in common over them`() throws {
    let items = try items([(0, 0)], right: (0, 0))
    #expect(
      items.map(\.name) == [
        "peak-left", "peak-right", "peak-overlap", "average-left", "average-right",
        "average-overlap", "circle", "head-left", "head-right", "heart",
      ])
  }

  @Test func `a tick stands at the end of its cell, its peak on its average`() throws {
    let items = try items([(-20, -10)], right: (-40, 0))
    // Averages of 0.75 and 1, peaks of 0.5 and 0.
    let (average, peak) = (62 + 144 * 0.68 * 0.75, 62 + 144 * (0.68 * 0.75 + 0.32 * 0.5))
    let left = try (points("average-left", items)[0], points("peak-left", items)[0])
    #expect(abs(left.0.radius - average) < 0.002 && abs(left.0.clock - 1) < 0.01)
    #expect(abs(left.1.radius - peak) < 0.002 && abs(left.1.clock - 1) < 0.01)
    let right = try (points("average-right", items)[180], points("peak-right", items)[180])
    #expect(abs(right.0.radius - (62 + 144 * 0.68)) < 0.002 && abs(right.0.clock - 181) < 0.01)
    #expect(right.0 == right.1)
    let others = try points("peak-left", items)[1..<360] + points("peak-overlap", items)[..<360]
    #expect(others.allSatisfy { abs($0.radius - 62) < 0.002 })
  }

  @Test func `the overlap is the quieter channel, in either direction of growth`() throws {
    let levels = Array(repeating: (peak: 0.0, average: 0.0), count: 360)
    for (variant, radius) in [(nil, 62 + 144 * 0.34), ("inside", 204 - 150 * 0.34)] {
      let items = try items(levels, right: (-40, -20), variant: variant)
      let overlap = try points("average-overlap", items)[..<360]
      #expect(overlap.allSatisfy { abs($0.radius - radius) < 0.002 })
    }
  }

  @Test func `in a mirror each channel has its half and nothing overlaps`() throws {
    let levels = (0..<400).map { (peak: Double($0 % 7) * -3, average: Double($0 % 5) * -4) }
    let items = try items(levels, right: (-3, -3), layout: .mirror)
    #expect(!items.contains { $0.name.hasSuffix("overlap") })
    for name in ["peak", "average"] {
      #expect(try points("\(name)-left", items).allSatisfy { $0.x <= 0 })
      #expect(try points("\(name)-right", items).allSatisfy { $0.x >= 0 })
    }
  }

  @Test func `in a mirror the head is a radial edge`() throws {
    let items = try items([(0, 0), (0, 0)], right: (-40, -40), layout: .mirror)
    // The rim at 12 o'clock, then two corners for each cell of half a degree.
    let left = try points("average-left", items)[..<6]
    let full = 62 + 144 * 0.68
    let radii = [62, full, full, full, full, 62]
    #expect(zip(left, radii).allSatisfy { abs($0.radius - $1) < 0.002 })
    let angles: [Double] = [0, 0, 359.5, 359.5, 359, 359]
    #expect(zip(left, angles).allSatisfy { abs($0.clock - $1) < 0.01 })
  }
}
