// SPDX-License-Identifier: MIT
import Testing
import Text

/// The functions by which a text leaves the program.
@Suite struct WayOutTests {
  @Test(arguments: [
    ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{7}", "\\u{7}"), ("\u{9B}", "\\u{9b}"),
    ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{202E}x\u{200F}\u{2066}", "\\u{202e}x\\u{200f}\\u{2066}"), ("\u{2028}", "\\u{2028}"),
    ("a\u{200B}b\u{FEFF}\u{AD}", "a\\u{200b}b\\u{feff}\\u{ad}"), ("a\u{200D}", "a\\u{200d}"),
    ("\u{10FEFF}", "\\xff"), ("a\u{0}\u{FE0F}\u{FE0F}", "a\\u{0}\\u{fe0f}\\u{fe0f}"),
    // What emoji and scripts are made of stays.
    (
      "❤\u{FE0F} 👩\u{200D}🚀 می\u{200C}خواهم é e\u{301} 東京",
      "❤\u{FE0F} 👩\u{200D}🚀 می\u{200C}خواهم é e\u{301} 東京"
    ),
    ("🏴\u{E0067}\u{E007F}x\u{E0067}\u{E0067}", "🏴\u{E0067}\u{E007F}x\\u{e0067}\\u{e0067}"),
  ])
  func `a line shows what it cannot have, and has it once`(text: String, line: String) {
    #expect(Array(LineText.escaped(text).unicodeScalars) == Array(line.unicodeScalars))
    #expect(Array(LineText.escaped(line).unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test func `a quotation mark of a field is doubled whatever follows it`() {
    #expect(CSVText.field("a") == "a")
    #expect(
      Array(CSVText.field("a\"\u{301}b").unicodeScalars)
        == Array("\"a\"\"\u{301}b\"".unicodeScalars))
    #expect(CSVText.field("a,\n") == "\"a,\\n\"")
    #expect(CSVText.quoted("\u{10FEFF}") == "\"\\xff\"")
  }

  @Test func `a page has the tag of a flag, and no hidden one`() {
    #expect(MarkupText.shown("x\u{E0067}\u{E0067}🏴\u{E0067}") == "x🏴\u{E0067}")
  }

  @Test func `JSON escapes what a terminal would do, and keeps it`() {
    func json(_ text: String) -> String {
      var bytes: [UInt8] = []
      JSONText.append(text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(json("\u{1B}\u{9B}\u{202E}\n\"\\\u{7F}") == #""\u001b\u009b\u202e\n\"\\\u007f""#)
    #expect(json("\u{E0001}") == #""\udb40\udc01""#)
    #expect(json("x\u{E0067}\u{E0067}") == #""x\udb40\udc67\udb40\udc67""#)
    #expect(Array(json("\"\u{301}").utf8) == Array("\"\\\"\u{301}\"".utf8))
    #expect(JSONText.valid("a\u{10FEFF}b") == "a\u{FFFD}b")
    #expect(JSONText.valid("é\u{10FEC3}") == "é\u{FFFD}")
  }

  @Test func `markup is text, and what XML forbids is not in it`() {
    #expect(
      MarkupText.escaped("<b a=\"\u{301}\">&\u{338}")
        == "&lt;b a=&quot;\u{301}&quot;&gt;&amp;\u{338}")
    #expect(
      MarkupText.escaped("a\u{0}b\u{1B}\u{9B}\u{FFFE}\u{202E}\u{200B}c\u{10FEFF}")
        == "a b  \u{FFFD}c\u{FFFD}")
    for text in ["&lt;", "<&quot;>", "&amp;lt;"] {
      #expect(MarkupText.unescaped(Array(MarkupText.escaped(text).utf8)) == text)
    }
    #expect(MarkupText.escaped(json: "</script>") == "\\u003c/script>")
  }

  @Test func `an address has percent signs in place of all that is not plain`() {
    #expect(AddressText.encoded("a b/é\u{10FEFF}\u{1B}?#") == "a%20b/%C3%A9%FF%1B%3F%23")
  }
}
