// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Text

@Suite struct ShellWordsTests {
  @Test(
    arguments: [
      ("", []), ("  \t", []), ("-crf 10", ["-crf", "10"]), ("a  b ", ["a", "b"]),
      ("'a b' c", ["a b", "c"]), ("a'b c'd", ["ab cd"]), ("''", [""]), ("\"\"x", ["x"]),
      ("a\\ b", ["a b"]), ("\"a\\\"b\\c\"", ["a\"b\\c"]), ("'a\\'", ["a\\"]), ("\"$x\"", ["$x"]),
      ("# no *", ["#", "no", "*"]),
    ] as [(String, [String])])
  func `words are those of a shell, and nothing is looked up`(line: String, words: [String]) {
    #expect(ShellText.words(line) == words)
  }

  @Test(arguments: ["'", "a 'b", "\"x", "x\\", "\"\\"])
  func `a quote that is not closed is no line`(line: String) {
    #expect(ShellText.words(line) == nil)
  }

  @Test func `what is written for a shell is read back`() {
    var random = SeededGenerator(seed: 1_711)
    let letters = Array("ab -'\"\\$`*é{}~=#;")
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
          })
      }
      let line = ShellText.line(words)
      #expect(line.flatMap(ShellText.words) == words, "\(words), seed 1711")
    }
  }
}
