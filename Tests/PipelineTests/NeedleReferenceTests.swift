// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Pipeline
import TestSupport
import Testing
import Views

/// The levels that the marks of instruments stand for.
@Suite struct NeedleReferenceTests {
  /// A sine of 1 kHz on both channels: its level in dBFS is its loudness in LUFS.
  private func tone(_ level: Double, seconds: Double = 3) -> [UInt8] {
    let samples = (0..<Int(48_000 * seconds)).flatMap { index -> [Int16] in
      let value = 32_767 * pow(10, level / 20) * sin(2 * Double.pi * Double(index) / 48)
      return [Int16(value), Int16(value)]
    }
    return Tone(sampleRate: 48_000, channels: 2, samples: samples).wave
  }

  private func run(
    _ input: String, _ ballistics: String, reference: Double? = nil,
    adjust: (inout TrackRequest) -> Void = { _ in }
  ) throws -> ReadRun {
    let look = try #require(GaugeView.looks.first)
    var (picture, options) = (PictureSettings(), GaugeOptions())
    look.apply(&picture, &options)
    picture.ballistics = try #require(Ballistics.allCases.first { $0.name == ballistics })
    options.reference = reference
    var track = TrackRequest(input: input)
    adjust(&track)
    return try ReadRun(RunRequest(options, of: track, picture: picture))
  }

  @Test(arguments: [
    ("vu", -4.0), ("ppm-bbc", -3), ("ppm-ebu", -3), ("ppm-nordic", -3), ("ppm-din", 6),
    ("k-20", -6), ("k-12", -6), ("r128", -6),
  ])
  func `the needle of an instrument follows the loudness of the whole track, also in a part`(
    ballistics: String, reference: Double
  ) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(tone(-6.2), "tone.wav")
      let expected = [Measure("reference", [reference])]
      #expect(try run(input, ballistics).measures == expected)
      let part = try run(input, ballistics) {
        ($0.start, $0.duration) = (
          TimePosition(parsing: "1") ?? .zero, TimePosition(parsing: "0.5")
        )
      }
      #expect(part.measures == expected)
      #expect(
        try run(input, ballistics, reference: -21).measures == [Measure("reference", [-21])])
    }
  }

  @Test func `silence has the reference of the standard, and a dial of levels none`() throws {
    try TemporaryFolder.with { folder in
      let silence = try folder.write(
        Tone(sampleRate: 8000, channels: 1, samples: [Int16](repeating: 0, count: 8000)).wave,
        "silence.wav")
      #expect(try run(silence, "vu").measures == [Measure("reference", [-20])])
      let input = try folder.write(tone(-6), "tone.wav")
      #expect(try run(input, "petal").measures.isEmpty)
    }
  }

  @Test func `a needle that stands at the end of its scale is known`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(tone(-6), "tone.wav")
      #expect(try run(input, "vu", reference: -20).shareAtStop > 0.8)
      #expect(try run(input, "vu", reference: -6).shareAtStop == 0)
      #expect(try run(input, "vu").shareAtStop == 0)
    }
  }
}
