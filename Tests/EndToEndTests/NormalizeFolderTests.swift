// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Constants of folders, of mono beside stereo, and of what cannot all be read.
@Suite struct NormalizeFolderTests {
  @Test func `a folder is its audio files, in the order of their bytes`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let tracks = Album.names.map { album.track($0) }
      let listed = try Program.succeed(Program.command(["normalize"] + tracks)).bytes
      #expect(try Program.succeed(Program.command(["normalize", album.path])).bytes == listed)
      #expect(
        try Program.succeed(Program.command(["normalize", album.path + "//"])).bytes == listed)
      let deep = try Program.succeed(Program.command(["normalize", "--recursive", album.path]))
        .bytes
      #expect(deep != listed)
      let more = tracks + ["\(album.path)/disc 2/01 loud.WAV"]
      #expect(try Program.succeed(Program.command(["normalize"] + more)).bytes == deep)
    }
  }

  @Test func `a folder without audio files is told`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let result = try Program.run("normalize", folder.path)
      #expect(result.status == 66)
      #expect(result.errors.contains("has no audio files of its own"))
      #expect(result.errors.contains("--recursive"))
      // A link to a folder is not followed: it may lead back.
      try FileManager.default.createSymbolicLink(
        atPath: "\(album.path)/disc 2/loop", withDestinationPath: album.path)
      try Program.succeed(Program.command(["normalize", "--recursive", folder.path]))
    }
  }

  @Test func `mono counts on both sides, wherever it stands among stereo`() throws {
    try TemporaryFolder.with { folder in
      let mono = Tone(noise: 5, sampleRate: 6000, channels: 1, sampleFrames: 900)
      let both = Tone(sampleRate: 6000, channels: 2, samples: mono.samples.flatMap { [$0, $0] })
      let stereo = try folder.write(
        Tone(noise: 6, sampleRate: 6000, sampleFrames: 700).wave, "stereo.wav")
      let inputs = [
        try folder.write(mono.wave, "mono.wav"), try folder.write(both.wave, "both.wav"),
      ]
      func constants(_ words: String...) throws -> [UInt8] {
        try Program.succeed(Program.command(["normalize"] + words)).bytes
      }
      let expected = try constants(inputs[1], stereo)
      #expect(try constants(inputs[0], stereo) == expected)
      #expect(try constants(stereo, inputs[0]) == expected)
      // Both are drawn alike with them.
      let file = try folder.write(expected, "c.json")
      func curves(_ input: String) throws -> [String] {
        let words = [
          "render", input, "-o", folder.path("%d.svg"), "--frames", "5", "--view", "radial",
          "--look", "tutorial",
        ]
        try Program.succeed(Program.command(words + ["--range", file, "--overwrite"]))
        return Drawing(String(decoding: try folder.bytes("5.svg"), as: UTF8.self)).curves("d")
      }
      let drawn = try curves(inputs[0])
      #expect(drawn.count == 4)
      #expect(try curves(inputs[1]) == drawn)
    }
  }

  @Test func `what cannot be read is left out and listed`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let listed = try Program.succeed(Program.command(["normalize", album.path])).bytes
      let whole = Tone(noise: 8, sampleRate: 6000, sampleFrames: 100_000).wave
      try folder.write(Array(whole.dropLast(10_000)), "album/00 cut.wav")
      try folder.write("x", "album/zero.flac")
      let inputs = [album.path, "\(album.path)/cover.txt", folder.path("missing.wav")]
      let strict = try Program.command(["normalize"] + inputs).run()
      #expect(strict.status == 65)
      #expect(strict.bytes == listed)
      #expect(strict.errors.hasSuffix("radial-audio: error: 4 of 7 inputs left out\n"))
      let result = try Program.command(["normalize", "--skip-unreadable"] + inputs).run()
      #expect(result.status == 0)
      #expect(result.bytes == listed)
      let lines = result.errors.split(separator: "\n").map(String.init)
      #expect(lines.count == 5)
      for (line, name) in zip(
        lines, ["album/00 cut.wav: ", "zero.flac: ", "cover.txt: ", "missing.wav: "])
      {
        #expect(line.hasPrefix("radial-audio: warning: "))
        #expect(line.contains(name) && line.hasSuffix("; left out"), "\(line)")
      }
      #expect(lines.last == "radial-audio: warning: 4 of 7 inputs left out")
      let nothing = try Program.run(
        "normalize", "--skip-unreadable", folder.path("missing.wav"), "\(album.path)/cover.txt",
        "-o", folder.path("c.json"))
      #expect(nothing.status == 66)
      #expect(nothing.errors.contains("2 of 2 inputs left out: nothing could be read"))
      #expect(folder.names() == ["album"])
    }
  }
}
