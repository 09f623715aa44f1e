// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Lyrics in pictures and in tables.
@Suite struct LyricsTests {
  private static let song = Repository.fixture("Audio/demo.flac")

  private func succeed(_ words: [String], _ folder: TemporaryFolder) throws -> CommandResult {
    var command = Program.command(words)
    command.folder = folder.path
    return try Program.succeed(command)
  }

  /// The line of each frame or tick; empty in pauses.
  private func column(_ words: [String], _ folder: TemporaryFolder) throws -> [String] {
    let table = try succeed(["meter"] + words + ["--add", "lyrics", "-q", "-f", "jsonl"], folder)
    return table.text.split(separator: "\n").map { row in
      String(row.split(separator: "\"").dropLast().last.map { $0 == ":" ? "" : $0 } ?? "")
    }
  }

  /// The line in each of the SVG frames of a folder.
  private func shown(_ folder: TemporaryFolder, _ name: String, count: Int) throws -> [String] {
    try (0..<count).map { frame in
      let digits = String("00000\(frame)".suffix(6))
      let svg = String(decoding: try folder.bytes("\(name)/frame-\(digits).svg"), as: UTF8.self)
      guard let start = svg.range(of: "data-line=\"") else { return "" }
      return String(svg[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// Lyrics with lines and pauses at times that fit no tick, and the lines by their time in
  /// milliseconds.
  private func generated(
    _ random: inout SeededGenerator, seconds: Int
  ) -> (text: String, lines: [(begin: Int, text: String)]) {
    var lines: [(begin: Int, text: String)] = []
    var time = Int.random(in: 0..<400, using: &random)
    while time < seconds * 1000 {
      let isPause = Int.random(in: 0..<4, using: &random) == 0
      lines.append((time, isPause ? "" : "line \(time)"))
      time += Int.random(in: 40..<900, using: &random)
    }
    let text = lines.map { line in
      let digits = String("00\(line.begin % 1000)".suffix(3))
      return "[00:\(line.begin / 1000).\(digits)]\(line.text)\n"
    }.joined()
    return (text, lines)
  }

  @Test func `in twenty songs each line appears and goes within half a tick of its time`() throws {
    print("seed 39")
    var random = SeededGenerator(seed: 39)
    for song in 0..<20 {
      let (text, lines) = generated(&random, seconds: 2)
      try TemporaryFolder.with { folder in
        try folder.write(text, "song.lrc")
        let words = ["--lyrics", "song.lrc", "-d", "2"]
        let rows = try column([Self.song] + words, folder)
        _ = try succeed(
          ["render", Self.song, "--look", "line", "--size", "64x64", "-f", "svg", "-q"] + words,
          folder)
        let frames = try shown(folder, "frames", count: 120)
        #expect(rows == frames, "song \(song)")
        for (tick, row) in rows.enumerated() {
          // In sixths of a millisecond, of which a tick has 100, from the start of the tick on.
          let wanted = lines.last { 6 * $0.begin <= 100 * tick + 50 }?.text ?? ""
          let isBetween = lines.contains { 6 * $0.begin == 100 * tick + 50 }
          #expect(row == wanted || isBetween, "song \(song), tick \(tick)")
        }
      }
    }
  }

  @Test func `a part, a shard and another rate show the lines of their moments`() throws {
    try TemporaryFolder.with { folder in
      print("seed 39")
      var random = SeededGenerator(seed: 39)
      try folder.write(generated(&random, seconds: 4).text, "song.lrc")
      let words = ["--lyrics", "song.lrc", "-q"]
      let rows = try column([Self.song, "-d", "4"] + words, folder)
      #expect(
        try column([Self.song, "-s", "1.5", "-d", "1"] + words, folder) == Array(rows[90..<150]))
      _ = try succeed(["meter", Self.song, "-o", "song.readings", "-q"], folder)
      let drawn = ["--look", "line", "--size", "64x64", "-f", "svg"] + words
      _ = try succeed(
        ["render", Self.song, "-s", "1.5", "-d", "1", "-o", "part"] + drawn, folder)
      #expect(try shown(folder, "part", count: 60) == Array(rows[90..<150]))
      _ = try succeed(
        ["render", "song.readings", "-s", "1", "-d", "1", "-o", "read"] + drawn, folder)
      #expect(try shown(folder, "read", count: 60) == Array(rows[60..<120]))
      _ = try succeed(
        ["render", Self.song, "-s", "1.5", "-d", "1", "-r", "30", "-o", "slow"] + drawn, folder)
      let slow = try shown(folder, "slow", count: 30)
      for (frame, line) in slow.enumerated() {
        #expect([rows[90 + 2 * frame], rows[91 + 2 * frame]].contains(line), "frame \(frame)")
      }
      _ = try succeed(["render", Self.song, "-d", "1", "-o", "whole"] + drawn, folder)
      for shard in 1...3 {
        _ = try succeed(
          ["render", Self.song, "-d", "1", "-o", "shards", "--shard", "\(shard)/3"] + drawn, folder)
      }
      for frame in 0..<60 {
        let name = "frame-0000\(String("0\(frame)".suffix(2))).svg"
        #expect(try folder.bytes("whole/\(name)") == folder.bytes("shards/\(name)"))
      }
    }
  }

  @Test(arguments: [10, 25, 240])
  func `letters and other looks show a line in the same frames`(rate: Int) throws {
    try TemporaryFolder.with { folder in
      // The frame that begins nearest to 0.06 s is the first one of 10 a second.
      try folder.write("[00:00.06]one\n[00:00.29]two\n", "song.lrc")
      let count = rate * 2 / 5
      for look in ["sun", "letters"] {
        let words = [
          "render", Self.song, "-d", "0.4", "-r", "\(rate)", "-f", "svg", "--title", "none",
          "--look", look, "-o",
          look,
        ]
        _ = try succeed(words + ["--size", "64x64", "--lyrics", "song.lrc", "-q"], folder)
        let frames = try shown(folder, look, count: count)
        for (frame, line) in frames.enumerated() {
          // In hundredths of a frame.
          let middle = 100 * frame + 50
          let wanted = 29 * rate <= middle ? "two" : 6 * rate <= middle ? "one" : ""
          #expect(line == wanted, "\(look), frame \(frame)")
        }
      }
    }
  }

  @Test func `letters of sound that is still arriving show the lyrics`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("[00:00.50]la\n", "song.lrc")
      var command = Program.command([
        "watch", "-", "--every-frame", "--raw", "8000,2,s16le", "--look", "letters",
        "--lyrics", "song.lrc", "-o", "-", "--format", "rgb24", "--size", "64x36", "-q",
      ])
      command.folder = folder.path
      command.input = .pipe([UInt8](repeating: 0, count: 32_000))
      let bytes = try Program.succeed(command).bytes
      let size = 64 * 36 * 3
      #expect(bytes.count == 60 * size)
      let frames = (0..<60).map { bytes[$0 * size..<($0 + 1) * size] }
      // In silence nothing else changes.
      for frame in 0..<60 {
        #expect(frames[frame].elementsEqual(frames[frame < 30 ? 0 : 30]), "frame \(frame)")
      }
      #expect(!frames[0].elementsEqual(frames[30]))
    }
  }

  @Test func `auto takes the file beside the sound, or the tags, and tells what is missing`() throws
  {
    try TemporaryFolder.with { folder in
      try folder.write([UInt8](Data(contentsOf: URL(filePath: Self.song))), "a.song.flac")
      let none = try succeed(["meter", "a.song.flac", "--add", "lyrics", "-d", "1"], folder)
      #expect(none.errors.contains("a.song.flac: has no lyrics in its tags"))
      try folder.write("1\n00:00:00,500 --> 00:00:00,750\nhi \"you\"\n", "a.song.srt")
      let rows = try succeed(["meter", "a.song.flac", "--add", "lyrics", "-d", "1"], folder).text
        .split(separator: "\n")
      #expect(rows[30].hasSuffix(",\"\"") && rows[31].hasSuffix(",\"hi \"\"you\"\"\""))
      #expect(rows[45].hasSuffix("you\"\"\"") && rows[46].hasSuffix(",\"\""))
      let drawn = [
        "render", "a.song.flac", "--look", "sun", "--at", "0.6", "--size", "64x64", "-q",
      ]
      _ = try succeed(drawn + ["--lyrics", "auto", "-o", "auto.svg"], folder)
      _ = try succeed(drawn + ["--lyrics", "a.song.srt", "-o", "named.svg"], folder)
      #expect(try folder.bytes("auto.svg") == folder.bytes("named.svg"))
    }
  }

  @Test func `one odd line loses no lyrics, and one warning names it`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("[Verse 1]\n[00:00]one\nla la\n[00:00.50]two\nLyrics by Ann\n", "x.lrc")
      try folder.write("\u{FEFF}0\t0.5\tIntro 2024\nnote\n0.5\t1\tB 2\n", "x.txt")
      let words = [Self.song, "--lyrics", "x.lrc", "-d", "1"]
      for command in [
        ["render", "--look", "sun", "--size", "64x64", "-o", "x"], ["meter", "--add", "lyrics"],
      ] {
        let said = try succeed(
          command + words + ["--structure", "x.txt"].filter { _ in command[0] == "render" }, folder
        )
        .errors
        #expect(
          said.contains(
            "warning: x.lrc: line 1 has no time, and 2 more lines have faults; all else is used\n"),
          "\(said)")
        #expect(said.components(separatedBy: "x.lrc").count == 2)
        #expect(
          said.contains("warning: x.txt: line 2 is not a begin, an end and a label")
            == (command[0] == "render"))
      }
      let rows = try column(words, folder)
      #expect(rows[0] == "one" && rows[59] == "two")
    }
  }

  @Test func `a file with nothing to show is named, and nothing is written`() throws {
    try TemporaryFolder.with { folder in
      for (text, message) in [
        ("[00:x]a\n", "x.lrc: line 1: '00:x' is not a time such as 01:23.45"),
        ("la la\n", "x.lrc: has no line with a time"),
      ] {
        try folder.write(text, "x.lrc")
        for words in [
          ["render", "-o", "x.png", "--at", "1"], ["meter", "--add", "lyrics", "-o", "x"],
        ] {
          var command = Program.command(words + [Self.song, "--lyrics", "x.lrc"])
          command.folder = folder.path
          let result = try command.run()
          #expect(result.status == 65 && result.errors.contains(message), "\(result.errors)")
          #expect(folder.names() == ["x.lrc"])
        }
      }
      // UTF-16 without a mark is read; text in other encodings gets the line to type.
      try folder.write("[00:00]hi\n".utf8.flatMap { [$0, 0] }, "x.lrc")
      #expect(try column([Self.song, "--lyrics", "x.lrc", "-d", "0.1"], folder)[0] == "hi")
      try folder.write(Array("[00:00]ma".utf8) + [0xF1] + Array("ana".utf8), "my song.lrc")
      var command = Program.command(["plan", Self.song, "--lyrics", "my song.lrc"])
      command.folder = folder.path
      let errors = try command.run().errors
      #expect(errors.contains("my song.lrc: is not text in UTF-8 or UTF-16"))
      #expect(
        errors.contains(
          "hint: convert it: iconv -f WINDOWS-1252 -t UTF-8 'my song.lrc' > 'my song.lrc.utf8'"),
        "\(errors)")
    }
  }

  @Test func `letters are the line that is sung, and the title in a pause`() throws {
    try TemporaryFolder.with { folder in
      let words = [
        "render", Self.song, "--look", "letters", "--title", "Title", "--size", "64x64", "--lyrics",
        Repository.fixture("Lyrics/demo.lrc"), "-q",
      ]
      for (time, line) in [
        ("0.2", "Title"), ("1.0", "Headlights on the water"), ("4.4", "Title"),
        ("6", "And nobody, nobody knows how far we have to go tonight"),
      ] {
        _ = try succeed(words + ["--at", time, "-o", "\(time).svg"], folder)
        let svg = String(decoding: try folder.bytes("\(time).svg"), as: UTF8.self)
        #expect(svg.contains("data-line=\"\(line)\""), "\(time)")
      }
    }
  }

  @Test func `a line is below the title that is given, and the sung word stands on a bar of ink`()
    throws
  {
    try TemporaryFolder.with { folder in
      let words = [
        "render", Self.song, "--look", "sun", "--palette", "dusk", "--title", "Title", "--size",
        "640x360", "--lyrics", Repository.fixture("Lyrics/demo.lrc"), "-q",
      ]
      /// The names and colours of the words in the picture at a time.
      func items(_ time: String) throws -> [String] {
        _ = try succeed(words + ["--at", time, "-o", "\(time).svg"], folder)
        let svg = String(decoding: try folder.bytes("\(time).svg"), as: UTF8.self)
        return ["title", "lyrics", "lyrics-waiting", "lyrics-bar", "lyrics-sung"].filter {
          svg.contains("id=\"\($0)\"")
        }
      }
      #expect(try items("0.2") == ["title"])
      #expect(try items("1.0") == ["title", "lyrics"])
      let whileSung = try items("2.4")
      #expect(whileSung.first == "title")
      #expect(whileSung.suffix(2) == ["lyrics-bar", "lyrics-sung"])
      #expect(try items("4.4") == ["title"])
      let sung = String(decoding: try folder.bytes("2.4.svg"), as: UTF8.self)
      #expect(sung.contains("data-line=\"Every mile a longer line\""))
      // The ink and the ground of dusk.
      for (name, color) in [("bar", "fill=\"#ffd9a0\""), ("sung", "stroke=\"#110d30\"")] {
        let place = try #require(sung.range(of: "id=\"lyrics-\(name)\"")).upperBound
        #expect(sung[place...].prefix(400).contains(color), "\(name)")
      }
      try folder.write("[00:01]<00:01>Oh\n", "one.lrc")
      _ = try succeed(
        [
          "render", Self.song, "--look", "sun", "--at", "1.5", "-o", "one.svg", "-q", "--size",
          "64x64", "--lyrics", "one.lrc",
        ], folder)
      let one = String(decoding: try folder.bytes("one.svg"), as: UTF8.self)
      #expect(one.contains("data-line=\"Oh\"") && !one.contains("id=\"lyrics\""))
    }
  }
}
