// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Beats, bars and sections: as labels, as columns, in files of readings, and as scenes of pictures.
@Suite struct StructureTests {
  private static let demo = Repository.fixture("demo.flac")

  private func run(_ words: [String], _ folder: TemporaryFolder) throws -> CommandResult {
    var command = Inside.command(words)
    command.folder = folder.path
    return try command.run()
  }

  private func succeed(_ words: [String], _ folder: TemporaryFolder) throws -> CommandResult {
    var command = Inside.command(words)
    command.folder = folder.path
    return try Inside.succeed(command)
  }

  /// The times and the words of labels.
  private func labels(_ text: String) -> [(begin: Double, end: Double, label: String)] {
    text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return (Double(fields[0]) ?? -1, Double(fields[1]) ?? -1, fields[2])
    }
  }

  @Test func `labels, columns and a file of readings tell of the same beats and sections`() throws {
    try TemporaryFolder.with { folder in
      let text = try succeed(["meter", Self.demo, "--format", "labels", "-q"], folder).text
      let labels = labels(text)
      let beats = labels.filter { $0.begin == $0.end }
      let sections = labels.filter { $0.begin < $0.end }
      #expect(beats.count > 100 && sections.count > 1)
      #expect(sections.first?.begin == 0)
      _ = try succeed(["meter", Self.demo, "-o", "demo.readings", "-q"], folder)
      #expect(try succeed(["meter", "demo.readings", "-f", "labels"], folder).text == text)
      let table = try succeed(
        ["meter", Self.demo, "--add", "beats,bars,section", "-q"], folder
      ).text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      #expect(Array(table[0].suffix(4)) == ["beats", "bars", "section", "section_rank"])
      let rows = table.dropFirst().map { row in row.suffix(4).compactMap(Double.init) }
      #expect(rows.indices.filter { rows[$0][0] > 0 } == beats.map { Int($0.begin * 60) })
      #expect(rows.count { $0[0] == 2 } == beats.count { $0.label == "1" })
      for (number, section) in sections.enumerated() {
        let tick = Int((section.begin + section.end) / 2 * 60)
        #expect(rows[tick][2] == Double(number + 1))
        #expect(section.label.hasSuffix(" \(Int(rows[tick][3]))"))
      }
      #expect(rows.allSatisfy { (0..<1).contains($0[1]) })
    }
  }

  @Test func `a label file that is edited counts in plan, in rows and in pictures`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "# mine\n0.5\t0.5\t1\n1.0\t1.0\t2\n1.5\t1.5\t1\n0\t3\tVerse 1\n3\t99\tChorus 2\n",
        "mine.txt")
      let drawn = [Self.demo, "--look", "strata", "--scenes", "auto", "--structure", "mine.txt"]
      let plan = try succeed(["plan"] + drawn, folder).text
      #expect(plan.contains("120.00 beats a minute"), "\(plan)")
      #expect(plan.contains("Verse 0.000 s, Chorus 3.000 s"), "\(plan)")
      #expect(plan.contains("\nscenes    2\n"), "\(plan)")
      let rows = try succeed(
        ["meter", Self.demo, "--add", "section", "--structure", "mine.txt", "-d", "4", "-q"], folder
      ).text.split(separator: "\n").map {
        $0.split(separator: ",").suffix(2).joined(separator: ",")
      }
      #expect(rows[1] == "1.000000,1.000000" && rows[240] == "2.000000,2.000000")
      /// The picture at a time.
      func picture(_ time: String, _ words: [String]) throws -> [UInt8] {
        try succeed(
          ["render"] + words + ["--at", time, "-o", "-", "-f", "png", "--size", "160x90", "-q"],
          folder
        ).bytes
      }
      let still = [Self.demo, "--look", "strata"]
      #expect(try picture("3", drawn) != picture("3", still))
      #expect(try picture("2", drawn) != picture("4", drawn))
      // Others see the same of a part.
      _ = try succeed(["meter", Self.demo, "-o", "demo.readings", "--for", "strata", "-q"], folder)
      #expect(
        try picture("4", ["demo.readings"] + drawn.dropFirst()) == picture("4", drawn))
    }
  }

  @Test(arguments: [
    ("Verse\n", "line 1 is not a begin, an end and a label with tabs between"),
    ("# mine\n1\tx\tB\n", "line 2: 'x' is not a time in seconds, from 0 to 1000000"),
    ("0\t1e9\tA\n", "line 1: '1e9' is not a time in seconds, from 0 to 1000000"),
    ("2\t1\tA\n", "line 1 ends before it begins"),
    ("1\t1\tx\n", "line 1: 'x' is not the number of a beat in its bar, from 1 to 32"),
    ("0\t1\t \n", "line 1: the section has no name"),
  ])
  func `a label file with nothing to use is refused with its first fault`(
    text: String, message: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(text, "mine.txt")
      for command in ["film", "meter"] {
        let result = try run(
          [command, Self.demo, "--structure", "mine.txt", "-o", "out.csv"].map {
            command == "film" && $0 == "out.csv" ? "out.mp4" : $0
          } + (command == "meter" ? ["--add", "beats"] : []), folder)
        #expect(result.status == 65)
        #expect(result.errors.contains("mine.txt: \(message)"), "\(result.errors)")
        #expect(folder.names() == ["mine.txt"])
      }
    }
  }

  @Test func `labels are of the whole sound, and a file of them of its beats`() throws {
    try TemporaryFolder.with { folder in
      let part = try run(["meter", Self.demo, "-f", "labels", "-s", "3"], folder)
      #expect(part.status == 64 && part.errors.contains("a label file is of the whole sound"))
      let added = try run(["meter", Self.demo, "-f", "labels", "--add", "pitch"], folder)
      #expect(added.status == 64 && added.errors.contains("has no columns of --add"))
      let idle = try run(["meter", Self.demo, "--structure", "x.txt"], folder)
      #expect(idle.status == 64)
      #expect(idle.errors.contains("is for the columns beats, bars and section"))
      try folder.write(Tone(noise: 3, sampleRate: 8000, sampleFrames: 40_000).wave, "noise.wav")
      let noise = try succeed(["meter", "noise.wav", "-f", "labels"], folder)
      #expect(noise.errors.contains("noise.wav: no regular beat was found"), "\(noise.errors)")
      let missing = try run(["render", Self.demo, "--structure", "none.txt", "-o", "x"], folder)
      #expect(missing.status == 66 && missing.errors.contains("none.txt"), "\(missing.errors)")
    }
  }

  @Test(
    .enabled(
      if: InstalledTool.areInstalled(.mma, .fluidsynth, .python3),
      "mma and fluidsynth play the songs"))
  func `beats, bars and sections of songs that are known exactly are found`() throws {
    let scores = try scores(madeBy: "make-tracks", count: 24)
    #expect(scores[0] >= 0.95 && scores[1] >= 0.85 && scores[2] >= 0.85, "\(scores)")
    #expect(scores[4] >= 0.9 && scores[5] >= 0.8, "\(scores)")
  }

  @Test(
    .enabled(
      if: InstalledTool.areInstalled(.fluidsynth, .python3), "fluidsynth plays the songs"))
  func `beats of songs with broken rhythms are found`() throws {
    let scores = try scores(madeBy: "make-broken", count: 20)
    #expect(scores[0] >= 0.9 && scores[2] >= 0.7 && scores[4] >= 0.8, "\(scores)")
  }

  /// The scores of the songs that a script makes: beats, downbeats, tempo within 0.02 % and within 4 %,
  /// boundaries of sections, and those within the song.
  private func scores(madeBy script: String, count: Int) throws -> [Double] {
    try TemporaryFolder.with { folder in
      let scripts = Repository.fixture("Structure")
      try InstalledTool.python3.run(
        ["\(scripts)/\(script)", "--count", "\(count)", "--jobs", "2", "tracks"], in: folder)
      try FileManager.default.createDirectory(
        atPath: folder.path("found"), withIntermediateDirectories: true)
      for name in folder.names(in: "tracks") where name.hasSuffix(".wav") {
        _ = try succeed(
          [
            "meter", "tracks/\(name)", "--format", "labels", "-q", "-o",
            "found/\(name.dropLast(4)).txt",
          ], folder)
      }
      let table = try InstalledTool.python3.run(
        ["\(scripts)/score-tracks", "tracks", "found"], in: folder
      ).text
      let row = try #require(table.split(separator: "\n").last).split(separator: " ")
      let scores = row.dropFirst().compactMap { Double($0) }
      try #require(scores.count == 6, "\(table)")
      return scores
    }
  }
}
