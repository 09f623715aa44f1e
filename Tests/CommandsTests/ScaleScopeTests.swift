// SPDX-License-Identifier: MIT
import CommandSupport
import JSON
import TestSupport
import Testing

/// The scale of a part of a track: that of the whole, or its own.
@Suite struct ScaleScopeTests {
  /// A second of quiet noise and a second of loud noise.
  private static let track: Tone = {
    var tone = Tone(noise: 11, sampleRate: 6000, sampleFrames: 12_000)
    for index in 0..<12_000 { tone.samples[index] /= 64 }
    return tone
  }()

  /// What `plan` says of the scale, and of what it is.
  private func scale(_ words: [String], _ input: CommandRun.Input = .nothing) throws -> [String] {
    var command = Inside.command(["plan", "--look", "tutorial", "--normalization", "p95"] + words)
    command.input = input
    return try Inside.succeed(command).text.split(separator: "\n")
      .filter { $0.hasPrefix("scale") }
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
  }

  private static let whole =
    "scale of the whole track, of which this is a part; --range part for its own"

  @Test func `a teaser has the scale of its film, and with an option its own`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(ScaleScopeTests.track.wave, "t.wav")
      let teaser = try folder.write(ScaleScopeTests.track[6000..<12_000].wave, "teaser.wav")
      let film = try scale([input])
      let own = try scale([teaser])
      #expect(film.count == 1 && own.count == 1 && film != own)
      for part in [["--start", "1"], ["--duration", "0.5"], ["-s", "0.3", "-d", "1.5"]] {
        #expect(try scale([input] + part) == film + [ScaleScopeTests.whole])
        #expect(try scale([input, "--range", "track"] + part) == film + [ScaleScopeTests.whole])
      }
      // Each tick by itself: meters hear what is before the part, too.
      let tick = ["--ballistics", "tick"]
      #expect(
        try scale([input, "-s", "1", "--range", "part"] + tick)
          == scale([teaser] + tick) + ["scale of the part alone"])
      // The same numbers as those of normalize.
      let file = folder.path("c.json")
      try Inside.succeed(Inside.command(["normalize", input, "-o", file]))
      #expect(try scale([input, "-s", "1", "--range", file]) == film)
    }
  }

  @Test func `progress never goes beyond what is read, a part or the whole track`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(ScaleScopeTests.track.wave, "t.wav")
      let words = ["render", input, "-o", folder.path("f"), "--size", "16x16", "-d", "0.5"]
      let errors = try Inside.succeed(Inside.command(words + ["--progress", "json"])).errors
      let ends = try errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        .filter { $0["progress"]?.string == "end" }
      #expect(ends.map { $0["stage"]?.string } == ["sample frames", "frames"])
      #expect(ends.map { $0["out_time_us"]?.integer } == [2_000_000, 500_000])
      #expect(ends.map { $0["total"]?.integer } == [12_000, 30])
    }
  }

  @Test(arguments: [[], ["--ballistics", "tick", "--floor", "-90"]])
  func `the frames of a teaser are drawn on the scale of the whole`(meters: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(ScaleScopeTests.track.wave, "t.wav")
      let file = folder.path("c.json")
      try Inside.succeed(Inside.command(["normalize", input, "-o", file] + meters))
      func frames(_ name: String, _ more: [String]) throws -> [String: [UInt8]] {
        let words =
          ["render", input, "-o", folder.path(name), "--size", "160x90", "-f", "svg"]
          + ["--look", "tutorial", "--normalization", "p95"]
        try Inside.succeed(Inside.command(words + ["-s", "1"] + meters + more))
        return try folder.frames(in: name)
      }
      let teaser = try frames("teaser", [])
      #expect(teaser.count >= 50)
      #expect(try frames("constants", ["--range", file]) == teaser)
      #expect(try frames("part", ["--range", "part"]) != teaser)
      // One job is not gone on with on another scale.
      let mixed = try Inside.run(
        "render", input, "-o", folder.path("teaser"), "--size", "160x90", "-f", "svg", "-s", "1",
        "--look", "tutorial", "--normalization", "p95", "--range", "part", "--existing=keep",
        adjust: { $0.arguments += meters })
      #expect(mixed.status == 73)
      #expect(mixed.errors.contains("with other options: --max-peak "), "\(mixed.errors)")
    }
  }

  @Test func `what comes by a pipe has the scale of the part`() throws {
    try TemporaryFolder.with { folder in
      let bytes = ScaleScopeTests.track.wave
      let input = try folder.write(bytes, "t.wav")
      let own = try scale([input, "-s", "1", "--range", "part"])
      #expect(try scale(["-", "-s", "1"], .pipe(bytes)) == own)
      let refused = try Inside.run("plan", "-", "-s", "1", "--range", "track") {
        $0.input = .pipe(bytes)
      }
      #expect(refused.status == 64)
      #expect(refused.errors.contains("standard input: cannot be read twice"))
      #expect(refused.errors.contains("hint: use --range part"))
      let live = try Inside.run(
        "watch", "-", "--raw", "6000,2,s16le", "-o", "-", "--range", "track", "-q"
      ) { $0.input = .pipe(bytes) }
      #expect(live.status == 64 && live.errors.contains("hint: use --range part"), "\(live.errors)")
      // The whole track is no part.
      #expect(
        try scale(["-", "--range", "track"], .pipe(bytes)) == Array(scale([input]).prefix(1)))
    }
  }

  @Test func `the option is refused where it changes nothing`() throws {
    let input = Repository.fixture("Audio/left-only.wav")
    for (words, reason) in [
      (
        ["--look", "tutorial", "--max-peak", "9", "--max-average", "9"],
        "--range part changes nothing with --max-peak"
      ),
      (["--view", "gauge"], "hint: write --mark"),
    ] {
      let result = try Inside.command(["plan", input, "--range", "part"] + words).run()
      #expect(result.status == 64)
      #expect(result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test func `damage behind a part is told, with the way out`() throws {
    try TemporaryFolder.with { folder in
      let whole = ScaleScopeTests.track.wave
      let input = try folder.write(Array(whole.dropLast(4000)), "cut.wav")
      let words = [input, "-d", "0.5"]
      let refused = try Inside.command(["plan"] + words).run()
      #expect(refused.status == 65)
      #expect(refused.errors.contains("--range part"), "\(refused.errors)")
      #expect(try scale(words + ["--range", "part"]).count == 2)
      let kept = try Inside.command(["plan", "--until-damage"] + words).run()
      #expect(kept.status == 0)
      #expect(kept.errors.contains("the scale is that of the sound before it"))
      // A view without such a scale does not look there.
      #expect(try Inside.command(["plan", "--view", "gauge"] + words).run().errors.isEmpty)
    }
  }
}
