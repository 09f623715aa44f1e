// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Signal
import TestSupport
import Testing
import Views

@Suite struct GaugeStudioTests {
  private func levels(_ peak: Double, _ average: Double) -> GaugeRun.Levels {
    ((peak, average), (peak, average))
  }

  private func last(_ run: GaugeRun, _ levels: [GaugeRun.Levels]) throws -> Scene {
    try #require(run.scenes(run.view(levels: levels), through: levels.count - 1).last)
  }

  @Test(arguments: [
    (-200, 0), (-60, 0), (-50, 5), (-40, 12.5), (-30, 27.5), (-20, 47.5), (-10, 72.5), (0, 97.5),
    (6, 97.5),
  ])
  func `the scale is that of IEC 60268-18 from -60 dBFS on`(level: Double, part: Double) throws {
    let scene = try last(GaugeRun("studio"), [levels(level, level)])
    for degrees in scene.degrees(of: "needle") + scene.degrees(of: "peak") {
      #expect(abs(degrees - (135 + 270 * part / 97.5)) < 1e-9)
    }
  }

  @Test func `the linear scale shows amplitudes`() throws {
    var run = try GaugeRun("studio")
    run.options.scale = .linear
    let scene = try last(run, [((-6, -20), (2, -160))])
    #expect(try scene.values(of: "needle") == [0.1, 0])
    #expect(try scene.values(of: "peak") == [0.501, 1])
    #expect(abs(scene.degrees(of: "needle")[0] - 162) < 1e-9)
  }

