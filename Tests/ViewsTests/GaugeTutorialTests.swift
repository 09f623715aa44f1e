// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Signal
import TestSupport
import Testing
import Views

@Suite struct GaugeTutorialTests {
  private func angle(_ figure: Double, _ scale: GaugeOptions.Scale) throws -> Double {
    var run = try GaugeRun("tutorial")
    run.options.scale = scale
    let view = try run.view(figures: [figure, figure, figure])
    return try #require(run.scenes(view, through: 14).last).degrees(of: "needle")[0]
  }

  @Test(arguments: [
    (-60, 135), (-30, 270), (-15, 337.5), (-8, 369), (-2, 396), (0, 405), (-160, 135), (7, 405),
  ])
  func `the needle points where the tutorial's does`(figure: Double, degrees: Double) throws {
    #expect(abs(try angle(figure, .db) - degrees) < 1e-9)
  }

  @Test(arguments: [(0, 135), (0.2, 189), (0.5, 270), (1, 405), (1.5, 405)])
  func `the linear scale shows the root of the mean square`(
    amplitude: Double, degrees: Double
  ) throws {
    let figure = amplitude == 0 ? -160 : 10 * log10(amplitude)
    #expect(abs(try angle(figure, .linear) - degrees) < 1e-6)
  }

  @Test func `the needle moves to each figure within the 0.1 s that follow it`() throws {
    let run = try GaugeRun("tutorial")
    let values = try run.scenes(run.view(figures: [-30, -10]), through: 20).map {
      try $0.values(of: "needle")[0]
    }
    // Tick 5 ends with the first figure, tick 11 with the second.
    #expect(values[0...5] == [-60, -60, -60, -60, -60, -60])
    #expect(values[6...11] == [-55, -50, -45, -40, -35, -30])
    #expect(values[12...17] == [-26.667, -23.333, -20, -16.667, -13.333, -10])
    #expect(values[18...20] == [-10, -10, -10])
  }

  @Test(arguments: [(24, 1), (30_000, 1001), (7, 1), (1000, 1), (120_000, 1001)])
  func `the needle is as far at any rate of ticks`(numerator: Int, denominator: Int) throws {
    var run = try GaugeRun("tutorial")
    run.rate = try #require(Rate(numerator, over: denominator))
    let figures = (0..<12).map { Double(-50 + $0 * 37 % 48) }
    let view = try run.view(figures: figures)
    let tickCount = numerator / denominator
    for (tick, scene) in try run.scenes(view, through: tickCount).enumerated() {
      // In tenths of a second; whole numbers are met exactly.
      let time = Double((tick + 1) * denominator * 10) / Double(numerator)
      let count = Int(time)
      let from = count > 1 ? figures[count - 2] : -60
      let to = count > 0 ? figures[count - 1] : -60
      let value = from + (to - from) * (time - Double(count))
      #expect(abs(try scene.values(of: "needle")[0] - value) < 0.00051, "tick \(tick)")
    }
  }

  @Test func `silence rests at the minimum and is left from there`() throws {
    let run = try GaugeRun("tutorial")
    let view = try run.view(figures: [-160, -160, -20])
    let values = try run.scenes(view, through: 23).map { try $0.values(of: "needle")[0] }
    #expect(values[0...17].allSatisfy { $0 == -60 })
    #expect(values[20] == -40)
    #expect(values[23] == -20)
  }

  @Test func `silence rests at the minimum however high the floor is`() throws {
    let run = try GaugeRun("tutorial")
    let analysis = try run.options.analysis(
      SoundMeterReading.self, of: AnalysisRequest(floor: Decibels(-30)))
    var engine = try MeteringEngine(
      analysis, format: StreamFormat(sampleRate: 8000, channelCount: 2),
      clock: TickClock(sampleRate: 8000, rate: .sixty))
    let silence = AudioBlock(channelCount: 2, interleaved: [Float](repeating: 0, count: 3200))
    var figures: [Double] = []
    try engine.consume(silence) { figures.append($0.value) }
    #expect(figures.count == 2)
    let values = try run.scenes(run.view(figures: figures), through: 14).map {
      try $0.values(of: "needle")[0]
    }
    #expect(values == Array(repeating: -60, count: 15))
  }

