// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Files of options, and `doctor`.
@Suite struct OptionsFileTests {
  private static let song = Repository.fixture("Audio/demo.flac")

  /// Runs in a folder whose `config` has the user's defaults, if there are some.
  private func run(
    _ words: [String], in folder: TemporaryFolder, defaults: String? = nil
  ) throws -> CommandResult {
    if let defaults {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/config/radial-audio", withIntermediateDirectories: true)
      try folder.write(defaults, "config/radial-audio/options")
    }
    var run = Program.command(words)
    run.folder = folder.path
    run.environment = ["XDG_CONFIG_HOME": "\(folder.path)/config"]
    return try run.run()
  }

  private func svg(_ words: [String]) -> [String] {
    ["render", Self.song, "--at", "1", "--size", "320x180", "-f", "svg", "-o", "-", "-q"] + words
  }

  @Test func `a file of options draws what the same options draw when they are typed`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("# ours\nlook sun\n--palette=dusk\ntitle 'Night Drive'\n", "band.txt")
      let typed = ["--look", "sun", "--palette", "dusk", "--title", "Night Drive"]
      let expected = try run(svg(typed), in: folder)
      #expect(expected.status == 0 && !expected.bytes.isEmpty)
      let file = try run(svg(["--options", "band.txt"]), in: folder)
      #expect(file.bytes == expected.bytes && file.errors.isEmpty, "\(file.errors)")
      let defaults = try run(
        svg([]), in: folder, defaults: "look sun\npalette dusk\ntitle Night Drive\n")
      #expect(defaults.bytes == expected.bytes && defaults.errors.isEmpty)
      // What is typed, and what a later file has, count more.
      try folder.write("palette ember\n", "later.txt")
      let later = try run(svg(["--options", "band.txt", "--opt=later.txt"]), in: folder)
      let ember = try run(svg(typed + ["--palette", "ember"]), in: folder)
      #expect(later.bytes == ember.bytes && later.bytes != expected.bytes)
      let over = try run(
        svg(["--options", "later.txt", "--palette", "dusk", "--options", "none"] + typed),
        in: folder)
      #expect(over.bytes == expected.bytes)
      let none = try run(svg(["--options", "none"]), in: folder)
      #expect(none.bytes != expected.bytes)
      // The defaults alone are left out.
      let files = ["--options", "none", "--options", "band.txt"]
      let named = try run(svg(files), in: folder, defaults: "zoom 0.5\n")
      #expect(named.bytes == expected.bytes && named.errors.isEmpty, "\(named.errors)")
    }
  }

  @Test func `one file is for all commands and looks, without a warning`() throws {
    try TemporaryFolder.with { folder in
      // Of film, of a look that is not drawn, of another view, and of a film in parts.
      let defaults =
        "quality draft\nset trail=2\nfloor -80\nexisting keep\nno-ranges\nfps 30\nlook sun\n"
      for words in [
        ["meter", Self.song, "-d", "0.1", "-q"], svg(["--look", "line"]),
        svg(["--view", "gauge"]), ["plan", Self.song, "-q"],
        [
          "poster", Self.song, "--look", "rings", "-o", "-", "-f", "svg", "--size", "200x200", "-q",
        ],
      ] {
        let result = try run(words, in: folder, defaults: defaults)
        #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
      }
    }
  }

  @Test func `of contradicting options, what is typed counts, and then the later file`() throws {
    try TemporaryFolder.with { folder in
      let defaults = "view gauge\ncontact-sheet 2x2\noutput-dir pics\nshow blocks\n"
      try folder.write("look sun\nat 0\n", "mine.txt")
      let plan = try run(
        ["plan", Self.song, "-q", "--options", "mine.txt"], in: folder, defaults: defaults)
      #expect(
        plan.text.contains("options  --look sun (mine.txt:1), --at 0 (mine.txt:2)\n"))
      let words = ["poster", Self.song, "-o", "a.png", "--size", "64x64", "-q"]
      let poster = try run(words, in: folder)
      // A pipe gets no picture because a file says so.
      #expect(poster.status == 0 && poster.bytes.isEmpty && poster.errors.isEmpty)
      #expect(folder.names().contains("a.png") && !folder.names().contains("pics"))
    }
  }

  @Test(arguments: ["set trail=2", "layout twin"])
  func `an option of a file that does not fit the look is left out`(line: String) throws {
    try TemporaryFolder.with { folder in
      let plain = try run(svg(["--look", "bloom", "--options", "none"]), in: folder)
      let result = try run(svg(["--look", "bloom"]), in: folder, defaults: line + "\n")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.bytes == plain.bytes)
    }
  }

  @Test(
    arguments: [
      ("help", 64, "bad.txt:2: --help can only be typed"),
      (
        "palete dusk", 64,
        "bad.txt:2: unrecognized option '--palete'\nhint: did you mean '--palette'?"
      ),
      ("palette duskk", 64, "bad.txt:2: invalid argument 'duskk' for '--palette'"),
      ("mirror yes", 64, "bad.txt:2: option '--mirror' doesn't allow an argument"),
      ("title", 64, "bad.txt:2: option '--title' requires an argument"),
      ("-q", 65, "bad.txt:2: does not begin with the long name of an option"),
      ("cover ./none.jpg", 66, "--cover stands in bad.txt:2"),
      ("look sunn", 64, "--look stands in bad.txt:2"),
      ("range none.json", 66, "--range stands in bad.txt:2"),
    ] as [(String, Int32, String)])
  func `an error says which line of which file it comes from`(
    line: String, status: Int32, message: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write("# ours\n\(line)\n", "bad.txt")
      let result = try run(
        ["render", Self.song, "--options", "bad.txt", "--at", "1", "-o", "a.png"], in: folder)
      #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/a.png"))
    }
  }

  @Test func `a file of options that cannot be used is refused with the way out`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(String(repeating: "# long\n", count: 10_000), "long.txt")
      for (words, status, message) in [
        (["--options", "none.txt"], 66, "none.txt: No such file"),
        (
          ["--options", "long.txt"], 65, "long.txt: is too long for a file of options\nhint: 64 KiB"
        ),
        (["--options"], 64, "option '--options' requires an argument"),
        ([], 64, "config/radial-audio/options:1: unrecognized option '--bad'"),
      ] as [([String], Int32, String)] {
        let result = try run(["plan", Self.song] + words, in: folder, defaults: "bad\n")
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
      }
      // Help does not need it.
      let help = try run(["plan", "--options", "none.txt", "--help"], in: folder)
      #expect(help.status == 0)
    }
  }

  @Test func `plan says which file and line an option comes from`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("palette dusk\nlook sun\n", "band.txt")
      let words = ["plan", Self.song, "-q", "--options", "band.txt", "--look", "line"]
      let text = try run(words, in: folder).text
      #expect(text.contains("\noptions  --palette dusk (band.txt:1)\n"), "\(text)")
      let json = try run(words + ["--json"], in: folder).text
      let options = try JSONValue(parsing: Array(json.utf8))["options"]
      #expect(
        options
          == .array([
            .object([
              JSONMember("name", "palette"), JSONMember("value", "dusk"),
              JSONMember("origin", "band.txt:1"),
            ])
          ]), "\(json)")
      let film = try run(words + ["-o", "a.mp4"], in: folder).text
      #expect(film.contains("\noptions   --palette dusk (band.txt:1)\n"), "\(film)")
    }
  }

  @Test func `the manifest says where options come from, and the job is the same without the file`()
    throws
  {
    try TemporaryFolder.with { folder in
      try folder.write("look sun\nrotate 20\n", "band.txt")
      let words = ["render", Self.song, "--at", "1", "--size", "64x64", "-o", "out"]
      #expect(try run(words + ["--options", "band.txt"], in: folder).status == 0)
      let manifest = try JSONValue(parsing: folder.bytes("out/frame-%06d.png.json"))
      #expect(
        manifest["optionsFrom"]
          == .object([JSONMember("look", "band.txt:1"), JSONMember("rotate", "band.txt:2")]))
      let typed = words + ["--look", "sun", "--rotate", "20", "--existing=keep"]
      let again = try run(typed, in: folder)
      #expect(again.status == 0 && again.errors.contains("1 of them kept"), "\(again.errors)")
      let verify = try run(["verify", "out"], in: folder)
      #expect(verify.errors.isEmpty || verify.status == 75)
      let other = try run(typed + ["--palette", "dusk"], in: folder)
      #expect(other.status == 73)
    }
  }

  @Test func `each track of several gets the options of files`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("palette dusk\nsize 120x120\nlook sun\n", "band.txt")
      let words = [
        "poster", Self.song, "--output-dir", "out", "--options", "band.txt", "-q", "--overwrite",
      ]
      #expect(try run(words, in: folder).status == 0)
      let single = try run(
        ["poster", Self.song, "-o", "one.png", "--options", "band.txt", "-q"], in: folder)
      #expect(single.status == 0)
      #expect(try folder.bytes("out/demo.png") == folder.bytes("one.png"))
    }
  }

  @Test func `doctor says what is missing, and how to repair it`() throws {
    try TemporaryFolder.with { folder in
      let here = try run(["doctor", "--json"], in: folder)
      #expect(here.status == 0)
      #expect(try JSONValue(parsing: here.bytes)["ok"] == .bool(true))
      var bare = Program.command(["doctor"])
      bare.environment = ["PATH": "/nonexistent", "XDG_CONFIG_HOME": "\(folder.path)/none"]
      let result = try bare.run()
      // Films in MP4 without sound can be made.
      #expect(result.status == 0 && result.errors.isEmpty)
      let lack = "! films     ffmpeg was not found on the PATH: all films need it but those in mp4 "
      #expect(result.text.contains(lack + "without sound\n"))
      #expect(result.text.contains("→ install ffmpeg\n"))
      #expect(result.text.contains("! player    neither mpv nor ffplay"))
      #expect(result.text.contains("✓ program   radial-audio "))
      // Where there is apt-get, the line to type.
      let apt = folder.path("apt-get")
      #expect(
        FileManager.default.createFile(
          atPath: apt, contents: nil, attributes: [.posixPermissions: 0o755]))
      bare.environment["PATH"] = folder.path
      #expect(try bare.run().text.contains("→ sudo apt-get install ffmpeg\n"))
      // What ends every command is a fault.
      let wrong = "options:1: unrecognized option '--palete'"
      for command in [["doctor"], ["plan", Self.song]] {
        let faulty = try run(command, in: folder, defaults: "palete dusk\n")
        #expect(faulty.status == 64 && faulty.errors.contains(wrong), "\(faulty.errors)")
      }
      let faulty = try run(["doctor"], in: folder, defaults: "palete dusk\n")
      #expect(faulty.text.contains("✗ defaults  ") && faulty.text.contains(wrong))
    }
  }
}
