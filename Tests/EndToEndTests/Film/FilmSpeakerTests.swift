// SPDX-License-Identifier: MIT
import CommandSupport
import JSON
import Signal
import TestSupport
import Testing

/// Each speaker of a track is heard in its films, and the films say which it is.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg encodes films"))
struct FilmSpeakerTests {
  /// The speakers of the film follow, and what each of them plays: itself, or another one of the track;
  /// a hyphen for silence.
  @Test(
    arguments: [
      ("a.mp4", "aac", "FL FR FC LFE BL BR", "FL FR FC LFE BL BR", nil),
      ("a.mp4", "aac", "FL FR LFE", "FL FR FC LFE BL BR", "FL FR - LFE - -"),
      ("a.mp4", "aac", "FL FR FC LFE BC SL SR", "FL FR FC LFE BC SL SR", nil),
      // The sides stand at the back.
      ("a.mp4", "aac", "FL FR FC LFE SL SR", "FL FR FC LFE BL BR", "FL FR FC LFE SL SR"),
      ("a.mp4", "aac", "FL FR FC BL BR BC", "FL FR FC LFE BC SL SR", "FL FR FC - BC BL BR"),
      ("a.mp4", "alac", "FL FR BL BR", "FL FR FC BL BR", "FL FR - BL BR"),
      ("a.mov", "alac", "FL FR LFE", "FL FR FC LFE BL BR", "FL FR - LFE - -"),
      ("a.mov", "pcm", "FL FR LFE", "FL FR LFE", nil),
      ("a.mov", "pcm", "FL FR FC LFE BL BR FLC FRC", "FL FR FC LFE BL BR FLC FRC", nil),
      ("a.mkv", "flac", "FL FR FC BC", "FL FR FC LFE BC SL SR", "FL FR FC - BC - -"),
      ("a.mkv", "flac", "FL FR FC LFE SL SR", "FL FR FC LFE SL SR", nil),
      ("a.mkv", "flac", "FL FR FC BL BR BC SL SR", "FL FR FC BL BR BC SL SR", nil),
      ("a.mkv", "pcm", "FL FR LFE", "FL FR FC LFE BL BR", "FL FR - LFE - -"),
      ("a.webm", "opus", "FL FR LFE", "FL FR FC LFE BL BR", "FL FR - LFE - -"),
      ("a.webm", "opus", "FL FR FC BL BR", "FL FR FC BL BR", nil),
      ("a.webm", "opus", "FL FR FC BC", "FL FR FC LFE BC SL SR", "FL FR FC - BC - -"),
      ("a.webm", "vorbis", "FL FR FC LFE BL BR", "FL FR FC LFE BL BR", nil),
      // Symptom: one of a pair was at the centre, and the other at the back.
      (
        "a.mp4", "aac", "FL FR LFE FLC FRC SL SR", "FL FR FC LFE BL BR SL SR",
        "FL FR - LFE SL SR FLC FRC"
      ),
      (
        "a.mp4", "aac", "FL FR FC FLC FRC SL SR", "FL FR FC LFE BL BR SL SR",
        "FL FR FC - SL SR FLC FRC"
      ),
      // Between the centre and the front there is no place: they get those that are free.
      (
        "a.webm", "vorbis", "FL FR FC LFE BL BR FLC FRC", "FL FR FC LFE BL BR SL SR",
        "FL FR FC LFE BL BR FLC FRC"
      ),
    ] as [(String, String, String, String, String?)])
  func `each speaker of a track is found in its film`(
    name: String, sound: String, track: String, film: String, plays: String?
  ) throws {
    try TemporaryFolder.with { folder in
      let speakers = try #require(Speaker.list(track).flatMap(Speakers.init))
      try folder.write(SpeakerTones.wave(speakers), "in.wav")
      let words = ["in.wav", "--size", "64x64", "--fps", "10", "--sound", sound]
      _ = try MadeFilm(name, of: words, in: folder)
      func output(_ words: [String]) throws -> String {
        var command = Program.command(words)
        command.folder = folder.path
        return try Program.succeed(command).text
      }
      let plan = try output(["plan", name, "--json"])
      let list = film.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
      #expect(plan.filter { $0 != " " }.contains("\"speakers\":[\(list)]"), "\(plan)")
      let rows = try output(["meter", name, "--ballistics", "tick"]).split(separator: "\n")
      let columns = rows[0].split(separator: ",")
      let values = rows[30].split(separator: ",").map { Double($0) ?? .nan }
      for (channel, source) in (plays ?? film).split(separator: " ").enumerated() {
        let column = try #require(columns.firstIndex(of: "average_\(channel)_dbfs"))
        let expected = Speaker(rawValue: String(source)).map(SpeakerTones.level)
        let found = values[column]
        #expect(
          // Vorbis makes low-frequency effects 2 dB louder.
          expected.map { abs(found - $0) < (source == "LFE" ? 2.2 : 1) } ?? (found < -60),
          "\(source): \(found) dBFS")
      }
    }
  }

  /// Symptom: a film of a mono file with --channels 0,1 trapped.
  @Test func `the usual channels of a mono track are its only one`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 4, channels: 1, sampleFrames: 4410).wave, "mono.wav")
      let words = ["mono.wav", "--size", "64x64", "--channels", "0,1"]
      let film = try MadeFilm("a.mov", of: words, in: folder)
      #expect(try film.facts("a")["channels"] == "1")
    }
  }
}
