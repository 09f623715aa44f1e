// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Constants from `normalize` to `render`.
@Suite struct ConstantsTests {
  @Test(arguments: [["avaudioplayer", "60"], ["tick", "30000/1001"]])
  func `render with a track's own constants is render without`(meter: [String]) throws {
    let options = ["--ballistics", meter[0]]
    try TemporaryFolder.with { folder in
      let sound = try folder.write(Tone(noise: 4, sampleFrames: 11_025).wave, "t.wav")
      // Other ticks come with readings.
      let (file, input) = (folder.path("c.json"), folder.path("t.readings"))
      try Inside.succeed(
        Inside.command(["meter", sound, "-o", input, "--fps", meter[1]] + options))
      try Inside.succeed(
        Inside.command(["normalize", sound, "-o", file, "--fps", meter[1]] + options))
      func frames(_ more: String...) throws -> [String: [UInt8]] {
        let name = "frames-\(more.count)"
        let words = ["render", input, "-o", folder.path(name), "--size", "160x90"]
        try Inside.succeed(Inside.command(words + options + more))
        return try folder.files(in: name)
      }
      let own = try frames()
      #expect(own.count > 7)
      #expect(try frames("--range", file) == own)
    }
  }

  @Test func `readings of other ticks have no scale in common`() throws {
    try TemporaryFolder.with { folder in
      let sound = try folder.write(Tone(noise: 4, sampleFrames: 11_025).wave, "t.wav")
      for rate in ["30", "60"] {
        try Inside.succeed(
          Inside.command(["meter", sound, "-o", folder.path("\(rate).readings"), "--fps", rate]))
      }
      let readings = ["60", "30"].map { folder.path("\($0).readings") }
      let result = try Inside.command(["normalize"] + readings).run()
      #expect(result.status == 64)
      #expect(
        result.errors.contains(
          "30.readings: has 30 ticks a second, and others have 60\nhint: make its readings again: "
            + "radial-audio meter SOUND --fps 60 -o song.readings"), "\(result.errors)")
    }
  }

  @Test(arguments: [
    ["--look", "line"], ["--look", "sun"], ["--look", "corona"],
    ["--view", "track", "--look", "rings", "--turn", "1"],
    ["--view", "track", "--look", "rings", "--turn", "1"],
  ])
  func `one file of normalize serves every look`(look: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(Tone(noise: 5, sampleFrames: 11_025).wave, "t.wav")
      let file = folder.path("c.json")
      try Inside.succeed(Inside.command(["normalize", input, "-o", file]))
      func image(_ name: String, _ more: String...) throws -> [UInt8] {
        let words = ["render", input, "-o", folder.path(name), "--frames", "last"]
        try Inside.succeed(Inside.command(words + ["--size", "64x64"] + look + more))
        return try folder.bytes(name)
      }
      #expect(try image("a.png", "--range", file) == image("b.png"))
    }
  }

  @Test func `several inputs share one scale`() throws {
    let loud = Repository.fixture("Audio/dc-half-scale.wav")
    let quiet = Repository.fixture("Audio/float64.wav")
    try TemporaryFolder.with { folder in
      let file = folder.path("k.json")
      let result = try Inside.run("normalize", "--ballistics", "tick", loud, quiet, "-o", file)
      #expect(result.status == 0)
      let text = String(decoding: try folder.bytes("k.json"), as: UTF8.self)
      // 30 ticks of 6.0206 and 4 of 18.0618: 30 of 34 are less than 90 %.
      #expect(text.contains("\"ticks\": 34, \"silentTicks\": 0,"))
      #expect(text.contains("\"p90\": 18.06180, \"p50\": 6.02060}"))
      let drawing = try Inside.drawing(
        "Audio/dc-half-scale.wav", "--range", file, "--set", "spokes=0")
      #expect(drawing.points(ofCurve: 0).first?.x == 133.333)
      // An option counts more than the file.
      let other = try Inside.drawing(
        "Audio/dc-half-scale.wav", "--range", file, "--set", "spokes=0", "--max-peak", "12.0412"
      )
      #expect(other.points(ofCurve: 0).first?.x == 150)
      #expect(other.points(ofCurve: 2).first?.x == 133.333)
      let half = try Inside.drawing(
        "Audio/dc-half-scale.wav", "--range", file, "--set", "spokes=0", "--normalization",
        "p50")
      #expect(half.points(ofCurve: 0).first?.x == 200)
    }
  }

  @Test func `inputs with different channels have no common constants`() throws {
    let stereo = Repository.fixture("Audio/left-only.wav")
    let six = Repository.fixture("Audio/six-channels.wav")
    let result = try Inside.run("normalize", "--skip-unreadable", stereo, six)
    #expect(result.status == 65)
    #expect(result.bytes.isEmpty)
    #expect(result.errors.contains("\(six): has 6 channels, but the first input has 2"))
    #expect(result.errors.contains("same number of channels, or mono and stereo"))
  }

  @Test func `constants of another kind of run are refused`() throws {
    let input = Repository.fixture("Audio/left-only.wav")
    try TemporaryFolder.with { folder in
      let file = folder.path("c.json")
      try Inside.succeed(
        Inside.command(["normalize", input, "-o", file, "--ballistics", "avaudioplayer"]))
      try Inside.succeed(
        Inside.command(
          ["normalize", Repository.fixture("Audio/one-tick.wav"), "-o", folder.path("mono.json")]))
      try Inside.succeed(
        Inside.command(["normalize", input, "-o", folder.path("50.json"), "--fps", "50"]))
      for (options, reason) in [
        (["--range", file, "--ballistics", "tick"], "hint: make it again: radial-audio"),
        (
          ["--range", folder.path("50.json")],
          "readings of theirs: radial-audio meter SOUND --fps 50 -o song.readings"
        ),
        (["--range", folder.path("mono.json")], "this run needs 2"),
      ] {
        let result = try Inside.command(
          ["render", input, "-o", folder.path("f")] + options
        ).run()
        #expect(result.status == 65)
        #expect(result.errors.contains(reason), "\(result.errors)")
      }
      #expect(folder.names() == ["50.json", "c.json", "mono.json"])
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1"), ("{ \"schema\": \"other/1\" }", "has the schema 'other/1'"),
    ("[1, 2", "is not JSON"), ("{}", "there is no 'schema'"), ("\u{FEFF}{}", "byte order mark"),
  ])
  func `a file that is no constants is refused`(text: String, reason: String) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(text, "c.json")
      let result = try Inside.run(
        "render", Repository.fixture("Audio/one-tick.wav"), "-o", folder.path("f"),
        "--range", file)
      #expect(result.status == 65)
      #expect(result.errors.contains("\(file): "))
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(folder.names() == ["c.json"])
    }
  }
}
