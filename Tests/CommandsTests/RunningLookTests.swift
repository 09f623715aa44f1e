// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Looks whose turns overwrite each other, as commands draw them.
@Suite struct RunningLookTests {
  /// A turn of noise that pulses, and a third of the next.
  private static let track: Tone = {
    var tone = Tone(noise: 12, sampleRate: 6000, sampleFrames: 8000)
    for index in tone.samples.indices where index / 1500 % 2 == 1 { tone.samples[index] /= 32 }
    return tone
  }()

  @Test(arguments: RunningLook.all)
  func `parts of a sequence are the whole`(look: RunningLook) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(RunningLookTests.track.wave, "t.wav")
      func frames(_ name: String, _ more: String...) throws -> [String: [UInt8]] {
        try Inside.succeed(
          Inside.command(
            ["render", input, "-o", folder.path(name)] + look.words
              + ["--turn", "1", "--size", "64x64"] + more))
        return try folder.frames(in: name)
      }
      let whole = try frames("whole", "--jobs", "1")
      #expect(whole.count == 80)
      #expect(try frames("whole-by-three", "--jobs", "3") == whole)
      let part = try frames("part", "--frames", "57-66")
      #expect(part == whole.filter { part[$0.key] != nil })
      #expect(part.count == 10)
    }
  }

  @Test(arguments: [
    (["--look", "sun"], ["--layout", "pair", "--max-peak", "3"]),
    (["--look", "line"], ["--layout", "mirror"]),
    (["--look", "halo"], ["--turn", "3"]),
    (["--view", "gauge", "--look", "tutorial"], ["--title", "Hello", "--logo", "no.png"]),
  ])
  func `options without an effect change neither the frames nor their manifest`(
    look: [String], options: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/steps-11025.wav")
      @discardableResult
      func render(_ name: String, _ more: [String]) throws -> CommandResult {
        try Inside.succeed(
          Inside.command(
            ["render", input, "-o", folder.path(name), "--size", "64x64", "-q"] + look + more))
      }
      #expect(try render("without", []).errors.isEmpty)
      let result = try render("with", options)
      #expect(
        result.errors.split(separator: "radial-audio: warning: --").count == options.count / 2)
      #expect(try folder.files(in: "with") == folder.files(in: "without"))
      // Whichever line goes on, it is the same job.
      try render("with", ["--existing=keep"])
      try render("without", options + ["--existing=keep"])
    }
  }

  @Test func `several tracks share the warning of an option without an effect`() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.wav", "b.wav"] {
        try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, name)
      }
      var run = Inside.command(
        ["render", "a.wav", "b.wav", "--output-dir", "out", "--size", "64x64", "-q"]
          + ["--view", "gauge", "--look", "tutorial", "--title", "auto"])
      run.folder = folder.path
      #expect(
        try Inside.succeed(run).errors
          == "radial-audio: warning: --title changes nothing with --look tutorial\n"
          + "hint: leave it out, or choose --look studio\n")
    }
  }

  @Test func `a palette file needs neither a point nor a slash in its name`() throws {
    try TemporaryFolder.with { folder in
      let colors = ["background", "ink", "ink2", "accent"].map { "\"\($0)\": \"#102030\"" }
      let ramp = Array(repeating: "\"#405060\"", count: 8).joined(separator: ", ")
      let palette =
        "{\"schema\": \"radial-audio/palette/1\", \(colors.joined(separator: ", ")), "
        + "\"ramp\": [\(ramp)]}"
      try folder.write(palette, "mine")
      var run = Inside.command(
        ["render", Repository.fixture("Audio/one-tick.wav"), "-o", "a.svg", "--frames", "0"]
          + ["--look", "sun", "--palette", "mine"])
      run.folder = folder.path
      try Inside.succeed(run)
      #expect(String(decoding: try folder.bytes("a.svg"), as: UTF8.self).contains("#102030"))
      run.arguments[run.arguments.count - 1] = "yours"
      #expect(try run.run().errors.contains("'yours' for '--palette': no such palette"))
    }
  }

  @Test func `a palette sets the background and the inks`() throws {
    func text(_ words: String...) throws -> String {
      try TemporaryFolder.with { folder in
        try Inside.succeed(
          Inside.command(
            ["render", Repository.fixture("Audio/steps-11025.wav"), "-o", folder.path("%d.svg")]
              + ["--frames", "9"] + words))
        return String(decoding: try folder.bytes("9.svg"), as: UTF8.self)
      }
    }
    let dusk = try text("--look", "sun", "--palette", "dusk")
    #expect(dusk.contains("#110d30") && dusk.contains("#ffd9a0") && !dusk.contains("#eeff00"))
    let own = try text("--look", "bloom")
    for color in ["#bfe0ee", "#ffc9dc", "#b9a6d6", "#0078bf", "#ff4b9a", "#1b2380", "#f6f1e7"] {
      #expect(own.contains(color), "\(color)")
    }
    // The screen of both inks, and the halos a part of the way from the ground.
    let bloom = try text("--look", "bloom", "--palette", "dusk")
    for color in ["#ffd9a0", "#f2625b", "#ffe8c2", "#712771", "#703142"] {
      #expect(bloom.contains(color), "\(color)")
    }
    // On a yellow sheet black is where two others meet.
    let yellow = try text("--look", "bloom", "--palette", "yellow")
    for color in ["#ff2e63", "#ff9a1a", "#000000"] { #expect(yellow.contains(color), "\(color)") }
    // A palette that is chosen shows, though it is that of the look.
    let corona = [try text("--look", "corona"), try text("--look", "corona", "--palette", "ember")]
    #expect(corona.map { $0.contains("#fffdf6") && $0.contains("#23092e") } == [true, false])
    #expect(corona.map { $0.contains("#36103f") && $0.contains("#1d0a2b") } == [false, true])
    let line = [try text("--look", "line"), try text("--look", "line", "--palette", "yellow")]
    #expect(line.map { $0.contains("#ff2e63") } == [false, true])
    // Without a ground halos are ink through which it shines.
    let overlay = try text("--look", "bloom", "--background", "none")
    #expect(overlay.contains("#0078bf") && overlay.contains("fill-opacity"))
  }
}
