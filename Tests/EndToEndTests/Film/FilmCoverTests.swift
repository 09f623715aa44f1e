// SPDX-License-Identifier: MIT
import CommandSupport
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

  @Test func `a cover changes no picture of the film`() throws {
    try TemporaryFolder.with { folder in
      let song = try song(in: folder)
      let bare = folder.path("bare.flac")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", song, "-map", "0:a", "-c", "copy", bare])
      _ = try film(song, "a.mp4", in: folder)
      _ = try film(bare, "b.mp4", in: folder)
      func packets(_ name: String) throws -> [UInt8] {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0:v:0", "-c", "copy", "-f", "h264", "-"], in: folder
        ).bytes
      }
      #expect(try packets("a.mp4") == packets("b.mp4"))
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
