// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The view of tones by the whole program.
@Suite struct TonesViewTests {
  private let instrument = """
    {"schema": "radial-audio/instrument/1", "kind": "tones", "duration": 2,
     "events": [{"time": 0.5, "tone": 1, "frequency": 70, "glide": 1},
                {"time": 1, "tone": 3, "frequency": 100, "velocity": 90}]}
    """

  private func frames(_ look: String, _ options: String...) throws -> [String: [UInt8]] {
    try TemporaryFolder.with { folder in
      try folder.write(instrument, "tones.json")
      var run = Inside.command(
        [
          "render", "tones.json", "--view", "tones", "--look", look, "-o", "f", "--size", "96x54",
          "-q",
        ] + options)
      run.folder = folder.path
      try Inside.succeed(run)
      return try folder.frames(in: "f")
    }
  }

  @Test(arguments: ["scope", "tutorial"], ["svg", "png"])
  func `parts of a sequence are those of the whole`(look: String, format: String) throws {
    let whole = try frames(look, "-f", format)
    #expect(whole.count == 120)
    #expect(try frames(look, "-f", format, "--jobs", "3") == whole)
    for (part, range) in [("0-10", 0...10), ("57-99", 57...99), ("119-119", 119...119)] {
      let numbers = range.map { "frame-\(String(1_000_000 + $0).dropFirst()).\(format)" }
      let expected = whole.filter { numbers.contains($0.key) }
      #expect(expected.count == range.count)
      #expect(try frames(look, "-f", format, "--frames", part) == expected)
    }
  }

  @Test func `a sequence goes on with the same instrument and beginning only`() throws {
    try TemporaryFolder.with { folder in
      func status(_ text: String, _ options: [String]) throws -> Int32 {
        try folder.write(text, "tones.json")
        var run = Inside.command(
          ["render", "tones.json", "--view", "tones", "-o", "f", "--size", "64x36"] + options)
        run.folder = folder.path
        return try run.run().status
      }
      let part = ["-s", "0.5", "-d", "0.1"]
      let begun = try status(instrument, part + ["--frames", "0-2"])
      #expect(begun == 0)
      #expect(try status(instrument, ["-s", "0.6", "-d", "0.1", "--existing=keep"]) == 73)
      let other = instrument.replacing("\"velocity\": 90", with: "\"velocity\": 91")
      #expect(try status(other, part + ["--existing=keep"]) == 73)
      #expect(try status(instrument, part + ["--existing=keep"]) == 0)
      #expect(try folder.frames(in: "f").count == 6)
    }
  }

  @Test func `sound that is no instrument is refused with the way out`() throws {
    let result = try Inside.command(
      ["render", Repository.fixture("Audio/one-tick.wav"), "--view", "tones", "-o", "x"]
    ).run()
    #expect(result.status == 64)
    #expect(result.errors.contains("is not an instrument of the kind 'tones'"))
    #expect(result.errors.contains("\nhint: "))
  }
}
