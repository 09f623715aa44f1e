// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// The commands of a plan, typed into a shell.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe, .sh), "ffmpeg makes the films"))
struct FilmTests {
  /// Two seconds of noise: 120 ticks.
  private let noise = Tone(noise: 11, sampleFrames: 88_200)

  /// Fields that ffprobe shows of a kind of stream, as `name=value`.
  private func fields(_ kind: String, of film: String, in folder: TemporaryFolder) throws
    -> [String]
  {
    let entries = "stream=codec_name,width,height,r_frame_rate,pix_fmt,duration,nb_read_frames"
    let text = try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-count_frames", "-select_streams", kind, "-show_entries", entries, "-of",
        "default=nw=1", "./" + film,
      ], in: folder
    ).text
    return text.split(separator: "\n").map(String.init)
  }

  private func duration(_ kind: String, of film: String, in folder: TemporaryFolder) throws
    -> Double
  {
    let fields = try fields(kind, of: film, in: folder)
    let field = try #require(fields.first { $0.hasPrefix("duration=") })
    return try #require(Double(field.dropFirst("duration=".count)))
  }

  @Test(arguments: [
    (["--size", "160x90", "-o", "frames"], 120, "60/1", 2.0),
    (["--size", "161x91", "-o", "frames"], 120, "60/1", 2),
    (["--size", "160x90", "--fps", "30000/1001", "-o", "frames"], 60, "30000/1001", 2.002),
    (["--size", "160x90", "--fps", "24", "-o", "it's 100%%[a]/%d.png"], 48, "24/1", 2),
    (["--size", "160x90", "--frames", "30-89", "--start", "0.25", "-o", "frames"], 60, "60/1", 1),
    (["--size", "160x90", "--shard", "4/4", "-d", "1.5", "-o", "frames"], 23, "60/1", 0.383_333),
  ])
  func `a film has the frames, the rate, the length and the sound of the run`(
    options: [String], frames: Int, rate: String, seconds: Double
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise.wave, "-no:ise's.wav")
      let film = try Program.film(of: options + ["--", "-no:ise's.wav"], in: folder)
      #expect(film == "-no:ise's.mp4")
      let video = try fields("v", of: film, in: folder)
      #expect(video.contains("nb_read_frames=\(frames)"), "\(video)")
      #expect(video.contains("r_frame_rate=\(rate)"), "\(video)")
      #expect(video.contains("pix_fmt=yuv420p"))
      let isOdd = options[1] == "161x91"
      #expect(video.contains(isOdd ? "width=162" : "width=160"))
      #expect(video.contains(isOdd ? "height=92" : "height=90"))
      #expect(abs(try duration("v", of: film, in: folder) - seconds) < 0.001)
      // AAC has whole frames of 1024 samples.
      #expect(abs(try duration("a", of: film, in: folder) - seconds) < 0.025)
    }
  }

  @Test(arguments: [
    (["--frames", "30-89"], 30.0 / 60), (["--frames", "90-", "--start", "0.3"], 1.8),
    (["--shard", "2/3", "-s", "0.2", "-d", "1"], 0.2 + 20.0 / 60),
    (["--fps", "25", "--frames", "10-19"], 0.4),
  ])
  func `a film without ground keeps its alpha, and its sound begins with its first frame`(
    options: [String], start: Double
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise.wave, "noise.wav")
      let words =
        ["noise.wav", "--size", "160x90", "--background", "none", "-o", "frames"] + options
      let film = try Program.film(of: words, in: folder)
      #expect(film == "noise.mov")
      let video = try fields("v", of: film, in: folder)
      #expect(video.contains { $0.hasPrefix("pix_fmt=yuva444p") }, "\(video)")
      let sound = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", film, "-map", "0:a", "-f", "s16le", "-"], in: folder
      ).bytes
      let first = Int((start * 44_100).rounded())
      let original = noise[first..<min(first + sound.count / 4, 88_200)].samples.flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
      #expect(sound == original)
      let seconds = try duration("v", of: film, in: folder)
      #expect(abs(Double(sound.count / 4) / 44_100 - seconds) < 0.001)
    }
  }

  @Test(arguments: ["wav", "mp3"], ["black", "none"])
  func `the sound of a part begins at its very sample`(kind: String, background: String) throws {
    try TemporaryFolder.with { folder in
      let (first, click) = (33_075, 49_100)
      var tone = noise
      tone.samples = tone.samples.map { $0 / 16 }
      tone.samples[2 * click] = 32_000
      try folder.write(tone.wave, "click.wav")
      let input = "sound.\(kind)"
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "click.wav", input], in: folder)
      func samples(_ name: String) throws -> [Int] {
        let bytes = try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0:a", "-f", "s16le", "-"], in: folder
        ).bytes
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
          Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
        }
      }
      let options = ["--size", "64x48", "--background", background, "--frames", "45-104"]
      let film = try Program.film(of: [input, "-o", "frames"] + options, in: folder)
      let (whole, part) = (try samples(input), try samples(film))
      func loudest(_ samples: [Int]) -> Int? { samples.indices.max { samples[$0] < samples[$1] } }
      #expect(abs(try #require(loudest(whole)) / 2 - click) <= 1)
      #expect(abs(try #require(loudest(part)) / 2 - (click - first)) <= 1)
      // ProRes has the sound as it is, but for the rounding of what MP3 decodes to.
      guard background == "none" else { return }
      #expect(part.count == 2 * 60 * 735)
      let worst = zip(part, whole.dropFirst(2 * first)).map { abs($0 - $1) }.max() ?? 0
      #expect(worst <= (kind == "wav" ? 0 : 1))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.rsvgConvert), "librsvg draws SVG"))
  func `drawings are made into pictures first`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise.wave, "noise.wav")
      let words = ["noise.wav", "--size", "160x90", "-o", "a b/####.svg", "--frames", "5-9"]
      let film = try Program.film(of: words, in: folder)
      #expect(film == "noise.mp4")
      #expect(try fields("v", of: film, in: folder).contains("nb_read_frames=5"))
    }
  }
}

extension Program {
  /// Renders, types the commands of the plan of the same, and gives the film's path.
  static func film(of words: [String], in folder: TemporaryFolder) throws -> String {
    var plan = Program.command(["plan", "--json"] + words)
    plan.folder = folder.path
    let facts = try JSONValue(parsing: try Program.succeed(plan).bytes)
    var render = Program.command(["render"] + words)
    render.folder = folder.path
    try Program.succeed(render)
    // A frame of another run, which is no part of the film.
    let last = try #require(facts["lastFrame"]?.integer)
    let names = [last, last + 1].map { "frames/frame-\(String(1_000_000 + $0).dropFirst()).png" }
    if let bytes = try? folder.bytes(names[0]) { try folder.write(bytes, names[1]) }
    let before = Set(folder.names())
    for key in ["rasterize", "film"] {
      guard let command = facts[key]?.string else { continue }
      try InstalledTool.sh.run(["-c", command], in: folder)
    }
    return try #require(folder.names().first { !before.contains($0) })
  }
}
