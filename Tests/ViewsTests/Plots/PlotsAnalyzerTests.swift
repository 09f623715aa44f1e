// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Foundation
import Signal
import TestSupport
import Testing
import Views

@Suite struct PlotsAnalyzerTests {
  /// The lines of the grid that stand, and those that lie, in points; the spectrum's come first.
  private func lines(_ scene: Scene) throws -> (standing: [[Point]], lying: [[Point]]) {
    let figures = try #require(scene.items.first).figures
    return (figures.filter { $0[0].x == $0[1].x }, figures.filter { $0[0].y == $0[1].y })
  }

  @Test(
    arguments: [
      (440, "A4", "+0"), (466.1638, "A♯4", "+0"), (261.6256, "C4", "+0"), (246.9417, "B3", "+0"),
      (27.5, "A0", "+0"), (4186.009, "C8", "+0"), (8.175799, "C-1", "+0"), (41.2, "E1", "+0"),
      (442, "A4", "+8"), (438, "A4", "-8"), (452.7, "A4", "+49"), (452.8930, "A♯4", "-50"),
      (452.8800, "A♯4", "-50"), (453.1547, "A♯4", "-49"),
    ] as [(Double, String, String)])
  func `a pitch is shown as note and cents`(hertz: Double, note: String, cents: String) throws {
    let scene = try Plots.scene(after: [Plots.analyzer(hertz: hertz)])
    #expect(scene.values("note") == [note])
    #expect(scene.values("cents") == [cents])
    #expect(scene.values("frequency") == [String(format: "%.2f", hertz)])
  }

  @Test(
    arguments: [(440, true), (0, false)] as [(Double, Bool)])
  func `a pitch is shown where there is one`(hertz: Double, isShown: Bool) throws {
    let scene = try Plots.scene(after: [Plots.analyzer(hertz: hertz)])
    for name in ["note", "cents", "frequency"] { #expect(scene.values(name).isEmpty != isShown) }
  }

  @Test func `the figures change each tenth of a second, of which they show the loudest level`()
    throws
  {
    let readings = (0..<20).map { Plots.analyzer(left: (0, -Double($0)), hertz: 400 + Double($0)) }
    for (count, shown) in [(1, 0), (6, 0), (7, 6), (12, 6), (13, 12), (20, 18)] {
      let scene = try Plots.scene(after: Array(readings[..<count]))
      // The pitch stays for a quarter of a second.
      #expect(
        scene.values("frequency") == [count < 16 ? "400.00" : "415.00"], "after \(count) ticks")
      #expect(scene.values("level") == [shown == 0 ? "0.0" : "-\(shown - 5).0", "-24.0"])
    }
  }

  @Test func `a note is the strongest of its quarter of a second, and stays for half a second`()
    throws
  {
    var readings = Array(repeating: Plots.analyzer(hertz: 0, strength: 0), count: 60)
    readings[9] = Plots.analyzer(hertz: 440, strength: 0.3)
    readings[10] = Plots.analyzer(hertz: 880, strength: 0.2)
    for (count, note) in [(15, nil), (16, "A4"), (45, "A4"), (46, nil)] {
      let scene = try Plots.scene(after: Array(readings.prefix(count)), size: (1920, 1080))
      let notes = scene.items.flatMap(\.data).filter { $0.value == "A4" || $0.value == "A5" }
      #expect(notes.map(\.value) == [note].compactMap { $0 }, "after \(count) ticks")
    }
  }

  @Test func `a bar is as high as its level, and all bars are one path`() throws {
    for level in [-72, -71, -36, -12.5, 0, 6] as [Float] {
      let scene = try Plots.scene(after: [Plots.analyzer(bar: level, cap: level)])
      let (standing, _) = try lines(scene)
      let (top, bottom) = (standing[0][0].y, standing[0][1].y)
      let bars = try scene.item("fft").figures
      #expect(bars.count == (level == -72 ? 0 : 60))
      let part = min((Double(level) + 72) / 72, 1)
      for bar in bars {
        #expect(abs(bar[0].y - (bottom - (bottom - top) * part)) < 2e-3)
        #expect(abs(bar[2].y - bottom) < 2e-3)
      }
    }
  }

