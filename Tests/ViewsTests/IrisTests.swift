// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct IrisTests {
  private func items(
    _ levels: [(left: Double, right: Double)], _ words: [String] = [], palette: Palette? = nil
  ) throws -> [Item] {
    try Radial.items(look: "iris", words, levels, palette)
  }

  /// The degrees, as on a clock, and the radii of a fibre.
  private func fibre(_ items: [Item], _ name: String, _ index: Int = 0) throws
    -> (middle: Double, width: Double, inner: Double, outer: Double)
  {
    let points = items.filter { $0.name == name }[index].path.points
    try #require(points.count == 4)
    let (first, last) = (points[1].clock, points[2].clock)
    return ((first + last) / 2, abs(last - first), points[0].radius, points[1].radius)
  }

  /// A number from 0 to 1 that is a fibre's own.
  private func hash(_ number: Int) -> Double {
    Double(number * 2_654_435_761 % (1 << 32) / 65_536) / 65_536
  }

  /// How long a fibre is, by its number.
  private func grain(_ number: Int) -> Double { 1 - 0.28 * hash(number) }

  @Test func `fibres of averages grow from the pupil, those of peaks from the rim`() throws {
    // -20 dB is half of the scale, and 0.5 to the power of 0.8 is 0.574349.
    let items = try items([(0, -20)])
    let (gold, teal) = (try fibre(items, "average-left"), try fibre(items, "peak-left"))
    #expect(abs(gold.middle - 0.25) < 0.001 && abs(gold.width - 0.36) < 0.001)
    #expect(abs(gold.inner - 56) < 0.002 && abs(gold.outer - (56 + 103.6 * grain(0))) < 0.002)
    #expect(abs(teal.middle - 0.5) < 0.001 && abs(teal.width - 0.23) < 0.001)
    #expect(abs(teal.inner - 203) < 0.002 && abs(teal.outer - (203 - 97.7 * grain(2))) < 0.002)
    let right = try fibre(items, "average-right")
    #expect(abs(right.middle - 180.75) < 0.001)
    #expect(abs(right.outer - (56 + 103.6 * 0.574349 * grain(0))) < 0.002)
    #expect(items.first { $0.name == "average-left" }?.opacity == 0.76)
    // Five eighths.
    #expect(
      try #require(items.first { $0.name == "average-right" }).opacity == 0.36 + 0.4 * 0.625)
    // One fibre in four is half as dense.
    let thin = (0..<360).filter { hash($0 + 1) < 0.25 }
    let left = items.filter { $0.name == "average-left" }
    #expect(thin.count > 70 && thin.count < 110)
    #expect(thin.allSatisfy { left[$0].opacity == 0.36 / 2 })
    #expect(
      items.filter { $0.name.hasPrefix("average") || $0.name.hasPrefix("peak") }.count == 1440)
  }

  @Test func `silence has no fibres, and a white ray is where the newest tick is`() throws {
    let items = try items(Array(repeating: (-40, -40), count: 91))
    for (name, radius) in [("average-left", 56.0), ("peak-right", 203)] {
      for item in items where item.name == name {
        #expect(item.path.points.allSatisfy { abs($0.radius - radius) < 0.002 })
      }
    }
    let ray = try fibre(items, "head-left")
    #expect(abs(ray.middle - 90.25) < 0.001 && abs(ray.outer - 84) < 0.002)
    #expect(abs(try fibre(items, "head-right").middle - 270.75) < 0.001)
  }

  @Test func `the pupil opens with the bass`() throws {
    func radius(
      _ levels: [(left: Double, right: Double)], _ words: [String] = []
    ) throws -> Double {
      try #require(items(levels, words).last?.path.points.first).radius
    }
    let (soft, loud) = ((left: -40.0, right: -40.0), (left: 0.0, right: 0.0))
    // Without meters of their own the levels are those of the bass, whose scale is the track's.
    let range = [soft, loud] + (1...38).map { (left: -Double($0), right: -Double($0)) }
    #expect(abs(try radius(range + [soft]) - 28) < 0.001)
    #expect(abs(try radius(range + [loud]) - 72) < 0.001)
    #expect(abs(try radius(range + [soft], ["--set", "pulse=0"]) - 28) < 0.001)
    #expect(abs(try radius(range + [loud], ["--set", "pulse=0.5"]) - 50) < 0.001)
  }

  @Test func `two eyes mirror each other`() throws {
    let items = try items(Array(repeating: (-10, -10), count: 40), ["--layout", "twin"])
    func points(_ name: String) -> [[Point]] {
      items.filter { $0.name == name }.map { $0.path.points }
    }
    for meter in ["average", "peak", "head"] {
      let (left, right) = (points("\(meter)-left"), points("\(meter)-right"))
      #expect(left.count == right.count && !left.isEmpty)
      for (left, right) in zip(left, right) {
        #expect(left.map { Point(x: -$0.x + 0, y: $0.y) } == right)
      }
    }
    // The sheet is 768 points wide, so an eye has a radius of 186.
    let disc = items[0].path
    #expect(abs((disc.points.map(\.x).min() ?? 0) - (-186.24 - 186)) < 0.002)
  }

  @Test func `on a tall sheet one eye is above the other`() throws {
    let items = try Radial.items(
      look: "iris", ["--layout", "twin"], [(0, 0)], size: (1080, 1920))
    let centers = items.prefix(2).map { item in
      let points = item.path.points
      return (
        (points.map(\.x).min()! + points.map(\.x).max()!) / 2,
        (points.map(\.y).min()! + points.map(\.y).max()!) / 2
      )
    }
    #expect(abs(centers[0].0) < 0.002 && abs(centers[0].1 + 186.24) < 0.002)
    #expect(abs(centers[1].0) < 0.002 && abs(centers[1].1 - 186.24) < 0.002)
  }

  @Test func `a turn of many ticks has a fibre for each degree, as loud as its loudest`() throws {
    let levels = (0..<720).map { (left: $0 == 101 ? 0.0 : -20, right: -40.0) }
    let items = try items(levels, ["--turn", "12"])
    #expect(items.count { $0.name == "average-left" } == 360)
    #expect(abs(try fibre(items, "average-left", 50).outer - (56 + 103.6 * grain(50))) < 0.002)
    #expect(try fibre(items, "average-left", 49).outer < 120)
  }

  @Test func `an eye takes its colours from any palette`() throws {
    let items = try items([(0, 0)], palette: .dusk)
    #expect(items.first { $0.name == "peak-left" }?.paint == .color(Palette.dusk.ramp[2]))
    #expect(items.last?.paint == .color(IrisColors(.dusk).pupil))
    // The pupil is darker than any background.
    #expect(IrisColors(.dusk).pupil == Color(red: 9, green: 7, blue: 24))
    #expect(IrisColors(.paper).pupil == Palette.paper.ramp[0])
  }
}
