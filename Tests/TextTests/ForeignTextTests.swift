// SPDX-License-Identifier: MIT
import Testing
import Text

/// Text in the encodings of other programs.
@Suite struct ForeignTextTests {
  private let text = "[00:01.00]Señorita 夢\r\n[00:02.00]la\n"

  private func utf16(_ text: String, isBig: Bool, hasMark: Bool) -> [UInt8] {
    ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBig ? [high, low] : [low, high]
    }
  }

  @Test func `UTF-8 and UTF-16 are read, with and without a mark`() {
    #expect(ForeignText.text(Array(text.utf8)) == text)
    for isBig in [false, true] {
      for hasMark in [false, true] {
        let read = ForeignText.text(utf16(text, isBig: isBig, hasMark: hasMark))
        #expect(
          read.map { Array(TextLines($0)).map { String($0) } }
            == Array(TextLines(text)).map { String($0) })
      }
    }
    #expect(ForeignText.text([]) == "")
    #expect(
      ForeignText.text([0xC3, 0x28]) == nil && ForeignText.text([0xFF, 0xFE, 0, 0xD8]) == nil)
  }

  /// Lines in some encodings, as iconv writes them; those that are not told apart have no name.
  @Test(
    arguments: [
      ("WINDOWS-1252", "Se\u{F1}orita, \u{E0} la plage, don\u{92}t caf\u{E9}"),
      ("WINDOWS-1252", "don\u{92}t"), ("WINDOWS-1252", "S\u{E3}o Jo\u{E3}o"),
      ("WINDOWS-1252", "\u{C9}COLE D\u{92}\u{C9}T\u{C9} \u{FC}ber Stra\u{DF}e"),
      ("GB18030", "\u{CE}\u{D2}\u{B0}\u{AE}\u{C4}\u{E3} \u{D6}\u{D0}\u{B9}\u{FA}"),
      ("SHIFT_JIS", "\u{82}\u{A0}\u{82}\u{A2} \u{93}\u{FA}\u{96}\u{7B} \u{83}\u{4A}\u{83}\u{89}"),
      // Cyrillic in Windows-1251 and KOI8-R, Korean in EUC-KR, Chinese in Big5.
      (nil, "\u{CF}\u{F0}\u{E8}\u{E2}\u{E5}\u{F2} \u{EC}\u{E8}\u{F0}"),
      (nil, "\u{F0}\u{D2}\u{C9}\u{D7}\u{C5}\u{D4} \u{CD}\u{C9}\u{D2}"),
      (
        nil,
        "\u{B3}\u{AA}\u{B4}\u{C2} \u{B3}\u{CA}\u{B8}\u{A6} \u{BB}\u{E7}\u{B6}\u{FB}\u{C7}\u{D8}"
      ),
      (nil, "\u{A7}\u{DA}\u{B7}\u{52}\u{A7}\u{41}\u{A1}\u{40}\u{A4}\u{A4}\u{B0}\u{EA}"),
    ] as [(String?, String)])
  func `a hint names no wrong encoding`(name: String?, text: String) {
    let bytes = Array("[00:01.00]".utf8) + text.unicodeScalars.map { UInt8($0.value) }
    #expect(ForeignText.text(bytes) == nil)
    #expect(ForeignText.encoding(of: bytes) == name)
  }

  @Test(arguments: [
    ("&amp;", "&", 5), ("&ampx", "&", 4), ("&lt;b", "<", 4), ("&hellip;", "…", 8),
    ("&#39;", "'", 5),
    ("&#x1F30A;", "🌊", 9), ("&#0;", "\u{FFFD}", 4), ("&#99999999999;", "\u{FFFD}", 14),
    ("&#xD800;", "\u{FFFD}", 8), ("&#146;", "’", 6), ("&notin;", "∉", 7), ("&notit;", "¬", 4),
    ("&CounterClockwiseContourIntegral;", "∳", 33), ("&bne;", "=\u{20E5}", 5),
  ])
  func `references are those of HTML`(reference: String, text: String, length: Int) {
    let read = CharacterReference.read(Array(reference.unicodeScalars)[...])
    #expect(read?.text == text && read?.length == length)
  }

  @Test(arguments: ["&", "& a", "&x;", "&#;", "&#x;", "&hellip", "amp;"])
  func `other signs are none`(text: String) {
    #expect(CharacterReference.read(Array(text.unicodeScalars)[...]) == nil)
  }
}
