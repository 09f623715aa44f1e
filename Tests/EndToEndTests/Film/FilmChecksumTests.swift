// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Films that `verify` compares with their checksums.
@Suite(.serialized) struct FilmChecksumTests {
  private static let tone = Tone.clicks([30], sampleFrames: 44_100)
  private static let size = ["--size", "64x48"]

  private func run(_ words: [String], in folder: TemporaryFolder) throws -> CommandResult {
    var command = Program.command(words)
    command.folder = folder.path
    return try command.run()
  }

  private func make(_ name: String, _ options: [String], in folder: TemporaryFolder) throws {
    let words = ["film", "a.wav", "-q", "-o", name] + Self.size + options
    #expect(try run(words, in: folder).status == 0, "\(name)")
  }

  @Test func `a film is whole, damaged, cut short, or not from this program`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try make("a.mp4", ["--sound", "none"], in: folder)
      let film = try folder.bytes("a.mp4")
      let whole = try run(["verify", "a.mp4"], in: folder)
      #expect(whole.status == 0 && whole.text == "path,problem\n")
      #expect(
        whole.errors.hasPrefix("radial-audio: a.mp4: a film of ")
          && whole.errors.hasSuffix("B, whole\n"), "\(whole.errors)")
      func finding(_ bytes: [UInt8]) throws -> CommandResult {
        try folder.write(bytes, "b.mp4")
        return try run(["verify", "b.mp4"], in: folder)
      }
      var changed = film
      changed[film.count / 2] ^= 1
      let unsealed = Array(film.dropLast(61))
      for (bytes, problem, status, words) in [
        (changed, "damaged", 65, "b.mp4: is damaged: it is not as it was made\n"),
        (Array(film.dropLast(1000)), "damaged", 65, "b.mp4: is cut short\n"),
        (Array(film.dropLast()), "damaged", 65, "b.mp4: is cut short\n"),
        ([], "damaged", 65, "b.mp4: is cut short\n"),
        (unsealed, "unknown", 75, "b.mp4: has no checksum, so that it cannot be checked\n"),
        (Array("words".utf8), "foreign", 65, "b.mp4: is no film in MP4 or QuickTime\n"),
      ] as [([UInt8], String, Int32, String)] {
        let result = try finding(bytes)
        #expect(result.status == status && result.text == "path,problem\nb.mp4,\(problem)\n")
        #expect(result.errors.hasPrefix("radial-audio: error: \(words)hint: "), "\(result.errors)")
      }
      try folder.write(changed, "c.m4v")
      try folder.write(unsealed, "d.mov")
      let all = try run(["verify", "a.mp4", "c.m4v", "d.mov"], in: folder)
      #expect(all.status == 65 && all.text == "path,problem\nc.m4v,damaged\nd.mov,unknown\n")
      #expect(all.errors.contains("error: of 3 films, 1 damaged, 1 unknown\n"))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `films of all encoders, joined ones and parts are whole, until another program writes them`()
    throws
  {
    try TemporaryFolder.with { folder in
      try folder.write(Self.tone.wave, "a.wav")
      try make("own.mp4", [], in: folder)
      try make("x264.mp4", ["--encoder", "x264"], in: folder)
      try make("png.mov", ["--codec", "png"], in: folder)
      try make("part-%d.mp4", ["--shard", "1/2", "--encoder", "x264"], in: folder)
      let films = ["own.mp4", "x264.mp4", "png.mov", "part-1.mp4"]
      let whole = try run(["verify"] + films, in: folder)
      #expect(whole.status == 0 && whole.errors.split(separator: "\n").count == 4)
      _ = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "own.mp4", "-c", "copy", "other.mp4"], in: folder)
      let other = try run(["verify", "other.mp4"], in: folder)
      #expect(other.status == 75 && other.text.contains("other.mp4,unknown"))
      // Players have nothing to say of it.
      let report = try InstalledTool.ffmpeg.run(
        ["-v", "warning", "-i", "own.mp4", "-f", "null", "-"], in: folder)
      #expect(report.errors.isEmpty, "\(report.errors)")
    }
  }

  @Test(arguments: ["a.mkv", "a.webm", "a.gif", "a.avi", "none.mp4"])
  func `a film that cannot be checked is refused before the others are read`(name: String) throws {
    try TemporaryFolder.with { folder in
      if name != "none.mp4" { try folder.write("film", name) }
      try folder.write("words", "b.mp4")
      let result = try run(["verify", "b.mp4", name], in: folder)
      #expect(result.status == 66 && result.text.isEmpty)
      let reason =
        name == "none.mp4" ? "No such file" : "a film of this kind has no checksum\nhint:"
      #expect(result.errors.contains("\(name): \(reason)"), "\(result.errors)")
    }
  }
}
