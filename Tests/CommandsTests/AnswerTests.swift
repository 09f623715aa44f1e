// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// What commands say and do where people expected something else.
@Suite struct AnswerTests {
  @Test(arguments: [["help"], ["-h"]])
  func `help alone fits one screen`(words: [String]) throws {
    let lines = try Inside.succeed(Inside.command(words)).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    // The last one is empty.
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    #expect(lines[0].contains("radial-audio film song.ogg"))
  }

  @Test(arguments: ["Images/cover.png", "Audio/demo.flac"])
  func `a picture that is named as a palette is answered with its colours`(name: String) throws {
    let path = Repository.fixture(name)
    let result = try Inside.run("palette", path)
    #expect(result.status == 65)
    #expect(result.errors.contains("hint: for a picture: radial-audio palette cover:\(path)"))
    let film = try Inside.run("render", Repository.fixture("Audio/demo.flac"), "--palette", path)
    #expect(film.status == 65 && film.errors.contains("--palette cover --cover FILE"))
  }

  @Test func `a palette that is no JSON is still answered with a correct one`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Array("GIMP Palette\n".utf8), "x.gpl")
      #expect(try Inside.run("palette", path).errors.contains("palette dusk prints a correct one"))
    }
  }

  @Test func `the greatest true peak can be chosen`() throws {
    let demo = Repository.fixture("Audio/demo.flac")
    func verdict(_ words: String...) throws -> String {
      try Inside.succeed(Inside.command(["loudness", demo, "--target", "-30"] + words)).text
    }
    #expect(try verdict().contains("with the gain"))
    #expect(try verdict("--true-peak", "-1") == verdict())
    #expect(try verdict("--true-peak", "-40").contains("peaks too high"))
    #expect(try verdict("--true-peak=-2", "-f", "json").contains("\"truePeakLimit\":-2"))
    #expect(try Inside.run("loudness", demo, "--true-peak", "1").status == 64)
  }

  @Test func `a look without scenes says so where they are asked for, and in plan`() throws {
    let demo = Repository.fixture("Audio/demo.flac")
    for look in ["rings", "spiral", "moth", "harmony"] {
      let plan = try Inside.succeed(Inside.command(["plan", demo, "-o", "x.mp4", "--look", look]))
      #expect(plan.text.contains("none: the look \(look) has none"), "\(look)")
      let asked = try Inside.run("plan", demo, "-o", "x.mp4", "--look", look, "--scenes", "auto")
      #expect(asked.status == 0)
      #expect(asked.errors.contains("--scenes changes nothing with --view track"), "\(look)")
    }
    let strata = try Inside.succeed(Inside.command(["plan", demo, "-o", "x.mp4"]))
    #expect(!strata.text.contains("has none"))
  }

  @Test(arguments: [[], ["--reference", "-20"]])
  func `plan names the reference of an instrument, and its frames depend on it`(
    words: [String]
  ) throws {
    let demo = Repository.fixture("Audio/demo.flac")
    for output in ["frames", "x.mp4", "x.html"] {
      let plan = try Inside.succeed(
        Inside.command(
          ["plan", demo, "-o", output, "--view", "gauge", "--ballistics", "vu"] + words))
      #expect(plan.text.contains("--reference -"), "\(output)")
    }
  }
}
