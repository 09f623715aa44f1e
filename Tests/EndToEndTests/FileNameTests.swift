// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Names that a program can get wrong.
@Suite struct FileNameTests {
  private static let tone = Tone(noise: 11, sampleFrames: 1470).wave

  @Test(arguments: [
    "with space", "q\"uo'te", "new\nline", "tab\there", "ünïcödé ✓", "\u{301}combining", "-dash",
    "--help", "a%%b", "100% off", "#", "$HOME", "`id`", "\\n", "*", ".hidden", "\u{202E}txt",
    String(repeating: "x", count: 240), "e\u{301}", "é",
  ])
  func `a name is taken as it is, for every kind of file`(name: String) throws {
    try TemporaryFolder.with { folder in
      let options = ["--size", "64x48", "--ballistics", "tick"]
      func run(_ words: [String]) throws -> CommandResult {
        var command = Program.command(words)
        command.folder = folder.path
        return try Program.succeed(command)
      }
      try folder.write(FileNameTests.tone, "\(name).wav")
      let logo = try Data(contentsOf: URL(filePath: Corpus.path("Logos", "rgba.png")))
      try folder.write(Array(logo), "\(name).png")
      _ = try run(["meter", "-o", "\(name).csv", "--", "\(name).wav"])
      _ = try run([
        "normalize", "--ballistics", "tick", "-o", "\(name).json", "--", "\(name).wav",
      ])
      let result = try run(
        ["render", "--logo=\(name).png", "--range=\(name).json", "-o./\(name)/"] + options
          + ["--", "\(name).wav"])
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(folder.frameNames(in: name) == ["frame-000000.png", "frame-000001.png"])
      // The same twice is an error, since the frames are there.
      var again = Program.command(["render", "-o./\(name)/x%d.svg", "--", "\(name).wav"])
      again.folder = folder.path
      #expect(try again.run().status == 0)
      #expect(try again.run().status == 73)
      #expect(Set(folder.names()).isSuperset(of: ["\(name).csv", "\(name).json"]))
      #expect(!folder.names().contains { $0.hasPrefix(".radial-audio") })
    }
  }

