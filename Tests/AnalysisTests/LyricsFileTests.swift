// SPDX-License-Identifier: MIT
import Analysis
import TestSupport
import Testing

/// Lyrics in LRC, SubRip and WebVTT.
@Suite struct LyricsFileTests {
  private func lines(_ text: String) throws -> [String] {
    try LyricsFile.lyrics(text).lines.map { "\($0.begin) \($0.end) \($0.text)" }
  }

  private func error(_ text: String) -> LyricsFileError? {
    do { _ = try LyricsFile.lyrics(text) } catch { return error }
    return nil
  }

  @Test func `a line lasts until the next one, and an empty line is a pause`() throws {
    let text = "[ar:Me]\r\n[00:01.5]one  two\r\n\r\n[0:03]three\n[00:04.25]\n[01:02:07] four \n"
    #expect(
      try lines(text) == ["1.5 3.0 one two", "3.0 4.25 three", "62.07 inf four"])
  }

  @Test func `a line with several times is shown at each of them, and lines may be in any order`()
    throws
  {
    let text = "[00:09.00]b\n[00:01.00][00:11.00]a <1 & b>\n"
    #expect(try lines(text) == ["1.0 9.0 a <1 & b>", "9.0 11.0 b", "11.0 inf a <1 & b>"])
  }

  @Test(arguments: [
    "[00:01]\n[00:02] \n", "1\n00:00:01,000 --> 00:00:02,000\n\n",
    "WEBVTT\n\n00:01.000 --> 00:02.000\n",
  ])
  func `times without words are refused`(text: String) {
    #expect(error(text) == .noWords)
    #expect("\(LyricsFileError.noWords)" == "has times, and no words")
  }

  @Test func `lines at the same time are one line`() throws {
    #expect(try lines("[00:01]un\n[00:01]one\n[00:02]\n") == ["1.0 2.0 un / one"])
  }

  @Test func `a positive offset brings lines forward`() throws {
    #expect(
      try lines("[offset:+500]\n[00:00.2]a\n[00:02]<00:02>b <00:03>c\n")
        == ["0.0 1.5 a", "1.5 inf b c"])
    let lyrics = try LyricsFile.lyrics("[offset: -250]\n[00:02]<00:02>b <00:03>c\n")
    #expect(lyrics.lines[0].words.map(\.begin) == [2.25, 3.25])
  }

  /// Symptom: `[offset:500.5]` and `[offset:500ms]` moved nothing, without a word.
  @Test(arguments: [
    ("500.5", 1.4995), ("+500", 1.5), ("500ms", 1.5), (" -250.0 MS ", 2.25), (".5", 1.9995),
  ]) func `an offset may have decimals and a unit`(offset: String, begin: Double) throws {
    let (lyrics, unused) = try LyricsFile.read("[Offset :\(offset)]\n[00:02]a\n")
    #expect(abs(lyrics.lines[0].begin - begin) < 1e-9 && unused == nil)
  }

  @Test(arguments: ["0.5s", "1,5", "5 00", "1e3", "inf", "0x10", "ms", "--5", "99999999999"])
  func `an offset that is none is told, and moves nothing`(offset: String) throws {
    let (lyrics, unused) = try LyricsFile.read("[offset:\(offset)]\n[00:02]a\n")
    #expect(lyrics.lines[0].begin == 2 && unused?.count == 1)
    #expect(unused?.first == .notAnOffset("offset:\(offset)", line: 1))
    #expect(try LyricsFile.read("[offset:]\n[00:02]a\n").unused == nil)
  }

  @Test func `a word is sung from its time to the next one's, with those that have none`() throws {
    let line = try LyricsFile.lyrics("[00:10.00]Oh <00:11.00>la la <00:12.50>hey<00:13>ho\n").lines[
      0]
    #expect(line.text == "Oh la la heyho")
    #expect(line.sung(at: 9.99).isEmpty)
    #expect(line.sung(at: 10) == 0..<1 && line.sung(at: 11) == 1..<3)
    #expect(line.sung(at: 12.49) == 1..<3 && line.sung(at: 99) == 3..<4)
    #expect(try LyricsFile.lyrics("[00:01]no times").lines[0].sung(at: 5).isEmpty)
  }

  @Test func `SubRip has ends, tags and several lines`() throws {
    let text = """
      \u{FEFF}1
      00:00:01,250 --> 00:00:02,000
      <i>Hello</i>
      {\\an8}world &amp; <b>all</b>

      2
      00:00:01,500 --> 00:00:03,000 X1:10
      again

      """
    #expect(
      try lines(text) == [
        "1.25 1.5 Hello world & all", "1.5 2.0 Hello world & all / again", "2.0 3.0 again",
      ])
  }

  @Test func `WebVTT has notes, styles, names and times of words`() throws {
    let text = """
      WEBVTT - a song

      STYLE
      ::cue { color: red }

      NOTE
      00:05.000 is not a caption

      verse
      00:01.000 --> 00:04.000 align:start
      <v Ann>Never <00:02.500><c>drink</c>&nbsp;it

      01:00:05.000 --> 01:00:06.500
      end
      """
    let lyrics = try LyricsFile.lyrics(text)
    #expect(try lines(text) == ["1.0 4.0 Never drink it", "3605.0 3606.5 end"])
    #expect(lyrics.lines[0].words.map(\.begin) == [1, 2.5, nil])
  }

  @Test func `a file with nothing to show is refused, with its first fault`() {
    for text in ["", "la la\nla\n", "WEBVTT\n\nverse\nno time\n", "[ar:Me]\n\n", "\u{FEFF}"] {
      #expect(error(text) == .noTimes, "\(text)")
    }
    #expect(error("[1]a\n") == .notATime("1", line: 1))
    #expect(error("\n[00:01.x]a\n") == .notATime("00:01.x", line: 2))
    #expect(error("1\n00:00:02,000 --> x\na\n") == .noTimes)
    #expect(error("[00:100]a\n") == .notATime("00:100", line: 1))
    #expect("\(LyricsFileError.noTime(line: 2))" == "line 2 has no time")
  }

  @Test func `more lines or words than there may be are left out, and told`() throws {
    let most = (0..<LyricsFile.maxLines).map { "[\($0 / 60):\($0 % 60)]a" }.joined(separator: "\n")
    let full = try LyricsFile.read(most)
    #expect(full.lyrics.lines.count == LyricsFile.maxLines && full.unused == nil)
    let over = try LyricsFile.read(most + "\n[999:00]b\n[999:01]c")
    #expect(over.lyrics == full.lyrics && over.unused?.count == 2)
    #expect(over.unused?.first == .tooManyLines(line: LyricsFile.maxLines + 1))
    let stamps = (0..<400).map { "[\($0):00]" }.joined()
    let half = stamps + String(repeating: "a ", count: 500) + "\n"
    #expect(try LyricsFile.lyrics(half).lines.count == 400)
    #expect(try LyricsFile.read(half + "[00:01]a\n").unused?.first == .tooManyWords(line: 2))
  }

  @Test func `an offset beyond the first lines leaves the one that is sung at the start`() throws {
    #expect(
      try lines("[offset:5000]\n[00:01]a\n[00:02]b\n[00:05]c\n[00:06]d\n")
        == ["0.0 1.0 c", "1.0 inf d"])
    #expect(
      try lines("[offset:2500]\n[00:01]a\n[00:02]b\n[00:05]c\n") == ["0.0 2.5 b", "2.5 inf c"])
    for huge in ["\(Int.min)", "\(Int.max)", "99999999999999999999"] {
      #expect(try lines("[offset:\(huge)]\n[00:01]a\n") == ["1.0 inf a"])
    }
  }

  @Test func `a translation has no times of its own`() throws {
    for text in [
      "[00:01]<00:01>un <00:02>deux\n[00:01]one two\n",
      "[00:01]<00:01>un <00:02>deux\n[00:01]<00:01>one <00:02>two\n",
    ] {
      let line = try LyricsFile.lyrics(text).lines[0]
      #expect(line.text == "un deux / one two")
      #expect(line.sung(at: 1.5) == 0..<1 && line.sung(at: 2.5) == 1..<2)
    }
    let line = try LyricsFile.lyrics("[00:01]un\n[00:01]<00:01>one <00:02>two\n").lines[0]
    #expect(line.sung(at: 1.5) == 2..<3 && line.sung(at: 9) == 3..<4)
  }

  @Test func `thousands of lines at one time are cut, and told`() throws {
    let line = "[00:01]" + String(repeating: "a ", count: 9) + "\n"
    let (lyrics, unused) = try LyricsFile.read(String(repeating: line, count: LyricsFile.maxLines))
    #expect(lyrics.lines.count == 1 && lyrics.lines[0].words.count == 8 * 10 - 1)
    #expect(unused?.count == LyricsFile.maxLines - 8 && unused?.first == .crowded(line: 9))
  }

  @Test func `brackets and signs that are no times are words`() throws {
    #expect(
      try lines("[00:01][2x] la\n[00:02][Chorus] I <3 you <2> x\n")
        == ["1.0 2.0 [2x] la", "2.0 inf [Chorus] I <3 you <2> x"])
    #expect(try lines("[00:01]\u{E000} la \u{E000}\n") == ["1.0 inf la"])
    #expect(
      try lines("[00:01]🏴\u{E0067}\u{E007F} l\u{E0067}a\n") == ["1.0 inf 🏴\u{E0067}\u{E007F} la"])
  }

  @Test func `a time within a word is not that of the next one`() throws {
    let line = try LyricsFile.lyrics("[00:01]<00:01>Strang<00:01.5>ers in <00:03>love\n").lines[0]
    #expect(line.words.map(\.begin) == [1, nil, 3] && line.sung(at: 2) == 0..<2)
  }

  @Test func `subtitles without fractions have hours, and cues may be named NOTE1`() throws {
    #expect(
      try lines("1\n00:00:05 --> 00:01:05\na\n\n2\n01:01:05 --> 01:01:06\nb\n")
        == ["5.0 65.0 a", "3665.0 3666.0 b"])
    #expect(
      try lines("WEBVTT\n00:01.000 --> 00:02.000\na\n\nNOTE1\n00:03.000 --> 00:04.000\nb\n")
        == ["1.0 2.0 a", "3.0 4.0 b"])
  }

  @Test func `a line of megabytes, or of one letter with marks, is cut`() throws {
    let long = try LyricsFile.read("[00:01]" + String(repeating: "a ", count: 1_000_000))
    #expect(long.lyrics.lines[0].words.count == 2000)
    #expect(long.unused?.first == .tooLong(line: 1) && long.unused?.count == 1)
    let marks = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(
      try lines("[00:01]la \(marks)\n[00:02]la") == [
        "1.0 2.0 la e" + String(repeating: "\u{301}", count: 8), "2.0 inf la",
      ])
    #expect(
      try LyricsFile.lyrics("[00:01]" + String(repeating: "<", count: 100_000)).lines.count == 1)
  }

  @Test func `every moment shows the last line that began, in generated lyrics`() throws {
    print("seed 39")
    var random = SeededGenerator(seed: 39)
    for _ in 0..<50 {
      let begins = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        Int.random(in: 0..<100_000, using: &random)
      }
      let text = begins.map { begin in
        let (minutes, rest) = (begin / 60_000, begin % 60_000)
        let digits = String("00\(rest % 1000)".suffix(3))
        return "[\(minutes):\(rest / 1000).\(digits)]word\(begin)"
      }.joined(separator: "\n")
      let lyrics = try LyricsFile.lyrics(text)
      for _ in 0..<200 {
        let time = Int.random(in: 0..<110_000, using: &random)
        let wanted = begins.filter { $0 <= time }.max()
        let shown = lyrics.line(at: Double(time) / 1000)
        #expect(shown.map { $0.begin } == wanted.map { Double($0) / 1000 })
        if let wanted { #expect(shown?.words.first?.text == "word\(wanted)") }
      }
    }
  }
}
