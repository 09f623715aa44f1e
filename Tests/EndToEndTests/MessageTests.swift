// SPDX-License-Identifier: MIT
import CommandSupport
import JSON
import TestSupport
import Testing

/// Help, versions, completions, progress and silence.
@Suite struct MessageTests {
  @Test(arguments: [["meter", "--help"], ["film", "-h"], ["render", "-h"], ["meter", "-h"]])
  func `help is as it was`(words: [String]) throws {
    let result = try Program.command(words).run()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    // The number of processors is the machine's.
    let text = result.text.replacing(
      /at a time\. \[default: \d+\]/, with: "at a time. [default: N]")
    try Goldens.check(Array(text.utf8), "help/\(words.joined()).txt")
  }

  @Test func `a view is chosen however its option is written, and its options are its own`() throws
  {
    let input = Repository.fixture("Audio/silence.wav")
    // Wherever it stands.
    for words in [
      ["--help", "--view", "gauge"], ["--view", "gauge", "--help"], ["--help", "--vie=gauge"],
    ] {
      let help = try Program.command(["render"] + words).run().text
      #expect(help.contains("--no-ranges") && !help.contains("--set NAME=VALUE"))
      #expect(help.contains("studio    A dial"))
      #expect(!help.contains("thin black curves"))
    }
    for words in [["--view", "radial"], ["--view=radial"], ["--vie", "radial"], ["--vi=radial"]] {
      let help = try Program.command(["render"] + words + ["--help"]).run()
      #expect(help.text.contains("--set NAME=VALUE"))
      let frames = try Program.frames(of: input, words[0], words.dropFirst().first ?? "--frames=0-")
      #expect(try frames == Program.frames(of: input))
    }
    let unknown = try Program.run("render", input, "-o", "x", "--view", "radiall")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.contains(
        "invalid argument 'radiall' for '--view': no such choice\n"
          + "hint: did you mean 'radial'? Otherwise choose from radial"))
  }

  @Test func `--version is the same everywhere`() throws {
    let result = try Program.run("--version")
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines.first?.wholeMatch(of: /radial-audio \d+\.\d+\.\d+/) != nil)
    let libraries = /libsndfile \d+\.\d+\S*, libpng 1\.\d\S*, zlib 1\.\d\S*/
    #expect(lines.dropFirst().first?.wholeMatch(of: libraries) != nil)
    for command in ["render", "plan", "meter", "normalize"] {
      #expect(try Program.run(command, "--version").bytes == result.bytes)
    }
  }

  @Test func `long names may be abbreviated`() throws {
    let input = Repository.fixture("Audio/silence.wav")
    let whole = try Program.run("meter", input, "--floor", "-80", "--fps", "30")
    #expect(try Program.run("meter", input, "--fl=-80", "--fp", "30").bytes == whole.bytes)
    let ambiguous = try Program.run("render", input, "-o", "x", "--lo", "y")
    #expect(ambiguous.status == 64)
    #expect(ambiguous.errors.contains("'--look' '--logo'"))
    let exact = try Program.run("render", input, "-o", "x", "--logo", "/missing.png")
    #expect(exact.status == 66)
  }

  @Test(arguments: [
    (["rendr", "x"], "unrecognized command 'rendr'\nhint: did you mean 'render'?"),
    (["meter", "x", "--ballstics", "tick"], "'--ballstics'\nhint: did you mean '--ballistics'?"),
    (["meter", "x", "--ballistics", "tik"], "did you mean 'tick'?"),
    (["normalize", "x", "--progres=json"], ""),
    (["render", "-o", "x"], "'INPUT'"),
    (["manual", "y"], "extra operand 'y'"), ([], "missing command"),
    (["meter", "x", "-Z"], "unrecognized option '-Z'"),
    (["meter", "x", "--quiet=1"], "doesn't allow an argument"),
    (["meter", "x", "--floor"], "requires an argument"),
    (["meter", "x", "--floor", "0"], "'0' for '--floor': out of range"),
    (["meter", "x", "--start", "1:60"], "'1:60' for '--start': not a time"),
    (["render", "x", "-o", "f", "--size", "0x10"], "'0x10' for '--size'"),
    (["render", "x", "-o", "f", "--frames", "5-4"], "it ends before it begins"),
    (["render", "x", "-o", "f", "--shard", "0/4"], "'0/4' for '--shard'"),
    (["render", "x", "-o", "f", "-j", "0"], "'0' for '-j': out of range"),
    (
      ["render", "x", "-o", "f", "--look", "tutorial", "--max-peak", "-3"],
      "'-3' for '--max-peak': out of range"
    ),
    (
      ["render", "x", "-o", "f", "--look", "tutorial", "--normalization", "p96"], "did you mean 'p9"
    ),
  ])
  func `a usage error names the word and the way out`(words: [String], reason: String) throws {
    let result = try Program.command(words).run()
    guard !reason.isEmpty else {
      // An abbreviation: the command goes on to its input.
      #expect(result.status == 66)
      return
    }
    #expect(result.status == 64)
    #expect(result.bytes.isEmpty)
    #expect(result.errors.hasPrefix("radial-audio: error: "))
    #expect(result.errors.contains(reason), "\(result.errors)")
    // Below the hint for no words at all are examples.
    if words.isEmpty {
      #expect(result.errors.contains("\nhint: "))
    } else {
      #expect(result.lastError.hasPrefix("hint: "))
    }
  }

  @Test func `--progress json is lines of JSON`() throws {
    let input = Repository.fixture("Audio/dc-half-scale.wav")
    for command in [
      ["meter", input], ["normalize", input], ["render", input, "-o", "", "--size", "160x90"],
    ] {
      try TemporaryFolder.with { folder in
        let words = command.map { $0.isEmpty ? folder.path("f") : $0 }
        let result = try Program.command(words + ["--progress", "json"]).run()
        #expect(result.status == 0)
        let lines = try result.errors.split(separator: "\n").map { line in
          try JSONValue(parsing: Array(line.utf8))
        }
        #expect(lines.count >= (command[0] == "render" ? 2 : 1))
        let last = try #require(lines.last)
        #expect(last["progress"] == .string("end"))
        let count = command[0] == "render" ? 30 : 22_050
        #expect(last["frame"] == .number(JSONNumber(count)))
        #expect(last["total"] == .number(JSONNumber(count)))
        #expect(last["out_time_us"] == .number(JSONNumber(500_000)))
      }
    }
  }

  @Test func `--progress bar draws a bar on any standard error`() throws {
    let input = Repository.fixture("Audio/dc-half-scale.wav")
    let result = try Program.run("meter", input, "--progress", "bar")
    #expect(
      result.errors.prefixMatch(
        of: /\r\d+ % \[=* *\], \d s of 0 s, [\d.]+ times as fast as it plays/) != nil)
    #expect(result.errors.hasSuffix("\r\u{1B}[K"))
    for style in ["auto", "lines", "none"] {
      // Nothing takes 5 s here.
      #expect(try Program.run("meter", input, "--progress", style).errors.isEmpty)
    }
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.script, .sh)), arguments: [(40, 2), (12, 1), (200, 4)])
  func `a bar is cut to the width of its terminal, and keeps the percent`(
    columns: Int, fields: Int
  ) throws {
    let line = #"stty cols "$COLUMNS_WANTED"; exec "$PROGRAM" meter "$TRACK" -o /dev/null"#
    let script = try InstalledTool.script.found
    var command = CommandRun(script, ["-qec", line, "/dev/null"])
    command.environment = [
      "PROGRAM": Program.command([]).program, "TRACK": Repository.fixture("Audio/demo.flac"),
      "COLUMNS_WANTED": "\(columns)",
    ]
    let result = try Program.succeed(command)
    let bars = result.text.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
      .filter { !$0.isEmpty }
    #expect(!bars.isEmpty)
    for bar in bars {
      #expect(bar.count < columns && bar.prefixMatch(of: /\d+ %/) != nil, "\(bar)")
      #expect(bar.split(separator: ", ").count <= fields)
    }
    #expect(bars.contains { $0.split(separator: ", ").count == fields })
  }

  @Test func `-q says nothing but warnings and errors`() throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    func said(_ input: String, _ options: String...) throws -> String {
      try TemporaryFolder.with { folder in
        try Program.succeed(
          Program.command(["render", input, "-o", folder.path, "--size", "160x90"] + options)
        ).errors
      }
    }
    #expect(try said(input).hasPrefix("radial-audio: 1 frame at 60 a second in "))
    #expect(try said(input, "-q").isEmpty)
    #expect(try said(input, "--quiet", "--progress", "json").isEmpty)
    #expect(try said(input, "--progress", "none").isEmpty)
    let warning = try said(Repository.fixture("Audio/no-samples.wav"), "-q")
    #expect(warning.hasPrefix("radial-audio: warning: "))
  }
}
