// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// The sound of films, to the sample.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct FilmSoundTests {
  private static let clicks = [500, 66_000, 120_000, 170_000]
  private static let tone = Tone.clicks(clicks, sampleFrames: 176_400)

  /// Cosine and sine of a channel's tone.
  private static func wave(_ channel: Int, _ place: Int) -> SIMD2<Double> {
    let angle = Double(300 * (channel + 1) * place) * 2 * Double.pi / 48_000
    return SIMD2(cos(angle), sin(angle))
  }

  /// Where the first channel of interleaved samples is loudest, near a place.
  private func click(_ samples: [Int], near place: Int) -> Int? {
    let range = max(0, place - 2000)..<min(samples.count / 2, place + 2000)
    return range.max { samples[2 * $0] < samples[2 * $1] }
  }

  @Test(arguments: [
    ("wav", "a.mp4"), ("mp3", "a.mp4"), ("ogg", "a.mp4"), ("m4a", "a.mp4"), ("mp3", "a.mov"),
    ("m4a", "a.mov"), ("ogg", "a.mkv"), ("flac", "a.mkv"), ("ogg", "a.webm"), ("wav", "a.webm"),
  ])
  func `clicks come back where they were`(kind: String, name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "click.wav")
      let input = "in.\(kind)"
      let codec = kind == "ogg" ? ["-c:a", "libvorbis"] : []
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "click.wav"] + codec + [input], in: folder)
      let words = [input, "--size", "64x64", "--fps", "10", "--quality", "draft"]
      for (options, start, last) in [
        ([], 0, 176_400), (["-s", "2.5"], 110_250, 176_400),
        (["--frames", "10-29"], 44_100, 132_300),
      ] {
        let film = try MadeFilm(name, of: words + options + ["--overwrite"], in: folder)
        let rate = Int(try film.facts("a")["sample_rate"] ?? "") ?? 0
        let samples = try film.samples()
        for place in Self.clicks where (start + 400..<last - 400).contains(place) {
          let expected = (place - start) * rate / 44_100
          let found = try #require(click(samples, near: expected))
          // Resampling to Opus's rate may move a click between two samples.
          #expect(abs(found - expected) <= 1, "\(options): \(found), not \(expected)")
        }
      }
    }
  }

  @Test(arguments: [
    ([], 0..<176_400), (["-s", "1.3", "-d", "0.7"], 57_330..<88_200),
    (["--frames", "7-100"], 5145..<74_235), (["--frames", "120-179"], 88_200..<132_300),
    (["--fps", "30000/1001", "--frames", "33-35"], 48_558..<52_972),
  ])
  func `a film in MOV has the very samples of its frames`(
    options: [String], range: Range<Int>
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "click.wav")
      let words = ["--size", "64x64", "--sound", "pcm"] + options
      let film = try MadeFilm("a.mov", of: ["click.wav"] + words, in: folder)
      let expected = Self.tone[range].samples.map(Int.init)
      #expect(try film.samples() == expected)
      // The same through a pipe, where it can be read once only.
      let piped = try MadeFilm("b.mov", of: ["-"] + words, in: folder) { command in
        command.input = .pipe(Self.tone.wave)
      }
      #expect(try piped.samples() == expected)
    }
  }

  @Test func `the channels that are chosen are heard`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 5, channels: 10, sampleFrames: 4410)
      try folder.write(tone.wave, "ten.wav")
      func channel(_ number: Int) -> [Int] {
        stride(from: number, to: tone.samples.count, by: 10).map { Int(tone.samples[$0]) }
      }
      for (options, wanted) in [
        (["--channels", "3,7"], [3, 7]), (["--channels", "4"], [4]), ([], [0, 1]),
        (["--channels", "0,1"], [0, 1]),
      ] {
        let film = try MadeFilm(
          "a.mov", of: ["ten.wav", "--size", "64x64", "--overwrite"] + options, in: folder)
        let samples = try film.samples()
        for (place, number) in wanted.enumerated() {
          let found = stride(from: place, to: samples.count, by: wanted.count).map { samples[$0] }
          #expect(found == channel(number), "\(options)")
        }
      }
    }
  }

  @Test(arguments: [1, 3, 4, 6, 8], ["a.mp4", "a.webm", "a.mkv"])
  func `films have as many channels as the track`(count: Int, name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 6, channels: count, sampleFrames: 8820).wave, "in.wav")
      let film = try MadeFilm(name, of: ["in.wav", "--size", "64x64", "-s", "0.05"], in: folder)
      #expect(try film.facts("a")["channels"] == "\(count)")
    }
  }

  @Test(
    arguments: [
      ("alac", 3), ("alac", 8), ("opus", 5), ("opus", 6), ("opus", 7), ("opus", 8), ("flac", 4),
      ("flac", 7), ("vorbis", 5), ("aac", 7), ("pcm", 8),
    ])
  func `no channel of a film plays at the place of another`(codec: String, count: Int) throws {
    try TemporaryFolder.with { folder in
      // A tone of its own on each channel.
      var samples: [Int16] = []
      for place in 0..<24_000 {
        for channel in 0..<count { samples.append(Int16(8000 * Self.wave(channel, place).y)) }
      }
      let tone = Tone(sampleRate: 48_000, channels: count, samples: samples)
      try folder.write(tone.wave, "in.wav")
      let name = codec == "alac" || codec == "pcm" ? "a.mov" : codec == "aac" ? "a.mp4" : "a.mkv"
      let words = ["in.wav", "--size", "64x64", "--fps", "10", "--sound", codec]
      let film = try MadeFilm(name, of: words, in: folder)
      let found = try film.samples()
      #expect(try film.facts("a")["channels"] == "\(count)")
      for channel in 0..<count {
        var loudness: [Double] = []
        for tone in 0..<count {
          var sum = SIMD2<Double>.zero
          for place in 4800..<19_200 {
            sum += Self.wave(tone, place) * Double(found[place * count + channel])
          }
          loudness.append((sum * sum).sum().squareRoot() / 7200)
        }
        let others = loudness.indices.filter { $0 != channel }.map { loudness[$0] }
        // With seven, Opus has nothing above 120 Hz on that of low-frequency effects.
        if codec != "opus" || count != 7 || channel != 3 {
          #expect(abs(loudness[channel] - 8000) < 1000, "channel \(channel): \(loudness)")
        }
        #expect(others.allSatisfy { $0 < 500 }, "channel \(channel): \(loudness)")
      }
    }
  }

  @Test func `a film with fewer channels than the track says so, however quiet it is`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 8, channels: 10, sampleFrames: 4410).wave, "ten.wav")
      func errors(_ options: [String]) throws -> String {
        var command = Program.command(
          ["film", "ten.wav", "-o", "a.mp4", "--size", "64x64", "--overwrite"] + options)
        command.folder = folder.path
        return try Program.succeed(command).errors
      }
      let words = "the film has only 2 of the 10 channels: aac takes 8 here"
      for options in [[], ["-q"], ["--progress", "none"]] {
        #expect(try errors(options).contains("warning: \(words)"))
      }
      #expect(try !errors(["--channels", "3,4"]).contains("channels:"))
      #expect(try !errors(["--sound", "none"]).contains("channels:"))
      var page = Program.command(["page", "ten.wav", "-o", "a.html", "-q"])
      page.folder = folder.path
      #expect(try Program.succeed(page).errors.contains("warning: the page has only 2 of the 10"))
    }
  }

  @Test func `an MP3 track becomes AAC in an MP4, and is copied where that is asked for`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "click.wav")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "click.wav", "song.mp3"], in: folder)
      let words = ["song.mp3", "--size", "64x64", "--fps", "10", "--overwrite"]
      for (options, codec, planned) in [
        ([], "aac", "encoded from the part that is drawn"), (["--sound", "copy"], "mp3", "copied"),
      ] {
        let film = try MadeFilm("a.mp4", of: words + options, in: folder)
        #expect(try film.facts("a")["codec_name"] == codec)
        var plan = Program.command(["plan"] + words + options + ["-o", "a.mp4"])
        plan.folder = folder.path
        #expect(try Program.succeed(plan).text.contains("\nmusic     \(planned)\n"))
      }
    }
  }

  @Test(arguments: [
    ("flac", 2, 22_050), ("alac", 6, 4097), ("alac", 8, 1), ("alac", 5, 8193), ("alac", 4, 8193),
  ])
  func `sound without loss goes into an MP4 of any length`(
    codec: String, channels: Int, count: Int
  ) throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 9, channels: channels, sampleFrames: count)
      try folder.write(tone.wave, "in.wav")
      let words = ["in.wav", "--size", "64x64", "--sound", codec]
      let film = try MadeFilm("a.mp4", of: words, in: folder)
      #expect(try film.facts("a")["codec_name"] == codec)
      var wanted = tone.samples.map(Int.init)
      // ALAC has no layout for four speakers in a square: its third one is silent.
      if channels == 4 {
        for place in (0..<count).reversed() { wanted.insert(0, at: 4 * place + 2) }
      }
      #expect(try film.samples().prefix(wanted.count) == wanted[...])
    }
  }

  @Test func `what comes before damage is heard, and nothing else`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "click.wav")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "click.wav", "a.flac"], in: folder)
      let bytes = try folder.bytes("a.flac")
      try folder.write(Array(bytes[..<(bytes.count / 2)]), "cut.flac")
      let film = try MadeFilm(
        "a.mov", of: ["cut.flac", "--size", "64x64", "--until-damage"], in: folder)
      let samples = try film.samples()
      #expect(samples.count > 50_000)
      #expect(samples == Self.tone.samples.prefix(samples.count).map(Int.init))
    }
  }

  @Test func `a track is copied only where that is exact`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "click.wav")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "click.wav", "-c:a", "libvorbis", "a.ogg"], in: folder)
      let words = ["a.ogg", "--size", "64x64", "--fps", "10", "--overwrite"]
      #expect(try MadeFilm("a.mkv", of: words, in: folder).facts("a")["codec_name"] == "vorbis")
      let part = try MadeFilm("a.mkv", of: words + ["--frames", "3-"], in: folder)
      #expect(try part.facts("a")["codec_name"] == "flac")
      // Two streams, one behind the other.
      let bytes = try folder.bytes("a.ogg")
      try folder.write(bytes + bytes, "chain.ogg")
      let chain = try MadeFilm(
        "a.mkv", of: ["chain.ogg"] + words.dropFirst(), in: folder)
      #expect(try chain.facts("a")["codec_name"] == "flac")
      var plan = Program.command(["plan", "chain.ogg", "--json"])
      plan.folder = folder.path
      let drawn = try JSONValue(parsing: try Program.succeed(plan).bytes)["sampleFrames"]?.integer
      #expect(try chain.samples().count == 2 * (drawn ?? 0))
      for (options, words) in [
        (["-s", "1"], "this is a part"), (["--channels", "0"], "--channels chooses"),
      ] {
        var command = Program.command(
          ["film", "a.ogg", "-o", "b.mkv", "--sound", "copy"] + options)
        command.folder = folder.path
        let result = try command.run()
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
      }
      #expect(!folder.names().contains("b.mkv"))
    }
  }
}
