// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The library that reads fonts.
private enum HarfBuzz {
  static let isInstalled: Bool =
    (try? FontTests.render(["--title", "A", "--font", FontTests.blocks]).run().errors
      .contains("HarfBuzz")) == false
}

/// Words in fonts.
@Suite(.enabled(if: HarfBuzz.isInstalled, "HarfBuzz is not installed"))
struct FontTests {
  private static let song = Repository.fixture("Audio/demo.flac")
  fileprivate static let blocks = Repository.fixture("Fonts/blocks.ttf")

  fileprivate static func render(_ words: [String]) -> CommandRun {
    Program.command(
      ["render", song, "--look", "sun", "--at", "1", "--size", "320x180", "-f", "svg", "-o", "-"]
        + words)
  }

  /// The group of a name in a picture.
  private func group(_ name: String, _ svg: String) throws -> Substring {
    let start = try #require(svg.range(of: "id=\"\(name)\"")).upperBound
    return svg[start...].prefix { $0 != "/" }
  }

  @Test func `a font file writes the title, as it is typed`() throws {
    let drawn = try Program.succeed(
      Self.render(["--title", "Ab", "--font", Self.blocks, "-q"]))
    #expect(drawn.errors == "")
    let title = try group("title", drawn.text)
    // Two blocks of four corners, the second one lower.
    #expect(title.contains("fill=") && title.filter { $0 == "M" }.count == 2, "\(title)")
    let capital = try Program.succeed(
      Self.render(["--title", "AB", "--font", Self.blocks, "-q"]))
    #expect(drawn.text != capital.text)
    let strokes = try Program.succeed(Self.render(["--title", "Ab", "-q"]))
    #expect(try group("title", strokes.text).contains("stroke="))
  }

  @Test func `what is no font is refused with the way out`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("no font", "a.ttf")
      try folder.write("wOF2" + String(repeating: " ", count: 64), "b.woff2")
      for (font, status, message) in [
        ("a.ttf", 65, "a.ttf: is not a TrueType or OpenType font"),
        ("b.woff2", 65, "b.woff2: is a font for web pages"),
        ("none.otf", 66, "none.otf: "), ("No Such Family", 66, "No Such Family: is not installed"),
        ("", 64, "no font is named"),
      ] as [(String, Int32, String)] {
        if font.contains("Family"), !FontFinder.isInstalled { continue }
        var run = Self.render(["--title", "A", "--font", font])
        run.folder = folder.path
        let result = try run.run()
        #expect(result.status == status, "\(font): \(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        // Of a file that is not there, its name tells all.
        #expect(result.errors.contains("hint: ") == (font != "none.otf"), "\(result.errors)")
        #expect(result.bytes.isEmpty)
      }
    }
  }

  @Test func `letters that no font has are boxes, and told`() throws {
    // Private characters and Linear A: nobody has them.
    let result = try Program.succeed(
      Self.render(["--title", "A\u{10600}", "--font", "strokes", "-q"]))
    #expect(result.errors.contains("the font has no \u{10600} for the title"))
    #expect(result.errors.contains("hint: write --font auto"))
    // A font of the machine writes what the first one lacks, if there is one, or else the strokes.
    let other = try Program.succeed(
      Self.render(["--title", "AЩ", "--font", Self.blocks, "-q"]))
    #expect(other.errors == "")
  }

  @Test func `without fontconfig, or with one that fails, letters are boxes, and told`() throws {
    try TemporaryFolder.with { folder in
      var run = Self.render(["--title", "\u{65E5}", "-q"])
      run.environment["PATH"] = folder.path
      let absent = try Program.succeed(run)
      #expect(absent.errors.contains("the font has no \u{65E5} for the title"))
      #expect(absent.errors.contains("apt-get install fontconfig"))
      try folder.writeProgram("#!/bin/sh\nexit 1\n", "fc-match")
      let failing = try Program.succeed(run)
      #expect(failing.errors.contains("the font has no \u{65E5} for the title"))
      #expect(failing.errors.contains("install a font that has them"))
      run = Self.render(["--title", "A", "--font", "DejaVu Sans"])
      run.environment["PATH"] = "/nowhere"
      let named = try run.run()
      #expect(named.status == 69 && named.errors.contains("fc-match is not installed"))
    }
  }

  @Test func `frames in another font are not those of a sequence`() throws {
    try TemporaryFolder.with { folder in
      func render(_ font: String, frames: String) throws -> CommandResult {
        var run = Program.command([
          "render", Self.song, "--look", "sun", "--size", "64x64", "-d", "0.1", "--title", "AB",
          "--font", font, "--frames", frames, "-o", "out", "--existing=keep", "-q",
        ])
        run.folder = folder.path
        return try run.run()
      }
      try folder.write(try Data(contentsOf: URL(filePath: Self.blocks)).map(\.self), "one.ttf")
      #expect(try render("one.ttf", frames: "0-2").status == 0)
      #expect(try render(Self.blocks, frames: "0-3").status == 0)
      var other = try Data(contentsOf: URL(filePath: Self.blocks)).map(\.self)
      other[other.count - 1] ^= 1
      try folder.write(other, "two.ttf")
      let result = try render("two.ttf", frames: "0-4")
      #expect(result.status == 73 && result.errors.contains("font"), "\(result.errors)")
    }
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.rsvgConvert, .ffmpeg)),
    arguments: [
      ["--look", "letters", "--title", "Slow air"],
      ["--look", "letters", "--title", "Slow air", "--font", blocks],
      ["--look", "strata", "--title", "Slow air", "--font", blocks, "--frame", "bleed"],
      ["--look", "strata", "--lyrics", Repository.fixture("Lyrics/demo.lrc"), "--scenes", "auto"],
      ["--look", "strata", "--lyrics", Repository.fixture("Lyrics/demo.lrc"), "--font", blocks],
      ["--look", "sun", "--scenes", "auto", "--structure", "sections.txt"],
      ["--look", "bloom", "--scenes", "auto", "--structure", "sections.txt"],
    ])
  func `librsvg draws letters, lyrics and wipes as we do`(words: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write("0\t3\tA\n3\t6\tB\n6\t24\tA\n", "sections.txt")
      // In a line with a sung word, on both sides of a boundary, and within both wipes.
      for time in ["2.4", "2.95", "3.1", "3.3", "6.2"] {
        let command = ["render", Self.song, "--size", "640x360", "--at", time, "-q"] + words
        for name in ["a.svg", "a.png"] {
          var run = Program.command(command + ["-o", name, "--overwrite"])
          run.folder = folder.path
          try Program.succeed(run)
        }
        try InstalledTool.rsvgConvert.run(["-o", "b.png", "a.svg"], in: folder)
        let pixels = try ["a.png", "b.png"].map { name in
          try InstalledTool.ffmpeg.run(
            ["-v", "error", "-i", name, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], in: folder
          ).bytes
        }
        #expect(pixels[0].count == 640 * 360 * 3 && pixels[1].count == pixels[0].count)
        let differences = zip(pixels[0], pixels[1]).map { abs(Int($0) - Int($1)) }
        let count = stride(from: 0, to: differences.count, by: 3).count { place in
          differences[place..<place + 3].contains { $0 > 16 }
        }
        #expect(
          count <= 230 && differences.max() ?? 255 <= 64,
          "\(words) at \(time): \(count), \(differences.max() ?? 0)")
      }
    }
  }
}

/// The programs of fontconfig.
private enum FontFinder {
  private static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  static var isInstalled: Bool { path("fc-match") != nil }
}
