// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Regressions, named by symptom.
@Suite struct RegressionTests {
  private let tone = Repository.fixture("Audio/sine-full-scale.wav")

  @Test func `a sequence does not go into a folder named -`() throws {
    let result = try Program.run("render", tone, "-o", "-")
    #expect(result.status == 64)
    #expect(result.errors.contains("hint: name a folder, or ./-"))
  }

  @Test func `a pattern that ends in another image format is refused`() throws {
    let result = try Program.run("render", tone, "-o", "x/####.jpg")
    #expect(result.status == 64)
    #expect(result.errors.contains("'x/####.jpg' is not a name for frames"))
  }

  @Test(arguments: [
    (["-o", "film.mp4"], "-o film.mp4"), (["--output=a b/FILM.Mov"], "-o 'a b/FILM.Mov'"),
    (["-qojoy.webm", "--fps", "25"], "--quiet --fps 25 -o joy.webm"), (["-o", ".mkv"], "-o .mkv"),
    (["--outp", "x/%d.gif"], "-o x/%d.gif"), (["-o", "a.avi", "-f", "svg"], "-o a.mp4"),
  ])
  func `a film is not made into a folder of pictures`(words: [String], planned: String) throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(["render", tone] + words)
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == 64)
      #expect(result.errors.contains(": is a film, and render writes images\nhint: "))
      #expect(result.errors.hasSuffix(" type radial-audio film \(tone) \(planned)\n"))
      #expect(folder.names().isEmpty)
    }
  }

  @Test(arguments: ["pdf", "zip", "json", "csv", "jpg", "TIFF"])
  func `a name that promises another file is not made into a folder`(ending: String) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("out.\(ending)")
      let result = try Program.run("render", tone, "-o", output)
      #expect(result.status == 64)
      #expect(
        result.errors.contains(
          "'\(output)' is not a name for frames\nhint: end it in .png .svg, or name a folder"))
      #expect(folder.names().isEmpty)
      // Who has such a folder, or says that it is one, may use it.
      let small = ["--size", "64x36", "-d", "0.1"]
      try Program.succeed(Program.command(["render", tone, "-o", output + "/"] + small))
      try Program.succeed(Program.command(["render", tone, "-o", output, "--overwrite"] + small))
      #expect(folder.names(in: "out.\(ending)").count == 7)
    }
  }

  @Test(arguments: [
    ("meter", "png", "CSV", "it in .csv"), ("normalize", "csv", "JSON", "it in .json"),
  ])
  func `data is not written under a name that promises another format`(
    command: String, ending: String, format: String, advice: String
  ) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("out.\(ending)")
      let result = try Program.run(command, tone, "-o", output)
      #expect(result.status == 64)
      let message = "'\(output)' is not a name for \(format)\n"
      let hint = "hint: end \(advice)\n"
      #expect(result.errors == "radial-audio: error: " + message + hint)
      #expect(folder.names().isEmpty)
      #expect(try Program.run(command, tone, "-o", folder.path("out.levels")).status == 0)
    }
  }

  @Test(arguments: [("2,2", "channel 2 of 4 is"), ("2,3", "channels 2 and 3 of 4 are")])
  func `silent channels of a track are not the whole track`(channels: String, silent: String) throws
  {
    try TemporaryFolder.with { folder in
      let loud = Tone(noise: 1, channels: 4, sampleFrames: 1470)
      let samples = loud.samples.enumerated().map { $0.offset % 4 < 2 ? $0.element : 0 }
      let quiet = Tone(sampleRate: 44_100, channels: 4, samples: samples)
      let input = try folder.write(quiet.wave, "four.wav")
      let result = try Program.run(
        "render", input, "--channels", channels, "-o", folder.path("f"), "-q")
      let warning = "four.wav: \(silent) completely silent; channels 0 and 1 have sound\n"
      let hint =
        "hint: radial-audio render \(input) --output \(folder.path("f")) --quiet --channels 0,1 "
        + "--overwrite\n"
      #expect(result.errors == "radial-audio: warning: \(folder.path(warning))\(hint)")
    }
  }

  @Test func `constants of silent tracks do not make a loud one silent`() throws {
    try TemporaryFolder.with { folder in
      let file = folder.path("k.json")
      let silence = Repository.fixture("Audio/silence.wav")
      let loud = Repository.fixture("Audio/left-only.wav")
      try Program.succeed(Program.command(["normalize", silence, "-o", file]))
      let result = try Program.run("render", loud, "--range", file, "-o", folder.path("f"))
      #expect(result.status == 65)
      #expect(result.errors.contains("k.json: has no constants of channel 0"))
      #expect(folder.names(in: "f").isEmpty)
    }
  }

  @Test(arguments: ["left-only", "silence"])
  func `a silent side does not keep a track from its own constants`(name: String) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/\(name).wav")
      let file = folder.path("k.json")
      let render = ["render", input, "--size", "160x90", "-o"]
      try Program.succeed(Program.command(["normalize", input, "-o", file]))
      try Program.succeed(Program.command(render + [folder.path("a")]))
      try Program.succeed(Program.command(render + [folder.path("b"), "--range", file]))
      #expect(try !folder.files(in: "a").isEmpty)
      #expect(try folder.files(in: "a") == folder.files(in: "b"))
    }
  }

  @Test func `constants of another number of channels are refused`() throws {
    try TemporaryFolder.with { folder in
      let file = folder.path("k.json")
      let six = Repository.fixture("Audio/six-channels.wav")
      try Program.succeed(Program.command(["normalize", six, "-o", file]))
      let result = try Program.run("render", tone, "--range", file, "-o", folder.path("f"))
      #expect(result.status == 65)
      #expect(result.errors.contains("k.json: has constants of 6 channels"))
    }
  }

  @Test(arguments: ["meter", "normalize", "render", "plan"], ["0.25", "100"])
  func `a start beyond the end is an error that names the length`(
    command: String, start: String
  ) throws {
    try TemporaryFolder.with { folder in
      let output = command == "plan" ? [] : ["-o", folder.path("out")]
      for input in [tone, "-"] {
        var run = Program.command([command, input, "--start", start] + output)
        run.input = .pipe(try [UInt8](Data(contentsOf: URL(filePath: tone))))
        let result = try run.run()
        let name = input == "-" ? "standard input" : tone
        #expect(result.status == 64)
        #expect(
          result.errors
            == "radial-audio: error: \(name): ends before the part, which starts at \(start) s\n"
            + "hint: it is 0.250 s long\n")
        #expect(result.bytes.isEmpty && folder.names().isEmpty)
      }
    }
  }

  @Test func `a part or a track of no length is a success with a warning`() throws {
    let empty = Repository.fixture("Audio/no-samples.wav")
    for (words, warning) in [
      ([tone, "-s", "0.2", "-d", "0"], "has no samples with --duration 0"),
      ([tone, "-s", "0.2", "-d", "0.000001"], "has no samples with --duration 0.000001"),
      ([empty, "-s", "5", "-d", "5"], "has no samples"), ([empty], "has no samples"),
    ] {
      let result = try Program.command(["meter"] + words).run()
      #expect(result.status == 0)
      #expect(result.errors == "radial-audio: warning: \(words[0]): \(warning)\n")
      #expect(result.text.split(separator: "\n").count == 1)
    }
  }

  @Test func `the way out without ffmpeg is the whole command`() throws {
    try TemporaryFolder.with { folder in
      let bytes: [UInt8] =
        [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 64)
      let file = try folder.write(bytes, "a song.m4a")
      let result = try Program.run("meter", "--floor", "-90", file) {
        $0.environment = ["PATH": "/nonexistent"]
      }
      #expect(result.status == 69)
      #expect(
        result.errors.contains(
          "ffmpeg -i '\(file)' -c:a pcm_f32be -f au - | radial-audio meter --floor -90 -\n"))
    }
  }

  @Test func `a logo that reaches beyond all bounds is refused`() throws {
    try TemporaryFolder.with { folder in
      let logo = Repository.fixture("demo-logo.png")
      let result = try Program.run(
        "render", tone, "-o", folder.path("f"), "--logo", logo, "--set", "logo-width=100000",
        "--set", "logo-x=50", "--set", "logo-y=50", "-f", "svg")
      #expect(result.status == 64)
      #expect(result.errors.contains("points from the centre"))
    }
  }

  @Test func `names with a combining mark behind a quotation mark stay one field of a table`()
    throws
  {
    try TemporaryFolder.with { folder in
      let frames = folder.path("a\"\u{301}b")
      let render = ["render", tone, "--size", "16x16", "--frames", "0", "-o", frames]
      try Program.succeed(Program.command(render))
      try folder.remove("a\"\u{301}b/frame-000000.png")
      let result = try Program.run("verify", frames)
      let row = Array("\"\(folder.path)/a\"\"\u{301}b/frame-000000.png\",missing\n".utf8)
      #expect(result.bytes.starts(with: Array("path,problem\n".utf8) + row), "\(result.text)")
    }
  }

  @Test func `frames whose names begin with a combining mark are whole when they are verified`()
    throws
  {
    try TemporaryFolder.with { folder in
      let pattern = folder.path("f/\u{301}%03d.png")
      let input = Repository.fixture("Audio/one-tick.wav")
      try Program.succeed(Program.command(["render", input, "--size", "16x16", "-o", pattern]))
      #expect(folder.names(in: "f").contains { $0.utf8.elementsEqual("\u{301}000.png".utf8) })
      try Program.succeed(Program.command(["verify", folder.path("f")]))
      try Program.succeed(Program.command(["verify", pattern]))
    }
  }
}
