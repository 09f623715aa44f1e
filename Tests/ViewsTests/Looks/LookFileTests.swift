// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import TestSupport
import Testing
import Views

/// Looks as JSON: what is read, and what is wrong with it.
@Suite struct LookFileTests {
  /// A small look, with parts of its text replaced.
  private static func text(_ replaced: String = "", by other: String = "") -> String {
    let text = """
      { "schema": "radial-audio/look/1", "name": "mine", "by": "Ann", "summary": "a look",
        "palette": "dusk", "meters": "tick", "turn": 4, "layout": ["pair", "mirror"],
        "parameters": {
          "rim": { "default": 40, "range": [0, 200], "unit": "pt", "help": "radius of silence" },
          "rays": { "default": 60, "range": [12, 360], "step": 1 },
          "dye": { "default": "if(own, ink, accent)", "help": "colour of the rays" } },
        "variants": { "wide": { "rim": 90, "dye": "#ff8800" } },
        "values": { "body": "0.7 * average", "whole": "body + 0.3 * peak" },
        "camera": { "scale": "0.96 + 0.04 * heart" },
        "layers": [
          { "domain": { "turn": { "columns": "rays" } }, "mark": "ray",
            "radius": { "from": "rim", "to": "rim + 100 * whole" }, "width": 2, "color": "dye" },
          { "name": "heart", "mark": "dot", "size": "9 + 9 * heart", "color": "ramp(0.2)" } ] }
      """
    return replaced.isEmpty ? text : text.replacing(replaced, with: other)
  }

  private static func read(_ text: String) throws -> LookFile {
    try LookFile(json: Array(text.utf8))
  }

  /// The faults of a text, each with its place.
  private static func faults(_ text: String) -> [String] {
    do {
      _ = try LookFile(json: Array(text.utf8))
      return []
    } catch { return error.faults.map(\.description) }
  }

