// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Instruments of wheels, as the program shows them.
@Suite struct WheelsTests {
  private static let wheels = """
    {"schema": "radial-audio/instrument/1", "kind": "wheels", "duration": 13,
     "wheels": [{"x": 0, "y": 0}, {"x": 150, "y": 0, "radius": 50}],
     "events": [{"time": 7, "wheel": 1, "audio": true},
                {"time": 8, "add": {"x": 0, "y": 135, "radius": 35, "audio": true}}]}
    """

  private func withWheels(_ body: (TemporaryFolder, String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try body(folder, folder.write(Array(WheelsTests.wheels.utf8), "wheels.json"))
    }
  }

  @Test func `notes stand in the rows of the ticks in which they begin`() throws {
    try withWheels { _, input in
      let rows = try Inside.rows(input, "--add", "notes")
      #expect(rows.count == 780)
      let notes = rows.filter { !$0[6].isEmpty }.map { "\($0[0]) \($0[6])" }
      // The wheel of 50 turns twice as fast, and was counted -2 at 7 s; the last one begins at once.
      #expect(
        notes == [
          "1 493.883000", "378 493.883000", "420 783.991000", "480 880.000000",
          "528 880.000000", "565 783.991000", "660 880.000000", "754 493.883000 783.991000",
        ])
      let other = try Inside.rows(input, "--add", "notes,fft", "--start", "8", "--fps", "24")
      #expect(other[0][6] == "880.000000" && other[0].count == 8)
    }
  }

  @Test func `notes are an array in JSON Lines`() throws {
    try withWheels { _, input in
      let run = try Inside.run("meter", input, "--add", "notes", "--format", "jsonl")
      let lines = run.text.split(separator: "\n")
      #expect(lines[0].hasSuffix(#","notes":[]}"#))
      #expect(lines[754].hasSuffix(#","notes":[493.883000,783.991000]}"#))
    }
  }

  @Test func `sound has no notes, and no wheels`() throws {
    let sine = Repository.fixture("Audio/sine-full-scale.wav")
    let notes = try Inside.run("meter", sine, "--add", "notes")
    #expect(notes.status == 64 && notes.text.isEmpty)
    #expect(notes.errors.contains("is not an instrument, so it has no notes for '--add notes'"))
    #expect(notes.errors.contains("hint: radial-audio synth --example"))
    let view = try Inside.run("plan", sine, "--view", "wheels")
    #expect(view.status == 64)
    #expect(view.errors.contains("hint: radial-audio synth --example wheels"))
  }

  @Test(arguments: ["brass", "tutorial"])
  func `parts of a sequence are the whole`(look: String) throws {
    try withWheels { folder, input in
      func frames(_ name: String, _ more: String...) throws -> [String: [UInt8]] {
        try Inside.succeed(
          Inside.command(
            [
              "render", input, "-o", folder.path(name), "--view", "wheels", "--look", look,
              "--size", "64x64", "--start", "6.5", "--duration", "2",
            ] + more))
        return try folder.frames(in: name)
      }
      let whole = try frames("whole", "--jobs", "1")
      #expect(whole.count == 120)
      #expect(try frames("whole-by-three", "--jobs", "3") == whole)
      let part = try frames("part", "--frames", "85-99")
      #expect(part == whole.filter { part[$0.key] != nil })
      #expect(part.count == 15)
    }
  }

  @Test func `an SVG says of each wheel how far it has turned and what it plays`() throws {
    try withWheels { folder, input in
      try Inside.succeed(
        Inside.command(
          [
            "render", input, "-o", folder.path("%d.svg"), "--view", "wheels", "--look", "tutorial",
            "--frames", "599",
          ]))
      let svg = String(decoding: try folder.bytes("599.svg"), as: UTF8.self)
      for words in [
        #"data-name="wheel-0" data-rotation="10.000000" data-frequency="493.883""#,
        #"data-name="wheel-1" data-rotation="-20.000000" data-frequency="783.991""#,
        #"data-name="wheel-2" data-rotation="-28.571429" data-frequency="880.000""#,
      ] {
        #expect(svg.contains(words))
      }
    }
  }

  @Test(arguments: [
    (["--fit", "--zoom", "2"], "'--fit' and '--zoom' cannot be used together"),
    (["--center", "1"], "not two numbers"), (["--zoom", "0"], "out of range"),
  ])
  func `odd wishes for the picture are refused`(words: [String], reason: String) throws {
    try withWheels { _, input in
      let run = try Inside.command(["plan", input, "--view", "wheels"] + words).run()
      #expect(run.status == 64)
      #expect(run.errors.contains(reason))
    }
  }

  @Test func `a title that the look of the app does not show is warned of`() throws {
    try withWheels { _, input in
      let words = ["plan", input, "--view", "wheels", "--look", "tutorial"]
      let run = try Inside.command(words + ["--title", "x"]).run()
      #expect(run.status == 0)
      #expect(run.errors.contains("warning: --title changes nothing with --look tutorial"))
    }
  }
}