  @Test func `a cap stands on its level`() throws {
    let scene = try Plots.scene(after: [Plots.analyzer(bar: -72, cap: -36)])
    let (standing, _) = try lines(scene)
    let caps = scene.items[3].figures
    #expect(caps.count == 60)
    let middle = (standing[0][0].y + standing[0][1].y) / 2
    #expect(caps.allSatisfy { abs($0[2].y - middle) < 2e-3 && $0[0].y < middle })
  }

  @Test(arguments: [(1920, 1080), (480, 270), (1080, 1080), (1080, 1920), (333, 777)])
  func `frequencies have their place on the logarithmic axis`(width: Int, height: Int) throws {
    let scene = try Plots.scene(after: [Plots.analyzer(bar: 0)], size: (width, height))
    let bars = try scene.item("fft").figures
    let (band, pixel) = (bars[1][0].x - bars[0][0].x, 1 / scene.canvas.pixelsPerPoint)
    let hertz = [20.0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
    let (standing, _) = try lines(scene)
    // The bar from 1 kHz on is the 35th, and 20 bands are a decade.
    for (frequency, line) in zip(hertz, standing) {
      let expected = bars[34][0].x + band * 20 * log10(frequency / 1000)
      #expect(abs(line[0].x - expected) < 1.5 * pixel + 0.1 * band, "\(frequency) Hz")
    }
    for (edges, bar) in zip(zip(SpectrumBands.edges, SpectrumBands.edges.dropFirst()), bars) {
      let center = (edges.0 * edges.1).squareRoot()
      let expected = bars[34][0].x + band * 20 * log10(center / 1000)
      #expect(bar[0].x < expected && expected < bar[1].x + band * 0.1, "\(center) Hz")
    }
  }

  @Test(arguments: [(1920, 1080), (480, 270), (1080, 1920), (3840, 2160)])
  func `all bars are equally many whole pixels wide`(width: Int, height: Int) throws {
    let scene = try Plots.scene(after: [Plots.analyzer(bar: 0)], size: (width, height))
    let scale = scene.canvas.pixelsPerPoint
    let edges = try scene.item("fft").figures.map { bar in
      [bar[0].x, bar[1].x].map { ($0 + scene.canvas.widthInPoints / 2) * scale }
    }
    for edge in edges.joined() { #expect(abs(edge - edge.rounded()) < 0.01) }
    #expect(Set(edges.map { ($0[1] - $0[0]).rounded() }).count == 1)
    #expect(Set(zip(edges, edges.dropFirst()).map { ($1[0] - $0[1]).rounded() }).count == 1)
  }

  @Test func `the level rolls from right to left, left channel up and right channel down`() throws {
    let loud = Plots.analyzer(left: (0, 0), right: (-24, -24))
    let quiet = Plots.analyzer(left: (-100, -48), right: (-100, -160))
    // 300 ticks are half of ten seconds; at 60 ticks a second two make a step.
    let readings = [quiet, loud, loud] + [AnalyzerReading](repeating: quiet, count: 299)
    let scene = try Plots.scene(after: readings)
    let (standing, _) = try lines(scene)
    let plot = standing.dropFirst(10)
    let (top, bottom) = try (#require(plot.first)[0].y, #require(plot.first)[1].y)
    let right = try #require(plot.map { $0[0].x }.max())
    let left = try #require(plot.map { $0[0].x }.min())
    let middle = (top + bottom) / 2
    let figures = try scene.item("rolling").figures
    #expect(figures.count == 2)
    let upper = try #require(figures[0].min { $0.y < $1.y })
    let lower = try #require(figures[1].max { $0.y < $1.y })
    #expect(abs(upper.y - top) < 0.3)
    #expect(abs(lower.y - (middle + (bottom - middle) / 2)) < 0.3)
    // Ticks 0 and 1 are the first step; 300 ticks passed since its end.
    #expect(abs(upper.x - (right - (right - left) / 2)) < 0.6)
    #expect(figures[0].last.map { abs($0.x - right) < 0.6 } == true)
  }

  @Test(arguments: [1, 10, 60])
  func `the history covers the seconds that are wanted`(seconds: Int) throws {
    let silent = Plots.analyzer(left: (-160, -160), right: (-160, -160))
    let readings = [AnalyzerReading](repeating: silent, count: 30) + [Plots.analyzer()]
    let scene = try Plots.scene(after: readings + [AnalyzerReading](repeating: silent, count: 29)) {
      $0.history = WholeSeconds(seconds)
    }
    let figure = try scene.item("rolling").figures[0]
    let loudest = try #require(figure.min { $0.y < $1.y })
    let (standing, _) = try lines(scene)
    let (left, right) = (standing[0][0].x, standing[9][0].x)
    // Half a second ago, or up to a step of a sixth of a second before.
    let age = (right - loudest.x) / (right - left) * Double(seconds)
    #expect(age > 0.31 && age < 0.51)
  }

  @Test(arguments: [("1000", 60), ("120", 60), ("24000/1001", 10)])
  func `whatever the rate of ticks, a few hundred levels are drawn`(
    rate: String, seconds: Int
  ) throws {
    let readings = [AnalyzerReading](repeating: Plots.analyzer(), count: 1500)
    let scene = try Plots.scene(after: readings, tickRate: try Rate(parsing: rate)) {
      $0.history = WholeSeconds(seconds)
    }
    #expect(try scene.item("rolling").path.points.count <= 2 * 370)
  }

  @Test func `one channel has one figure`() throws {
    let scene = try Plots.scene(after: [Plots.analyzer()], channels: (3, 3))
    let levels = scene.items.filter { $0.data.first == DataAttribute("name", "level") }
    #expect(levels.map { $0.data[1] } == [DataAttribute("channel", "3")])
    let two = try Plots.scene(after: [Plots.analyzer()], channels: (3, 5))
    #expect(two.values("level") == ["-12.0", "-24.0"])
  }

  @Test func `silence draws axes and no more`() throws {
    let silent = Plots.analyzer(
      bar: -72, cap: -72, left: (-160, -160), right: (-160, -160), hertz: 0, strength: 0)
    let scene = try Plots.scene(after: [AnalyzerReading](repeating: silent, count: 30))
    #expect(try scene.item("fft").path.points.isEmpty)
    #expect(scene.items[3].path.points.isEmpty)
    for figure in try scene.item("rolling").figures { #expect(Set(figure.map(\.y)).count == 1) }
    #expect(scene.values("level") == ["-160.0", "-160.0"])
  }

  @Test func `what does not change is equal from frame to frame`() throws {
    let readings = (0..<40).map {
      Plots.analyzer(bar: -Float($0), left: (0, -Double($0)), hertz: 440 + Double($0))
    }
    let scenes = try [1, 7, 40].map { try Plots.scene(after: Array(readings[..<$0])) }
    for scene in scenes {
      #expect(scene.items[0] == scenes[0].items[0])
      #expect(scene.items[1] == scenes[0].items[1])
      #expect(scene.items.count < 20)
    }
  }

  @Test(arguments: ["black", "#0d1117", "none", "white", "#f4f1ea", "gold"])
  func `the letters stand out from any ground`(name: String) throws {
    let background = try #require(Color(parsing: name))
    let scene = try Plots.scene(after: [Plots.analyzer()], background: background)
    guard case .color(let ink) = scene.items[1].paint else {
      Issue.record("letters of one colour")
      return
    }
    let isLight = ["white", "#f4f1ea", "gold"].contains(name)
    #expect(isLight ? ink.red < 128 : ink.red > 128)
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `everything lies on the sheet, whatever its shape`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = (Int.random(in: 1...3000, using: &random), Int.random(in: 1...3000, using: &random))
    let readings = (0..<30).map { _ in
      func level() -> Double { random.pick([-160, -50, -48, -10, 0, 12]) }
      return Plots.analyzer(
        bar: Float(level()), cap: Float(level()), left: (level(), level()),
        right: (level(), level()), hertz: .random(in: 20...20_000, using: &random))
    }
    let scene = try Plots.scene(after: readings, size: size)
    let canvas = scene.canvas
    for point in scene.items.flatMap(\.path.points) {
      #expect(abs(point.x) <= canvas.widthInPoints / 2, "\(size)")
      #expect(abs(point.y) <= canvas.heightInPoints / 2, "\(size)")
    }
  }
}
