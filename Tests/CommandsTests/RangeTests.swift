// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The scale from the soft to the loud parts of the music.
@Suite struct RangeTests {
  /// Half a second of quiet noise, softer on the right, then as much of loud noise, then silence.
  private static let track: Tone = {
    var tone = Tone(noise: 12, sampleRate: 6000, sampleFrames: 9000)
    for index in 0..<18_000 {
      if index < 6000 { tone.samples[index] /= index.isMultiple(of: 2) ? 8 : 64 }
      if index >= 12_000 { tone.samples[index] = 0 }
    }
    return tone
  }()

  private static let words = ["--range", "measured", "--ballistics", "tick"]

  private func withTrack(_ body: (TemporaryFolder, String) throws -> Void) throws {
    try TemporaryFolder.with { try body($0, try $0.write(RangeTests.track.wave, "t.wav")) }
  }

  /// What `plan` says of the scale, as words for a command.
  private func scale(_ words: [String]) throws -> [String] {
    try Inside.succeed(Inside.command(["plan"] + words)).text.split(separator: "\n")
      .first { $0.hasPrefix("scale ") }?.split(separator: " ").dropFirst().map { String($0) } ?? []
  }

  private func frames(
    _ folder: TemporaryFolder, _ name: String, _ words: [String]
  ) throws -> [String: [UInt8]] {
    let words = ["render"] + words + ["-o", folder.path(name), "--size", "64x64", "-f", "svg"]
    try Inside.succeed(Inside.command(words))
    return try folder.frames(in: name)
  }

  @Test func `the scale of a plan, of constants and of the run are the same`() throws {
    try withTrack { folder, input in
      let own = try frames(folder, "own", [input] + RangeTests.words)
      #expect(own.count == 90)
      let scale = try scale([input] + RangeTests.words)
      #expect(scale.count == 2 && scale[0] == "--range")
      #expect(try frames(folder, "given", [input, "--ballistics", "tick"] + scale) == own)
      let file = folder.path("c.json")
      try Inside.succeed(
        Inside.command(["normalize", input, "-o", file, "--ballistics", "tick"]))
      let constants = ["--range", file]
      #expect(try frames(folder, "file", [input] + RangeTests.words + constants) == own)
      // A part is on the scale of the whole, unless its own is asked for.
      let part = [input, "-s", "0.5"] + RangeTests.words
      #expect(try self.scale(part) == scale)
      #expect(try self.scale(part + ["--range", "part"]) != scale)
      #expect(try self.scale(part + constants) == scale)
    }
  }

  @Test func `another range is another job`() throws {
    try withTrack { folder, input in
      _ = try frames(folder, "f", [input] + RangeTests.words)
      let result = try Inside.command(
        [
          "render", input, "-o", folder.path("f"), "--size", "64x64", "-f", "svg",
          "--existing=keep",
        ]
          + ["--ballistics", "tick", "--range", "-30,-3"]
      ).run()
      #expect(result.status == 73)
      #expect(result.errors.contains("with other options: --range "), "\(result.errors)")
    }
  }

  @Test func `several tracks have one range, that of normalize`() throws {
    try withTrack { folder, input in
      let loud = try folder.write(RangeTests.track[3000..<6000].wave, "loud.wav")
      let file = folder.path("c.json")
      try Inside.succeed(
        Inside.command(["normalize", input, loud, "-o", file, "--ballistics", "tick"]))
      let words = RangeTests.words + ["--size", "64x64", "-f", "svg"]
      try Inside.succeed(
        Inside.command(
          ["render", input, loud, "--output-dir", folder.path("all")] + words + ["--range", "all"]))
      let own = try frames(
        folder, "own", [loud] + RangeTests.words + ["--range", file])
      #expect(try folder.frames(in: "all/loud") == own)
      #expect(try scale([loud] + RangeTests.words) != scale([input] + RangeTests.words))
    }
  }

  @Test func `constants have the range of the channels that are asked for`() throws {
    try withTrack { folder, input in
      let file = folder.path("c.json")
      let tick = ["--ballistics", "tick"]
      try Inside.succeed(
        Inside.command(["normalize", input, "--channels", "1", "-o", file] + tick))
      let right = [input, "--channels", "1,1"] + RangeTests.words
      #expect(try scale(right + ["--range", file]) == scale(right))
      let words = ["plan", input, "--range", file]
      let refused = try Inside.command(words + tick).run()
      #expect(refused.status == 65)
      #expect(
        refused.errors.contains("has the range of the channels 1,1, but this run draws 0,1"),
        "\(refused.errors)")
      #expect(refused.errors.contains("hint: make it again: radial-audio normalize --channels 0,1"))
      // The percentiles are of each channel.
      try Inside.succeed(
        Inside.command(words + tick + ["--look", "tutorial", "--normalization", "p95"]))
      let absent = try Inside.run("normalize", input, "--channels", "0,2")
      #expect(absent.status == 64)
      #expect(absent.errors.contains("has 2 channels, none with the number 2"))
    }
  }

  @Test(arguments: ["-12", "-12,-30", "-12,x", "none", "-30,-12,-3", "-2000,0"])
  func `what is no range is refused, with what to write`(text: String) throws {
    let result = try Inside.run("plan", "x.wav", "--range=\(text)")
    #expect(result.status == 64)
    #expect(
      result.errors.contains("write two levels in dBFS, the lower one first, such as -30.5,-12"),
      "\(result.errors)")
  }
}