  @Test func `needle and peak mark of each channel say what they point at`() throws {
    var run = try GaugeRun("studio")
    run.channels = (2, 5)
    let scene = try last(run, [((-3.5, -12.25), (-70, -80))])
    let data = ["peak", "needle"].flatMap { scene.items(named: $0).map(\.data) }
    #expect(
      data.map { $0.map(\.value) } == [
        ["peak", "2", "-3.500"], ["peak", "5", "-60.000"], ["needle", "2", "-12.250"],
        ["needle", "5", "-60.000"],
      ])
    for item in scene.items(named: "needle") {
      // Pointing at 3 o'clock from the pivot, and turned about it.
      #expect(item.path.points.allSatisfy { $0.x >= 0 && abs($0.y) < 0.03 * 432 })
      #expect(item.rotation != nil)
    }
  }

  @Test func `gauges stand side by side, one above the other, or in corners of a square`() throws {
    var run = try GaugeRun("studio")
    func pivots(_ width: Int, _ height: Int) throws -> [Point] {
      (run.picture.width, run.picture.height) = (width, height)
      return try last(run, [levels(-9, -18)]).items(named: "needle").map(\.origin)
    }
    for size in [(1920, 1080), (3000, 400), (480, 270)] {
      let wide = try pivots(size.0, size.1)
      #expect(wide[0].x < 0 && wide[0].x == -wide[1].x && wide.allSatisfy { $0.y == 0 })
    }
    let upright = try pivots(1080, 1920)
    #expect(
      upright[0].y < 0 && upright[0].y == -upright[1].y && upright.allSatisfy { $0.x == 0 })
    let square = try pivots(1080, 1080)
    #expect(square[0].x < 0 && square[0].x == square[0].y)
    #expect(square[1] == Point(x: -square[0].x, y: -square[0].y))
  }

  @Test func `one channel has one gauge, in the middle`() throws {
    var run = try GaugeRun("studio")
    run.channels = (0, 0)
    let needles = try last(run, [levels(-9, -18)]).items(named: "needle")
    #expect(needles.map(\.origin) == [.origin])
  }

  @Test(arguments: TestRun.seeds(1...8))
  func `the gauges lie on the canvas and apart`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var run = try GaugeRun("studio")
    run.channels = (0, Int.random(in: 0...1, using: &random))
    run.picture.width = Int.random(in: 16...4000, using: &random)
    run.picture.height = Int.random(in: 16...4000, using: &random)
    let scene = try last(run, [levels(-9, -18)])
    let rims = scene.items.filter { item in
      if case .linear = item.paint { true } else { false }
    }
    let discs = try rims.map { (try #require($0.path.arcs.first).radius, $0.origin) }
    #expect(discs.count == (run.channels.right + 1) * 2)
    for (radius, center) in discs {
      #expect(abs(center.x) + radius <= scene.canvas.widthInPoints / 2)
      #expect(abs(center.y) + radius <= scene.canvas.heightInPoints / 2)
    }
    let first = try #require(discs.first)
    let other = try #require(discs.last)
    let distance = hypot(first.1.x - other.1.x, first.1.y - other.1.y)
    #expect(run.channels.right == 0 || distance > 2 * first.0)
  }

  @Test func `a peak mark rests for 1.5 s, then falls 20 dB a second down to the peak`() throws {
    let run = try GaugeRun("studio")
    let rest = Array(repeating: levels(-30, -40), count: 200)
    let view = try run.view(levels: [levels(-6, -20)] + rest)
    let marks = try run.scenes(view, through: 200).map { try $0.values(of: "peak")[0] }
    #expect(marks[0..<90].allSatisfy { $0 == -6 })
    #expect(marks[90] == -6.333)
    #expect(marks[119] == -16)
    #expect(marks[149] == -26)
    #expect(marks[161...200].allSatisfy { $0 == -30 })
  }

  @Test func `a lower peak is held from where it was`() throws {
    let run = try GaugeRun("studio")
    var track = Array(repeating: levels(-50, -50), count: 240)
    track[0] = levels(-6, -50)
    track[60] = levels(-9, -50)
    let view = try run.view(levels: track)
    let marks = try run.scenes(view, through: 239).map { try $0.values(of: "peak")[0] }
    #expect(marks[98] == -9)
    #expect(marks[149] == -9)
    #expect(marks[150] == -9.333)
  }

  @Test func `overload lights the lamp for as long as the peak is held`() throws {
    let run = try GaugeRun("studio")
    // The highest sample of 16 bits: the most that a clipped file reads.
    let clipped = 20 * log10(32_767.0 / 32_768)
    var track = Array(repeating: levels(-0.01, -9), count: 120)
    track[5] = ((-0.01, -9), (clipped, -9))
    let scenes = try run.scenes(run.view(levels: track), through: 119)
    let lit = try scenes.map { try $0.values(of: "over") }
    #expect(lit.map { $0[0] } == Array(repeating: 0, count: 120))
    #expect(lit.map { $0[1] } == (0..<120).map { (5..<95).contains($0) ? 1 : 0 })
    let paints = scenes.map { $0.items(named: "over").map(\.paint) }
    #expect(paints[4][1] == paints[4][0])
    #expect(paints[5][1] != paints[5][0])
  }

  /// The two numbers of the gauge on the left.
  private func numbers(_ scene: Scene) -> [Item] {
    Array(scene.items.suffix(scene.items.count - scene.items.count / 2))
      .filter { item in if case .stroke = item.shape { item.origin.x < 0 } else { false } }
      .suffix(2)
  }

  @Test func `the numbers change five times a second`() throws {
    let run = try GaugeRun("studio")
    let view = try run.view(levels: (0..<100).map { levels(Double($0) - 120, Double($0) - 130) })
    let shown = try run.scenes(view, through: 99).map(numbers)
    for tick in 1..<100 {
      let pairs = zip(shown[tick], shown[tick - 1])
      #expect(shown[tick].count == 2)
      // Below -99.9 there are dashes.
      let isHeard = (tick >= 24, tick >= 36)
      let isDue = tick.isMultiple(of: 12)
      #expect(pairs.map { $0 != $1 } == [isDue && isHeard.0, isDue && isHeard.1], "tick \(tick)")
    }
  }

  @Test func `a number says its level to a tenth`() throws {
    let run = try GaugeRun("studio")
    func text(_ peak: Double) throws -> Path {
      try #require(numbers(last(run, [levels(peak, -20)])).first).path
    }
    #expect(try text(-9.3) == text(-9.34))
    #expect(try text(-9.3) != text(-9.4))
    #expect(try text(0.04) != text(0))
    #expect(try text(-160) == text(-130))
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `fed from the first tick that counts, a picture is the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var run = try GaugeRun("studio")
    run.options.scale = Bool.random(using: &random) ? .db : .linear
    let rates = [(60, 1), (24, 1), (30_000, 1001), (1, 1), (3, 7), (100, 1)]
    let rate = rates[Int(seed - 1) % rates.count]
    run.rate = try #require(Rate(rate.0, over: rate.1))
    // Loud ticks are rare, so that marks fall far.
    let levels = (0..<900).map { _ in
      func peak() -> Double {
        Int.random(in: 0..<150, using: &random) == 0
          ? .random(in: -40...9, using: &random) : .random(in: -160 ... -45, using: &random)
      }
      return (left: (peak(), peak()), right: (peak(), peak()))
    }
    let view = try run.view(levels: levels)
    let all = try run.scenes(view, through: 899)
    for index in [0, 1, 17, 300, 450, 641, 899] {
      let first = view.firstTick(shownAfterTick: index)
      #expect((0...index).contains(first))
      #expect(try run.scenes(view, from: first, through: index).last == all[index])
      // 1.5 s and 3 s, and the ticks that they end in.
      #expect(Double(index - first) <= 4.5 * Double(rate.0) / Double(rate.1) + 3)
    }
  }

  @Test func `only hands, lamps and numbers change from frame to frame`() throws {
    let run = try GaugeRun("studio")
    let view = try run.view(levels: [levels(-40, -50), levels(-3, -12)])
    let scenes = try run.scenes(view, through: 1)
    #expect(scenes[0].items.count == scenes[1].items.count)
    #expect(scenes[0].items.count <= 48)
    let changed = zip(scenes[0].items, scenes[1].items).filter { $0 != $1 }
    #expect(changed.map { $0.0.data.first?.value } == ["peak", "needle", "peak", "needle"])
  }

  @Test(arguments: ["db", "linear"])
  func `no level gives a coordinate that is not a number`(scale: String) throws {
    var run = try GaugeRun("studio")
    run.options.scale = GaugeOptions.Scale(rawValue: scale)
    for level in [-160, -1e9, -99.96, 0, 0.001, 770, 1e8] {
      for item in try last(run, [levels(level, level)]).items {
        #expect(item.path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        #expect(item.rotation?.degrees.isFinite ?? true)
      }
    }
  }

  @Test func `a reading is what its bytes say`() {
    func check<Reading: PackedReading & Equatable>(_ reading: Reading) {
      var bytes: [UInt8] = []
      reading.pack(into: &bytes)
      #expect(Reading(unpacking: bytes.span) == reading)
    }
    check(SoundMeterReading(-12.5))
    check(
      StereoLevels(
        left: ChannelLevel(peak: Decibels(-1), average: Decibels(-2)),
        right: ChannelLevel(peak: Decibels(-3), average: Decibels(-4))))
  }
}
