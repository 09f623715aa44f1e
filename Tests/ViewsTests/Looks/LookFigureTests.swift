// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Signal
import TestSupport
import Testing

@testable import Views

/// The pictures of looks that are files.
@Suite struct LookFigureTests {
  /// The options of a look with these layers.
  private static func options(
    _ layers: String, layout: String = "pair", _ more: String = ""
  ) throws -> RadialOptions {
    let text = """
      { "schema": "radial-audio/look/1", "name": "mine", "layout": "\(layout)", "turn": 1, \(more)
        "layers": [ \(layers) ] }
      """
    let look = try #require(RadialView.look(of: LookFile(json: Array(text.utf8))))
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    return options
  }

  /// The items after ticks whose levels are read on a scale of 40 dB.
  private static func items(
    _ options: RadialOptions, _ levels: [(left: Double, right: Double)],
    _ structure: SongStructure? = nil
  ) throws -> [Item] {
    let ticks = levels.enumerated().map { index, level in
      PictureTicks.tick(
        index, peaks: (level.left, level.right), averages: (level.left, level.right))
    }
    let end = LevelPair(left: 40, right: 40)
    var figure = try options.figure(
      ticks: ticks, scale: LevelScale(peak: end, average: end), structure: structure)
    for index in ticks.indices { try figure.advance(to: index) }
    return try Radial.scene(of: figure).items
  }

  private static func center(_ item: Item) -> Point {
    func middle(_ numbers: [Double]) -> Double {
      ((numbers.min() ?? 0) + (numbers.max() ?? 0)) / 2
    }
    return Point(x: middle(item.path.points.map(\.x)), y: middle(item.path.points.map(\.y)))
  }

  @Test func `what begins every so often keeps the readings of its tick, and flies out`() throws {
    let options = try Self.options(
      """
      { "domain": { "past": { "every": 0.5, "for": 2 } }, "mark": "dot", "angle": "90 * number",
        "radius": "100 * age", "size": "1 + 8 * average", "color": "ramp(number / 9)" }
      """, layout: "whole")
    // Dots of ticks 0, 30 and 60, the newest one on top.
    let levels = (0..<61).map { (left: $0 == 30 ? -20.0 : -40, right: $0 == 30 ? -20.0 : -40) }
    let dots = try Self.items(options, levels)
    #expect(dots.count == 3)
    let centers = dots.map(Self.center)
    #expect(abs(centers[0].x) < 0.01 && abs(centers[0].y + 50) < 0.01)
    #expect(abs(centers[1].x - 25) < 0.01 && abs(centers[1].y) < 0.01)
    #expect(abs(centers[2].x) < 0.01 && abs(centers[2].y) < 0.01)
    let sizes = dots.map { dot in
      let xs = dot.path.points.map(\.x)
      return (xs.max() ?? 0) - (xs.min() ?? 0)
    }
    #expect(abs(sizes[0] - 2) < 0.01 && abs(sizes[1] - 10) < 0.01)
    // After two seconds the first one is gone.
    let later = try Self.items(options, Array(repeating: (-40, -40), count: 121))
    #expect(later.count == 4)
  }

  @Test func `in a pair the louder of two is seen, and the softer one where both are`() throws {
    let mark = "\"mark\": \"area\", \"radius\": { \"from\": 50, \"to\": \"50 + 100 * average\" }"
    let levels = Array(repeating: (left: 0.0, right: -20.0), count: 60)
    for (side, radius) in [("louder", 150.0), ("softer", 100), ("left", 150), ("right", 100)] {
      let layer = "{ \"domain\": \"turn\", \"side\": \"\(side)\", \(mark) }"
      let area = try Self.items(Self.options(layer), levels)[0].path.points.prefix(60)
      #expect(area.allSatisfy { abs($0.radius - radius) < 0.002 }, "\(side)")
    }
    let each = try Self.items(
      Self.options("{ \"domain\": \"turn\", \"side\": \"each\", \(mark) }"), levels)
    #expect(each.map(\.name) == ["area-left", "area-right"])
    let inward = try Self.items(
      Self.options(
        "{ \"domain\": \"turn\", \"mark\": \"area\", \"radius\": { \"from\": 150, \"to\": \"150 - 100 * average\" } }"
      ), levels)
    #expect(inward[0].path.points.prefix(60).allSatisfy { abs($0.radius - 50) < 0.002 })
    let mean = try Self.items(
      Self.options("{ \"domain\": \"turn\", \(mark) }", layout: "whole"), levels)
    #expect(mean[0].path.points.prefix(60).allSatisfy { abs($0.radius - 125) < 0.002 })
  }

