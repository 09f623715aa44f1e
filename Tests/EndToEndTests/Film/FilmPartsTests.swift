// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Films that are made in parts: joined, they are the film that is made at once.
@Suite(.serialized, .enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe)))
struct FilmPartsTests {
  private static let clicks = [30, 44_100, 88_170]
  private static let tone = Tone.clicks(clicks, sampleFrames: 88_200)
  private static let size = ["--size", "64x48"]
  /// Options with which parts may be shorter than four seconds.
  private static let short = size + ["--codec", "x264"]

  /// Runs `film` in a folder.
  @discardableResult
  private func film(_ words: [String], in folder: TemporaryFolder) throws -> CommandResult {
    var command = Program.command(["film"] + words)
    command.folder = folder.path
    return try command.run()
  }

  /// Makes parts of a track.
  private func makeParts(
    _ count: Int, of input: String = "a.wav", _ options: [String] = short,
    to name: String = "part-%03d.mp4", in folder: TemporaryFolder
  ) throws {
    for index in 1...count {
      let words = [input, "-q", "--shard", "\(index)/\(count)", "-o", name]
      #expect(try film(words + options, in: folder).status == 0)
    }
  }

  /// The time and the hash of each picture.
  private func pictures(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    let words = ["-v", "error", "-i", name, "-map", "0:v", "-f", "framemd5", "-"]
    return try InstalledTool.ffmpeg.run(words, in: folder).text.split(separator: "\n")
      .map(String.init)
  }

