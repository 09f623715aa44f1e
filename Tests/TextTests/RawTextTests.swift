// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Text

@Suite struct RawTextTests {
  @Test(arguments: ["", "plain.wav", "ünïcödé ✓ 🎵", "e\u{301}", "a\0b", "\u{FFFD}"])
  func `UTF-8 is the text that it is`(text: String) {
    #expect(Array(RawText.text(Array(text.utf8)).unicodeScalars) == Array(text.unicodeScalars))
    #expect(RawText.bytes(text) == Array(text.utf8))
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0xC3], [0xC3, 0x61], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
      [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x8E], [0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80],
      // U+10FEFF, which is a private scalar itself, and a part of it.
      [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBB],
    ] as [[UInt8]])
  func `other bytes come back as they were`(bytes: [UInt8]) {
    #expect(RawText.bytes(RawText.text(bytes)) == bytes)
    #expect(RawText.text(bytes).unicodeScalars.contains { RawText.byte($0) != nil })
    #expect(RawText.text([0x2F] + bytes).unicodeScalars.first == "/")
  }

  @Test func `any bytes come back as they were, and differ as they differed`() {
    var generator = SeededGenerator(seed: 3)
    var texts: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let bytes = (0..<count).map { _ in
        [UInt8.random(in: 0...255, using: &generator), 0xF4, 0x8F, 0xBB, 0xBF, 0x41]
          .randomElement(using: &generator) ?? 0
      }
      let text = RawText.text(bytes)
      #expect(RawText.bytes(text) == bytes)
      let scalars = text.unicodeScalars.map { String($0.value) }.joined(separator: " ")
      #expect(texts.updateValue(bytes, forKey: scalars) ?? bytes == bytes)
    }
  }

  @Test func `a byte is shown by its number`() throws {
    let scalars = RawText.text([0x61, 0xFF]).unicodeScalars.map { $0 }
    #expect(RawText.escaped(scalars[0]) == nil)
    #expect(RawText.escaped(scalars[1]) == "\\xff")
    #expect(RawText.cString("a") == [0x61, 0])
  }
}
