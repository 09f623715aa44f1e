// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The look and the colours that a song chooses.
@Suite struct ChosenLookTests {
  private static let demo = Repository.fixture("demo.flac")

  private func run(
    _ words: [String], in folder: TemporaryFolder? = nil
  ) throws -> CommandResult {
    var command = Inside.command(words)
    command.folder = folder?.path
    return try command.run()
  }

  @Test func `auto is the look that fits, in pictures, films and plans`() throws {
    try TemporaryFolder.with { folder in
      let words = [Self.demo, "--at", "20", "--size", "160x90", "--format", "svg"]
      let chosen = try self.run(
        ["render"] + words + ["--look", "auto", "-o", "a.svg"], in: folder)
      #expect(
        chosen.status == 0 && chosen.errors.contains("the look is strata"), "\(chosen.errors)")
      let named = try self.run(
        ["render"] + words + ["--look", "strata", "-o", "b.svg"], in: folder)
      #expect(named.status == 0)
      #expect(try folder.bytes("a.svg") == folder.bytes("b.svg"))
      let plan = try self.run(
        ["plan", Self.demo, "-o", "x.mp4", "--look", "AUTO", "--json"], in: folder)
      #expect(plan.status == 0 && plan.text.contains("\"look\":\"strata\""), "\(plan.errors)")
      #expect(plan.text.contains("\"song\":{\"key\":\"C major\""))
    }
  }

  @Test func `a wide song is bloom, and a deep one a well`() throws {
    try TemporaryFolder.with { folder in
      func look(_ sound: String) throws -> String {
        let run = try self.run(
          ["plan", sound, "-o", "x.mp4", "--look", "auto", "--json"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        return run.errors
      }
      /// Square waves with these periods in sample frames, left and right.
      func write(_ left: Int, _ right: Int, _ name: String) throws {
        let samples = (0..<32_000).flatMap { frame in
          [left, right].map { frame / ($0 / 2) % 2 == 0 ? Int16(8000) : -8000 }
        }
        _ = try folder.write(Tone(sampleRate: 8000, channels: 2, samples: samples).wave, name)
      }
      try write(20, 26, "wide.wav")
      try write(160, 160, "deep.wav")
      #expect(try look("wide.wav").contains("the look is bloom"))
      #expect(try look("deep.wav").contains("the look is well"))
    }
  }

  @Test func `what cannot be known is refused with the way out`() throws {
    for words in [
      ["plan", "-", "-o", "x.mp4", "--look", "auto"], ["render", "-", "--palette", "song"],
    ] {
      let run = try self.run(words)
      #expect(
        run.status == 64 && run.errors.contains("what the song sounds like is known when"),
        "\(run.errors)")
      #expect(run.errors.contains("save the sound to a file"))
    }
    let gauge = try self.run(["plan", Self.demo, "--view", "gauge", "--look", "auto"])
    #expect(gauge.status == 64 && gauge.errors.contains("auto"), "\(gauge.errors)")
  }

  @Test func `a file that is missing is named, and what is set of a look needs its name`() throws {
    for words in [
      ["plan", "absent.mp3", "-o", "x.mp4", "--look", "auto"], ["palette", "song:absent.mp3"],
      ["render", "absent.mp3", "--palette", "song"],
    ] {
      let run = try self.run(words)
      #expect(run.status == 66 && run.errors.contains("absent.mp3"), "\(run.errors)")
    }
    let set = try self.run(["plan", Self.demo, "--look", "auto", "--set", "rim=80"])
    #expect(set.status == 64 && set.errors.contains("name the look"), "\(set.errors)")
  }

  @Test func `posters, and each track of several, have their own, also where they are continued`()
    throws
  {
    try TemporaryFolder.with { folder in
      func write(_ period: Int, _ name: String) throws {
        let samples = (0..<32_000).map { $0 / (period / 2) % 2 == 0 ? Int16(8000) : -8000 }
        _ = try folder.write(Tone(sampleRate: 8000, channels: 1, samples: samples).wave, name)
      }
      try write(20, "high.wav")
      try write(160, "deep.wav")
      let words = [
        "poster", "high.wav", "deep.wav", "--look", "auto", "--palette", "song", "--size", "64x64",
        "--output-dir", "out",
      ]
      let run = try self.run(words, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      for (name, look) in [("deep", "well"), ("high", "corona")] {
        let named = try self.run(
          [
            "poster", "\(name).wav", "--look", look, "--palette", "song", "--size", "64x64", "-o",
            "a.png", "--overwrite",
          ], in: folder)
        #expect(named.status == 0, "\(named.errors)")
        #expect(try folder.bytes("a.png") == folder.bytes("out/\(name).png"), "\(look)")
      }
      try folder.remove("out/deep.png")
      let kept = try self.run(words + ["--existing", "keep"], in: folder)
      #expect(kept.status == 0 && kept.errors.contains("1 existed already"), "\(kept.errors)")
    }
  }

  @Test func `a palette of a song is printed, also from its readings`() throws {
    try TemporaryFolder.with { folder in
      let ofSound = try self.run(["palette", "song:\(Self.demo)"], in: folder)
      #expect(ofSound.status == 0 && ofSound.text.contains("\"scenes\""), "\(ofSound.errors)")
      _ = try self.run(["meter", Self.demo, "-o", "song.readings"], in: folder)
      let ofReadings = try self.run(["palette", "song:song.readings"], in: folder)
      #expect(ofReadings.text == ofSound.text)
      let summary = try self.run(
        ["meter", Self.demo, "-o", "x.csv", "--summary", "-"], in: folder)
      #expect(summary.text.contains("\"song\":{\"key\":\"C major\",\"clearness\":0."))
    }
  }
}
