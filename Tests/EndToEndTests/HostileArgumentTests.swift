// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Arguments that mean harm, or are mistyped.
@Suite struct HostileArgumentTests {
  /// Lines with a value that means harm: `render a.ogg --size=0x0`, what is wrong with it, and the hint.
  private static let values = Repository.rows("Tests/CommandsTests/mistakes.txt").filter {
    $0[0].hasPrefix("render a.ogg --") && $0[0].split(separator: " ")[2].contains("=")
  }

  @Test(arguments: values)
  func `a value that cannot be used is refused with the limit, in little memory`(
    row: [String]
  ) throws {
    let option = row[0].split(separator: " ").map { String($0) }[2]
    try check(option, says: row[1], hint: row[2])
  }

  @Test(arguments: ["", " 1920x1080"])
  func `a size with a space, or none, is not a size`(value: String) throws {
    #expect(Self.values.count == 26)
    let row = try #require(Self.values.first { $0[0].hasSuffix("--size=-5x5") })
    try check(
      "--size=\(value)", says: row[1].replacing("-5x5", with: value), hint: row[2])
  }

  private func check(_ option: String, says message: String, hint: String) throws {
    let result = try Corpus.command([
      "render", Repository.fixture("Audio/one-tick.wav"), "-o", "/none/f", option,
    ]).run()
    #expect(result.ending == .exited(64))
    #expect(result.errors == "radial-audio: error: \(message)\nhint: \(hint)\n")
  }

  @Test(arguments: [
    ("a.png", "has no place for the frame's number"),
    ("%d%d.png", "has more than one place for the frame's number"),
    ("##-%d.png", "has more than one place for the frame's number"),
    ("%s.png", "has a % that is not %0Nd"), ("%n.png", "has a % that is not %0Nd"),
    ("%-5d.png", "has a % that is not %0Nd"), ("%1$d.png", "has a % that is not %0Nd"),
    ("%1000d.png", "asks for 1000 digits"),
    ("%99999999999999999999d.png", "asks for too many digits"),
    (String(repeating: "#", count: 300) + ".png", "asks for 300 digits"),
    (String(repeating: "x", count: 250) + "%d.png", "makes file names of 261 bytes"),
    (String(repeating: "ü", count: 124) + "%d.png", "makes file names of 259 bytes"),
    ("%d/a%d.png", "has a frame's number in the name of a folder"),
  ])
  func `a pattern that cannot name frames is refused before the work`(
    pattern: String, reason: String
  ) throws {
    // The input is missing: that would be the next error.
    let result = try Corpus.command(["render", "/none.wav", "-o", pattern]).run()
    #expect(result.ending == .exited(64))
    #expect(
      result.errors.hasPrefix("radial-audio: error: the pattern '\(pattern)' \(reason)\nhint: "),
      "\(result.errors)")
  }

  @Test func `the smallest picture, and the most digits, are pictures`() throws {
    let input = Repository.fixture("Audio/one-sample.wav")
    let frames = try Program.frames(of: input, size: "1x1", to: "%064d.png")
    #expect(frames.keys.map(\.utf8.count) == [64 + 4])
    let svg = try Program.frames(of: input, size: "1x1", to: "%d.svg")
    #expect(svg.count == 1)
  }

  @Test func `outputs may lie anywhere`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("here")
      let input = Repository.fixture("Audio/one-tick.wav")
      for output in [
        "../up/%d.png", folder.path("absolute/%d.png"), "a/../../b/%d.png", ".//x//%d.png",
      ] {
        try folder.makeFolder("here/a")
        var command = Program.command(["render", input, "--size", "9x9", "-o", output])
        command.folder = folder.path("here")
        try Program.succeed(command)
      }
      for name in ["up", "absolute", "b", "here/x"] {
        #expect(folder.frameNames(in: name) == ["0.png"])
      }
    }
  }

  @Test func `arguments of 100 kB are words like others`() throws {
    let long = String(repeating: "a", count: 100_000)
    let tone = Repository.fixture("Audio/one-tick.wav")
    for (words, status, message) in [
      (["meter", long], 66, "\(long): File name too long\n"),
      (["meter", tone, "--\(long)"], 64, "unrecognized option '--\(long)'\n"),
      (["meter", tone, "--floor", long], 64, "invalid argument '\(long)' for '--floor'"),
      (["render", tone, "-o", "/none/f", "--background", long], 64, "not a colour"),
      (["render", tone, "-o", "/none/f", "--logo", long], 66, "File name too long"),
      ([long], 64, "unrecognized command '\(long)'\n"),
    ] {
      let result = try Corpus.command(words).run()
      #expect(result.ending == .exited(Int32(status)))
      #expect(result.errors.hasPrefix("radial-audio: error: "))
      #expect(result.errors.contains(message))
    }
  }

  @Test func `an empty name is to be seen in the message`() throws {
    for command in ["meter", "normalize"] {
      let result = try Program.run(command, "")
      #expect(result.status == 66)
      #expect(result.errors == "radial-audio: error: '': No such file or directory\n")
    }
  }
}
