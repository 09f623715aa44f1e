// SPDX-License-Identifier: MIT
import Synthesis

extension TestSignal {
  /// All the test files, by what they try.
  package static var all: [TestSignal] { levels + layouts + encodings + lengths + faults }

  /// Signals whose levels are known on paper.
  private static var levels: [TestSignal] {
    [
      TestSignal(
        "square-full-scale.wav", "1, −1 in turn every 40 samples", reads: "peak 0, average 0",
        rate: 48_000, encoding: .float32, frames: 12_000
      ) { frame, _ in frame / 40 % 2 == 0 ? 1 : -1 },
      TestSignal(
        "dc-half-scale.wav", "16384 of 32768", reads: "peak −6.0206, average −6.0206",
        rate: 44_100, encoding: .signed(bits: 16), frames: 22_050
      ) { _, _ in 0.5 },
      TestSignal(
        "sine-full-scale.wav",
        "sin 2π·n/40, 1200 Hz: 20 periods a tick, a sample on each crest",
        reads: "peak 0, average −3.0103", rate: 48_000, encoding: .float32, frames: 12_000
      ) { frame, _ in ExactMath.sine(turns: Double(frame % 40) / 40) },
      TestSignal(
        "sine-quarter-scale.wav",
        "sin 2π·n/100 / 4, 480 Hz: 8 periods a tick, a sample on each crest",
        reads: "peak −12.0412, average −15.0515 ± 0.0005", rate: 48_000,
        encoding: .signed(bits: 16), frames: 24_000
      ) { frame, _ in ExactMath.sine(turns: Double(frame % 100) / 100) / 4 },
      TestSignal(
        "silence.wav", "0", reads: "the floor, −160, on both channels", rate: 44_100, channels: 2,
        encoding: .signed(bits: 16), frames: 11_025
      ) { _, _ in 0 },
      TestSignal(
        "impulse-each-tick.wav", "−1 at n = 735·k, else 0", reads: "peak 0, average −28.6629",
        rate: 44_100, encoding: .signed(bits: 16), frames: 22_050
      ) { frame, _ in frame % 735 == 0 ? -1 : 0 },
      TestSignal(
        "above-full-scale.wav", "2, −2 in turn every 40 samples",
        reads: "peak 6.0206, average 6.0206", rate: 48_000, encoding: .float32, frames: 12_000
      ) { frame, _ in frame / 40 % 2 == 0 ? 2 : -2 },
    ]
  }

  /// Channels and rates.
  private static var layouts: [TestSignal] {
    [
      TestSignal(
        "left-only.wav", "left: ½, −½ in turn every 49 samples; right: 0",
        reads: "channel 0: peak and average −6.0206; channel 1: the floor", rate: 44_100,
        channels: 2, encoding: .signed(bits: 16), frames: 14_700
      ) { frame, channel in channel == 1 ? 0 : frame / 49 % 2 == 0 ? 0.5 : -0.5 },
      TestSignal(
        "six-channels.wav", "channel c: 2^−(c + 1)",
        reads: "channel c: peak and average −6.0206·(c + 1)", rate: 48_000, channels: 6,
        encoding: .signed(bits: 16), frames: 4800
      ) { _, channel in ExactMath.powerOfTwo(-Double(channel + 1)) },
      TestSignal(
        "steps-11025.wav",
        "tick k: 2^−(k mod 6 + 1), where tick k begins at n = ⌊k·11025/60⌋",
        reads: "tick k: peak and average −6.0206·(k mod 6 + 1)", rate: 11_025,
        encoding: .signed(bits: 16), frames: 11_025
      ) { frame, _ in ExactMath.powerOfTwo(-Double(((frame + 1) * 60 - 1) / 11_025 % 6 + 1)) },
    ]
  }

  /// Ways to store a sample.
  private static var encodings: [TestSignal] {
    [
      TestSignal(
        "pcm8.wav", "½, stored as 192", reads: "peak −6.0206, average −6.0206", rate: 8000,
        encoding: .unsigned8, frames: 4001
      ) { _, _ in 0.5 },
      TestSignal(
        "pcm24.wav", "2^−20, which 16 bits cannot hold", reads: "peak and average −120.4120",
        rate: 44_100, encoding: .signed(bits: 24), frames: 7350
      ) { _, _ in ExactMath.powerOfTwo(-20) },
      TestSignal(
        "pcm32.wav", "2^−26, which 24 bits cannot hold", reads: "peak and average −156.5356",
        rate: 44_100, encoding: .signed(bits: 32), frames: 7350
      ) { _, _ in ExactMath.powerOfTwo(-26) },
      TestSignal(
        "float64.wav", "⅛", reads: "peak and average −18.0618", rate: 96_000, encoding: .float64,
        frames: 6400
      ) { _, _ in 0.125 },
    ]
  }

  /// Lengths about a tick, which is 735 sample frames at 44 100 Hz.
  private static var lengths: [TestSignal] {
    let lengths = [
      ("no-samples.wav", 0, "no ticks"), ("one-sample.wav", 1, "one tick, −6.0206"),
      ("almost-one-tick.wav", 734, "one tick, −6.0206"),
      ("one-tick.wav", 735, "one tick, −6.0206"),
    ]
    let even = lengths.map { name, frames, expected in
      TestSignal(
        name, "½, length \(frames)", reads: expected, rate: 44_100,
        encoding: .signed(bits: 16), frames: frames
      ) { _, _ in 0.5 }
    }
    let short = TestSignal(
      "short-last-tick.wav", "½ for 735 sample frames, then one of ¼",
      reads: "two ticks: −6.0206, −12.0412", rate: 44_100, encoding: .signed(bits: 16), frames: 736
    ) { frame, _ in frame < 735 ? 0.5 : 0.25 }
    return even + [short]
  }

  /// Samples that are not numbers.
  private static var faults: [TestSignal] {
    [
      TestSignal(
        "not-a-number.wav", "½, but NaN at n = 1000 of channel 1",
        reads: "an error that names sample frame 1000 and channel 1", rate: 44_100, channels: 2,
        encoding: .float32, frames: 1470
      ) { frame, channel in frame == 1000 && channel == 1 ? .nan : 0.5 },
      TestSignal(
        "infinity.wav", "½, but −∞ at n = 800 of channel 0",
        reads: "an error that names sample frame 800 and channel 0", rate: 44_100, channels: 2,
        encoding: .float32, frames: 1470
      ) { frame, channel in frame == 800 && channel == 0 ? -.infinity : 0.5 },
    ]
  }
}
