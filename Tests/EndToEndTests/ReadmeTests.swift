// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What the README and its pages show, against what there is.
@Suite struct ReadmeTests {
  /// The pages with commands.
  private static let pages = [
    "README.md", "Fixtures/Examples/README.md", "Fixtures/Images/README.md",
    ".github/BENCHMARKS.md", ".github/CONTRIBUTING.md",
    "Sources/Command/RadialAudio/RadialAudio.docc/WhatTheNumbersMean.md",
  ]

  /// The lines of a page; a command that is continued is one line.
  private func lines(ofPage page: String) throws -> [String] {
    try String(contentsOfFile: Repository.path(page), encoding: .utf8)
      .replacing("\\\n    ", with: "").split(separator: "\n").map(String.init)
  }

  /// The lines of all pages, one page after the other.
  private func shownLines() throws -> [String] {
    try ReadmeTests.pages.flatMap { try lines(ofPage: $0) }
  }

  /// A folder with the demo in it, as the pages call it.
  private func withDemo(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("demo.flac"), withDestinationPath: Repository.fixture("demo.flac"))
      try body(folder)
    }
  }

  @Test func `plan prints what the pages show of it`() throws {
    let lines = try shownLines()
    let begin = "$ radial-audio plan "
    var films = 0
    for (place, line) in lines.enumerated() where line.hasPrefix(begin) {
      let words = line.dropFirst(begin.count).split(separator: " ").prefix { $0 != "|" }
      try withDemo { folder in
        var plan = Program.command(["plan"] + words.map(String.init))
        plan.folder = folder.path
        let rows = try Program.succeed(plan).text.split(separator: "\n").map(String.init)
        for shown in lines[(place + 1)...].prefix(while: { !"`$".contains($0.first ?? "$") }) {
          // The others are of the machine.
          guard !["bytes", "time", "disk"].contains(where: shown.hasPrefix) else { continue }
          #expect(rows.contains(shown))
          films += shown.hasPrefix("film ") ? 1 : 0
        }
      }
    }
    #expect(films == 3)
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .sh), "ffmpeg makes the films"))
  func `frames lie over footage in the colours of both`() throws {
    let line = try #require(
      try shownLines().first { $0.hasPrefix("$ ffmpeg -v error -i footage.mp4") })
    try withDemo { folder in
      // A blue ground, tagged and coded as cameras do, and half of a red one over it.
      let footage =
        "-v error -f lavfi -i color=0x204060:s=160x90:r=30:d=0.5,format=gbrp,"
        + "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -colorspace bt709 -crf 10"
      try InstalledTool.ffmpeg.run(
        footage.split(separator: " ").map(String.init) + ["footage.mp4"], in: folder)
      var render = Program.command(
        ["render", "demo.flac", "-o", "overlay", "--size", "160x90", "--frames", "0-59"]
          + ["--background", "#ff000080"])
      render.folder = folder.path
      try Program.succeed(render)
      try InstalledTool.sh.run(["-c", String(line.dropFirst(2))], in: folder)
      let pixels = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "film.mp4", "-map", "0:v", "-vf"]
          + ["scale=in_color_matrix=bt709:flags=accurate_rnd,format=rgb24"]
          + ["-frames:v", "1", "-f", "rawvideo", "-"], in: folder
      ).bytes
      #expect(pixels.count == 160 * 90 * 3)
      for (channel, expected) in [144, 32, 48].enumerated() {
        #expect(abs(Int(pixels[channel]) - expected) <= 4, "\(pixels.prefix(3))")
      }
      let sound = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "film.mp4", "-map", "0:a", "-f", "s16le", "-"], in: folder)
      #expect(abs(sound.bytes.count / 4 - 11_025) < 2100)
    }
  }
}
