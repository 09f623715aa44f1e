// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Rendering
import Signal
import TestSupport
import Testing
import Views

@Suite struct PlotsViewTests {
  /// Readings of the analyzer without any order, the same for the same seed.
  private func analyzerReadings(count: Int, seed: UInt64) -> [AnalyzerReading] {
    var random = SeededGenerator(seed: seed)
    func level() -> Double { .random(in: -60...0, using: &random) }
    return (0..<count).map { _ in
      Plots.analyzer(
        bar: Float(level()), cap: Float(level()), left: (level(), level()),
        right: (level(), level()), hertz: .random(in: 30...4000, using: &random),
        strength: .random(in: 0...0.2, using: &random))
    }
  }

  /// Readings of the tutorial without any order, the same for the same seed.
  private func tutorialReadings(count: Int, seed: UInt64) -> [TutorialPlotsReading] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let height = Float.random(in: 0...0.01, using: &random)
      return Plots.tutorial(
        rms: .random(in: 0...0.5, using: &random),
        frequency: .random(in: 30...4000, using: &random),
        amplitude: .random(in: 0...1, using: &random),
        fftFrequency: .random(in: 0...22_000, using: &random),
        fft: { height / Float($0 + 1) })
    }
  }

  /// A view of readings without any order.
  private func view(
    _ options: PlotsOptions, count: Int, seed: UInt64, tickRate: Rate = .sixty
  ) throws -> any Figure<PlotsOptions> {
    Plots.isTutorial(options)
      ? try Plots.view(options, tutorialReadings(count: count, seed: seed), tickRate: tickRate)
      : try Plots.view(options, analyzerReadings(count: count, seed: seed), tickRate: tickRate)
  }

  @Test(arguments: ["analyzer", "tutorial"], TestRun.seeds(1...3))
  func `a view that is fed from the first tick of a picture shows that picture`(
    look: String, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let (settings, defaults) = try Plots.words(look: look)
    var options = defaults
    let rate = try Rate(parsing: random.pick(["60", "24000/1001", "7", "120", "1000"]))
    if look == "analyzer" { options.history = WholeSeconds(random.pick([1, 3, 10])) }
    let count = look == "tutorial" ? 530 : 250
    var whole = try view(options, count: count, seed: seed, tickRate: rate)
    // The tutorial's readings are tenths of a second.
    let ticks =
      look == "analyzer" ? count : count * rate.numerator / rate.denominator / 10
    let shown = Set((0..<5).map { _ in Int.random(in: 0..<ticks, using: &random) })
    for tick in 0..<ticks {
      try whole.advance(to: tick)
      guard shown.contains(tick) else { continue }
      let first = whole.firstTick(shownAfterTick: tick)
      #expect((0...tick).contains(first))
      var part = try view(options, count: count, seed: seed, tickRate: rate)
      for tick in first...tick { try part.advance(to: tick) }
      #expect(
        try Plots.scene(of: part, options, settings) == Plots.scene(of: whole, options, settings),
        "tick \(tick) at \(rate) a second, seed \(seed)")
    }
  }

  @Test func `a view that was fed no tick draws axes or labels`() throws {
    for (look, count) in [("analyzer", 6), ("tutorial", 3)] {
      let (settings, options) = try Plots.words(look: look)
      let scene = try Plots.scene(of: view(options, count: 0, seed: 0), options, settings)
      #expect(scene.items.count == count)
    }
  }

  @Test func `a reading is what was packed`() {
    func repacked<Reading: PackedReading>(_ reading: Reading) -> Reading {
      var bytes: [UInt8] = []
      reading.pack(into: &bytes)
      let first = Reading(unpacking: bytes.span)
      var again: [UInt8] = []
      first.pack(into: &again)
      #expect(again == bytes)
      return first
    }
    // The analyzer's levels are rounded once.
    for reading in analyzerReadings(count: 20, seed: 5) { _ = repacked(reading) }
    for reading in tutorialReadings(count: 20, seed: 5) { #expect(repacked(reading) == reading) }
  }

  @Test func `the analysis is of ticks for the analyzer, of tenths of a second for the tutorial`()
    throws
  {
    for (look, rate) in [("analyzer", nil), ("tutorial", Rate(10))] {
      let options = try Plots.words(look: look).options
      #expect(options.rateOfAnalysis == rate)
    }
  }

  @Test func `options are read, and their ends refused`() throws {
    let spec = CommandSpec(
      name: "draw", summary: "Draw.", options: PlotsOptions.table, defaults: PlotsOptions())
    guard
      case .values(let options) = try Parser(spec).parse(
        ["--accent", "gold", "--history", "60"], into: PlotsOptions())
    else {
      Issue.record("no values")
      return
    }
    try options.check()
    #expect(options.accent == Color(parsing: "gold"))
    #expect(options.history.count == 60)
    for text in ["0", "61", "-1", "1.5", ""] {
      #expect(throws: ArgumentValueError.self) { try WholeSeconds(argument: text) }
    }
  }

  @Test(arguments: ["analyzer", "tutorial"])
  func `a picture's document is the kept one`(look: String) throws {
    let (settings, options) = try Plots.words(look: look)
    var view = try view(options, count: 40, seed: 11)
    for tick in 0..<40 { try view.advance(to: tick) }
    var renderer = SVGFrameRenderer()
    var bytes: [UInt8] = []
    renderer.render(try Plots.scene(of: view, options, settings), into: &bytes)
    try Goldens.check(bytes, "svg/plots-\(look).svg")
  }
}

extension PlotsOptions {
  /// Ticks a second of the look's analysis; `nil` for those of the track.
  fileprivate var rateOfAnalysis: Rate? {
    func rate<SomeFigure: Figure<PlotsOptions>>(_ figure: SomeFigure.Type) -> Rate? {
      figure.analysis(for: self, of: AnalysisRequest()).rate
    }
    return rate(look.figure)
  }
}