  /// The last but two is UTF-8, but of a scalar that stands for a byte inside the program.
  private static let odd: [[UInt8]] = [
    [0xFF], Array("a".utf8) + [0xC3], [0xE2, 0x82] + Array("b".utf8), [0xED, 0xA0, 0x80],
    [0xC0, 0xAF], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0x80, 0x0A, 0xFE],
  ]

  @Test(arguments: odd)
  func `a name that is not UTF-8 is that of exactly this file`(name: [UInt8]) throws {
    try TemporaryFolder.with { folder in
      func file(_ end: String) -> [UInt8] { folder.rawPath(name + Array(end.utf8)) }
      func run(_ words: [String], _ raw: [UInt8]..., status: Int32 = 0) throws -> CommandResult {
        var command = Program.command(words)
        command.rawArguments = raw
        let result = try command.run()
        #expect(result.ending == .exited(status), "\(result.errors)")
        return result
      }
      let logo = Array(try Data(contentsOf: URL(filePath: Corpus.path("Logos", "rgba.png"))))
      try folder.write(FileNameTests.tone, rawName: name + Array(".wav".utf8))
      try folder.write(logo, rawName: name + Array(".png".utf8))
      // What a program that repairs names would take instead.
      let repaired = String(decoding: name, as: UTF8.self)
      let traps = Array(repaired.utf8) == name ? [] : [".wav", ".png"]
      for end in traps { try folder.write("a trap", repaired + end) }
      let expected = try Program.run("meter", "-") { $0.input = .pipe(FileNameTests.tone) }
      #expect(try run(["meter"], file(".wav")).bytes == expected.bytes)
      _ = try run(["normalize", "-o"], file(".json"), file(".wav"))
      let options = ["render", "--size", "64x48", "-o"]
      let words: [[UInt8]] = ["--logo", "--range"].map { Array($0.utf8) }
      let frames = try run(
        options, file("/%d.png"), words[0], file(".png"), words[1], file(".json"), file(".wav"))
      // What is said is text, and one line.
      #expect(!frames.errors.contains("\u{FFFD}"))
      #expect(frames.errors.split(separator: "\n").count == 1)
      let names = TemporaryFolder.rawNames(in: folder.rawPath(name))
      #expect(Set(names) == Set(["0.png", "1.png", "%d.png.json"].map { Array($0.utf8) }))
      let again = try run(options, file("/%d.png"), file(".wav"), status: 73)
      #expect(again.errors.contains("0.png: this and 1 other frame exist already\n"))
      let kept = try run(options + [""] + ["--existing=keep"], file(".wav"), status: 64)
      #expect(kept.errors.contains("--output is empty"))
      _ = try run(
        options, file("/%d.png"), words[0], file(".png"), words[1], file(".json"),
        Array("--existing=keep".utf8), file(".wav"))
      let all = TemporaryFolder.rawNames(in: Array(folder.path.utf8))
      #expect(all.count == 4 + traps.count)
      #expect(all.contains(name + Array(".json".utf8)))
    }
  }

  @Test func `a message shows the bytes of a name that is not UTF-8`() throws {
    var command = Program.command(["meter"])
    command.rawArguments = [Array("/none/a".utf8) + [0xFF, 0x1B, 0xC3] + Array("\u{202E}é".utf8)]
    let result = try command.run()
    #expect(result.status == 66)
    #expect(
      result.errors
        == "radial-audio: error: /none/a\\xff\\u{1b}\\xc3\\u{202e}é: No such file or directory\n")
    command.rawArguments = [Array("--a".utf8) + [0xFF], Array("x".utf8)]
    #expect(try command.run().errors.contains("unrecognized option '--a\\xff'\n"))
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `ffmpeg is given the bytes of a name that is not UTF-8`() throws {
    try TemporaryFolder.with { folder in
      let ogg = Array(try Data(contentsOf: URL(filePath: Corpus.path("Audio", "flac.ogg"))))
      var command = Program.command(["meter"])
      command.rawArguments = [try folder.write(ogg, rawName: [0xFF, 0x27] + Array(".ogg".utf8))]
      #expect(try Program.succeed(command).rows.count == 7)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .sh)))
  func `ffmpeg is run from a folder whose name is not UTF-8`() throws {
    try TemporaryFolder.with { folder in
      let programs = folder.rawPath([0xFF, 0xC3]).map { CChar(bitPattern: $0) }
      #expect(mkdir(programs + [0], 0o700) == 0)
      let program = programs + "/ffmpeg".utf8CString
      #expect(symlink(try InstalledTool.ffmpeg.found, program) == 0)
      var command = Program.command(["meter", Corpus.path("Audio", "flac.ogg")])
      let script = #"PATH=$1/$(printf '\377\303') && export PATH && shift && exec "$@""#
      command.wrapper = [try InstalledTool.sh.found, "-c", script, "sh", folder.path]
      #expect(try Program.succeed(command).rows.count == 7)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.bash)))
  func `the command to type leads a shell to exactly this file`() throws {
    try TemporaryFolder.with { folder in
      let box: [UInt8] = [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 64)
      for name: [UInt8] in [
        [0xFF, 0x27, 0x0A] + Array("1\\'; false".utf8), Array("it's \u{301}'\u{301}; false".utf8),
      ] {
        let path = try folder.write(box, rawName: name)
        var command = Program.command(["meter"])
        command.rawArguments = [path]
        command.environment["PATH"] = folder.path
        let result = try command.run()
        #expect(result.status == 69)
        let start = try #require(result.errors.firstRange(of: "ffmpeg -i "))
        let end = try #require(result.errors.firstRange(of: " -c:a"))
        let word = result.errors[start.upperBound..<end.lowerBound]
        let printed = try InstalledTool.bash.run(["-c", "printf %s \(word)"])
        #expect(printed.bytes == path)
      }
    }
  }

  @Test(arguments: [
    ("", "--output is empty", "name a file, or - for standard output"),
    ("folder/", "folder/: is the name of a folder", "name a file in it"),
    (
      String(repeating: "x", count: 256), "the name of the output has 256 bytes",
      "255 is the limit for a file name"
    ),
  ])
  func `an output that cannot be a file is refused before the work`(
    name: String, message: String, hint: String
  ) throws {
    for command in ["meter", "normalize"] {
      // The input is missing: it would be an error as well.
      let result = try Program.run(command, "/none", "-o", name)
      #expect(result.status == (command == "meter" ? 66 : 64))
      let input = Repository.fixture("Audio/one-tick.wav")
      let real = try Program.run(command, input, "-o", name)
      #expect(real.ending == .exited(64))
      #expect(real.errors == "radial-audio: error: \(message)\nhint: \(hint)\n")
    }
  }
}
