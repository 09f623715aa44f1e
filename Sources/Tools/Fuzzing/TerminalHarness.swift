// SPDX-License-Identifier: MIT
internal import Drawing
internal import Rendering

/// Answers of a terminal: whatever they are, there is a screen for pictures, and they have room on it.
enum TerminalHarness {
  static let harness = Harness(
    name: "terminal", longestInput: 1024,
    words: [
      "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}P>|kitty(0.32)\u{1B}\\", "\u{1B}]11;rgb:", "ffff/", "\u{7}",
      "\u{1B}[4;", "\u{1B}[6;", "\u{1B}[?62;4", "c", "t", ";", "65536",
      "9223372036854775807", "-1",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let answers = TerminalAnswers(bytes)
    for (columns, rows, width, height) in [(80, 24, 0, 0), (1, 1, 1, 1), (500, 2, 4000, 0)] {
      let screen = answers.screen(
        columns: columns, rows: rows, width: width, height: height, hasTrueColor: false)
      for way in PictureProtocol.allCases {
        let (width, height) = way.room(on: screen)
        let sides = 1...Canvas.largestSide
        try law(
          sides.contains(width) && sides.contains(height),
          "\(way) has \(width)x\(height) on \(screen)")
      }
    }
    // What comes after the last answer changes nothing of what was known, but may add to it.
    try law(
      !answers.isComplete || TerminalAnswers(bytes + [0x1B]).isComplete, "\(answers) is complete")
  }
}
