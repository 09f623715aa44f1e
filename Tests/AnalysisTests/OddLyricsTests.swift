// SPDX-License-Identifier: MIT
import Analysis
import TestSupport
import Testing

/// A file of lyrics as people and programs write it: the lines that players show, and what is said of the
/// rest.
struct OddLyrics: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let lines: [String]
  let first: LyricsFileError?
  let count: Int

  init(
    _ name: String, _ text: String, _ lines: [String], unused first: LyricsFileError? = nil,
    count: Int = 1
  ) {
    (testDescription, self.text, self.lines) = (name, text, lines)
    (self.first, self.count) = (first, first == nil ? 0 : count)
  }

  static let lrc: [OddLyrics] = [
    .init(
      "heads of parts", "[00:01.00]a\n[Verse 1]\n[00:02.00]b\n[Chorus]\n",
      ["1.0 2.0 a", "2.0 inf b"], unused: .noTime(line: 2), count: 2),
    .init(
      "a line that goes on", "[00:01.00]a\nand more\n[00:02.00]b\n", ["1.0 2.0 a", "2.0 inf b"],
      unused: .noTime(line: 2)),
    .init(
      "credits", "Lyrics by Ann\n\n[00:01.00]a\n[00:02]b\nwww.lyrics.example\n",
      ["1.0 2.0 a", "2.0 inf b"], unused: .noTime(line: 1), count: 2),
    .init(
      "tags",
      "\u{FEFF}[ti:T]\n[ar: A]\n[by:]\n[length: 3:20]\n[re:x.example]\n[#:note]\n[00:01]a\n",
      ["1.0 inf a"]),
    .init("CR alone", "[00:01]a\r[00:02]b\r", ["1.0 2.0 a", "2.0 inf b"]),
    .init("CR LF", "[00:01]a\r\n\r\n[00:02]b\r\n", ["1.0 2.0 a", "2.0 inf b"]),
    .init(
      "NEL and LS", "[00:01]a\u{85}[00:02]b\u{2028}x", ["1.0 2.0 a", "2.0 inf b"],
      unused: .noTime(line: 3)),
    .init("indented", "  [00:01]a\n\t[00:02] b\n", ["1.0 2.0 a", "2.0 inf b"]),
    .init("zeros around", "\0\0[00:01]a\0\n", ["1.0 inf a"]),
    .init("spaces in brackets", "[ 00:01.50 ]a\n[00: 02.5] b\n", ["1.5 2.5 a", "2.5 inf b"]),
    .init("a comma", "[00:01,50]a\n", ["1.5 inf a"]),
    .init("one digit", "[0:1.5]a\n[1:2]b\n", ["1.5 62.0 a", "62.0 inf b"]),
    .init("milliseconds", "[00:01.234]a\n[00:01.23456]b\n", ["1.234 inf a / b"]),
    .init("hundredths behind a colon", "[00:01:25]a\n", ["1.25 inf a"]),
    .init("hours", "[01:00:01.25]a\n", ["3601.25 inf a"]),
    .init(
      "99 seconds, as a timer counts", "[00:61.00]a\n[00:99]b\n", ["61.0 99.0 a", "99.0 inf b"]),
    .init("100 minutes", "[100:01.00]a\n", ["6001.0 inf a"]),
    .init(
      "a broken time", "[00:01]a\n[00:xx]b\n[00:0", ["1.0 inf a"],
      unused: .notATime("00:xx", line: 2), count: 2),
    .init("out of order", "[00:02]b\n[00:01]a\n", ["1.0 2.0 a", "2.0 inf b"]),
    .init(
      "a word before its line", "[00:05]<00:04>a <00:06>b\n", ["5.0 inf a b"],
      unused: .wordBeforeLine(line: 1)),
    .init(
      "a word before the last", "[00:05]<00:06>a <00:05.9>b\n", ["5.0 inf a b"],
      unused: .backwards(line: 1)),
    .init(
      "a broken time of a word", "[00:05]<00:0.4.1>a b\n", ["5.0 inf a b"],
      unused: .notATime("00:0.4.1", line: 1)),
    .init(
      "words with times in brackets", "[00:01.00]I [00:01.50]was [00:02.00]here\n",
      ["1.0 inf I was here"]),
    .init(
      "a times sign", "[00:01][00:05]la [2x] &amp; <3\n[00:09]\n",
      ["1.0 5.0 la [2x] &amp; <3", "5.0 9.0 la [2x] &amp; <3"]),
    .init("an arrow", "[00:01]a --> b\n", ["1.0 inf a --> b"]),
  ]

  static let subRip: [OddLyrics] = [
    .init(
      "an empty line within a cue",
      "1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc\n",
      ["1.0 2.0 a b", "3.0 4.0 c"]),
    .init("indented times", " 1\n  00:00:01,000 --> 00:00:02,000\na\n", ["1.0 2.0 a"]),
    .init(
      "no number", "00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb\n",
      ["1.0 2.0 a", "3.0 4.0 b"]),
    .init(
      "no empty line", "1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb",
      ["1.0 2.0 a", "3.0 4.0 b"]),
    .init(
      "a number that is sung",
      "1\n00:00:01,000 --> 00:00:02,000\n99\n\n2\n00:00:03,000 --> 00:00:04,000\n100\n",
      ["1.0 2.0 99", "3.0 4.0 100"]),
    .init("dots", "1\n00:00:01.5 --> 00:00:02.25\na\n", ["1.5 2.25 a"]),
    .init("no hours", "1\n00:01,000 --> 1:02,000\na\n", ["1.0 62.0 a"]),
    .init("no fractions", "1\n00:00:05 --> 00:01:05\na\n", ["5.0 65.0 a"]),
    .init("milliseconds behind a colon", "1\n00:00:01:500 --> 00:00:02:250\na\n", ["1.5 2.25 a"]),
    .init("spaces in times", "1\n00: 00: 01, 500 --> 00: 00: 02, 250\na\n", ["1.5 2.25 a"]),
    .init("a short arrow", "1\n00:00:01,000 -> 00:00:02,000\na\n", ["1.0 2.0 a"]),
    .init("a parted arrow", "1\n00:00:01,000 -- > 00:00:02,000\na\n", ["1.0 2.0 a"]),
    .init("no spaces", "1\n00:00:01,000-->00:00:02,000\na\n", ["1.0 2.0 a"]),
    .init(
      "a dash and an arrow of Unicode",
      "00:00:01,000 –> 00:00:02,000\na\n\n00:00:02,000 → 00:00:03,000\nb\n",
      ["1.0 2.0 a", "2.0 3.0 b"]),
    .init("places", "1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:1 Y2:2\na\n", ["1.0 2.0 a"]),
    .init(
      "out of order",
      "2\n00:00:03,000 --> 00:00:04,000\nb\n\n1\n00:00:01,000 --> 00:00:02,000\na\n",
      ["1.0 2.0 a", "3.0 4.0 b"]),
    .init(
      "two who interrupt each other",
      "1\n00:00:01,000 --> 00:00:04,000\nAnn\n\n2\n00:00:02,000 --> 00:00:03,000\nBob\n",
      ["1.0 2.0 Ann", "2.0 3.0 Ann / Bob", "3.0 4.0 Ann"]),
    .init(
      "ends that were rounded",
      "1\n00:00:01,000 --> 00:00:02,050\na\n\n2\n00:00:02,000 --> 00:00:03,000\nb\n",
      ["1.0 2.0 a", "2.0 3.0 b"]),
    .init(
      "an end before the begin",
      "1\n00:00:02,000 --> 00:00:01,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
      ["2.0 3.0 a", "3.0 4.0 b"], unused: .endBeforeBegin(line: 2)),
    .init(
      "times that are none",
      "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> soon\nb\n\n3\n00:00:05,000 --> 00:00:06,000\nc\n",
      ["1.0 2.0 a", "5.0 6.0 c"], unused: .notATime("00:00:03,000 --> soon", line: 6), count: 2),
    .init(
      "credits before", "Subtitles by Ann\n\n1\n00:00:01,000 --> 00:00:02,000\na\n", ["1.0 2.0 a"],
      unused: .noTime(line: 1)),
    .init(
      "tags and places",
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=\"#fff\">I</font> <3 <b>you</b> {x} a < b > c\n",
      ["1.0 2.0 I <3 you {x} a < b > c"]),
    .init(
      "an arrow in the words", "1\n00:00:01,000 --> 00:00:02,000\na --> b\n", ["1.0 2.0 a --> b"]),
    .init("before the start", "1\n-00:00:01,000 --> 00:00:02,000\na\n", ["0.0 2.0 a"]),
    .init(
      "a mark and CR LF", "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\na\r\nb\r\n\r\n",
      ["1.0 2.0 a b"]),
    .init(
      "empty cues", "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
      ["3.0 4.0 b"]),
  ]

  static let webVTT: [OddLyrics] = [
    .init(
      "a first line of one blank, as YouTube writes it",
      "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:01.000 --> 00:00:02.000 align:start position:0%\n \na<00:00:01.500><c> b</c>\n",
      ["1.0 2.0 a b"]),
    .init(
      "text behind an empty line",
      "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nb\n\n00:03.000 --> 00:04.000\nc\n",
      ["1.0 2.0 a", "3.0 4.0 c"], unused: .noTime(line: 6)),
    .init(
      "notes, styles, regions",
      "WEBVTT\n\nNOTE one\nline\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:r\n\nNOTE\n\nname\n00:01.000 --> 00:02.000 region:r line:0 vertical:rl\na\n",
      ["1.0 2.0 a"]),
    .init("a cue right below the head", "WEBVTT\n00:01.000 --> 00:02.000\na\n", ["1.0 2.0 a"]),
    .init(
      "a cue right below a cue",
      "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb\n",
      ["1.0 2.0 a", "2.0 3.0 b"]),
    .init(
      "empty lines before the head", "\n\nWEBVTT - title\n\n00:01.000 --> 00:02.000\na\n",
      ["1.0 2.0 a"]),
    .init(
      "voices, classes, ruby",
      "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna Lee>Hi</v> <c.yellow.bg_blue>you</c> <i><b>all</b></i> <lang en>x</lang> <ruby>漢<rt>kan</rt></ruby>\n",
      ["1.0 2.0 Hi you all x 漢(kan)"]),
    .init(
      "references",
      "WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;b&gt; &amp;amp; &eacute;&#233;&#xE9; a&nbsp;b &copy &notit; &hellip; &NotEqualTilde; a&lrm;b &x; & &#128; R&B\n",
      ["1.0 2.0 <b> &amp; ééé a b © ¬it; … ≂̸ ab &x; & € R&B"]),
    .init(
      "hours of three digits", "WEBVTT\n\n100:00:01.000 --> 100:00:02.000\na\n",
      ["360001.0 360002.0 a"]),
    .init("a comma", "WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na\n", ["1.0 2.0 a"]),
  ]
}

