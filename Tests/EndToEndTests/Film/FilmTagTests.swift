// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The tags of films.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct FilmTagTests {
  private static let odd = "-i=a;b\nc 'd' \"%s\" $(e) Größe"
  private static let tags = [
    "album=Waves; and=More", "artist=Grö\u{FF}", "date=2001",
    "title=-i=a;b c 'd' \"%s\" $(e) Größe",
  ]

  private static let names = [
    "title", "artist", "album", "album_artist", "composer", "genre", "date", "track", "comment",
  ]

  /// A WAV file with odd tags, one of which is no UTF-8.
  private var wave: [UInt8] {
    func little(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let padded = bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      return Array(name.utf8) + little(padded.count) + padded
    }
    let list = chunk(
      "LIST",
      Array("INFO".utf8) + chunk("INAM", Array(Self.odd.utf8) + [0])
        + chunk("IART", [0x47, 0x72, 0xF6, 0xFF, 0])
        + chunk("IPRD", Array("Waves; and=More".utf8) + [0])
        + chunk("ICRD", Array("2001".utf8) + [0]))
    let bare = Tone(noise: 3, sampleFrames: 4410).wave
    return Array("RIFF".utf8) + little(bare.count - 8 + list.count)
      + bare[8..<36] + list + bare[36...]
  }

  /// The tags of a film and of its streams that may come from its sound, in order.
  private func tags(_ film: MadeFilm) throws -> [String] {
    let text = try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nw=1", film.name,
      ],
      in: film.folder
    ).text
    return text.split(separator: "\n").compactMap { line in
      guard let mark = line.firstIndex(of: "=") else { return nil }
      let name = line[..<mark].lowercased().dropFirst("tag:".count)
      return Self.names.contains(String(name)) ? "\(name)\(line[mark...])" : nil
    }.sorted()
  }

  @Test(arguments: ["a.mp4", "a.m4v", "a.mov", "a.mkv", "a.webm"])
  func `a film has the title, the artist and the album of its sound`(name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(wave, "in.wav")
      let words = ["in.wav", "--size", "64x64", "--quality", "draft"]
      #expect(try tags(MadeFilm(name, of: words, in: folder)) == Self.tags)
    }
  }

  @Test(
    arguments: ["a.flac", "a.ogg", "a.opus", "a.mp3", "old.mp3", "a.m4a", "total.flac"],
    ["a.mp4", "a.mkv", "a.mov"])
  func `all usual tags of a song come into its film`(song: String, name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 3, sampleRate: 48_000, sampleFrames: 4800).wave, "in.wav")
      let tags = [
        "album=Waves", "album_artist=Ana & the Tides", "artist=Ana", "composer=Bo",
        "date=2001", "genre=Ambient", "title=One",
      ]
      let isSplit = song == "total.flac"
      let track = isSplit ? ["track=3", "TOTALTRACKS=12"] : ["track=3/12"]
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "in.wav"] + (tags + track).flatMap { ["-metadata", $0] }
          + (song == "old.mp3" ? ["-id3v2_version", "3"] : []) + [song], in: folder)
      let film = try MadeFilm(
        name, of: [song, "--size", "64x64", "--quality", "draft"], in: folder)
      // ffmpeg has no names for the others in QuickTime.
      let lost = name == "a.mov" ? ["album_artist", "composer", "track"] : []
      let expected = (tags + ["track=3/12"]).filter { tag in
        !lost.contains { tag.hasPrefix("\($0)=") }
      }
      #expect(try self.tags(film) == expected.sorted())
    }
  }

  @Test func `readings keep the tags for a film`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 3, sampleFrames: 4410).wave, "in.wav")
      let tags = ["album_artist=Ana", "composer=Bo", "genre=Ambient", "track=3/12"]
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "in.wav"] + tags.flatMap { ["-metadata", $0] } + ["in.flac"],
        in: folder)
      try Program.succeed(
        Program.command(["meter", folder.path("in.flac"), "-o", folder.path("a.readings"), "-q"]))
      let film = try MadeFilm("a.mp4", of: ["a.readings", "--size", "64x64"], in: folder)
      #expect(try self.tags(film) == tags)
    }
  }

  /// Symptom: tags of films were cut at 200 characters.
  @Test(arguments: ["a.mp4", "a.mkv"])
  func `a long tag comes whole into a film`(name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 3, sampleFrames: 4410).wave, "in.wav")
      let artists = "artist=" + (1...90).map { "Performer \($0)" }.joined(separator: ", ")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "in.wav", "-metadata", artists, "in.flac"], in: folder)
      let film = try MadeFilm(name, of: ["in.flac", "--size", "64x64"], in: folder)
      #expect(try tags(film) == [artists])
    }
  }

  @Test func `packets are copied without the tags that belong to them`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 3, sampleFrames: 4410).wave, "in.wav")
      let date = ["-metadata", "title=One", "-metadata", "comment=Good"]
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "in.wav", "-c:a", "libvorbis"] + date + ["in.ogg"], in: folder)
      let film = try MadeFilm("a.webm", of: ["in.ogg", "--size", "64x64"], in: folder)
      #expect(try tags(film) == ["title=One"])
    }
  }

  @Test func `what comes through a pipe has no tags`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(wave, "in.wav")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "in.wav", "in.mka"], in: folder)
      let piped = try folder.bytes("in.mka")
      let film = try MadeFilm("a.mp4", of: ["-", "--size", "64x64"], in: folder) { command in
        command.input = .pipe(piped)
      }
      #expect(try tags(film).isEmpty)
      #expect(try !tags(MadeFilm("b.mp4", of: ["in.mka", "--size", "64x64"], in: folder)).isEmpty)
    }
  }
}
