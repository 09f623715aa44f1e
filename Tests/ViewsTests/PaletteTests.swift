// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import JSON
import TestSupport
import Testing
import Views

@Suite struct PaletteTests {
  private static let fields = [
    "schema": "\"radial-audio/palette/1\"", "background": "\"#102030\"", "ink": "\"white\"",
    "ink2": "\"f80\"", "accent": "\"rgb(1, 2, 3)\"",
    "ramp":
      "[\"#000\", \"#111\", \"#222\", \"#333\", \"#444\", \"#555\", \"#666\", \"#777\"]",
  ]

  private func palette(_ changes: [String: String?] = [:]) throws -> Palette {
    var fields = PaletteTests.fields
    for (key, text) in changes { fields[key] = text }
    let members = fields.map { "\"\($0)\": \($1)" }.joined(separator: ",")
    return try Palette(json: Array("{\(members)}".utf8))
  }

  @Test func `a file has a background, two inks, an accent and eight steps`() throws {
    let palette = try palette()
    #expect(palette.background == Color(red: 16, green: 32, blue: 48))
    #expect(palette.ink == Color(red: 255, green: 255, blue: 255))
    #expect(palette.ink2 == Color(red: 255, green: 136, blue: 0))
    #expect(palette.accent == Color(red: 1, green: 2, blue: 3))
    #expect(palette.ramp.map(\.red) == [0, 17, 34, 51, 68, 85, 102, 119])
  }

  @Test(arguments: [
    (["ink": nil], "there is no 'ink'"),
    (
      ["ink3": "1"],
      "'ink3' is not a known key; the keys are schema, background, ink, ink2, accent, "
        + "ramp, scenes"
    ),
    (["accent": "7"], "'accent' is 7, not a string"),
    (["ink": "\"inky\""], "'ink' is 'inky', not an opaque colour"),
    (["background": "\"none\""], "'background' is 'none', not an opaque colour"),
    (["ink2": "\"#ff00007f\""], "'ink2' is '#ff00007f', not an opaque colour"),
    (["ramp": "\"red\""], "'ramp' is 'red', not an array"),
    (["ramp": "[\"red\"]"], "'ramp' is an array of 1 element, not of 8"),
    (
      ["ramp": "[\"#000\", 2, \"#222\", \"#333\", \"#444\", \"#555\", \"#666\", \"#777\"]"],
      "'ramp[1]' is 2, not a string"
    ),
    (
      ["schema": "\"radial-audio/palette/2\"", "other": "1"],
      "has the schema 'radial-audio/palette/2', not 'radial-audio/palette/1'"
    ),
    (["scenes": "[]"], "'scenes' is an array of 0 elements, not of 3"),
    (["scenes": "[{}, {}, {}]"], "'scenes[0]' has no 'background'"),
    (
      ["scenes": "[1, 2, 3]"], "'scenes[0]' is 1, not an object"
    ),
  ])
  func `a file that is no palette is refused in words`(
    changes: [String: String?], words: String
  ) throws {
    let error = #expect(throws: JSONReadingError.self) { try palette(changes) }
    #expect(error?.description.hasSuffix(words) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("[]", "line 1, column 1: the text is an array, not an object"),
    ("{\n\"ink\" 1", "line 2, column 7"),
  ])
  func `what is no object is refused in words`(text: String, words: String) throws {
    let error = #expect(throws: JSONReadingError.self) { try Palette(json: Array(text.utf8)) }
    #expect(error?.description.contains(words) == true)
  }

  @Test func `a palette that is written reads as the same`() throws {
    for palette in Palette.named.map(\.colors) {
      #expect(try Palette(json: palette.json) == palette)
      let whole = palette.with(scenes: palette.settings)
      let read = try Palette(json: whole.json)
      #expect(read == whole && read.settings == palette.settings)
      // A sequence begun in other colours does not go on.
      let colors = [palette, whole].map(\.description)
      #expect(colors[1].hasPrefix(colors[0]) && colors[1] != colors[0])
      #expect(read.settings[0].background != read.settings[2].background)
    }
  }

  @Test func `the named palettes are opaque and differ`() {
    let texts = Palette.named.map { "\($0.colors)" }
    #expect(Set(texts).count == 7)
    for text in texts {
      let colors = text.split(separator: ",").map { Color(parsing: String($0)) }
      #expect(colors.count == 12)
      #expect(colors.allSatisfy { $0?.alpha == 255 })
    }
    #expect(
      texts[0].hasPrefix("#eeff00,#000000,#ff2e63,#ff2e1f,#000000,#38001c")
        && texts[0].hasSuffix("#c9f000"))
  }

  @Test func `--palette takes a name or a path`() throws {
    guard case .named("dusk", .dusk) = try PaletteChoice(argument: "dusk") else {
      Issue.record("dusk is no name")
      return
    }
    #expect(try PaletteChoice(argument: "mine.json") == .file("mine.json"))
    #expect(try PaletteChoice(argument: "./dusk").path == "./dusk")
    let two = try PaletteChoice(argument: "#0B3D2E, gold")
    #expect(two.argumentText == "#0b3d2e,#ffd700")
    #expect(try PaletteChoice(argument: two.argumentText) == two)
    #expect(try PaletteChoice(argument: "a,b.json") == .file("a,b.json"))
    for (text, reason) in [
      ("red", "1 colour"), ("#1,#2", "no such palette"), ("red,none", "a colour is not opaque"),
      ("red,red,red,red,red", "5 colours"),
    ] {
      let error = #expect(throws: ArgumentValueError.self) { try PaletteChoice(argument: text) }
      #expect(error?.reason == reason)
    }
    let error = #expect(throws: ArgumentValueError.self) { try PaletteChoice(argument: "dsk") }
    #expect(error?.reason == "no such palette")
    let hint = error?.hint ?? ""
    #expect(hint.hasPrefix("did you mean 'dusk'? Otherwise choose from "))
    for (name, _) in Palette.named { #expect(hint.contains(name)) }
  }

  @Test func `a tint mixes on an opaque background and shines through another`() {
    let ink = Color(red: 200, green: 100, blue: 0)
    #expect("\(Color.black.tinted(ink, 0.5))" == "#643200")
    #expect("\(Color.none.tinted(ink, 0.5))" == "#c8640080")
    #expect(Color.black.tinted(ink, 1) == ink)
    #expect(Color.none.tinted(ink, 1) == ink)
  }

  @Test func `a view is told the colours that were chosen`() {
    #expect(ViewContext(colors: .dusk).palette == .dusk)
    #expect(ViewContext().palette == nil)
  }
}
