// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The levels of the test signals, which are known on paper.
@Suite struct LevelTests {
  @Test(arguments: [
    "above-full-scale", "almost-one-tick", "dc-half-scale", "float64", "impulse-each-tick",
    "left-only", "no-samples", "one-sample", "one-tick", "pcm24", "pcm32", "pcm8",
    "short-last-tick", "silence", "sine-full-scale", "sine-quarter-scale", "six-channels",
    "square-full-scale", "steps-11025",
  ])
  func `the CSV is as it was, byte for byte`(name: String) throws {
    let result = try Inside.run("meter", Repository.fixture("Audio/\(name).wav"))
    #expect(result.status == 0)
    try Goldens.check(result.bytes, "levels/\(name).csv")
  }

  @Test(arguments: [
    ("square-full-scale", 15, 0.0, 0.0), ("dc-half-scale", 30, -6.0206, -6.0206),
    ("sine-full-scale", 15, 0, -3.0103), ("impulse-each-tick", 30, 0, -28.662873),
    ("above-full-scale", 15, 6.0206, 6.0206), ("pcm24", 10, -120.411998, -120.411998),
    ("pcm32", 10, -156.535598, -156.535598), ("float64", 4, -18.0618, -18.0618),
    ("one-sample", 1, -6.0206, -6.0206), ("almost-one-tick", 1, -6.0206, -6.0206),
    ("one-tick", 1, -6.0206, -6.0206), ("pcm8", 31, -6.0206, -6.0206),
  ])
  func `a steady signal reads the same in each tick`(
    name: String, ticks: Int, peak: Double, average: Double
  ) throws {
    let result = try Inside.run("meter", Repository.fixture("Audio/\(name).wav"))
    #expect(result.text.hasPrefix("frame,time_s,peak_0_dbfs,average_0_dbfs\n"))
    #expect(result.rows.count == ticks)
    for (index, row) in result.rows.enumerated() {
      #expect(row[0] == "\(index)")
      #expect(abs(try #require(Double(row[2])) - peak) < 0.000_002)
      #expect(abs(try #require(Double(row[3])) - average) < 0.000_002)
    }
  }

  @Test func `each tick reads its own samples`() throws {
    let steps = try Inside.rows(Repository.fixture("Audio/steps-11025.wav"))
    #expect(steps.count == 60)
    for (tick, row) in steps.enumerated() {
      let level = try #require(Double(row[2]))
      #expect(abs(level + 6.0206 * Double(tick % 6 + 1)) < 0.000_01)
      #expect(row[2] == row[3])
    }
    let short = try Inside.rows(Repository.fixture("Audio/short-last-tick.wav"))
    #expect(
      short.map { Array($0[2...]) } == [["-6.020600", "-6.020600"], ["-12.041200", "-12.041200"]])
  }

  @Test(arguments: [("one-tick", 1), ("left-only", 2), ("six-channels", 6)])
  func `the header names every channel`(name: String, channels: Int) throws {
    let text = try Inside.run("meter", Repository.fixture("Audio/\(name).wav")).text
    let columns = (0..<channels).map { ",peak_\($0)_dbfs,average_\($0)_dbfs" }.joined()
    #expect(text.hasPrefix("frame,time_s\(columns)\n"))
    #expect(!text.contains("\r"))
    #expect(text.hasSuffix("\n"))
  }

  @Test func `an empty track has a header, no frames and one warning`() throws {
    let input = Repository.fixture("Audio/no-samples.wav")
    let warning = "radial-audio: warning: \(input): has no samples\n"
    let table = try Inside.run("meter", input)
    #expect(table.status == 0)
    #expect(table.text == "frame,time_s,peak_0_dbfs,average_0_dbfs\n")
    #expect(table.errors == warning)
    let constants = try Inside.run("normalize", input)
    #expect(constants.status == 0)
    #expect(constants.text.contains("\"ticks\": 0,"))
    #expect(constants.errors == warning)
    try TemporaryFolder.with { folder in
      for options in [[], ["--frames", "0-9"], ["--shard", "2/2"]] {
        let result = try Inside.command(["render", input, "-o", folder.path("f")] + options).run()
        #expect(result.status == 0)
        #expect(result.errors == warning)
        #expect(folder.frameNames(in: "f").isEmpty)
      }
    }
  }

  @Test(arguments: [("not-a-number", 1000, 1), ("infinity", 800, 0)])
  func `a sample that is no number is named`(name: String, frame: Int, channel: Int) throws {
    let input = Repository.fixture("Audio/\(name).wav")
    try TemporaryFolder.with { folder in
      for words in [
        ["meter", input, "-o", folder.path("x.csv")], ["normalize", input],
        ["render", input, "-o", folder.path("f")],
      ] {
        let result = try Inside.command(words).run()
        #expect(result.status == 65)
        #expect(
          result.errors.hasPrefix(
            "radial-audio: error: \(input): the sample at sample frame \(frame), channel \(channel) "
          ))
      }
      #expect(!folder.names().contains("x.csv"))
      #expect(folder.frameNames(in: "f").isEmpty)
    }
  }

  @Test func `a silent track has no constants and is drawn as a circle`() throws {
    let input = Repository.fixture("Audio/silence.wav")
    let constants = try Inside.run("normalize", input)
    #expect(
      constants.text.components(separatedBy: "{ \"peak\": null, \"average\": null }").count == 1 + 3
        * 2)
    #expect(constants.text.contains("\"ticks\": 15, \"silentTicks\": 15,"))
    try TemporaryFolder.with { folder in
      let result = try Inside.run(
        "render", input, "-o", folder.path("%d.svg"), "--size", "160x90", "-q")
      #expect(result.status == 0)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains("warning: \(input): is completely silent"))
      #expect(folder.names().filter { $0.hasSuffix(".svg") }.count == 15)
    }
    let drawing = try Inside.drawing("Audio/silence.wav", "--set", "spokes=0", frame: 14)
    for corner in (0..<4).flatMap(drawing.points) {
      #expect(abs((corner.x * corner.x + corner.y * corner.y).squareRoot() - 200) < 0.001)
    }
  }

  @Test func `silent ticks are counted and left out of the constants`() throws {
    var tone = Tone(sampleRate: 6000, channels: 1, samples: Array(repeating: 16_384, count: 500))
    tone.samples += Array(repeating: 0, count: 300)
    try TemporaryFolder.with { folder in
      let input = try folder.write(tone.wave, "half.wav")
      let result = try Inside.run("normalize", input, "--ballistics", "tick")
      #expect(result.text.contains("\"ticks\": 8, \"silentTicks\": 3,"))
      let figures = ["max", "p99", "p95", "p90", "p50"].map { "\"\($0)\": 6.02060" }
        .joined(separator: ", ")
      #expect(result.text.contains("{ \"peak\": {\(figures)}, \"average\": {\(figures)} }"))
    }
  }
}
