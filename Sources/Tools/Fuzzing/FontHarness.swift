// SPDX-License-Identifier: MIT
internal import Drawing
internal import Fonts

/// Fonts: TrueType and OpenType files through HarfBuzz, which is the system's, without instrumentation;
/// our code between it and Swift has it.
enum FontHarness {
  static let harness = Harness(
    name: "font", longestInput: 4096,
    words: [
      "OTTO", "ttcf", "true", "\u{0}\u{1}\u{0}\u{0}", "cmap", "glyf", "loca", "head", "hhea",
      "hmtx",
      "maxp", "OS/2", "CFF ", "CFF2", "GSUB", "GPOS", "GDEF", "fvar", "gvar", "avar", "HVAR",
      "kern",
      "morx", "wOFF",
    ], check: check)

  private static let texts = ["AB a.", "\u{5D0}\u{5D1} A", "\u{4E00}\u{4E01}A", "e\u{301}"]

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    var chain = FontChain()
    let words: ShapedWords
    do {
      try chain.add(FontFile(path: "font"), bytes)
      words = try chain.words(of: texts, hasCapitals: false)
    } catch { return }
    for text in texts {
      for piece in TextLine(text).pieces {
        let word = words.word(piece.text)
        try law(word.advance >= 0 && word.advance.isFinite, "\(piece) has a width")
        try law(word.letters.count <= piece.text.utf8.count, "\(piece) has its letters")
        let paths = word.letters.map { $0.path(size: 100, at: .origin) }
        let isNear = paths.allSatisfy { path in
          path.points.allSatisfy { abs($0.x) <= 1e5 && abs($0.y) <= 1e5 }
        }
        try law(isNear, "\(piece) is near its place")
      }
    }
  }
}