  @Test func `each element has its own tick, and a column the loudest of its ticks`() throws {
    // Sixty ticks a turn, a hit at tick 7.
    let levels = (0..<60).map { (left: $0 == 7 ? 0.0 : -40, right: -40.0) }
    let ray =
      "{ \"domain\": { \"turn\": { \"columns\": 20 } }, \"mark\": \"ray\", \"radius\": \"100 * average\", "
      + "\"width\": 4 }"
    let points = try Self.items(Self.options(ray), levels)[0].path.points
    #expect(points.count == 80)
    let far = points.indices.filter { points[$0].radius > 99 }
    #expect(far == [9, 10])
    #expect(abs(points[9].clock - 43) < 0.01 && abs(points[10].clock - 47) < 0.01)
  }

  @Test func `a layer that is painted by element has an item for each`() throws {
    let layer =
      "{ \"domain\": { \"turn\": { \"columns\": 12 } }, \"mark\": \"dot\", \"radius\": 100, \"size\": 3, "
      + "\"color\": \"ramp(i / n)\" }"
    let items = try Self.items(Self.options(layer, layout: "mirror"), [(0, 0)])
    #expect(items.count == 24 && Set(items.map(\.paint)).count == 12)
  }

  @Test func `the camera moves the figure as a whole`() throws {
    let layer = "{ \"mark\": \"dot\", \"x\": 10, \"y\": 0, \"size\": 2 }"
    let camera = "\"camera\": { \"scale\": 2, \"turn\": 90, \"x\": 7, \"y\": -5 },"
    let dot = try Self.items(Self.options(layer, camera), [(0, 0)])[0]
    #expect(abs(Self.center(dot).x - 20) < 0.01)
    #expect(dot.rotation?.degrees == 90 && dot.origin == Point(x: 7, y: -5))
  }

  @Test func `rings of hits keep the readings of their tick, and are not seen without a hit`()
    throws
  {
    let layer =
      "{ \"domain\": { \"past\": { \"when\": \"hit\", \"for\": 0.5 } }, \"mark\": \"ring\", "
      + "\"radius\": { \"from\": 50, \"to\": \"51 + 100 * average\" }, \"color\": \"accent\" }"
    let options = try Self.options(layer)
    // A hit at tick 90 that dies away at once.
    func rings(_ count: Int) throws -> [Double] {
      let levels = (0..<count).map { (left: $0 == 90 ? 0.0 : -40, right: $0 == 90 ? 0.0 : -40) }
      return try Self.items(options, levels).filter { $0.opacity > 0 }.map { item in
        item.path.points.map(\.radius).max() ?? 0
      }
    }
    #expect(try rings(60) == [])
    #expect(try rings(92) == [])
    for count in [94, 110, 120] {
      #expect(try rings(count).map { $0.rounded() } == [151], "\(count)")
    }
    #expect(try rings(122) == [])
  }

  @Test(arguments: [("0", 0.0), ("40", 40), ("1000000", 216), ("-5", 0)])
  func `a cover is at most as large as the figure`(cover: String, radius: Double) throws {
    let layer = "{ \"mark\": \"dot\", \"size\": \"1 + cover\" }"
    let options = try Self.options(layer, "\"cover\": \(cover),")
    let file = try #require(options.look.file)
    let settings = LookSettings(
      parameters: [:], run: [:], colors: LookColors(palette: .dusk, ground: .black))
    #expect(file.coverRadius(settings) == radius)
  }