  @Test func `a look has what its text says`() throws {
    let file = try Self.read(Self.text())
    #expect((file.name, file.author, file.summary) == ("mine", "Ann", "a look"))
    #expect(file.text == Array(Self.text().utf8) && file.layerCount == 2)
    #expect(file.parameters.map(\.name) == ["rim", "rays", "dye"])
    #expect(
      file.parameters.map(\.choices) == ["0 to 200 pt", "12 to 360 in steps of 1", "a colour"])
    #expect(file.parameters.map(\.usual.text) == ["40", "60", "if(own, ink, accent)"])
    #expect(file.variants.map(\.name) == ["wide"])
    #expect(file.variants[0].values.map(\.argumentText) == ["rim=90", "dye=#ff8800"])
    let look = try #require(RadialView.look(of: file))
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    #expect(picture.background == Palette.dusk.background && picture.ballistics == .tick)
    #expect(options.turn == .length(TurnLength(seconds: 4)))
    let names = ["rim", "rays", "dye", "pulse", "logo-width", "logo-x", "logo-y"]
    #expect(look.parameters.map(\.name) == names)
    #expect(look.with(variant: "wide") != nil && look.with(variant: "wider") == nil)
  }

  @Test func `the looks of the program that are files are read`() {
    let names = RadialView.looks.filter { $0.file != nil }.map(\.name)
    #expect(
      names == [
        "line", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well", "horizon",
        "sunflower", "guilloche", "clave",
      ])
    for file in RadialView.looks.compactMap(\.file) {
      #expect((try? LookFile(json: file.text)) != nil, "\(file.name)")
    }
  }

  @Test(arguments: [
    (
      "\"radial-audio/look/1\"", "\"radial-audio/look/2\"",
      "schema: 'radial-audio/look/2' needs a newer"
    ),
    ("\"radial-audio/look/1\"", "\"other\"", "schema: \"radial-audio/look/1\" is expected"),
    ("\"name\": \"mine\"", "\"name\": \"My Look\"", "name: a name of small letters"),
    ("\"summary\"", "\"sumary\"", "'sumary' is not a key here; did you mean 'summary'?"),
    ("\"dusk\"", "\"dust\"", "palette: 'dust' is not one of yellow"),
    ("\"dusk\"", "{ \"ink\": \"red\" }", "'palette' has no 'background'"),
    ("\"tick\"", "\"vu\"", "meters: one of tick, avaudioplayer, petal is expected"),
    ("\"turn\": 4", "\"turn\": 0", "turn: a number of seconds from 1 to 600"),
    ("[\"pair\", \"mirror\"]", "\"twins\"", "layout: one or some of pair, mirror, twin, whole"),
    ("[\"pair\", \"mirror\"]", "[]", "layout: one of pair, mirror, twin, whole is expected"),
    ("[\"pair\", \"mirror\"]", "[\"pair\", \"pair\"]", "each once"),
    (
      "\"rim\": { \"default\": 40,", "\"rim\": { \"default\": 400,",
      "parameters.rim.default: out of range; rim is from 0 to 200 pt"
    ),
    ("\"rim\": {", "\"average\": {", "parameters.average: there is a 'average' already"),
    ("\"rim\": {", "\"pulse\": {", "parameters.pulse: there is a 'pulse' already"),
    ("\"rim\": {", "\"Rim\": {", "parameters.Rim: 'Rim' is not a name"),
    ("[0, 200]", "[200, 0]", "parameters.rim.range: two numbers are expected"),
    ("\"step\": 1", "\"step\": -1", "parameters.rays.step: a number from 0"),
    (
      "\"step\": 1", "\"step\": 7",
      "parameters.rays.default: between two steps; rays goes from 12 in steps of 7"
    ),
    ("\"pt\"", "\"px\"", "parameters.rim.unit: one of pt, s, °, dB"),
    ("if(own, ink, accent)", "if(own, rim, accent)", "parameters.dye.default: 'rim' is not a name"),
    (
      "if(own, ink, accent)", "if(average, ink, accent)",
      "'average' is a reading, and this must be known"
    ),
    ("\"rim\": 90", "\"rim\": 900", "variants.wide.rim: out of range; rim is from 0 to 200 pt"),
    ("\"rim\": 90", "\"rin\": 90", "variants.wide: 'rin' is not a key here; did you mean 'rim'?"),
    ("0.7 * average", "0.7 * whole", "values.body: 'whole' is not defined yet"),
    (
      "0.7 * average", "0.7 * avrage",
      "values.body: 'avrage' is not a name; did you mean 'average'?"
    ),
    ("\"body\": \"0.7", "\"side\": \"0.7", "values.side: there is a 'side' already"),
    ("\"scale\"", "\"scal\"", "camera: 'scal' is not a key here; did you mean 'scale'?"),
    (
      "\"mark\": \"ray\"", "\"mark\": \"rays\"",
      "layers[0].mark: 'rays' is not one of area, line, ray, dot, ring; did you mean 'ray'?"
    ),
    ("\"mark\": \"ray\",", "", "layers[0]: 'mark' is missing"),
    (
      "\"width\": 2", "\"width\": \"1e-3\"", "layers[0].width: write the number without an exponent"
    ),
    (
      "\"mark\": \"dot\",", "\"mark\": \"dot\", \"side\": \"softer\",",
      "layers[1].side: softer is for the domain turn"
    ),
    ("\"width\": 2", "\"size\": 2", "layers[0]: 'size' is for dot, not for ray"),
    (
      "\"width\": 2", "\"curve\": \"smooth\"",
      "layers[0]: a mark 'ray' has no 'curve' in the domain turn"
    ),
    (
      "\"width\": 2",
      "\"width\": \"\((0...16).map { "level(0.\(10 + $0))" }.joined(separator: " + "))\"",
      "layers: level, share, pile, chroma and what was before are read at more than 16 places"
    ),
    (
      "\"width\": 2", "\"width\": \"level(k / 17)\", \"times\": 17",
      "layers: level, share, pile, chroma and what was before are read at more than 16 places"
    ),
    ("\"width\": 2", "\"widht\": 2", "layers[0]: 'widht' is not a key here; did you mean 'width'?"),
    (
      "\"width\": 2", "\"width\": \"age\"",
      "layers[0].width: 'age' is of the domain count and past, and this is turn"
    ),
    (
      "9 + 9 * heart", "9 + newest",
      "layers[1].size: 'newest' is of the domain head and turn, and this is once"
    ),
    ("\"to\": \"rim", "\"tо\": \"rim", "layers[0].radius: 'tо' is not a key here"),
    (
      "ramp(0.2)", "0.2",
      "layers[1].color: a colour is expected, not a number; did you mean ramp(…)?"
    ),
    (
      "\"columns\": \"rays\"", "\"columns\": \"average\"",
      "layers[0].domain.turn.columns: 'average' is a reading"
    ),
    (
      "\"columns\"", "\"colums\"",
      "layers[0].domain.turn: 'colums' is not a key here; did you mean 'columns'?"
    ),
    (
      "{ \"turn\": { \"columns\": \"rays\" } }", "\"turns\"",
      "'turns' is not one of once, head, turn, track, bands, count, past; did you mean 'turn'?"
    ),
    (
      "\"ray\"", "\"ring\"",
      "layers[0].mark: ring needs one of the domains once, past; this is turn"
    ),
    (
      "{ \"turn\": { \"columns\": \"rays\" } }", "{ \"turn\": { \"columns\": \"rays * 200\" } }",
      "layers[0].domain.turn.columns: is 12000, and can be from 1 to 7200"
    ),
    (
      "{ \"turn\": { \"columns\": \"rays\" } },",
      "{ \"turn\": { \"columns\": \"rays\" } }, \"times\": 128,",
      "layers[0].times: is 128, and can be from 1 to 60"
    ),
    (
      "{ \"turn\": { \"columns\": \"rays\" } }", "{ \"past\": { \"when\": \"hits\" } }",
      "'hits' is not one of hit"
    ),
    (
      "\"dot\", \"size\"", "\"dot\", \"radius\": { \"from\": 1 }, \"size\"",
      "a dot has one radius, not two"
    ),
    ("\"layers\": [", "\"layers\": [],\n\"x\": [", "'x' is not a key here"),
    ("0.7 * average", "0.7 * body", "values.body: 'body' is not defined yet"),
    ("\"width\": 2", "\"width\": \"abs()\"", "'abs' takes 1 argument, not 0"),
    ("\"width\": 2", "\"width\": \"ago(bass, 11)\"", "the number of 'ago' can be from 0 to 10"),
    ("ramp(0.2)", "red", "layers[1].color: 'red' is not a name; write the colour as #ff0000"),
    ("\"default\": 40", "\"default\": \"40\"", "rim.default: a number stands without quotes"),
    ("\"#ff8800\"", "[\"#ff8800\"]", "variants.wide.dye: a number, a colour, or"),
    ("\"default\": \"if", "\"step\": 1, \"default\": \"if", "'step' is of numbers, and 'dye' is"),
    ("a look\"", "a\\nlook\"", "summary: one line of at most 200 characters"),
    (
      "\"dot\", \"size\"", "\"dot\", \"x\": 60, \"radius\": 9, \"size\"",
      "layers[1]: x and y say where a dot is"
    ),
    (
      "\"mark\": \"dot\",", "\"mark\": \"dot\", \"only\": \"twin\",",
      "layers[1].only: the look has none of these layouts"
    ),
    (
      "\"columns\": \"rays\"", "\"older\": \"k\"",
      "layers[0].domain.turn.older: all copies and layers have this number"
    ),
    (
      "\"mark\": \"dot\"",
      "\"times\": 3, \"domain\": { \"count\": { \"n\": \"9 + 1000 * k\" } }, \"mark\": \"dot\"",
      "layers[1].domain.count.n: is 2009, and can be from 1 to 2000"
    ),
  ])
  func `a fault has its place, and says what to write`(
    replaced: String, other: String, fault: String
  ) {
    let faults = Self.faults(Self.text(replaced, by: other))
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }

  @Test func `what is no JSON has its line and column`() {
    #expect(Self.faults("{ \"name\": }") == ["line 1, column 11: unexpected '}'"])
    for (text, advice) in [
      ("{ \"a\": 1 \"b\": 2 }", "'\"'; a comma is missing before it"),
      ("{ \"a\": \"b\" \"c\": 2 }", "'\"'; a comma is missing before it"),
      ("[{ \"a\": 1 } { \"b\": 2 }]", "'{'; a comma is missing before it"),
      ("{ \"a\": [1, 2,] }", "']'; leave out the comma before it"),
      ("{ \"a\": 1, // one\n }", "'/'; JSON has no comments"),
      ("{ 'a': 1 }", "'\u{27}'; texts stand in double quotes"),
    ] {
      #expect(Self.faults(text).first?.hasSuffix("unexpected \(advice)") == true, "\(text)")
    }
    #expect(Self.faults("[]").first == "an object is expected")
    let large = String(repeating: " ", count: LookFile.maxBytes + 1)
    #expect(Self.faults(large) == ["has more than 256 KiB, so it is not a look"])
  }

  @Test func `a look of too many elements is refused before the run, and so is one that is set so`()
    throws
  {
    let copies = Self.text().replacing(
      "\"mark\": \"ray\",", with: "\"mark\": \"ray\", \"times\": 60,"
    )
    .replacing("{ \"columns\": \"rays\" }", with: "{ \"older\": 3 }")
    #expect(
      Self.faults(copies).first?.hasPrefix("layers[0]: with this layer there are more than 400000")
        == true)
    let past = "{ \"past\": { \"every\": 0.001, \"for\": \"rays\", \"until\": 2 } }"
    let births = Self.text().replacing("{ \"turn\": { \"columns\": \"rays\" } }", with: past)
      .replacing("\"mark\": \"ray\",", with: "\"mark\": \"ring\", \"times\": 10,")
      .replacing("\"width\": 2, ", with: "").replacing("\"default\": 60", with: "\"default\": 12")
    let file = try Self.read(births)
    let look = try #require(RadialView.look(of: file))
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    try options.check()
    let more = births.replacing("\"times\": 10", with: "\"times\": 60")
      .replacing("\"default\": 12", with: "\"default\": 36")
    #expect(Self.faults(more).first?.contains("more than 5000000 steps at each tick") == true)
    // So is a variant.
    let variant = births.replacing("\"times\": 10", with: "\"times\": 60")
      .replacing("\"rim\": 90,", with: "\"rim\": 90, \"rays\": 60,")
      .replacing("\"range\": [12, 360]", with: "\"range\": [1, 360]")
      .replacing("\"default\": 12", with: "\"default\": 1")
    #expect(Self.faults(variant).first?.hasPrefix("variants.wide: layers[0]: ") == true)
  }

  @Test func `what uses a name that is wrong itself is no fault of its own`() {
    #expect(
      Self.faults(Self.text("0.7 * average", by: "0.7 * avrage")) == [
        "values.body: 'avrage' is not a name; did you mean 'average'?"
      ])
    let faults = Self.faults(Self.text("[0, 200]", by: "[200, 0]"))
    #expect(!faults.isEmpty && faults.allSatisfy { $0.hasPrefix("parameters.rim.") }, "\(faults)")
  }

  @Test(arguments: [("0.1", 0.0), ("0.05", 0), ("0.3", 0.1), ("2", 1)])
  func `steps begin at the smallest number, and their own numbers are steps`(
    step: String, low: Double
  )
    throws
  {
    let range = "\"range\": [\(low), 300], \"step\": \(step)"
    let file = try Self.read(
      Self.text("\"range\": [0, 200]", by: range)
        .replacing("\"default\": 40", with: "\"default\": \(low)")
        .replacing("\"rim\": 90", with: "\"rim\": \(low)"))
    let look = try #require(RadialView.look(of: file))
    let distance = try #require(Double(step))
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    for count in 0...30 {
      // As people write it: 0.3, not 0.30000000000000004.
      let number = ((low + Double(count) * distance) * 100).rounded() / 100
      options.settings = [try LookSetting(argument: "rim=\(number)")]
      try options.check()
      options.settings = [try LookSetting(argument: "rim=\(number + distance / 2)")]
      #expect(throws: (any Error).self) { try options.check() }
    }
    options.settings = [try LookSetting(argument: "rim=\(low)pt")]
    try options.check()
  }

  @Test func `the memory of a look is that of the copy that remembers most`() throws {
    let old = "{ \"domain\": { \"turn\": { \"columns\": \"rays\" } }, \"mark\": \"ray\","
    let rings =
      "{ \"times\": 2, \"domain\": { \"past\": { \"every\": 1, \"for\": \"4 + 4 * k\" } },"
    let text = Self.text(old, by: rings + " \"mark\": \"ring\",")
      .replacing("\"width\": 2, ", with: "")
    #expect(try Self.read(text).seconds == 8)
    let hits = text.replacing("\"every\": 1", with: "\"when\": \"hit\"")
    #expect(try abs(Self.read(hits).seconds - 0.9) < 1e-9)
  }

  @Test func `five faults are told at once, and no more`() {
    let text = Self.text().replacing("average", with: "avrage").replacing("heart", with: "hart")
      .replacing("\"mark\"", with: "\"marc\"").replacing("\"tick\"", with: "\"tock\"")
      .replacing("\"turn\": 4", with: "\"turn\": 0").replacing("\"pt\"", with: "\"px\"")
    #expect(Self.faults(text).count == 5)
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `a text with a wrong byte, or an end that is missing, is read or refused`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var bytes = Array(Self.text().utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      } else {
        bytes.removeLast(bytes.count - place)
      }
      do { _ = try LookFile(json: bytes) } catch { #expect(!error.faults.isEmpty) }
    }
  }
}
