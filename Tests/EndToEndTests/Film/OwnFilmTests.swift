// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Films whose pictures the program codes itself.
@Suite(.serialized) struct OwnFilmTests {
  /// Nine seconds: 540 frames.
  private static let tone = Tone.clicks([30, 200_000], sampleFrames: 396_900)
  private static let options = ["--size", "160x90", "--scenes", "none"]

  private static func film(
    _ words: [String], in folder: TemporaryFolder, path: String? = nil
  ) throws -> CommandResult {
    var command = Program.command(["film"] + words)
    command.folder = folder.path
    if let path { command.environment["PATH"] = path }
    return try command.run()
  }

  @Test func `a silent mp4 is made without ffmpeg, and one with sound says what it needs`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let words = ["a.wav"] + Self.options
      let silent = try Self.film(words + ["--sound", "none"], in: folder, path: folder.path)
      #expect(silent.status == 0 && silent.errors.contains("540 frames at 60 a second in a.mp4"))
      let heard = try Self.film(words + ["--overwrite"], in: folder, path: folder.path)
      #expect(heard.status == 69 && heard.errors.contains("ffmpeg"))
    }
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe)),
    arguments: [("draft", 46.0), ("standard", 50), ("high", 54)],
    [["--look", "corona", "--layout", "twin"], ["--view", "wheels"]])
  func `other decoders see nearly the frames that were drawn`(
    quality: (name: String, decibels: Double), look: [String]
  ) throws {
    let decibels = quality.decibels
    try TemporaryFolder.with { folder in
      let input = look[1] == "wheels" ? Repository.fixture("Instruments/wheels.json") : "a.wav"
      try folder.write(Self.tone.wave, "a.wav")
      let options = look + ["--size", "1080p", "-s", "1", "-d", "1"]
      let film = try MadeFilm(
        "a.mp4",
        of: [input, "--quality", quality.name, "--title", "none"]
          + (input == "a.wav" ? ["--scenes", "none"] : []) + options,
        in: folder)
      let facts = try film.facts("v")
      #expect(facts["codec_name"] == "h264" && facts["nb_read_frames"] == "60")
      #expect(facts["color_space"] == "bt709" && facts["color_range"] == "tv")
      #expect(facts["r_frame_rate"] == "60/1" && facts["width"] == "1920")
      #expect(facts["height"] == "1080")
      #expect(try film.facts("a")["codec_name"] == "aac")
      var command = Program.command(["render", input, "-o", "a.y4m", "-f", "y4m"] + options)
      command.folder = folder.path
      try Program.succeed(command)
      let report = try InstalledTool.ffmpeg.run(
        ["-i", "a.mp4", "-i", "a.y4m", "-lavfi", "psnr", "-f", "null", "-"], in: folder
      ).errors
      let luma = report.split(separator: "PSNR y:").last?.prefix { $0 != " " }
      #expect(try #require(luma.flatMap { Double($0) }) >= decibels, "\(report)")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `parts are joined to the bytes of the whole film, with sound and without`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let whole = try MadeFilm("whole.mp4", of: ["a.wav"] + Self.options, in: folder)
      for index in 1...2 {
        let words = ["a.wav", "-q", "--shard", "\(index)/2", "-o", "part-%03d.mp4"]
        #expect(try Self.film(words + Self.options, in: folder).status == 0)
      }
      let join = ["--join", "part-*.mp4", "a.wav", "-q"]
      #expect(try Self.film(join + ["-o", "joined.mp4"], in: folder).status == 0)
      // Parts are whole groups of four seconds, and so say their notes.
      for (index, frames) in [(1, (0, 480)), (2, (480, 60))] {
        let note = try JSONValue(parsing: folder.bytes("part-00\(index).mp4.json"))
        #expect(note["firstFrame"] == .number(JSONNumber(frames.0)))
        #expect(note["frames"] == .number(JSONNumber(frames.1)))
      }
      let lacking = ["--join", "part-002.mp4", "a.wav", "-o", "lacking.mp4"]
      let lack = try Self.film(lacking, in: folder)
      #expect(lack.status == 65, "\(lack.errors)")
      #expect(lack.errors.contains("part 1 of 2 is missing, with frames 0 to 479"))
      #expect(try folder.bytes("joined.mp4") == folder.bytes(whole.name))
      let silent = ["--sound", "none", "-o"]
      #expect(try Self.film(join + silent + ["b.mp4"], in: folder).status == 0)
      #expect(try Self.film(["a.wav"] + Self.options + silent + ["c.mp4"], in: folder).status == 0)
      #expect(try folder.bytes("b.mp4") == folder.bytes("c.mp4"))
    }
  }

  @Test func `too short parts are refused with how many there can be`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let words = ["a.wav", "--shard", "1/3", "-o", "p-%d.mp4"] + Self.options
      let result = try Self.film(words, in: folder)
      #expect(result.status == 64 && result.errors.contains("at most 2 parts"))
    }
  }

  @Test(arguments: [
    (["--codec", "own", "--quality", "lossless"], "own is never lossless"),
    (["--codec", "own", "--encoder-args", "-crf 3"], "parts in mp4 alone, without --encoder-args"),
    (["--codec", "own", "-o", "a.webm"], "webm cannot hold the codec own"),
  ])
  func `a film that the program cannot code is refused`(words: [String], message: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      let result = try Self.film(["a.wav"] + words, in: folder)
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffprobe)))
  func `a stream of H.264 begins anew every two seconds`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      var command = Program.command(
        ["render", "a.wav", "-o", "a.h264", "-f", "h264", "--size", "160x90"])
      command.folder = folder.path
      try Program.succeed(command)
      let frames = try InstalledTool.ffprobe.run(
        [
          "-v", "warning", "-f", "h264", "-show_entries", "frame=key_frame", "-of", "csv=p=0",
          "a.h264",
        ], in: folder
      ).text.split(separator: "\n").map { $0.prefix(1) == "1" }
      #expect(frames.count == 540)
      #expect(frames.indices.filter { frames[$0] } == [0, 120, 240, 360, 480])
      command = Program.command(["render", "a.wav", "-o", "b.h264", "-f", "h264", "--shard", "1/2"])
      command.folder = folder.path
      #expect(try command.run().status == 64)
    }
  }
}
