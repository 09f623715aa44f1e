// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Files of readings in place of the sound.
@Suite struct ReadingsTests {
  private static let tone = Tone(noise: 61, sampleRate: 8000, channels: 2, sampleFrames: 24_100)

  /// Runs in a folder with a sound `t.wav`.
  private func withSound(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "t.wav")
      try body(folder)
    }
  }

  private func run(_ words: [String], _ folder: TemporaryFolder) throws -> CommandResult {
    var command = Program.command(words)
    command.folder = folder.path
    return try command.run()
  }

  @Test(arguments: [
    "radial/sun", "radial/line", "radial/tutorial", "radial/well", "radial/halo", "radial/strata",
    "track/rings", "track/layers", "track/harmony", "gauge/studio", "gauge/tutorial",
    "plots/analyzer", "plots/tutorial",
  ])
  func `pictures of readings are those of the sound, with their manifest`(look: String) throws {
    try withSound { folder in
      let parts = look.split(separator: "/").map(String.init)
      let made = try run(["meter", "t.wav", "-o", "t.readings", "--for", look, "-q"], folder)
      #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
      for (input, output) in [("t.wav", "a"), ("t.readings", "b")] {
        let drawn = try run(
          ["render", input, "--view", parts[0], "--look", parts[1], "--size", "96x64", "-q", "-o"]
            + [output], folder)
        #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
      }
      let names = folder.names(in: "a")
      #expect(names.count == 182 && names == folder.names(in: "b"))
      for name in names {
        #expect(try folder.bytes("a/\(name)") == folder.bytes("b/\(name)"), "\(name)")
      }
    }
  }

  @Test func `films whose scenes have looks are drawn of readings as of the sound`() throws {
    try withSound { folder in
      let made = try run(["meter", "t.wav", "-o", "t.readings", "--for", "scenes", "-q"], folder)
      #expect(made.status == 0, "\(made.errors)")
      let words = ["--scenes", "orbit,well", "--size", "64x36", "-f", "rgba", "-o", "-", "-q"]
      let sound = try run(["render", "t.wav"] + words, folder)
      let readings = try run(["render", "t.readings"] + words, folder)
      #expect(sound.status == 0 && sound.bytes == readings.bytes && !sound.bytes.isEmpty)
      _ = try run(["meter", "t.wav", "-o", "u.readings", "-q"], folder)
      let missing = try run(["render", "u.readings"] + words, folder)
      #expect(missing.status == 64 && missing.errors.contains("--for scenes"), "\(missing.errors)")
    }
  }

  @Test func `verify finds damage in any part of a file of readings`() throws {
    try withSound { folder in
      let made = try run(["meter", "t.wav", "-o", "a.readings", "--for", "halo", "-q"], folder)
      #expect(made.status == 0, "\(made.errors)")
      let whole = try folder.bytes("a.readings")
      let good = try run(["verify", "a.readings"], folder)
      #expect(good.status == 0 && good.text == "path,problem\n")
      #expect(good.errors.contains("a.readings: ") && good.errors.contains("all whole"))
      for place in stride(from: 0, to: whole.count, by: whole.count / 23) {
        var bytes = whole
        bytes[place] ^= 4
        try folder.write(bytes, "b.readings")
        let bad = try run(["verify", "a.readings", "b.readings", "-q"], folder)
        // Without its first words it is no file of readings, and not audio either.
        guard place > 0 else {
          #expect(bad.status == 65)
          continue
        }
        #expect(bad.status == 65 && bad.text == "path,problem\nb.readings,damaged\n", "\(place)")
        #expect(bad.errors.contains("of 2 files of readings, 1 damaged"), "\(bad.errors)")
      }
      try folder.write(Array(whole.dropLast()), "b.readings")
      #expect(
        try run(["verify", "b.readings", "-q"], folder).text.hasSuffix("b.readings,damaged\n"))
    }
  }

  @Test func `levels and constants of readings are those of the sound`() throws {
    try withSound { folder in
      try folder.write(Tone(noise: 62, sampleRate: 8000, sampleFrames: 9000).wave, "u.wav")
      for name in ["t", "u"] {
        #expect(
          try run(["meter", "\(name).wav", "-o", "\(name).readings", "-q"], folder).status == 0)
      }
      for meters in ["tick", "petal", "avaudioplayer"] {
        let sound = try run(["meter", "t.wav", "--ballistics", meters], folder)
        let readings = try run(["meter", "t.readings", "--ballistics", meters], folder)
        #expect(sound.status == 0 && sound.rows.count > 180 && sound.bytes == readings.bytes)
        for part in [["-s", "1", "-d", "0.75"], ["-s", "2.5"], ["-d", "0.101"], ["-d", "9"]] {
          for command in ["meter", "normalize"] {
            let words = ["--ballistics", meters, "-q"] + part
            let sound = try run([command, "t.wav"] + words, folder)
            let readings = try run([command, "t.readings"] + words, folder)
            #expect(sound.status == 0 && sound.bytes == readings.bytes, "\(command) \(part)")
          }
        }
      }
      let constants = try run(["normalize", "t.wav", "u.wav", "-q"], folder)
      #expect(constants.status == 0 && constants.bytes.count > 500)
      #expect(
        try run(["normalize", "t.readings", "u.readings", "-q"], folder).bytes == constants.bytes)
    }
  }

  @Test(arguments: [
    "radial/sun", "radial/line", "radial/halo", "track/rings", "track/harmony", "gauge/studio",
    "gauge/tutorial", "plots/analyzer", "plots/tutorial",
  ])
  func `pictures of a part of readings are those of the sound`(look: String) throws {
    try withSound { folder in
      _ = try run(["meter", "t.wav", "-o", "t.readings", "--for", look, "-q"], folder)
      for (place, part) in [
        ["-s", "1", "-d", "0.75"], ["-s", "2.95"], ["-d", "0.101"],
        ["-s", "1", "-d", "0.1", "--range", "part"],
      ].enumerated() {
        let hasScale = look.hasPrefix("radial")
        guard hasScale || !part.contains("--range") else { continue }
        let names = look.split(separator: "/").map(String.init)
        let words =
          part + ["--view", names[0], "--look", names[1], "--size", "64x48", "-q", "-o"]
        let sound = try run(["render", "t.wav"] + words + ["a\(place)"], folder)
        let readings = try run(["render", "t.readings"] + words + ["b\(place)"], folder)
        #expect(sound.status == 0 && readings.status == 0, "\(part): \(readings.errors)")
        let files = folder.names(in: "a\(place)")
        #expect(files.count > 3 && files == folder.names(in: "b\(place)"))
        for name in files where name.hasSuffix(".png") || hasScale && !part.contains("--range") {
          #expect(
            try folder.bytes("a\(place)/\(name)") == folder.bytes("b\(place)/\(name)"),
            "\(part) \(name)")
        }
      }
    }
  }

  @Test func `the levels of readings are sent as OSC`() throws {
    try withSound { folder in
      let receiver = try OSCReceiver()
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      let sent = try run(["meter", "t.readings", "--osc", "localhost:\(receiver.port)"], folder)
      #expect(sent.status == 0 && sent.bytes.isEmpty, "\(sent.errors)")
      for tick in 0..<181 {
        let bytes = try #require(receiver.datagram())
        #expect(Int(receiver.word(bytes, 44)) == tick)
      }
      #expect(receiver.datagram() == nil)
    }
  }

  @Test func `a sequence begun with the sound goes on with its readings`() throws {
    try withSound { folder in
      let words = ["--size", "64x48", "-q", "-o"]
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      _ = try run(["render", "t.wav", "--frames", "0-99"] + words + ["a"], folder)
      let on = try run(["render", "t.readings", "--existing=keep"] + words + ["a"], folder)
      #expect(on.status == 0 && on.errors.isEmpty, "\(on.errors)")
      _ = try run(["render", "t.wav"] + words + ["b"], folder)
      for name in folder.names(in: "b") {
        #expect(try folder.bytes("a/\(name)") == folder.bytes("b/\(name)"), "\(name)")
      }
      #expect(try run(["verify", "a", "-q"], folder).status == 0)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg encodes films"))
  func `a film of readings is silent, or has the sound that was measured`() throws {
    try withSound { folder in
      try folder.write(Tone(noise: 63, sampleRate: 8000, sampleFrames: 9000).wave, "u.wav")
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      let words = ["--size", "64x48", "--look", "sun", "-o"]
      let silent = try run(["film", "t.readings"] + words + ["a.mkv"], folder)
      #expect(silent.status == 0, "\(silent.errors)")
      #expect(
        silent.errors.contains("has no samples, so the film is silent; --sound FILE adds"))
      for (name, input) in [
        ("b.mkv", ["t.readings", "--sound", "t.wav"]), ("c.mkv", ["t.wav"]),
      ] {
        let film = try run(["film"] + input + words + [name, "-q"], folder)
        #expect(film.status == 0 && film.errors.isEmpty, "\(film.errors)")
      }
      func hash(_ name: String) throws -> String {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-f", "streamhash", "-"], in: folder
        ).text
      }
      #expect(try hash("b.mkv") == hash("c.mkv"))
      #expect(try hash("a.mkv").split(separator: "\n").count == 1)
      let other = try run(
        ["film", "t.readings", "--sound", "u.wav"] + words + ["d.mkv"], folder)
      #expect(other.status == 65 && other.errors.contains("u.wav: is not the sound of t.readings"))
      let own = try run(["film", "t.wav", "--sound", "t.wav"] + words + ["d.mkv"], folder)
      #expect(own.status == 64 && own.errors.contains("has its own sound"))
      #expect(!folder.names(in: ".").contains("d.mkv"))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg encodes films"))
  func `a film of a part of readings is that of the sound, also in parts of its own`() throws {
    try withSound { folder in
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      let words = ["--size", "64x48", "--look", "sun", "-s", "1", "-d", "2", "-q"]
      let readings = ["t.readings", "--sound", "t.wav"]
      let lossless = words + ["--codec", "png"]
      for command in [
        ["film"] + readings + lossless + ["-o", "a.mov"],
        ["film", "t.wav"] + lossless + ["-o", "b.mov"],
        ["film", "t.readings"] + lossless + ["--shard", "1/2", "-o", "p-%03d.mov"],
        ["film", "t.readings"] + lossless + ["--shard", "2/2", "-o", "p-%03d.mov"],
        ["film", "--join", "p-*.mov"] + readings + words + ["-o", "c.mov"],
      ] {
        let made = try run(command, folder)
        #expect(made.status == 0, "\(command): \(made.errors)")
      }
      func hash(_ name: String) throws -> String {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0", "-f", "framemd5", "-c:v", "rawvideo", "-"],
          in: folder
        ).text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      }
      #expect(try hash("a.mov") == hash("b.mov"))
      #expect(try hash("c.mov") == hash("b.mov"))
    }
  }

  @Test func `what readings lack is refused with the command that makes it`() throws {
    try withSound { folder in
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      let words = ["render", "t.readings", "-q", "--size", "64x48", "-o", "a", "--overwrite"]
      for options in [
        ["--look", "halo", "--channels", "1,0"],
        ["--look", "ink", "--ballistics", "petal:7", "--floor=-90"],
      ] {
        let lacking = try run(words + options, folder)
        #expect(lacking.status == 64 && lacking.errors.contains("has no readings '"))
        let hint = try #require(lacking.lastError.firstRange(of: "radial-audio "))
        let command = lacking.lastError[hint.upperBound...].split(separator: " ").map(String.init)
          .map { ["SOUND": "t.wav", "song.readings": "t.readings"][$0] ?? $0 }
        #expect(try run(command + ["--overwrite", "-q"], folder).status == 0, "\(command)")
        #expect(try run(words + options, folder).status == 0)
      }
      _ = try run(["meter", "t.wav", "-o", "t.readings", "--overwrite", "-q"], folder)
      for (command, message) in [
        (["render", "t.readings", "-s", "1.001", "-o", "b"], "and 1.001 s is within a tick"),
        (
          [
            "poster", "t.readings", "--view", "gauge", "--look", "tutorial", "-s", "1", "-o",
            "b.png",
          ], "this look cannot begin afresh from them"
        ),
        (
          ["meter", "t.readings", "-s", "0.105"],
          "and 0.105 s is within a tick\nhint: a tick begins every 1/60 s"
        ),
        (["meter", "t.readings", "-s", "60"], "ends before the part, which starts at 60 s"),
        (["meter", "t.readings", "--add", "bands"], "has readings but no samples"),
        (["meter", "t.readings", "--summary", "-"], "has readings but no samples"),
        (["page", "t.readings", "--sound", "aac", "-o", "b.html"], "has readings but no samples"),
        (["meter", "t.wav", "-s", "1", "-o", "b.readings"], "is of the whole sound"),
        (["meter", "t.wav", "--add", "bands", "-o", "b.readings"], "has no columns of --add"),
        (["meter", "t.wav", "--for", "hallo", "-o", "b.readings"], "did you mean 'halo'?"),
        (["meter", "t.wav", "--for", "brass", "-o", "b.readings"], "draws an instrument"),
      ] {
        let refused = try run(command, folder)
        #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
      }
      #expect(!folder.names(in: ".").contains { $0.hasPrefix("b") })
    }
  }

  @Test func `damaged readings never make pictures`() throws {
    try withSound { folder in
      _ = try run(["meter", "t.wav", "-o", "t.readings", "-q"], folder)
      var bytes = try folder.bytes("t.readings")
      for place in stride(from: 4000, to: bytes.count, by: 4000) { bytes[place] ^= 1 }
      try folder.write(bytes, "t.readings")
      let result = try run(["render", "t.readings", "--look", "tutorial", "-o", "a"], folder)
      #expect(result.status == 65 && result.errors.contains("are damaged from tick 0 on"))
      #expect(result.errors.contains("hint: make them again"))
      #expect(!folder.names(in: ".").contains("a"))
    }
  }
}
