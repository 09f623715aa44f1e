// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The sound of films is the sound that was drawn, whether it is copied or encoded, and of no other
/// file.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct CopiedSoundTests {
  /// A second of sound that resembles itself at no other time: many tones at once.
  private static let tone: Tone = {
    var generator = SeededGenerator(seed: 41)
    let tones = (0..<40).map { tone in
      (hertz: Double.random(in: 200...1500, using: &generator), phase: Double(tone) / 7)
    }
    let samples = (0..<48_000).map { place in
      let time = Double(place) / 48_000
      return Int16(tones.reduce(0) { $0 + 600 * sin(2 * .pi * $1.hertz * time + $1.phase) })
    }
    return Tone(sampleRate: 48_000, channels: 1, samples: samples)
  }()

  private static let small = ["--size", "64x64", "--fps", "10", "-q", "--overwrite"]

  /// The tone as a file of a kind.
  private func makeSong(_ kind: String, in folder: TemporaryFolder) throws -> String {
    try folder.write(Self.tone.wave, "tone.wav")
    let name = "song.\(kind.split(separator: " ")[0])"
    let words = kind.split(separator: " ").dropFirst().map(String.init)
    try InstalledTool.ffmpeg.run(["-v", "error", "-i", "tone.wav"] + words + [name], in: folder)
    return name
  }

  /// The first channel of a film's sound at 4000 Hz, from the first picture on.
  private func heard(_ film: MadeFilm) throws -> [Double] {
    let start = try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=start_time", "-of",
        "csv=p=0", film.name,
      ], in: film.folder
    ).text
    let bytes = try InstalledTool.ffmpeg.run(
      [
        "-v", "error", "-copyts", "-i", film.name, "-map", "0:a", "-ac", "1", "-af",
        "aresample=4000:async=1:first_pts=0", "-f", "s16le", "-",
      ], in: film.folder
    ).bytes
    let early = try #require(Double(start.prefix { $0 != "\n" }))
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Double(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
    }.dropFirst(Int((4000 * early).rounded())).map(\.self)
  }

  /// How well a part of some sound is found in another one, from 0 to 1, at the best of the places that
  /// are at most 15 ms away.
  private func likeness(_ part: Range<Int>, of drawn: [Double], in heard: [Double]) -> Double {
    (-60...60).filter { part.upperBound + $0 <= heard.count }.map { shift in
      var (product, own, other) = (0.0, 1.0, 1.0)
      for place in part {
        product += drawn[place] * heard[place + shift]
        own += drawn[place] * drawn[place]
        other += heard[place + shift] * heard[place + shift]
      }
      return product / (own * other).squareRoot()
    }.max() ?? 0
  }

  /// Checks films of a song against one with the samples that are drawn.
  private func expectDrawnSound(_ song: String, in folder: TemporaryFolder) throws {
    let own = try MadeFilm("own.mov", of: [song, "--sound", "pcm"] + Self.small, in: folder)
    let drawn = try heard(own)
    for name in ["a.mov", "a.mkv", "a.webm", "a.mp4"] {
      let film = try heard(MadeFilm(name, of: [song] + Self.small, in: folder))
      #expect(abs(film.count - drawn.count) < 400, "\(name): \(film.count) of \(drawn.count)")
      for start in [65, drawn.count / 2, drawn.count - 500] {
        let found = likeness(start..<start + 400, of: drawn, in: film)
        #expect(found > 0.9, "\(name) at \(start): \(found)")
      }
    }
  }

  @Test(arguments: [
    "wav", "wav -c:a pcm_f32le", "w64", "aiff", "au", "caf", "flac", "ogg -c:a libvorbis", "opus",
    "mp3", "mp3 -write_xing 0", "m4a", "m4a -c:a alac", "aac", "mka -c:a libvorbis", "webm", "wv",
    "tta", "ac3", "wma", "ts",
  ])
  func `a film sounds as it was drawn`(kind: String) throws {
    try TemporaryFolder.with { folder in
      try expectDrawnSound(makeSong(kind, in: folder), in: folder)
    }
  }

  @Test func `Opus with a long start is not early in a film`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try folder.bytes(makeSong("opus", in: folder))
      let head = try #require(bytes.firstRange(of: Array("OpusHead".utf8))?.lowerBound)
      bytes.replaceSubrange(head + 10..<head + 12, with: [0xA0, 0x0F])
      bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      var sum: UInt32 = 0
      for byte in bytes[..<(head + 19)] {
        sum ^= UInt32(byte) << 24
        for _ in 0..<8 { sum = sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
      }
      bytes.replaceSubrange(
        22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) })
      try folder.write(bytes, "song.opus")
      try expectDrawnSound("song.opus", in: folder)
    }
  }

  @Test(arguments: [4800, 48_000])
  func `a film of a WAV with two chunks of samples has those that are drawn`(count: Int) throws {
    try TemporaryFolder.with { folder in
      let noise = Tone(noise: 8, sampleRate: 48_000, channels: 1, sampleFrames: count).wave
      try folder.write(Self.tone.wave + noise[36...], "song.wav")
      try expectDrawnSound("song.wav", in: folder)
    }
  }

  @Test(arguments: [0, 0xFF]) func `a WAV from a pipe becomes a MOV and an MKV`(size: UInt8) throws
  {
    try TemporaryFolder.with { folder in
      var wave = Self.tone.wave
      for place in [4, 40] {
        wave.replaceSubrange(place..<place + 4, with: [size, size, size, size])
      }
      try folder.write(wave, "song.wav")
      try expectDrawnSound("song.wav", in: folder)
    }
  }

  @Test func `a copy is refused where it might be other sound`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave + Self.tone.wave[36...], "song.wav")
      var command = Program.command(["film", "song.wav", "-o", "a.mov", "--sound", "copy"])
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == 64)
      #expect(result.errors.contains("ffmpeg may read other sound in this file"))
    }
  }

  /// Files that name another one, in ways that ffmpeg would follow.
  private static let lists: [String: [UInt8]] = {
    let tag: [UInt8] = [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
    let list = Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.0,\nprivate.aac\n#EXT-X-ENDLIST\n".utf8)
    let concat = Array("ffconcat version 1.0\nfile private.aac\n".utf8)
    let manifest = Array(
      """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \
      profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="audio/mp4">\
      <Representation id="0" bandwidth="1"><BaseURL>private.aac</BaseURL></Representation>\
      </AdaptationSet></Period></MPD>
      """.utf8)
    return [
      "list.mp3": list, "tagged.mp3": tag + list, "twice.mp3": tag + tag + list,
      "concat.mp3": tag + concat, "manifest.mp3": tag + manifest,
      "odd.raw": [1, 2, 3] + manifest + [UInt8](repeating: 1, count: 20_000),
    ]
  }()

  @Test(arguments: ["meter", "plan", "film", "page"])
  func `a file that names another one ends as no sound, and the other is not waited for`(
    command name: String
  ) throws {
    try TemporaryFolder.with { folder in
      #expect(mkfifo(folder.path("private.aac"), 0o600) == 0)
      let frames = try folder.bytes(makeSong("mp3 -write_xing 0 -id3v2_version 0", in: folder))
      let lists = Self.lists
      for (file, bytes) in lists.merging(
        ["song.mp3": (lists["tagged.mp3"] ?? []) + frames], uniquingKeysWith: { $1 })
      {
        try folder.write(bytes, file)
        var command = Program.command([name, file])
        command.folder = folder.path
        command.timeout = 20
        #expect(try command.run().status == 65, "\(file)")
      }
    }
  }

  @Test func `only files that were named are opened`() throws {
    try InstalledTool.strace.require()
    try TemporaryFolder.with { folder in
      let frames = try folder.bytes(makeSong("mp3 -write_xing 0 -id3v2_version 0", in: folder))
      try folder.write(frames, "private.aac")
      var files = Self.lists
      files["song.mp3"] = (files["tagged.mp3"] ?? []) + frames
      for kind in ["m4a", "ogg", "wv"] {
        let name = try makeSong(kind, in: folder)
        files[name] = try folder.bytes(name)
      }
      let trace = try #require(InstalledTool.strace.path)
      for (file, bytes) in files {
        try folder.write(bytes, file)
        for words in [["meter", file], ["film", file, "-o", "\(file).mov"] + Self.small] {
          var command = Program.command(words)
          command.folder = folder.path
          command.wrapper = [trace, "-f", "-qq", "-e", "trace=open,openat", "-o", "trace"]
          _ = try command.run()
          let lines = try String(decoding: folder.bytes("trace"), as: UTF8.self)
            .split(separator: "\n")
          let opened = lines.filter {
            $0.contains(".aac") || $0.contains("song.") || $0.contains(".mp3")
          }
          #expect(opened.contains { $0.contains(file) } || file == "odd.raw", "\(opened)")
          #expect(!opened.contains { $0.contains("private") }, "\(opened)")
        }
      }
    }
  }

  @Test(
    .disabled(if: Sanitizer.active == .thread, "the sanitizer itself writes larger files"))
  func `a page whose sound is over the limit for files names the limit`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "tone.wav")
      var command = Program.command(["page", "tone.wav", "-o", "a.html"])
      command.folder = folder.path
      command.wrapper = [try InstalledTool.sh.found, "-c", "ulimit -f 8; exec \"$@\"", "sh"]
      let result = try command.run()
      #expect(result.status == 74)
      #expect(result.errors.hasSuffix("hint: raise the limit for the size of files: ulimit -f\n"))
      #expect(folder.names() == ["tone.wav"])
    }
  }
}
