// SPDX-License-Identifier: MIT

/// A test file: what it holds, and what a meter must read in it.
package struct TestSignal {
  /// The file's name in `Fixtures/Audio`.
  package var name: String

  /// What the samples are, in words and formulas; k counts ticks of 1/60 s.
  package var formula: String

  /// What the tick meter reads at 60 ticks a second, in dBFS.
  package var expected: String

  /// The file itself.
  package var file: WAVFile

  /// A file whose sample `n` of channel `c` is `formula(n, c)`.
  init(
    _ name: String, _ description: String, reads expected: String, rate: Int, channels: Int = 1,
    encoding: WAVFile.Encoding, frames: Int, sample: (_ frame: Int, _ channel: Int) -> Double
  ) {
    self.name = name
    formula = description
    self.expected = expected
    let samples = (0..<frames).flatMap { frame in
      (0..<channels).map { sample(frame, $0) }
    }
    file = WAVFile(sampleRate: rate, channelCount: channels, encoding: encoding, samples: samples)
  }
}
