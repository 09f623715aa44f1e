// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct DotsTests {
  private func items(
    _ levels: [(left: Double, right: Double)], averages: Double? = nil, palette: Palette? = nil,
    background: Color? = nil
  ) throws -> [Item] {
    try Radial.items(
      look: "dots", [], levels, palette, background, averages: averages)
  }

  /// How many lamps of a column are lit; the path of a lamp has eight arcs.
  private func count(_ items: [Item], _ name: String, _ column: Int) -> Int {
    (items.filter { $0.name == name }[column].path.arcs.count) / 8
  }

  @Test func `eight lamps stand in each of 60 columns of both sides`() throws {
    let items = try items([])
    let lamps = try #require(items.first?.path).points
    #expect(lamps.count == 2 * 2 * 60 * 8)
    #expect(abs(try #require(lamps.map(\.radius).min()) - 105.9) < 0.002)
    #expect(abs(try #require(lamps.map(\.radius).max()) - 202.5) < 0.002)
    #expect(abs(try #require(lamps.last).clock - 178.5) < 0.01)
    for name in ["average-left", "average-right", "peak-left", "peak-right"] {
      #expect((0..<60).allSatisfy { count(items, name, $0) == 0 })
    }
  }

  @Test(arguments: [
    // 8 · 0.86 is 6.88.
    (0.0, 0.0, 7, 1), (0, -20, 3, 1), (-20, -20, 3, 1), (0, -40, 0, 1), (-37, -40, 0, 1),
    (-39, -40, 0, 0), (-40, -40, 0, 0), (-40, 0, 7, 0),
  ])
  func `the average lights a column, the peak one lamp beyond`(
    peak: Double, average: Double, lit: Int, beyond: Int
  ) throws {
    let items = try items([(peak, peak)], averages: average)
    #expect(count(items, "average-left", 0) == lit)
    #expect(count(items, "peak-right", 0) == beyond)
  }

  @Test func `a column is as loud as its loudest tick so far, and begins anew`() throws {
    let turn = Array(repeating: (left: 0.0, right: -40.0), count: 360)
    let soft = (left: -30.0, right: -40.0)
    var items = try items(turn + [soft])
    #expect(count(items, "average-left", 0) == 2)
    #expect(count(items, "average-left", 1) == 7)
    #expect(count(items, "average-right", 0) == 0)
    items = try self.items(turn + [soft, (0, 0), soft])
    #expect(count(items, "average-left", 0) == 7)
    #expect(count(items, "average-left", 1) == 7)
  }

  @Test func `a bead stands at the column of the newest tick on either side`() throws {
    let items = try items(Array(repeating: (0, 0), count: 14))
    for (name, clock) in [("head-left", 352.5), ("head-right", 7.5)] {
      let points = try #require(items.first { $0.name == name }?.path).points
      let center = Point(
        x: (points.map(\.x).min()! + points.map(\.x).max()!) / 2,
        y: (points.map(\.y).min()! + points.map(\.y).max()!) / 2)
      #expect(abs(center.clock - clock) < 0.01 && abs(center.radius - 81) < 0.01)
    }
  }

  @Test func `lamps that are off are a part of the ink on the background`() throws {
    let dusk = Palette.dusk
    let items = try items([(0, 0)], palette: dusk, background: dusk.background)
    #expect(items[0].paint == .color(dusk.background.mixed(with: dusk.ink, 0.3)))
    #expect(items.first { $0.name == "average-left" }?.paint == .color(dusk.ink))
    #expect(items.last?.paint == .color(dusk.accent))
    let overlay = try self.items([(0, 0)], background: Color.none)
    #expect(overlay[0].paint == .color(Color(red: 255, green: 255, blue: 255, alpha: 77)))
  }
}
