// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite struct CoverOptionTests {
  private let tone = Repository.fixture("Audio/demo.flac")
  private let logo = Repository.fixture("demo-logo.png")

  private func draw(_ options: String...) throws -> (svg: String, errors: String) {
    try TemporaryFolder.with { folder in
      let result = try Inside.succeed(
        Inside.command(
          [
            "render", tone, "-d", "0.2", "--at", "0.1", "-o", folder.path("a.svg"), "--size",
            "160x90", "-q",
          ]
            + options))
      return (String(decoding: try folder.bytes("a.svg"), as: UTF8.self), result.errors)
    }
  }

  @Test(arguments: ["sun", "bloom", "ink", "corona", "halo", "horizon", "line", "spiral"])
  func `each look with a centre has the cover in it as a disc`(look: String) throws {
    let (svg, errors) = try draw("--look", look, "--cover", logo)
    #expect(svg.contains("<g id=\"cover\"") && svg.contains("<clipPath"))
    #expect(errors == "")
    #expect(try !draw("--look", look, "--cover", "none").svg.contains("<image"))
  }

  @Test(arguments: [["--look", "rings"], ["--look", "tutorial"], ["--view", "gauge"]])
  func `a look without a centre warns and goes on`(look: [String]) throws {
    try TemporaryFolder.with { folder in
      let result = try Inside.succeed(
        Inside.command(
          [
            "render", tone, "-d", "0.2", "--at", "0.1", "-o", folder.path("a.svg"), "--cover", logo,
            "-q",
          ] + look))
      #expect(result.errors.hasPrefix("radial-audio: warning: --cover changes nothing with "))
    }
  }

  @Test func `a song without a cover is drawn with a warning`() throws {
    for option in ["--cover", "--palette"] {
      let (svg, errors) = try draw("--look", "sun", option, option == "--cover" ? "auto" : "cover")
      #expect(!svg.contains("<image"))
      #expect(
        errors.hasPrefix("radial-audio: warning: \(tone): has no cover in its tags, and there is"))
    }
  }

  @Test func `a damaged cover that nobody has named is left out with a warning`() throws {
    try TemporaryFolder.with { folder in
      let song = try folder.write(Tone(noise: 4, sampleFrames: 9000).wave, "song.wav")
      var bytes = try [UInt8](Data(contentsOf: URL(filePath: logo)))
      bytes.removeLast(bytes.count / 2)
      try folder.write(bytes, "cover.png")
      let words = [
        "render", song, "--look", "sun", "--at", "0.1", "-o", folder.path("a.svg"), "-q",
      ]
      let left = try Inside.succeed(Inside.command(words + ["--cover", "tags"]))
      #expect(
        left.errors.hasPrefix("radial-audio: warning: \(folder.path("cover.png")): is damaged"))
      #expect(
        left.errors.contains("; the cover is left out\nhint: name a picture with --cover FILE"))
      let asked = try Inside.command(words + ["--cover", "auto", "--overwrite"]).run()
      #expect(asked.status == 65 && asked.errors.contains("is damaged"))
      // Rings have no place for it.
      let rings = try Inside.succeed(
        Inside.command(["poster", song, "-o", folder.path("b.png"), "-q"]))
      #expect(rings.errors == "")
    }
  }

  @Test func `the palette of a cover that is named colours the picture`() throws {
    let plain = try draw("--look", "sun", "--cover", logo).svg
    let colored = try draw("--look", "sun", "--cover", logo, "--palette", "cover").svg
    let palette = try Inside.run("palette", "cover:\(logo)").text
    let background = try #require(palette.split(separator: "\"").first { $0.hasPrefix("#") })
    func ground(of svg: String) -> Substring? {
      svg.split(separator: "\n").first { $0.hasPrefix("<rect id=\"background\"") }
    }
    #expect(ground(of: colored)?.contains("fill=\"\(background)\"") == true)
    #expect(ground(of: plain)?.contains("fill=\"\(background)\"") == false)
  }

  @Test(arguments: [
    (["palette", "cover:nothere"], 66, "nothere: No such file"),
    (["palette", "hazel"], 64, "no such palette"),
    (["palette", "cover"], 64, "or cover:FILE"),
    (["palette", "nothere.json"], 66, "nothere.json: No such file"),
    (["palette", "#123456"], 64, "1 colour"),
    (
      ["render", "SONG", "--look", "sun", "--cover", "nothere.png"], 66, "nothere.png: No such file"
    ),
    (["render", "SONG", "--look", "sun", "--cover", "SONG"], 65, "is not a PNG, JPEG"),
    (["render", "SONG", "--look", "sun", "--cover", ""], 64, "no picture is named"),
  ])
  func `a cover that cannot be read is an error`(words: [String], status: Int32, said: String)
    throws
  {
    try TemporaryFolder.with { folder in
      var run = Inside.command(words.map { $0 == "SONG" ? tone : $0 })
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == status && result.errors.contains(said), "\(result.errors)")
      #expect(folder.names() == [])
    }
  }

  @Test func `each palette with a name is printed as a file that reads back`() throws {
    try TemporaryFolder.with { folder in
      let text = try Inside.run("palette", "dusk").bytes
      let path = try folder.write(text, "mine.json")
      #expect(
        try draw("--look", "sun", "--palette", path).svg
          == draw("--look", "sun", "--palette", "dusk").svg)
    }
  }

  @Test func `a palette of two colours is what its file gives, and is shown with the rest`() throws
  {
    try TemporaryFolder.with { folder in
      let text = "{ \"background\": \"#0b3d2e\", \"ink\": \"#f4d35e\" }"
      let path = try folder.write(Array(text.utf8), "mine.json")
      let shown = try Inside.run("palette", "#0b3d2e,#f4d35e").text
      #expect(try Inside.run("palette", path).text == shown)
      #expect(shown.contains("\"background\": \"#0b3d2e\", \"ink\": \"#f4d35e\", \"ink2\""))
      let two = try draw("--look", "bloom", "--palette", "0b3d2e,f4d35e").svg
      #expect(try two == draw("--look", "bloom", "--palette", path).svg)
      #expect(two.contains("#f4d35e"))
    }
  }
}
