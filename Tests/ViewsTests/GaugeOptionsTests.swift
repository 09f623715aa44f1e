// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import TestSupport
import Testing
import Views

@Suite struct GaugeOptionsTests {
  @Test func `a range is two numbers and a colour`() throws {
    let range = try GaugeRange(argument: "-9:-3.5:#ffa50080")
    #expect((range.from, range.to) == (-9, -3.5))
    #expect(range.color == Color(red: 255, green: 165, blue: 0, alpha: 128))
    #expect(range.argumentText == "-9:-3.5:#ffa50080")
  }

  @Test(arguments: [
    ("", "not a range"), ("-9:-3", "not a range"), ("-9:-3:red:blue", "not a range"),
    ("a:-3:red", "not a number"), ("-9::red", "not a number"),
    ("-3:-9:red", "it ends before it begins"),
    ("-3:-3:red", "it ends before it begins"), ("-9:-3:rad", "not a colour"),
    ("nan:0:red", "not a number"),
  ])
  func `what is no range is refused`(argument: String, reason: String) {
    let error = #expect(throws: ArgumentValueError.self) { try GaugeRange(argument: argument) }
    #expect(error?.reason == reason)
    #expect(error?.hint?.isEmpty == false)
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `a range reads back as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let from = Double.random(in: -60...0, using: &random)
    let range = GaugeRange(
      from, from + .random(in: 0.001...10, using: &random),
      Color(red: .random(in: 0...255, using: &random), green: 7, blue: 0, alpha: 200))
    #expect(try GaugeRange(argument: range.argumentText) == range)
  }

  @Test func `ranges that are not to be shown are refused`() throws {
    var options = GaugeOptions()
    try options.check()
    options.showsRanges = false
    try options.check()
    options.ranges = [GaugeRange(-9, 0, .black)]
    let error = #expect(throws: UsageError.self) { try options.check() }
    #expect(error?.description == "'--mark' and '--no-ranges' cannot be used together")
  }

  @Test func `a range that is not on the scale is refused`() throws {
    var options = GaugeOptions()
    options.ranges = [GaugeRange(-60, 0, .black), GaugeRange(-3, 1, .black)]
    let error = #expect(throws: UsageError.self) { try options.check() }
    #expect(
      error
        == .contradiction(
          "--mark -3:1:black is not on the scale", hint: "--face db goes from -60 to 0",
          of: ["mark", "face"]))
    options.scale = .linear
    options.ranges = [GaugeRange(0, 1, .black)]
    try options.check()
    options.ranges = [GaugeRange(-0.1, 1, .black)]
    #expect(throws: UsageError.self) { try options.check() }
  }

  @Test(arguments: ["studio", "tutorial"])
  func `ranges replace those of the look`(look: String) throws {
    var run = try GaugeRun(look)
    run.channels = (0, 0)
    func items() throws -> [Item] {
      try run.scene(look == "studio" ? run.view(levels: []) : run.view(figures: [])).items
    }
    let usual = try items()
    run.options.ranges = [GaugeRange(-20, -10, Color(red: 1, green: 2, blue: 3))]
    let own = try items()
    #expect(own.count == usual.count - 3)
    let bands = own.filter { $0.paint == .color(Color(red: 1, green: 2, blue: 3)) }
    #expect(bands.count == 1)
    run.options.ranges = []
    run.options.showsRanges = false
    #expect(try items().count == usual.count - 4)
  }

  @Test func `the looks are studio and tutorial`() {
    #expect(GaugeView.looks.map(\.name) == ["studio", "tutorial"])
  }
}