/// Lyrics as they are found are read as players read them.
@Suite struct OddLyricsTests {
  @Test(arguments: OddLyrics.lrc + OddLyrics.subRip + OddLyrics.webVTT)
  func `an odd file shows what players show, and the rest is told once`(file: OddLyrics) throws {
    let (lyrics, unused) = try LyricsFile.read(file.text)
    #expect(lyrics.lines.map { "\($0.begin) \($0.end) \($0.text)" } == file.lines)
    #expect(unused?.first == file.first && unused?.count ?? 0 == file.count)
  }

  @Test func `words in square brackets have their times`() throws {
    let line = try LyricsFile.lyrics("[00:01.00]I [00:01.50]was [00:02.00]here\n").lines[0]
    #expect(line.words.map(\.begin) == [1, 1.5, 2])
  }

  @Test func `one odd line among good lines changes none of them, wherever it stands`() throws {
    let seed: UInt64 = 60
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let odd = [
      "[Verse 1]", "la la", "Lyrics by Ann", "(Chorus)", "[x", "]", "<00:01>", "[00:]a", "-->", "1",
      "\u{FEFF}", "[a][00:01]b", "# note",
    ]
    for _ in 0..<200 {
      var lines = (0..<8).map { "[00:0\($0).50]line \($0)" }
      let wanted = try LyricsFile.lyrics(lines.joined(separator: "\n"))
      let extra = try #require(odd.randomElement(using: &random))
      let place = Int.random(in: 0...8, using: &random)
      lines.insert(extra, at: place)
      let (lyrics, unused) = try LyricsFile.read(lines.joined(separator: "\n"))
      #expect(lyrics == wanted, "\(extra) at \(place)")
      #expect(unused?.count ?? 0 == (extra == "\u{FEFF}" ? 0 : 1), "\(extra) at \(place)")
    }
  }

  @Test func `at every moment all cues that have it are shown, in generated subtitles`() throws {
    let seed: UInt64 = 61
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let cues = (0..<Int.random(in: 1...12, using: &random)).map { index in
        let begin = Int.random(in: 0..<40, using: &random)
        return (begin, begin + Int.random(in: 1...9, using: &random), "w\(index)")
      }
      let text = cues.map { "00:00:\($0.0) --> 00:00:\($0.1)\n\($0.2)\n" }.joined(separator: "\n")
      let (lyrics, unused) = try LyricsFile.read(text)
      for time in 0..<50 {
        let wanted = cues.filter { $0.0 <= time && time < $0.1 }.map(\.2)
        guard unused == nil || wanted.count < 3 else { continue }
        let shown = lyrics.line(at: Double(time) + 0.5)?.words.map(\.text).filter { $0 != "/" }
        #expect(Set(shown ?? []) == Set(wanted), "\(text) at \(time)")
      }
    }
  }
}
