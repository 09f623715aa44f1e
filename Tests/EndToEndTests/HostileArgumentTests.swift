// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Arguments that mean harm, or are mistyped.
@Suite struct HostileArgumentTests {
  private static let sizes =
    "each side may have 1 to 16384 pixels; an SVG has no such limit: it can be shown and printed at "
    + "any size"
  private static let form =
    "write WIDTHxHEIGHT, such as 1920x1080, a shape such as 9:16, paper such as 297mmx420mm, or "
    + "720p, 1080p, 1440p, 4k, 8k, square, portrait, vertical, story, canvas, cover, a4, a3, a2, a1, a0"
  private static let points = "use 0 to 100000 points"
  private static let colors =
    "write a name such as red, ff8800, '#ff8800', ff880080 with alpha, or none"

  @Test(arguments: [
    ("--size", "0x0", "out of range", "\(sizes)"),
    ("--size", "20000x20000", "out of range", "\(sizes)"),
    ("--size", "1000000000x1000000000", "out of range", "\(sizes)"),
    ("--size", "99999999999999999999x1", "out of range", "\(sizes)"),
    ("--size", "-5x5", "not a size", "\(form)"), ("--size", "1920X1080", "not a size", "\(form)"),
    ("--size", " 1920x1080", "not a size", "\(form)"), ("--size", "٣x3", "not a size", "\(form)"),
    ("--size", "3x3x3", "not a size", "\(form)"), ("--size", "", "not a size", "\(form)"),
    ("--inner-radius", "-1", "out of range", "\(points)"),
    ("--outer-radius", "nan", "not a number", "\(points)"),
    ("--outer-radius", "inf", "not a number", "\(points)"),
    ("--outer-radius", "1e999", "out of range", "\(points)"),
    ("--outer-radius", "0x10", "not a number", "\(points)"),
    ("--outer-radius", "1e6", "out of range", "\(points)"),
    ("--line-width", "0", "out of range", "use 0.001 to 100000 points"),
    ("--background", "yelow", "not a colour", "did you mean 'yellow'?"),
    ("--background", "#12", "not a colour", "\(colors)"),
    ("--stroke", "#gggggg", "not a colour", "\(colors)"),
    ("--stroke", "rgb(1,2)", "not a colour", "\(colors)"),
    ("--stroke", "\u{FF12}", "not a colour", "\(colors)"),
    ("--turn", "99999999999999999999ticks", "out of range", "use 1 to 36000"),
    (
      "--range", "0,1e999", "out of range",
      "write two levels in dBFS, the lower one first, such as -30.5,-12"
    ),
    ("--floor", "-1e308", "out of range", "use -1000 to -1 dBFS"),
    ("--start", "99999999999", "not a time", "write seconds, 1m30s or hh:mm:ss.mmm"),
    ("--jobs", "1000000", "out of range", "use 1 to 1024"),
    (
      "--frames", "9999999999999",
      "not a range of frames", "write 7, 0-99, or 100- for 100 and all after it"
    ),
  ])
  func `a value that cannot be used is refused with the limit`(
    option: String, value: String, reason: String, hint: String
  ) throws {
    let result = try Corpus.command([
      "render", Repository.fixture("Audio/one-tick.wav"), "-o", "/none/f", "\(option)=\(value)",
    ]).run()
    #expect(result.ending == .exited(64))
    #expect(
      result.errors == """
        radial-audio: error: invalid argument '\(value)' for '\(option)': \(reason)
        hint: \(hint)

        """)
  }

  @Test(arguments: [
    (["--inner-radius", "200", "--outer-radius", "100"], "200", "100"),
    (["--inner-radius", "200.5"], "200.5", "200"),
    (["--look", "tutorial", "--outer-radius", "50"], "100", "50"),
  ])
  func `circles that are crossed are refused`(
    options: [String], inner: String, outer: String
  ) throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    let result = try Corpus.command(["render", input, "-o", "/none/f"] + options).run()
    #expect(result.ending == .exited(64))
    #expect(
      result.errors == """
        radial-audio: error: --inner-radius \(inner) is more than --outer-radius \(outer); the inner \
        circle is that of full scale
        hint: give --inner-radius the smaller number: loud is inside

        """)
    #expect(
      try !Program.frames(of: input, "--inner-radius", "200", "--outer-radius", "200").isEmpty)
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