  @Test(arguments: [
    "past\": { \"every\": 0.2, \"for\": 1 }", "count\": { \"n\": 3, \"trail\": 0.5 }",
    "turn\": { \"columns\": 4 }",
  ])
  func `what elements of other ticks know of the newest one is the same for all`(
    domain: String
  ) throws {
    let layer =
      "{ \"domain\": { \"\(domain) }, \"mark\": \"ray\", \"radius\": \"100 * now.loudness\" }"
    let options = try Self.options(layer)
    let levels = (0..<90).map { (left: Double($0 % 40) - 40, right: -40.0) }
    let sizes = try [60, 77, 90].map { count in
      let items = try Self.items(options, Array(levels.prefix(count)))
      let radii = Set(
        items.flatMap(\.path.points).map { ($0.radius * 1000).rounded() }.filter { $0 > 0 })
      return try #require(radii.count == 1 ? radii.first : nil)
    }
    #expect(sizes[0] > sizes[2] && sizes[1] > sizes[0])
  }

  @Test func `a ray in the middle is about its angle`() throws {
    let options = try Self.options(
      "{ \"mark\": \"ray\", \"angle\": 90, \"width\": 60, \"radius\": { \"from\": 10, \"to\": 20 } }"
    )
    let points = try Self.items(options, [(left: 0, right: 0)])[0].path.points
    let wanted = [(60.0, 10.0), (60, 20), (120, 20), (120, 10)].map { degrees, radius in
      Angle.clock(degrees).direction * radius
    }
    #expect(
      zip(points, wanted).allSatisfy { abs($0.x - $1.x) + abs($0.y - $1.y) < 0.004 }, "\(points)")
    #expect(points.count == 4)
  }

  /// What an expression is worth after a number of ticks.
  private static let memories: [(text: String, values: [Int: Double])] = [
    ("fall(average, 2)", [31: 1.0, 46: 0.5, 60: 1.0 / 30, 70: 0]),
    ("smooth(average, 0.5)", [30: 0.0, 31: 1.0 / 30, 60: 1.0 / 30, 61: 0]),
    ("hold(average, 0.5)", [30: 0.0, 31: 1, 60: 1, 61: 0]),
    ("ago(average, 0.25)", [31: 0.0, 45: 0, 46: 1, 47: 0]),
    ("ago(average, 0)", [30: 0.0, 31: 1, 32: 0]),
    ("hold(ago(average, 0.25), 0.1)", [45: 0.0, 46: 1, 51: 1, 52: 0]),
    ("fall(0.25, 1)", [1: 0.25]), ("hold(right.average, 1)", [31: 0.5]),
  ]

  @Test(arguments: memories)
  func `what was before is kept as long as it says`(text: String, values: [Int: Double]) throws {
    let options = try Self.options(
      "{ \"mark\": \"dot\", \"side\": \"left\", \"x\": \"100 * \(text)\", \"y\": 0 }")
    // A hit in tick 30.
    let levels = (0..<71).map { (left: $0 == 30 ? 0.0 : -40, right: $0 == 30 ? -20.0 : -40) }
    for (count, value) in values {
      let dot = try Self.items(options, Array(levels.prefix(count)))[0]
      #expect(abs(Self.center(dot).x - 100 * value) < 0.01, "\(text) after \(count) ticks")
    }
  }

  /// Beats half a second apart, bars of four, and sections from 0, 2 and 3 s.
  private static let song = SongStructure(
    tempo: 120, isSteady: true,
    beats: (0..<8).map { SongStructure.Beat(time: 0.25 + 0.5 * Double($0), number: $0 % 4 + 1) },
    sections: [(0.0, 2.0, 0), (2, 3, 2), (3, 5, 1)].map { begin, end, rank in
      SongStructure.Section(begin: begin, end: end, name: "A", rank: rank)
    })

  @Test(arguments: [
    ("beat", [0, 30, 60, 90, 120, 150, 180], 15), ("bar", [0, 120], 15),
    ("section", [0, 120, 180], 0),
  ])
  func `something begins with each beat, bar or section, and has its number`(
    event: String, begins: [Int], offset: Int
  ) throws {
    let options = try Self.options(
      "{ \"domain\": { \"past\": { \"when\": \"\(event)\", \"for\": 60 } }, \"mark\": \"dot\", "
        + "\"x\": \"3600 * age\", \"y\": \"10 * number\", \"color\": \"ramp(number / 9)\" }")
    let count = 200
    let dots = try Self.items(options, Array(repeating: (-9, -9), count: count), Self.song)
    let wanted = begins.map { $0 + offset }.filter { $0 <= count }
    let ages = dots.map { count - Int(Self.center($0).x.rounded()) }
    #expect(zip(ages, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(ages), \(wanted)")
    #expect(
      dots.map { Self.center($0).y.rounded() } == wanted.indices.map { 10 * Double($0) })
  }

  @Test func `a section has its loudness, and a place from its beginning to its end`() throws {
    let options = try Self.options(
      "{ \"mark\": \"dot\", \"x\": \"100 * section\", \"y\": \"100 * progress\" }")
    for (count, section, progress) in [(60, 0.0, 0.5), (150, 1, 0.5), (210, 0.5, 0.25)] {
      let levels = Array(repeating: (left: -9.0, right: -9.0), count: count)
      let center = try Self.center(Self.items(options, levels, Self.song)[0])
      #expect(abs(center.x - 100 * section) < 0.01 && abs(center.y - 100 * progress) < 0.01)
    }
  }

  @Test(arguments: [("average", true), ("cycle", true), ("beat", false), ("chroma(0.5)", false)])
  func `a look whose readings need the whole song is not drawn live`(size: String, isLive: Bool)
    throws
  {
    let options = try Self.options("{ \"mark\": \"dot\", \"size\": \"9 * \(size)\" }")
    #expect(LookFigure.traits(for: options).drawsLive == isLive)
  }

  @Test func `the strongest pitch class of a song is 1, and a place between two has both`() throws {
    var track = ReadingTrack<BandLevels>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    // E is as strong as it gets, F half as strong on the left alone, and one tick is an outlier.
    for tick in 0..<100 {
      var classes = [SIMD2<Float>](repeating: .zero, count: ChromaScale.classCount)
      (classes[4], classes[5]) = (SIMD2(repeating: tick == 99 ? 90 : 3), SIMD2(1.5, 0))
      let level = PictureTicks.tick(tick, peaks: (-9, -9), averages: (-9, -9)).levels[0]
      let levels = StereoLevels(left: level, right: level)
      try track.append(BandLevels(levels: levels, bands: classes))
    }
    let scale = try ChromaScale(track, of: 0..<12)
    let classes = try scale.strengths(atTick: 50)
    func strength(_ step: Double) -> SIMD2<Double> {
      ChromaScale.strength(at: step / 12, of: classes)
    }
    for (step, expected) in [
      (4, SIMD2(1, 1)), (5, SIMD2(0.5, 0)), (4.5, SIMD2(0.75, 0.5)), (0, .zero), (16, SIMD2(1, 1)),
      (-8, SIMD2(1, 1)),
    ] as [(Double, SIMD2<Double>)] {
      let found = strength(step)
      #expect(
        abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6, "\(step): \(found)")
    }
    #expect(try scale.strengths(atTick: 99).allSatisfy { $0.max() <= 1 })
  }

  // MARK: Laws

  private static func number(_ random: inout SeededGenerator) -> String {
    random.pick([
      "average", "peak", "bass", "heart", "right.average", "loudness", "hash(i)", "at", "1", "0.3",
      "if(newest, 1, average)", "max(other.average, peak)", "noise(time)", "level(0.3)", "share(2)",
      "pile(4)", "cycle * average", "now.heart", "now.loudness * peak", "fall(average, 3)",
      "smooth(peak, 0.3)", "hold(bass, 0.2)", "ago(average, 0.1)", "smooth(fall(heart, 4), 0.2)",
      "section * progress", "bar", "fall(level(0.3), 5)", "chroma(0.3)",
    ])
  }

  /// A random layer whose names its domain has.
  private static func layer(_ random: inout SeededGenerator) -> String {
    func value(_ turn: Bool) -> String {
      let text = number(&random)
      let isOfTurn = ["newest", "other", "(i)", "at"].contains { text == $0 || text.contains($0) }
      return turn || !isOfTurn ? text : "peak"
    }
    let kind = Int.random(in: 0..<8, using: &random)
    var sides = ["left", "right", "each", "louder", "mean"]
    if kind < 2 { sides.append("softer") }
    let side = random.pick(sides)
    let color = random.pick([
      "ink", "ramp(average)", "tint(accent, 0.5)", "if(side < 0, ink, ink2)",
    ])
    let opacity = random.pick(["1", "0.5", "clamp(peak, 0.1, 1)"])
    let common = "\"side\": \"\(side)\", \"color\": \"\(color)\", \"opacity\": \"\(opacity)\""
    switch kind {
    case 0:
      let older = Int.random(in: 0...3, using: &random)
      return "{ \"domain\": { \"turn\": { \"older\": \(older) } }, \"mark\": "
        + "\"\(random.pick(["area", "line"]))\", \"radius\": \"60 + 90 * \(value(true))\", \(common) }"
    case 1:
      let columns = random.pick([1, 7, 20, 60, 7200])
      return "{ \"domain\": { \"turn\": { \"columns\": \(columns) } }, \"mark\": "
        + "\"\(random.pick(["ray", "dot"]))\", \"radius\": \"60 + 90 * \(value(true))\", \(common) }"
    case 2:
      return
        "{ \"radius\": { \"from\": 20, \"to\": \"25 + 9 * \(value(false))\" }, "
        + random.pick(["\"mark\": \"ring\", \"sweep\": 90", "\"mark\": \"ray\", \"width\": 9"])
        + ", \(common) }"
    case 3:
      return
        "{ \"domain\": \"head\", \"mark\": \"dot\", \"radius\": \"60 + 90 * \(value(true))\", \(common) }"
    case 4:
      let mark = random.pick(["area", "line", "ray", "dot"])
      let curve = ["area", "line"].contains(mark) ? "\"curve\": \"smooth\", " : ""
      return
        "{ \"domain\": { \"bands\": { \"fall\": \(random.pick(["20", "60"])) } }, \"mark\": \"\(mark)\", "
        + "\(curve)\"rotate\": \"9 * time\", \"radius\": \"60 + 90 * level * \(value(false))\", \(common) }"
    case 5:
      return "{ \"domain\": { \"count\": { \"n\": 9, \"trail\": 0.2, \"fall\": 60 } }, \"mark\": "
        + "\"\(random.pick(["ray", "dot"]))\", \"angle\": \"40 * i + 90 * cycle\", \"show\": \"number % 2\", "
        + "\"radius\": \"60 + 90 * level * \(value(false)) * (1 - age)\", \(common) }"
    case 6:
      let speed = random.pick(["", "\"speed\": \"0.5 + loudness\", "])
      return
        "{ \"domain\": { \"past\": { \"every\": 0.1, \(speed)\"for\": 0.2, \"fall\": 90 } }, \"mark\": "
        + "\"\(random.pick(["area", "line"]))\", "
        + random.pick([
          "\"radius\": \"300 * age * (1 + level)\", ",
          "\"x\": \"20 * side * (i + 1)\", \"y\": \"99 * age - 30 * level * strength\", ",
        ]) + "\(common) }"
    default:
      return
        "{ \"domain\": { \"past\": { "
        + random.pick([
          "\"every\": 0.05", "\"every\": 0.2", "\"when\": \"beat\"", "\"when\": \"bar\"",
        ])
        + ", \"for\": 1 } }, "
        + random.pick([
          "\"mark\": \"dot\", \"size\": \"3 * \(value(false))\", ", "\"mark\": \"ring\", ",
        ]) + "\"radius\": \"200 * age\", \(common) }"
    }
  }

  @Test(arguments: TestRun.seeds(1...40))
  func `any layers that are fed from the first tick of a picture show that picture`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let layers = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.layer(&random) }
    let layout = random.pick(["pair", "mirror", "whole", "twin"])
    var options = try Self.options(layers.joined(separator: ", "), layout: layout)
    options.sweep = random.pick([360, 360, 200])
    let ticks = PictureTicks.music(count: 260, seed: seed)
    var whole = try options.figure(ticks: ticks, structure: Self.song)
    for tick in ticks.indices {
      try whole.advance(to: tick)
      guard Int.random(in: 0..<30, using: &random) == 0 else { continue }
      let first = whole.firstTick(shownAfterTick: tick)
      #expect((0...tick).contains(first))
      var part = try options.figure(ticks: ticks, structure: Self.song)
      for index in first..<tick { try part.skip(to: index) }
      try part.advance(to: tick)
      let (own, other) = try (Radial.scene(of: part).items, Radial.scene(of: whole).items)
      let place = zip(own, other).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(
        own == other,
        "seed \(seed), tick \(tick), item \(place.map { own[$0].name } ?? ""): \(layout), \(layers)"
      )
    }
  }
}
