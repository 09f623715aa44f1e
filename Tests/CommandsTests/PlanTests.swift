// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What `plan` says, against what `render` then does.
@Suite struct PlanTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  /// Half a second of noise: 30 ticks.
  private let noise = Tone(noise: 9, sampleFrames: 22_050)

  private func plan(
    _ words: [String], adjust: (inout CommandRun) -> Void = { _ in }
  ) throws -> JSONValue {
    var command = Inside.command(["plan"] + words + ["--json"])
    adjust(&command)
    let result = try Inside.succeed(command)
    #expect(result.text.split(separator: "\n").count == 1)
    return try JSONValue(parsing: result.bytes)
  }

  @Test(arguments: [
    [], ["--frames", "3-9"], ["--shard", "2/4"], ["--fps", "24"], ["--fps", "30000/1001"],
    ["--look", "tutorial"], ["--format", "svg"], ["-s", "0.1", "-d", "0.2", "-f", "svg"],
  ])
  func `a plan is what render makes`(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(noise.wave, "noise.wav")
      let words = [input, "--size", "160x90", "-o", folder.path("f/%03d")] + options
      let plan = try plan(words)
      #expect(folder.names() == ["noise.wav"])
      try Inside.succeed(Inside.command(["render"] + words))
      let files = try folder.frames(in: "f")
      let names = files.keys.sorted()
      #expect(plan["frames"]?.integer == names.count)
      #expect(plan["firstPath"]?.string == folder.path("f/\(names.first ?? "")"))
      #expect(plan["lastPath"]?.string == folder.path("f/\(names.last ?? "")"))
      #expect(plan["bytesAreExact"] == true)
      #expect(plan["bytes"]?.integer == files.values.reduce(0) { $0 + $1.count })
      #expect(plan["isEnough"] == true)
      #expect(plan["presentFrames"] == 0)
    }
  }

  @Test func `a plan tells the turn that was found in the music, and when there is none`() throws {
    try TemporaryFolder.with { folder in
      var loop = Tone(noise: 2, sampleRate: 6000, channels: 1, sampleFrames: 30_000)
      loop.samples = (0..<6).flatMap { _ in loop.samples }
      let music = try folder.write(loop.wave, "loop.wav")
      let noise = try folder.write(
        Tone(noise: 3, sampleRate: 6000, channels: 1, sampleFrames: 240_000).wave, "noise.wav")
      func turn(_ words: String...) throws -> (text: String?, json: JSONValue?) {
        let text = try Inside.succeed(Inside.command(["plan"] + words)).text
        let row = text.split(separator: "\n").first { $0.hasPrefix("turn ") }
        return (
          row.map { String($0.drop { $0 != " " }.drop { $0 == " " }) }, try plan(words)["turn"]
        )
      }
      for (look, output) in [("sun", "frames"), ("spiral", "frames"), ("sun", "x.mp4")] {
        let found = try turn(music, "--turn", "lock", "--look", look, "-o", output)
        #expect(found.text == "5.000 s, a whole number of bars")
        #expect(found.json == .number(JSONNumber(5)))
      }
      let none = try turn(noise, "--turn", "lock", "--look", "sun")
      #expect(none.text == "6.000 s; no regular bars were found")
      #expect(none.json == .null)
      let chosen = try turn(music, "--turn", "5", "--look", "sun")
      #expect(chosen.text == nil && chosen.json == .null)
    }
  }

  @Test(
    arguments: [
      ("-o x.html --sound aac", 0, "encoded as AAC"), ("-o x.mp4 --sound embed", 64, "embed"),
      ("-o x.mp4 --size 9x16", 64, "too few to see anything"), ("--size 9x16", 0, "9x16 pixels"),
      ("-o x.mp4 --jobs 2 --no-header", 0, "x.mp4"), ("--osc-in 9", 64, "unrecognized option"),
      ("-o x.mp4 --existing keep", 64, "keep is for several outputs"),
      ("-o x.mp4 --join p*", 64, "unrecognized option"), ("--view gauge --ou y.mp4", 0, "y.mp4"),
      ("-o y.svg --view gauge --fra 3", 0, "picture"), ("-o a.mp4 --output b.html", 0, "b.html"),
    ] as [(String, Int32, String)])
  func `what is planned reads its own options`(words: String, status: Int32, text: String) throws {
    let line = ["plan", demo, "-d", "1"] + words.split(separator: " ").map(String.init)
    let result = try Inside.command(line).run()
    #expect(result.status == status && (result.text + result.errors).contains(text))
  }

  @Test(arguments: [[], ["--look", "tutorial"]], ["png", "svg"])
  func `the bytes of a long sequence are within a tenth`(look: [String], format: String) throws {
    try TemporaryFolder.with { folder in
      let words = [demo, "--size", "320x180", "-f", format, "-o", folder.path("f")] + look
      let plan = try plan(words)
      #expect(plan["bytesAreExact"] == false)
      try Inside.succeed(Inside.command(["render"] + words))
      let actual = try folder.frames(in: "f").values.reduce(0) { $0 + $1.count }
      let share = Double(try #require(plan["bytes"]?.integer)) / Double(actual)
      #expect((0.9...1.1).contains(share), "\(share)")
      let again = try self.plan(words)
      #expect(again["bytes"] == plan["bytes"])
      #expect(again["storedBytes"] == plan["storedBytes"])
      #expect(again["presentFrames"] == 1440)
    }
  }

  @Test(arguments: Self.scaled, [[], ["--look", "tutorial"]])
  func `the constants of a plan give the same frames`(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture(name)
      let frames = ["--frames", "0-9"]
      let text = try Inside.succeed(
        Inside.command(["plan", input, "-d", "1"] + options + frames)
      ).text
      let line = text.split(separator: "\n").first { $0.hasPrefix("scale ") }
      let words = options + (line?.split(separator: " ").dropFirst().map(String.init) ?? [])
      // Silence has no scale.
      #expect(words.count == (name.contains("silence") ? options.count : options.isEmpty ? 2 : 6))
      let render = ["render", input, "-d", "1", "--size", "160x90"] + frames
      try Inside.succeed(Inside.command(render + options + ["-o", folder.path("a")]))
      try Inside.succeed(Inside.command(render + words + ["-o", folder.path("b")]))
      #expect(try folder.files(in: "a") == folder.files(in: "b"))
    }
  }

  @Test func `a scale that no option says is not shown as one`() throws {
    try TemporaryFolder.with { folder in
      // Clicks: their peaks are above the gate of a range, and their averages below it.
      let samples = (0..<4 * 6000).map { Int16($0.isMultiple(of: 3000) ? 60 : 0) }
      let sound = Tone(sampleRate: 6000, channels: 1, samples: samples)
      let input = try folder.write(sound.wave, "t.wav")
      let words = ["plan", input, "--ballistics", "tick"]
      let plan = try Inside.succeed(Inside.command(words)).text
      #expect(!plan.contains("\nscale") && !plan.contains("--peak-range"), "\(plan)")
      let json = try Inside.succeed(Inside.command(words + ["--json"])).text
      #expect(json.contains("\"peakRange\""))
    }
  }

  /// One of full scale has a constant of 0, and a silent side has none.
  static let scaled = [
    "Audio/demo.flac", "Audio/left-only.wav", "Audio/silence.wav", "Audio/square-full-scale.wav",
  ]

  @Test func `what render would refuse is told before`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(noise.wave, "noise.wav")
      let words = [input, "--size", "160x90", "-o", folder.path("f")]
      try Inside.succeed(Inside.command(["render"] + words + ["--set", "stroke=red"]))
      for option in [[], ["--existing=keep"], ["--overwrite"]] {
        let refusal = try Inside.command(["render"] + words + option + ["--shard", "1/1"]).run()
        let plan = try self.plan(words + option)
        if option == ["--overwrite"] {
          #expect(refusal.status == 0)
          #expect(plan["obstacle"] == .null)
          continue
        }
        #expect(refusal.status == 73)
        guard case .string(let obstacle)? = plan["obstacle"] else {
          Issue.record("no obstacle is told of")
          continue
        }
        #expect(refusal.errors.hasPrefix("radial-audio: error: \(obstacle)\n"))
        let text = try Inside.succeed(Inside.command(["plan"] + words + option)).text
        #expect(text.contains("obstacle") == (option == ["--existing=keep"]))
      }
    }
  }

  @Test func `frames that are there are counted, and nothing is written`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(noise.wave, "noise.wav")
      let words = [input, "--size", "160x90", "-o", folder.path("f"), "--frames", "10-19"]
      try Inside.succeed(Inside.command(["render"] + words))
      try folder.write("foreign", "f/frame-5.png")
      let before = try folder.identities(in: "f")
      let whole = words.dropLast(2)
      for (option, fate, drawn) in [
        ([], "10 of them, which render refuses", 30),
        (["--existing=keep"], "10 of them, which are kept", 20),
        (["--overwrite"], "10 of them, which are replaced", 30),
      ] {
        let result = try Inside.succeed(Inside.command(["plan"] + whole + option))
        #expect(
          result.text.replacing(#/ +/#, with: " ").contains("\nexisting \(fate)"), "\(result.text)")
        #expect(result.errors.isEmpty)
        let plan = try plan(whole + option)
        #expect(plan["presentFrames"] == 10)
        #expect(plan["drawnFrames"]?.integer == drawn)
        #expect(plan["frames"] == 30)
      }
      #expect(try folder.identities(in: "f") == before)
      #expect(folder.names() == ["f", "noise.wav"])
      // The folder that is meant if none is named.
      let other = try plan([input, "--size", "160x90"]) { $0.folder = folder.path }
      #expect(other["firstPath"] == "frames/frame-000000.png")
      #expect(folder.names() == ["f", "noise.wav"])
    }
  }

  @Test func `what render refuses is refused in the same words`() throws {
    try TemporaryFolder.with { folder in
      let tone = Repository.fixture("Audio/one-tick.wav")
      let file = try folder.write("a file", "file")
      for words in [
        ["/missing.wav", "-o", "f"], [file, "-o", "f"], [tone, "-o", "f", "--frames", "7"],
        [tone, "-o", "f", "--logo", file], [tone, "-o", "-"],
        [tone, "-o", "x%d.png", "-f", "svg"],
        [tone, "-o", "f", "--range", file],
        [tone, "-o", file], [tone, "-o", "f", "--channels", "0,3"],
        [tone, "-o", "f", "--fps", "25p"], [tone, "-o", "f", "--frames", "0", "--shard", "1/2"],
      ] {
        let render = try Inside.command(["render"] + words).run()
        let plan = try Inside.command(["plan"] + words).run()
        #expect(plan.status == render.status, "\(words)")
        #expect(plan.status > 0, "\(words)")
        #expect(plan.errors.replacing("plan --help", with: "render --help") == render.errors)
        #expect(plan.bytes.isEmpty)
      }
      #expect(folder.names() == ["file"])
    }
  }

  @Test(arguments: [
    ["poster", "-o", "x.png"], ["poster", "-o", "x.svg", "--look", "sun"],
    ["render", "-o", "x.png", "--frames", "7"],
    ["render", "-o", "x.png", "--contact-sheet", "2x2"],
  ])
  func `a plan of one picture has the bytes and the size of its file`(words: [String]) throws {
    try TemporaryFolder.with { folder in
      let words =
        words + [try folder.write(noise.wave, "noise.wav"), "-d", "0.2", "--palette", "dusk"]
        + ["--size", "300x200"]
      func run(_ command: String) throws -> CommandResult {
        var run = Inside.command([command] + words.dropFirst())
        run.folder = folder.path
        return try Inside.succeed(run)
      }
      let plan = try plan(Array(words.dropFirst())) { $0.folder = folder.path }
      #expect(folder.names() == ["noise.wav"] && plan["exists"] == false)
      #expect(plan["output"]?.string == words[2])
      #expect(plan["width"] == 300 && plan["height"] == 200)
      let made = try run(words[0])
      #expect(try plan["bytes"]?.integer == folder.bytes(words[2]).count)
      let told = try run("plan")
      #expect(told.text.contains("\(words[2]), which exists already\n"), "\(told.text)")
      // Both warn of the same.
      #expect(
        told.errors.contains("--palette") == made.errors.contains("--palette"), "\(told.errors)")
    }
  }

  @Test func `a loop says how long it is, and that it ends on a beat`() throws {
    let words = [demo, "--look", "sun", "-s", "12", "--loop", "--turn", "lock", "-o", "x.mp4"]
    let shorter = try Inside.succeed(Inside.command(["plan"] + words + ["-d", "7"]))
    let note = "radial-audio: the loop lasts 6.000 s, not 7.000 s, so that it ends on a beat\n"
    #expect(shorter.errors.contains(note), "\(shorter.errors)")
    #expect(shorter.text.contains("\nturn      6.000 s; the loop is a whole number of beats\n"))
    let exact = try Inside.succeed(Inside.command(["plan"] + words + ["-d", "9"]))
    #expect(!exact.errors.contains("the loop lasts"))
    try TemporaryFolder.with { folder in
      let noise = try folder.write(
        Tone(noise: 3, sampleRate: 6000, channels: 1, sampleFrames: 240_000).wave, "noise.wav")
      let words = [noise, "--look", "sun", "-d", "7", "--loop", "--turn", "lock", "-o", "x.mp4"]
      let none = try Inside.succeed(Inside.command(["plan"] + words))
      #expect(!none.errors.contains("the loop lasts"))
      #expect(none.text.contains("7.000 s; no regular bars were found\n"))
    }
  }

  @Test func `an empty track has a plan of nothing`() throws {
    let words = [Repository.fixture("Audio/no-samples.wav"), "-o", "nowhere/at-all"]
    let plan = try plan(words)
    #expect(plan["frames"] == 0)
    #expect(plan["bytes"] == 0)
    #expect(plan["firstPath"] == .null)
    #expect(plan["film"] == .null)
    let text = try Inside.succeed(Inside.command(["plan"] + words)).text
    #expect(text.contains("\nframes  0 at 60 a second\n"))
  }

  @Test func `standard input can be planned, and its film is silent`() throws {
    let plan = try plan(["-", "--size", "160x90"]) { $0.input = .file(demo) }
    #expect(plan["frames"] == 1440)
    let film = try #require(plan["film"]?.string)
    #expect(!film.contains(" -ss") && !film.contains("-c:a") && film.hasSuffix(" film.mp4"))
    #expect(try #require(plan["note"]?.string).contains("name the file"))
  }
}
