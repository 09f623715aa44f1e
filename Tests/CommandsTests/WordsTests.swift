// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What the program says of letters that its font lacks.
@Suite struct WordsTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  /// What a command with a look that has words says.
  private func errors(_ command: String, _ output: String, _ options: [String]) throws -> String {
    try TemporaryFolder.with { folder in
      var run = Inside.command(
        [command, demo, "-d", "0.2", "-o", output, "--size", "64x64"] + options)
      run.folder = folder.path
      return try Inside.succeed(run).errors
    }
  }

  @Test(arguments: [
    ("poster", "a.svg", ["--look", "rings"]),
    ("render", "frames/%d.svg", ["--look", "sun", "--frames", "0"]),
  ])
  func `letters that the font lacks are told once, with what to do`(
    command: String, output: String, look: [String]
  ) throws {
    let said = try errors(
      command, output, look + ["-q", "--font", "strokes", "--title", "Hikaru 宇多田 宇"])
    #expect(
      said == """
        radial-audio: warning: \(demo): the font has no 宇 多 田 for the title; it draws boxes instead
        hint: write --font auto, which takes an installed font

        """)
  }

  @Test func `both lines are told in one warning, also as JSON`() throws {
    let said = try errors(
      "poster", "a.svg",
      [
        "--look", "rings", "--font", "strokes", "--title", "日", "--subtitle", "一二三四五六七八九十百千",
        "--progress", "json",
      ])
    let warnings = said.split(separator: "\n").filter { $0.contains("\"level\":\"warning\"") }
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.contains(
        "no 日 for the title and no 一 二 三 四 五 六 七 八 九 十 and 2 others for the subtitle") == true)
    #expect(warnings.first?.contains("write --font auto") == true)
  }

  @Test func `an emoji that no font has is left out, and told`() throws {
    let said = try errors(
      "poster", "a.svg", ["-q", "--look", "rings", "--font", "strokes", "--title", "São 🌊 João"])
    #expect(
      said.contains("the font has no 🌊 for the title; the picture leaves them out\n"), "\(said)")
  }

  @Test(arguments: ["Björk", "Łódź – “Dvořák”", "Чайковский", "Θεοδωράκης", "e\u{301}"])
  func `names in letters of the font are drawn without a word`(name: String) throws {
    #expect(try errors("poster", "a.svg", ["-q", "--look", "rings", "--title", name]) == "")
  }
}
