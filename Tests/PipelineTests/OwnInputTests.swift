// SPDX-License-Identifier: MIT
import Decoding
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Samples as text: a line with the sample rate, then one for each sample of a channel. A kind of input
/// that the program does not know.
private struct NumberInput: Input, ~Copyable {
  let format: StreamFormat
  let expectedFrameCount: Int?
  private var samples: ArraySlice<Float>

  init(_ text: String) {
    let lines = text.split(separator: "\n").dropFirst()
    format = StreamFormat(sampleRate: lines.first.flatMap { Int($0) } ?? 1, channelCount: 1)
    samples = ArraySlice(lines.dropFirst().compactMap { Float($0) })
    expectedFrameCount = samples.count
  }

  mutating func read(into block: inout AudioBlock) {
    let next = samples.prefix(block.capacity)
    block.fill { storage in
      for (place, sample) in next.enumerated() { storage[place] = sample }
      return next.count
    }
    samples = samples.dropFirst(next.count)
  }
}

extension InputKind {
  fileprivate static let numbers = InputKind { _, start in
    start.starts(with: "numbers\n".utf8)
  } open: { (file) throws(DecodingError) in
    NumberInput(String(decoding: try file.bytes(at: 0, file.count), as: UTF8.self))
  }
}

@Suite struct OwnInputTests {
  @Test func `a kind of input of one's own is drawn as any sound`() throws {
    try TemporaryFolder.with { folder in
      let samples = (0..<12_000).map { Int16($0 * 7 % 30_000 - 15_000) }
      let sound = try folder.write(
        Tone(sampleRate: 6000, channels: 1, samples: samples).wave, "t.wav")
      let text = "numbers\n6000\n" + samples.map { "\(Float($0) / 32_768)\n" }.joined()
      let numbers = try folder.write(Array(text.utf8), "t.numbers")
      var track = TrackRequest(input: numbers)
      #expect(throws: PipelineError.self) { _ = try Track(track) }
      track.kinds = [.numbers] + InputKind.all
      let expected = try ReadRun(RunRequest(RadialOptions(), of: TrackRequest(input: sound)))
      let found = try ReadRun(RunRequest(RadialOptions(), of: track))
      #expect(found.schedule == expected.schedule && found.measures == expected.measures)
      for frame in [0, 60, 119] {
        #expect(
          try found.picture(ofFrame: frame, as: .svg)
            == expected.picture(ofFrame: frame, as: .svg))
      }
    }
  }
}