  @Test func `a track shorter than 0.1 s leaves the needle at rest`() throws {
    let run = try GaugeRun("tutorial")
    let scenes = try run.scenes(run.view(figures: [-3]), through: 4)
    #expect(scenes.map { $0.degrees(of: "needle") } == Array(repeating: [135], count: 5))
  }

  @Test func `a picture depends on its own tick alone`() throws {
    let run = try GaugeRun("tutorial")
    let view = try run.view(figures: (0..<30).map { Double($0 - 50) })
    let all = try run.scenes(view, through: 170)
    for tick in [0, 6, 77, 170] {
      #expect(view.firstTick(shownAfterTick: tick) == tick)
      #expect(try run.scenes(view, from: tick, through: tick) == [all[tick]])
    }
  }

  @Test func `the needle says what it points at`() throws {
    var run = try GaugeRun("tutorial")
    run.channels = (3, 1)
    let view = try run.view(figures: [-12.34567, -12.34567])
    let needle = try #require(run.scenes(view, through: 11).last?.items(named: "needle").first)
    #expect(
      needle.data == [
        DataAttribute("name", "needle"), DataAttribute("channel", "3"),
        DataAttribute("value", "-12.346"),
      ])
    let degrees = try #require(needle.rotation).degrees
    #expect(abs(degrees - (135 + 270 * (-12.34567 + 60) / 60)) < 1e-9)
    #expect(needle.origin == .origin)
    // Drawn as if it pointed at 3 o'clock.
    #expect(needle.path.points.max { $0.x < $1.x } == Point(x: 88, y: 0))
  }

  @Test func `the dial has the measures of the screenshot`() throws {
    let run = try GaugeRun("tutorial")
    #expect((run.picture.width, run.picture.height) == (640, 960))
    #expect(run.options.shortSideInPoints == 320)
    let scene = try run.scene(run.view(figures: []))
    #expect(scene.canvas.pixelsPerPoint == 2)
    func radii(_ item: Item) -> Set<Double> { Set(item.path.arcs.map(\.radius)) }
    #expect(scene.items[0...1].map(radii) == [[106, 120], [100.5, 106]])
    #expect(radii(scene.items[2]) == [100.5])
    #expect(scene.items[3...6].map(radii) == Array(repeating: [83.5, 95.5], count: 4))
    #expect(radii(scene.items[7]) == [94.5, 96.5])
    // Seven long marks of 17 points and four short ones of 6 between each two of them.
    let ends = scene.items[7].path.points.map { (hypot($0.x, $0.y) * 10).rounded() / 10 }
    #expect(ends.filter { $0 == 79.5 }.count == 7 * 2)
    #expect(ends.filter { $0 == 90.5 }.count == 24 * 2)
    // The knob over the needle, and its border.
    #expect(scene.items.dropLast().suffix(2).map(radii) == [[12], [10]])
  }

  @Test func `the ranges are green, yellow, orange and red at two fifths`() throws {
    let run = try GaugeRun("tutorial")
    let bands = try run.scene(run.view(figures: [])).items[3...6]
    let colors = bands.map(\.paint)
    let expected = ["#00ff0066", "#ffff0066", "#ff800066", "#ff000066"]
    #expect(colors == expected.compactMap { Color(parsing: $0) }.map(Paint.color))
    let ends = [135, 337.5, 369, 396, 405]
    for (band, (start, end)) in zip(bands, zip(ends, ends.dropFirst())) {
      let outer = band.path.arcs.filter { $0.radius == 95.5 }
      #expect(abs(try #require(outer.first).start.degrees - start) < 1e-9)
      #expect(abs(outer.reduce(0) { $0 + $1.sweep.degrees } - (end - start)) < 1e-9)
    }
  }

  @Test func `the first version has no ranges`() throws {
    var run = try GaugeRun("tutorial")
    let all = try run.scene(run.view(figures: [])).items.count
    run.options.scale = .linear
    #expect(try run.scene(run.view(figures: [])).items.count == all - 4)
  }
}