  /// The time and the length of each packet of the film, as ffprobe reads them.
  private func times(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-show_entries", "packet=stream_index,pts,duration", "-of", "csv=p=0", name,
      ], in: folder
    ).text.split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: [
    ("part-%03d.mp4", "film.mp4", ["--quality", "lossless"]),
    ("part-%03d.nut", "film.mkv", []), ("part-%03d.nut", "film.mkv", ["--codec", "ffv1"]),
    ("part-%03d.mov", "film.mov", ["--codec", "qtrle", "--fps", "60000/1001"]),
    ("part-%03d.mov", "film.mov", ["--codec", "png", "-s", "0.3", "-d", "1.701"]),
    ("part-%03d.mp4", "film.mp4", ["--codec", "h265", "--quality", "lossless"]),
    ("part-%03d.mp4", "film.webm", ["--codec", "vp9", "--quality", "lossless"]),
  ])
  func `ten parts of a film without loss are the film that is made at once`(
    part: String, name: String, options: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let options = Self.size + options
      try makeParts(10, options, to: part, in: folder)
      let cut = options.contains("-s") ? ["-s", "0.3", "-d", "1.701"] : []
      let pattern = part.replacing("part-%03d", with: "p*-**0*")
      #expect(try film(["--join", pattern, "a.wav", "-o", name] + cut, in: folder).status == 0)
      let whole = try MadeFilm("whole-" + name, of: ["a.wav"] + options, in: folder)
      let joined = MadeFilm(made: name, in: folder)
      #expect(
        try pictures(name, in: folder)
          == pictures(whole.name, in: folder))
      #expect(try times(name, in: folder) == times(whole.name, in: folder))
      #expect(try joined.samples() == whole.samples())
      for kind in ["v", "a"] { #expect(try joined.facts(kind) == whole.facts(kind)) }
    }
  }

  @Test(arguments: [["--fps", "60"], ["--fps", "24.69"], ["--quality", "high"]])
  func `each frame of a joined film has its time, and clicks are where they were`(
    options: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try makeParts(4, Self.short + options, in: folder)
      let join = ["--join", "part-%03d.mp4", "a.wav", "-o", "film.mp4"]
      #expect(try film(join, in: folder).status == 0)
      let whole = try MadeFilm("whole.mp4", of: ["a.wav"] + Self.short + options, in: folder)
      #expect(try times("film.mp4", in: folder) == times("whole.mp4", in: folder))
      let samples = try MadeFilm(made: "film.mp4", in: folder).samples()
      #expect(try samples == whole.samples())
      for click in Self.clicks {
        let near = (max(click - 200, 0)..<min(click + 200, samples.count / 2))
        let found = near.max { abs(samples[2 * $0]) < abs(samples[2 * $1]) }
        #expect(abs(try #require(found) - click) <= 1)
      }
      // Nothing is drawn again or encoded again.
      let parts = try (1...4).flatMap { try pictures("part-00\($0).mp4", in: folder) }
      func hashes(_ lines: [String]) -> [String] {
        lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
          .map(String.init)
      }
      #expect(hashes(parts) == hashes(try pictures("film.mp4", in: folder)))
    }
  }

  @Test func `parts that do not belong together are refused by name`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try folder.write(Tone(noise: 3, sampleFrames: 88_200).wave, "b.wav")
      try makeParts(4, in: folder)
      try makeParts(4, of: "b.wav", to: "b-%d.mp4", in: folder)
      try makeParts(4, Self.short + ["--look", "sun"], to: "sun-%d.mp4", in: folder)
      try makeParts(4, ["--size", "66x48", "--codec", "x264"], to: "size-%d.mp4", in: folder)
      try makeParts(3, to: "three-%d.mp4", in: folder)
      func move(_ name: String, to other: String) throws {
        for end in ["", ".json"] {
          try? FileManager.default.removeItem(atPath: folder.path(other + end))
          try FileManager.default.copyItem(
            atPath: folder.path(name + end), toPath: folder.path(other + end))
        }
      }
      func refusal(_ options: [String] = [], input: String = "a.wav") throws -> String {
        let words = ["--join", "part-*.mp4", input, "-o", "film.mp4"] + options
        let result = try film(words, in: folder)
        #expect(result.status == 65)
        #expect(result.errors.contains("hint: "))
        #expect(!folder.names().contains { $0 == "film.mp4" || $0.hasPrefix(".radial-audio-") })
        return result.errors
      }
      for (stranger, reason) in [
        ("b-3.mp4", "from other samples"), ("sun-3.mp4", "--look sun, not strata"),
        ("size-3.mp4", "--size 66x48, not 64x48"), ("three-3.mp4", "is one of 3 parts, not of 4"),
      ] {
        try move("part-003.mp4", to: "kept.mp4")
        try move(stranger, to: "part-003.mp4")
        let errors = try refusal()
        #expect(errors.contains("error: part-003.mp4: is "), "\(errors)")
        #expect(errors.contains(reason), "\(errors)")
        try move("kept.mp4", to: "part-003.mp4")
      }
      #expect(try refusal(input: "b.wav").contains("part-001.mp4: is a part of another film: from"))
      #expect(try refusal(["--look", "sun"]).contains("--look strata, not sun"))
      #expect(try refusal(["--codec", "h265"]).contains("--codec x264, not h265"))
      #expect(try refusal(["-s", "0.5"]).contains("--start 0, not 0.5"))
      try move("part-002.mp4", to: "part-005.mp4")
      #expect(try refusal().contains("part-005.mp4: is the same part as part-002.mp4"))
      for end in ["", ".json"] {
        try FileManager.default.removeItem(atPath: folder.path("part-005.mp4" + end))
      }
      for name in ["part-002.mp4", "part-003.mp4"] {
        try FileManager.default.removeItem(atPath: folder.path(name + ".json"))
        #expect(try refusal().contains("\(name): is not known to be a part of a film"))
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      #expect(
        try refusal().contains("parts 2 to 3 of 4 are missing, with frames 30 to 89"))
      let none = try film(["--join", "no-*.mp4", "a.wav", "-o", "film.mp4"], in: folder)
      #expect(none.status == 66)
    }
  }

  @Test func `a part that was cut or changed is refused, and made again with --existing keep`()
    throws
  {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try makeParts(2, in: folder)
      let bytes = try folder.bytes("part-002.mp4")
      var other = bytes
      other[bytes.count / 2] ^= 1
      for damaged in [Array(bytes.dropLast(100)), other, []] {
        try folder.write(damaged, "part-002.mp4")
        let join = try film(["--join", "part-*.mp4", "a.wav", "-o", "film.mp4"], in: folder)
        #expect(join.status == 65)
        #expect(join.errors.contains("error: part-002.mp4: is damaged or incomplete"))
        #expect(!folder.names().contains("film.mp4"))
        let words = ["a.wav", "--shard", "2/2", "-o", "part-%03d.mp4"] + Self.short
        let refusal = try film(words, in: folder)
        #expect(refusal.status == 73)
        let again = try film(words + ["--existing=keep"], in: folder)
        #expect(again.status == 0)
        #expect(again.errors.contains("warning: part-002.mp4: is damaged"))
        #expect(try folder.bytes("part-002.mp4") == bytes)
        #expect(
          try film(words + ["--existing=keep"], in: folder).errors.contains("is whole, and kept"))
        #expect(try film(words + ["--existing=keep", "--look", "sun"], in: folder).status == 65)
        let third =
          ["a.wav", "--shard", "2/3", "-o", "part-%03d.mp4", "--existing=keep"] + Self.short
        #expect(try film(third, in: folder).errors.contains("is one of 2 parts, not of 3"))
        #expect(try folder.bytes("part-002.mp4") == bytes)
      }
    }
  }

  @Test func `a changed bit in the note of a part is damage, and not another film`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try makeParts(2, in: folder)
      let note = String(decoding: try folder.bytes("part-002.mp4.json"), as: UTF8.self)
      for (name, wrong) in [("channels", "channgls"), ("\"fps\"", "\"fpr\"")] {
        let changed = note.replacing(name, with: wrong)
        try folder.write(Array(changed.utf8), "part-002.mp4.json")
        #expect(changed != note)
        let join = try film(["--join", "part-*.mp4", "a.wav", "-o", "film.mp4"], in: folder)
        #expect(join.status == 65)
        #expect(join.errors.contains("part-002.mp4.json: is damaged"), "\(join.errors)")
        let words =
          ["a.wav", "--shard", "2/2", "-o", "part-%03d.mp4", "--existing=keep"] + Self.short
        let again = try film(words, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(String(decoding: try folder.bytes("part-002.mp4.json"), as: UTF8.self) == note)
      }
    }
  }

  @Test func `too many parts are refused, with how many there can be`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let words = ["a.wav", "-o", "b.mp4", "--shard", "7/13"] + Self.short
      let many = try film(words, in: folder)
      #expect(many.status == 64)
      #expect(many.errors.contains("a.wav: has 120 frames, too few for 13 parts"))
      #expect(many.errors.contains("hint: make at most 12 parts, of 10 frames or more"))
      #expect(folder.names() == ["a.wav"])
    }
  }
}
