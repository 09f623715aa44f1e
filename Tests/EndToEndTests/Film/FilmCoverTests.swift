// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The covers of films.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct FilmCoverTests {
  /// A song of half a second with a title and a cover.
  private func song(in folder: TemporaryFolder) throws -> String {
    try InstalledTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=r=44100:d=0.5", "-i",
        Repository.fixture("demo-logo.png"), "-map", "0:a", "-map", "1:v", "-c:v", "copy",
        "-disposition:v", "attached_pic", "-metadata", "title=A", "song.flac",
      ], in: folder)
    return folder.path("song.flac")
  }

  /// What ffprobe says of a film of the song in a container with a codec.
  private func film(
    _ song: String, _ name: String, _ options: [String] = [], in folder: TemporaryFolder
  ) throws -> String {
    try Program.succeed(
      Program.command(
        ["film", song, "-o", folder.path(name), "--size", "64x64", "--look", "sun", "-q"] + options)
    )
    return try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-show_entries", "format_tags=title:stream_disposition=attached_pic", "-of",
        "default=nw=1", name,
      ], in: folder
    ).text
  }

  @Test(arguments: [
    ("a.mp4", []), ("a.mp4", ["--codec", "h265", "--sound", "none"]), ("a.mkv", []),
    ("a.mov", []), ("a.webm", []),
  ])
  func `a film has the cover of its song where players show it`(
    name: String, options: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let told = try film(song(in: folder), name, options, in: folder)
      let hasCover = name == "a.mp4" || name == "a.mkv"
      #expect(told.contains("attached_pic=1") == hasCover, "\(told)")
      #expect(told.lowercased().contains("tag:title=a"), "\(told)")
    }
  }

  @Test(arguments: [[], ["--sound", "aac"]])
  func `a canvas has neither the cover nor the tags of its song`(sound: [String]) throws {
    try TemporaryFolder.with { folder in
      let words = ["--size", "canvas", "--frames", "0-2"] + sound
      let told = try film(song(in: folder), "a.mp4", words, in: folder).lowercased()
      #expect(!told.contains("attached_pic=1") && !told.contains("title"), "\(told)")
    }
  }

  @Test func `a film in ProRes by default names the codec that is faster`() throws {
    let words =
      ["plan", Repository.fixture("demo.flac"), "-o", "a.mov", "--background", "none"]
      + ["-d", "1"]
    let hint = "--codec qtrle is lossless, much faster and larger"
    #expect(try Program.succeed(Program.command(words)).text.contains(hint))
    let chosen = try Program.succeed(Program.command(words + ["--codec", "prores"]))
    #expect(!chosen.text.contains(hint))
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.sh)), arguments: ["a.mp4", "a.mkv"],
    [(true, "auto"), (true, "none"), (false, "auto"), (false, "none")])
  func `the printed line makes the film with the same cover`(
    name: String, made: (isInTags: Bool, sound: String)
  ) throws {
    let (isInTags, sound) = made
    try TemporaryFolder.with { folder in
      let song = try song(in: folder)
      if !isInTags {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", song, "-map", "0:a", "-c", "copy", folder.path("bare.flac")])
        try FileManager.default.copyItem(
          atPath: Repository.fixture("demo-logo.png"), toPath: folder.path("Cover.png"))
      }
      let input = isInTags ? "song.flac" : "bare.flac"
      let words = [input, "--size", "64x64", "--look", "sun", "-q", "--sound", sound, "-o"]
      var film = Program.command(["film"] + words + [name])
      film.folder = folder.path
      try Program.succeed(film)
      film.arguments = ["plan"] + words + ["typed-" + name, "--print-command"]
      let line = try Program.succeed(film).text
      var shell = CommandRun(try #require(InstalledTool.sh.path), ["-c", line])
      shell.folder = folder.path
      let programs = URL(filePath: Program.command([]).program).deletingLastPathComponent().path
      shell.environment["PATH"] = "\(programs):/usr/local/bin:/usr/bin:/bin"
      let typed = try shell.run()
      #expect(typed.status == 0, "\(line)\(typed.errors)")
      func streams(_ name: String) throws -> String {
        try InstalledTool.ffprobe.run(
          [
            "-v", "error", "-show_entries",
            "stream=codec_type,codec_name,width,nb_read_packets:stream_disposition=attached_pic"
              + ":stream_tags=mimetype", "-count_packets", "-of", "compact", name,
          ], in: folder
        ).text
      }
      let expected = try streams(name)
      #expect(expected.contains("attached_pic=1"), "\(expected)")
      #expect(try streams("typed-" + name) == expected, "\(line)")
      // The cover is the same to the byte.
      func cover(_ name: String) throws -> [UInt8] {
        let stream = sound == "none" ? "0:1" : "0:2"
        return try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", stream, "-c", "copy", "-f", "image2pipe", "-"],
          in: folder
        ).bytes
      }
      #expect(try cover("typed-" + name) == cover(name))
    }
  }

  @Test func `a cover changes the pictures of a film only where it is shown`() throws {
    try TemporaryFolder.with { folder in
      let song = try song(in: folder)
      let bare = folder.path("bare.flac")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", song, "-map", "0:a", "-c", "copy", bare])
      let hidden = ["--cover", "none", "--title", "none", "--subtitle", "none"]
      _ = try film(song, "a.mp4", hidden, in: folder)
      _ = try film(bare, "b.mp4", hidden, in: folder)
      _ = try film(song, "c.mp4", in: folder)
      func packets(_ name: String) throws -> [UInt8] {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0:v:0", "-c", "copy", "-f", "h264", "-"], in: folder
        ).bytes
      }
      #expect(try packets("a.mp4") == packets("b.mp4"))
      #expect(try packets("a.mp4") != packets("c.mp4"))
    }
  }

  @Test func `a cover that is damaged is left out of the film`() throws {
    try TemporaryFolder.with { folder in
      let path = try song(in: folder)
      var bytes = try folder.bytes("song.flac")
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "IDAT".utf8) })
      bytes[place + 9] ^= 0xFF
      try folder.write(bytes, "song.flac")
      let told = try film(path, "a.mp4", in: folder)
      #expect(told.contains("TAG:title=A") && !told.contains("attached_pic=1"), "\(told)")
    }
  }
}
