// SPDX-License-Identifier: MIT
internal import Analysis

/// Lyrics: lines are in order, one at a time, and every moment shows the line that has it.
enum LyricsHarness {
  static let harness = Harness(
    name: "lyrics", longestInput: 1024,
    words: [
      "[00:01.50]la la\n", "[00:02.00][00:09]", "[offset:-250]", "[offset:-9223372036854775808]",
      "<00:01.75>", "<01:02:03>",
      "[ar:x]",
      "WEBVTT\n\n", "1\n00:00:01,000 --> 00:00:02,500\n", "NOTE ", "<i>", "{\\an8}", "&amp;",
      "\r\n",
      "\n\n", "[99999:59.999]", "\u{FEFF}",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let lyrics = try? LyricsFile.lyrics(text)
    else { return }
    for (line, next) in zip(lyrics.lines, lyrics.lines.dropFirst()) {
      try law(line.end <= next.begin, "\(line), \(next)")
    }
    for line in lyrics.lines {
      try law(line.begin >= 0 && line.begin < line.end && !line.words.isEmpty, "\(line)")
      try law(lyrics.line(at: line.begin) == line, "\(line) is shown when it begins")
      try law(line.words.allSatisfy { !$0.text.isEmpty && !$0.text.contains(" ") }, "\(line)")
      let times = line.words.compactMap(\.begin)
      try law(times == times.sorted(), "\(line)")
      for word in line.words.indices {
        guard let begin = line.words[word].begin else { continue }
        try law(line.sung(at: begin).upperBound > word, "\(line) at \(begin)")
      }
    }
  }
}
