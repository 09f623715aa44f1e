// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// `looks -o looks.mp4`: the sheet that moves.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct LooksFilmTests {
  private static let demo = Repository.fixture("Audio/demo.flac")

  /// Makes a sheet of the fixture.
  private func make(
    _ name: String, _ words: [String], in folder: TemporaryFolder
  ) throws -> MadeFilm {
    var command = Program.command(
      ["looks", Self.demo, "--size", "480x270", "-q", "-o", name] + words)
    command.folder = folder.path
    try Program.succeed(command)
    return MadeFilm(made: name, in: folder)
  }

  @Test func `the looks move with the sound of the part, the same bytes each time`() throws {
    try TemporaryFolder.with { folder in
      let part = ["-s", "4", "-d", "3"]
      let film = try make("a.mp4", part, in: folder)
      let (pictures, sound) = (try film.facts("v"), try film.facts("a"))
      #expect(pictures["width"] == "480" && pictures["r_frame_rate"] == "30/1")
      #expect(pictures["nb_read_frames"] == "90" && sound["codec_name"] == "aac")
      #expect(try abs(film.samples().count / 2 - 3 * 44_100) < 2048)
      let sheet = try make("a.png", part, in: folder).facts("v")
      let heights = [pictures, sheet].compactMap { $0["height"].flatMap { Int($0) } }
      #expect(heights.count == 2 && heights[0] == heights[1] + heights[1] % 2)
      let again = try make("b.mp4", part, in: folder)
      #expect(try folder.bytes(again.name) == folder.bytes(film.name))
      // A frame of the first second and one of the last differ in most of the tiles.
      let gray = try film.pictures("gray")
      let size = gray.count / 90
      let (early, late) = (gray[size * 20..<size * 21], gray[size * 80..<size * 81])
      let moved = zip(early, late).count { abs(Int($0) - Int($1)) > 24 }
      #expect(moved > size / 40, "\(moved) of \(size)")
    }
  }
}
