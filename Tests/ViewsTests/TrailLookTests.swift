// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import TestSupport
import Testing
import Views

/// Ink and corona: one outline for both channels, with older turns under the newest.
@Suite struct TrailLookTests {
  /// The items of a look after ticks whose four levels are the same in each channel, on a scale of
  /// 40 dB; the newest turn's are last.
  private func items(
    _ look: String, _ levels: [(left: Double, right: Double)], _ words: [String] = [],
    palette: Palette? = nil, background: Color? = nil
  ) throws -> [Item] {
    try Radial.items(look: look, ["--turn", "1"] + words, levels, palette, background)
  }

  private func radii(_ item: Item?) throws -> [Double] {
    try #require(item?.path).points.map(\.radius)
  }

  private let loud = (left: 0.0, right: -20.0)

  @Test func `the right channel goes down the right side, the left one down the left`() throws {
    let items = try items("ink", [loud])
    let points = try #require(items.first { $0.name == "peak" }?.path).points
    // Two corners of the first cell on each side, which begin with their own value.
    let reached = points.prefix(240).filter { $0.radius > 46.01 }
    #expect(reached.count == 4)
    for point in reached {
      #expect(abs(point.radius - (point.x < 0 || point == reached[3] ? 202 : 124)) < 0.002)
    }
    let edges = reached.map { ($0.x * 1000).rounded() / 1000 }
    // The sine of 3 degrees, of 60 cells in half a turn.
    #expect(edges == [0, 6.49, -10.572, 0])
    let body = try radii(items.first { $0.name == "average" }).max()
    #expect(abs(try #require(body) - (46 + 156 * 0.66)) < 0.002)
  }

  @Test func `as a pair the louder channel is seen in each place`() throws {
    let half = Array(repeating: loud, count: 30)
    let once = try radii(items("ink", half, ["--layout", "pair"]).first { $0.name == "peak" })
    #expect(once.prefix(30).allSatisfy { abs($0 - 202) < 0.002 })
    #expect(once[30..<60].allSatisfy { abs($0 - 124) < 0.002 })
    let both = try items("ink", half + half, ["--layout", "pair"])
    #expect(try radii(both.first { $0.name == "peak" }).prefix(60).allSatisfy { $0 > 201.99 })
  }

  @Test func `what a turn overwrites goes down by one pass`() throws {
    // A silence of more than a second would leave the figure as it is.
    let soft = (left: -39.0, right: -39.0)
    let levels = Array(repeating: loud, count: 60) + Array(repeating: soft, count: 70)
    let items = try items("ink", levels).filter { $0.name != "ripple" }
    #expect(
      items.map(\.name) == [
        "peak-3", "peak-2", "peak-1", "average-1", "peak", "average", "circle", "head-left",
        "head-right", "heart",
      ])
    #expect(items.prefix(6).map(\.opacity) == [0.02, 0.05, 0.1, 0.24, 0.24, 1])
    // After 130 ticks the first ten cells of the third turn have pushed those of the first.
    for (index, count) in [(4, 0), (2, 50), (1, 10), (0, 0)] {
      let cells = try radii(items[index]).prefix(240).count { $0 > 201.99 }
      #expect(cells == 2 * count, "\(items[index].name)")
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func `a trail has as many older turns`(count: Int) throws {
    let trail = ["--set", "trail=\(count)"]
    let ink = try items("ink", [loud], trail)
    #expect(ink.count { $0.name.hasPrefix("peak") } == count + 1)
    #expect(ink.count { $0.name.hasPrefix("average") } == min(count, 1) + 1)
    #expect(try items("corona", [loud], trail).count { $0.name.hasPrefix("glow") } == count + 1)
  }

  @Test func `beads of ink run on the tip of the blot, those of a corona inside its circle`() throws
  {
    func bead(_ look: String, _ words: [String] = []) throws -> Point {
      let items = try items(look, Array(repeating: loud, count: 30), words)
      let points = try #require(items.first { $0.name == "head-right" }?.path).points
      return Point(
        x: (points.map(\.x).min()! + points.map(\.x).max()!) / 2,
        y: (points.map(\.y).min()! + points.map(\.y).max()!) / 2)
    }
    for (look, words, radius) in [
      ("corona", [], 81), ("corona", ["--set", "rim=204", "--set", "reach=-150"], 210.0),
    ] {
      let bead = try bead(look, words)
      #expect(abs(bead.x - radius) < 0.002 && abs(bead.y) < 0.002, "\(look) \(words)")
    }
    let tip = try bead("ink")
    let peak = try items("ink", Array(repeating: loud, count: 30)).first { $0.name == "peak" }
    #expect(
      try #require(peak).path.points.contains { abs($0.x - tip.x) + abs($0.y - tip.y) < 0.004 })
    #expect(tip.radius > 100)
  }

  @Test func `the colours of a corona lie evenly between silence and the loudest`() throws {
    func stops(_ item: Item?) throws -> [GradientStop] {
      guard case .radial(.origin, 204, let stops)? = item?.paint else { throw Radial.NoValues() }
      return stops
    }
    let hot = try #require(Color(parsing: "#fffaf0"))
    let dark = try #require(Color(parsing: "#23092e"))
    let items = try items("corona", [loud])
    let glow = try stops(items.first { $0.name == "glow" })
    #expect(glow.map(\.offset) == [0.431, 0.526, 0.621, 0.716, 0.81, 0.905, 1])
    #expect(glow.first?.color == hot && glow.last?.color == dark)
    // Embers: two colours further on, on the way to the background.
    let embers = try stops(items.first { $0.name == "glow-1" }).map(\.color)
    let ground = try #require(Color(parsing: "#06070b"))
    let colors = glow.map(\.color)
    #expect(
      embers == [2, 3, 4, 5, 5, 5, 5].map { ground.mixed(with: colors[$0], 0.55) })
    let inside = try self.items("corona", [loud], ["--set", "rim=204", "--set", "reach=-150"])
    #expect(!inside.contains { $0.name.hasPrefix("glow-") })
    let reversed = try stops(inside.first)
    #expect(reversed.first == GradientStop(54 / 204, dark))
    #expect(reversed.last == GradientStop(1, hot))
  }

  @Test func `a ramp of eight colours is a corona as well`() throws {
    let items = try items("corona", [loud], palette: .dusk)
    guard case .radial(_, _, let stops)? = items.first(where: { $0.name == "glow" })?.paint else {
      throw Radial.NoValues()
    }
    #expect(stops.map(\.color) == Palette.dusk.ramp)
  }

  @Test func `where the background shines through, so do embers, and ink is white`() throws {
    let white = Color(red: 255, green: 255, blue: 255)
    let ink = try items("ink", [loud], background: Color.none)
    #expect(ink.first { $0.name != "ripple" }?.paint == .color(white))
    let dusk = try items("ink", [loud], palette: .dusk, background: Color.none)
    #expect(dusk.first { $0.name != "ripple" }?.paint == .color(Palette.dusk.ink))
    let corona = try items("corona", [loud], background: Color.none)
    guard case .radial(_, _, let stops)? = corona.first(where: { $0.name == "glow-2" })?.paint
    else { throw Radial.NoValues() }
    #expect(stops[0].color == Color(red: 0xFF, green: 0xB0, blue: 0x4F, alpha: 71))
  }
}
