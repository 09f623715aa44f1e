// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing

@Suite struct ColorTests {
  @Test(
    arguments: [
      ("#eeff00", 0xEEFF_00FF), ("#EEFF00", 0xEEFF_00FF), ("#ef0", 0xEEFF_00FF),
      ("#ef08", 0xEEFF_0088), ("#eeff0080", 0xEEFF_0080), ("#000", 0x0000_00FF),
      ("#0000", 0), ("#01020304", 0x0102_0304), ("#ff000000", 0xFF00_0000),
      ("black", 0x0000_00FF), ("white", 0xFFFF_FFFF), ("Red", 0xFF00_00FF),
      ("RebeccaPurple", 0x6633_99FF), ("darkslategrey", 0x2F4F_4FFF), ("lime", 0x00FF_00FF),
      ("green", 0x0080_00FF), ("none", 0), ("eeff00", 0xEEFF_00FF), ("ef08", 0xEEFF_0088),
      ("EEFF0080", 0xEEFF_0080), ("0xeeff00", 0xEEFF_00FF), ("rgb(1,2,3)", 0x0102_03FF),
      ("RGB( 255, 0,07 )", 0xFF00_07FF), ("transparent", 0), ("NONE", 0),
    ] as [(String, UInt32)])
  func `a colour is read as CSS writes it`(text: String, parts: UInt32) throws {
    let color = try #require(Color(parsing: text))
    let read = [color.red, color.green, color.blue, color.alpha].reduce(0) { $0 << 8 | UInt32($1) }
    #expect(read == parts)
  }

  @Test(arguments: [
    "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#-12", "#+123456", "eeff0",
    "0xeeff0", "0x#eeff00", " red", "red ", "re d", "rgb(1,2)", "rgb(1,2,256)", "rgb(1,2,3",
    "rgb(,,)",
    "rgb(1,2,+3)", "rgb(1,2,3,4)", "rgb(1 2,3,4)", "currentcolor", "#é0", "＃fff", "#ｆｆｆ",
    "#\u{0}00", "blac\u{212A}", "##ef0",
  ])
  func `what is no colour is refused`(text: String) {
    #expect(Color(parsing: text) == nil)
  }

  @Test func `there are the 148 names of CSS and none`() {
    #expect(Color.names.count == 149)
    #expect(Set(Color.names).count == 149)
    for name in Color.names { #expect(Color(parsing: name) != nil, "\(name)") }
    for name in Color.names where name.contains("gray") {
      let other = name.replacing("gray", with: "grey")
      #expect(Color(parsing: name) == Color(parsing: other), "\(name)")
    }
  }

  @Test(arguments: TestRun.seeds(1...4))
  func `a colour's text reads back as the colour`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let color = Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random),
        alpha: random.pick([0, 255, .random(in: 0...255, using: &random)]))
      #expect(Color(parsing: color.description) == color)
      #expect(color.hexadecimal.utf8.count == 7)
    }
  }

  @Test func `an opaque colour's text has six digits, nothing at all is none`() {
    #expect("\(Color(red: 0xEE, green: 0xFF, blue: 0))" == "#eeff00")
    #expect("\(Color(red: 1, green: 2, blue: 3, alpha: 4))" == "#01020304")
    #expect("\(Color.none)" == "none")
    #expect(Color(red: 1, green: 2, blue: 3, alpha: 4).hexadecimal == "#010203")
  }
}
