// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import Testing

/// What is understood of the answers of terminals.
@Suite struct TerminalAnswersTests {
  private func answers(_ text: String) -> TerminalAnswers { TerminalAnswers(Array(text.utf8)) }

  private func ways(_ text: String) -> [String] {
    PictureProtocol.allCases.filter { $0.isTaken(by: answers(text)) }.map(\.rawValue)
  }

  // As the terminals of these names have answered, or as their documents say.
  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62;c", ["kitty", "blocks"]),
    ("\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}[?62;4;22c", ["blocks"]),
    ("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c", ["blocks"]),
    (
      "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6;18;22c",
      ["kitty", "blocks"]
    ),
    ("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?63;1;2;4;6;9;15;22c", ["blocks"]),
    ("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c", ["blocks"]),
    ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?6c", ["blocks"]),
    ("\u{1B}[?4c", ["blocks"]), ("", ["blocks"]),
  ])
  func `terminals get the best of what they take`(text: String, ways: [String]) {
    #expect(self.ways(text) == ways)
    #expect(answers(text).isComplete == !text.isEmpty)
  }

  @Test func `sides and the ground are read, in any order and between keys`() {
    let answers = answers(
      "ab\u{1B}[4;830;1340t\u{1B}[A\u{1B}]11;rgb:0d0d/1010/ffff\u{7}q\u{1B}[6;17;8t"
        + "\u{1B}OP\u{1B}[?62;4c")
    #expect(answers.window.map { [$0.width, $0.height] } == [1340, 830])
    #expect(answers.cell.map { [$0.width, $0.height] } == [8, 17])
    #expect(answers.ground == Color(red: 13, green: 16, blue: 255))
    #expect(
      self.answers("\u{1B}]11;rgb:f/80/fff\u{7}").ground
        == Color(red: 255, green: 128, blue: 255))
    #expect(answers.isComplete)
  }

  @Test(arguments: [
    "\u{1B}", "\u{1B}[", "\u{1B}[?62;4", "\u{1B}P>|", "\u{1B}_Gi=31;OK", "\u{1B}[4;0;0t",
    "\u{1B}[6;-1;9t", "\u{1B}[4;99999999999999999999;1t", "\u{1B}]11;rgb:12/3\u{7}",
    "\u{1B}]11;rgb:12/3/12345\u{7}",
    "\u{1B}]11;rgb:-1/10/10\u{7}",
  ])
  func `what is cut off or impossible tells nothing`(text: String) {
    #expect(answers(text) == TerminalAnswers([]))
  }

  @Test func `the picture for kitty is left out within tmux`() {
    let both = [false, true].map {
      String(decoding: TerminalAnswers.question(isWithinOther: $0), as: UTF8.self)
    }
    #expect(both[0].contains("\u{1B}_G") && !both[1].contains("\u{1B}_"))
    // What every terminal answers comes last.
    #expect(both.allSatisfy { $0.hasSuffix("\u{1B}[c") })
  }

  @Test(arguments: [
    (80, 24, 800, 480, "", [10, 20]), (80, 24, 0, 0, "", [10, 20]),
    (80, 24, 720, 432, "", [9, 18]), (80, 24, 0, 0, "\u{1B}[4;408;640t", [8, 17]),
    (80, 24, 720, 432, "\u{1B}[6;40;20t", [20, 40]), (80, 24, 40, 10, "", [10, 20]),
  ])
  func `a cell is as large as the terminal says, or as the window is`(
    columns: Int, rows: Int, width: Int, height: Int, text: String, cell: [Int]
  ) {
    let screen = answers(text).screen(
      columns: columns, rows: rows, width: width, height: height, hasTrueColor: false)
    #expect([screen.cellWidth, screen.cellHeight] == cell)
  }
}
