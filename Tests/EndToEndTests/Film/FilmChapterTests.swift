// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The chapters of a track in the films of it.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct FilmChapterTests {
  /// Two seconds of a kind with the chapters *One* from the start and *Two: a=b; #c* from 0.75 s on.
  private func book(_ kind: String, in folder: TemporaryFolder) throws -> String {
    let chapters = ["One", ##"Two: a\=b\; \#c"##].enumerated().map { index, title in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\([0, 750][index])\nEND=\([750, 2000][index])\ntitle=\(title)\n"
    }
    try folder.write(Array((";FFMETADATA1\n" + chapters.joined()).utf8), "chapters.txt")
    let name = "book.\(kind)"
    let sound = ["-v", "error", "-f", "lavfi", "-i", "sine=r=44100:d=2"]
    if kind == "ogg" {
      let comments = [
        "CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "CHAPTER002=00:00:00.750",
        "CHAPTER002NAME=Two: a=b; #c",
      ]
      try InstalledTool.ffmpeg.run(
        sound + comments.flatMap { ["-metadata", $0] } + [name], in: folder)
    } else {
      try InstalledTool.ffmpeg.run(
        sound + ["-i", "chapters.txt", "-map", "0:a", "-map_chapters", "1", name], in: folder)
    }
    return name
  }

  /// The chapters in a film: their beginnings in hundredths of a second, and their names.
  private func chapters(of name: String, in folder: TemporaryFolder) throws -> [String] {
    try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0",
        name,
      ],
      in: folder
    ).text.split(separator: "\n").map { line in
      let parts = line.split(separator: ",", maxSplits: 1)
      let start = Int((100 * (Double(parts[0]) ?? -1)).rounded())
      return "\(start) \(parts.count > 1 ? parts[1].filter { $0 != "\"" } : "")"
    }
  }

  @Test(arguments: [
    ("m4b", "a.mp4", []), ("m4b", "b.mp4", ["--sound", "flac"]),
    ("m4b", "c.mp4", ["--codec", "x264"]), ("m4b", "d.mp4", ["--sound", "none"]),
    ("m4b", "a.mov", []), ("mp3", "a.mp4", []), ("mp3", "a.mkv", []), ("mka", "a.mov", []),
    ("mka", "a.mkv", []), ("ogg", "a.webm", []), ("ogg", "a.mp4", []),
  ])
  func `a film has the chapters of its track, with their names`(
    kind: String, name: String, words: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let song = try book(kind, in: folder)
      let small = ["--size", "64x64", "--fps", "20", "-q"]
      _ = try MadeFilm(name, of: [song] + small + words, in: folder)
      #expect(try chapters(of: name, in: folder) == ["0 One", "75 Two: a=b; #c"])
      // A part begins within the first, and ends within the second.
      _ = try MadeFilm(
        "part-\(name)", of: [song, "-s", "0.5", "-d", "1"] + small + words, in: folder)
      #expect(try chapters(of: "part-\(name)", in: folder) == ["0 One", "25 Two: a=b; #c"])
    }
  }

  @Test(arguments: ["a.ts", "a.nut"])
  func `a film in a container without names of chapters has none`(name: String) throws {
    try TemporaryFolder.with { folder in
      let song = try book("m4b", in: folder)
      _ = try MadeFilm(name, of: [song, "--size", "64x64", "--fps", "20", "-q"], in: folder)
      #expect(try chapters(of: name, in: folder).isEmpty)
    }
  }

  @Test func `the printed command makes a film with the same chapters`() throws {
    try TemporaryFolder.with { folder in
      let song = try book("m4b", in: folder)
      var command = Program.command(
        [
          "plan", song, "-s", "0.5", "--size", "64x64", "--fps", "20", "-o", "a.mkv",
          "--print-command",
        ])
      command.folder = folder.path
      let line = try Program.succeed(command).text
      #expect(line.contains("One"), "\(line)")
      #expect(line.contains("-map_chapters 2"), "\(line)")
    }
  }
}
