// SPDX-License-Identifier: MIT
import Synthesis

/// A two-channel mix of a fixed length.
struct Mixer {
  /// The two channels, equally long.
  private(set) var left: Clip
  private(set) var right: Clip

  /// Silence of a length in seconds.
  init(seconds: Double) {
    left = Clip(seconds: seconds)
    right = left
  }

  /// Adds a clip at a time in seconds; what lies behind the end of the mix is dropped.
  ///
  /// `position` goes from −1, left, to 1, right. The power is the same everywhere: the gains of
  /// the two sides are the cosine and the sine of one angle.
  mutating func add(_ clip: Clip, at seconds: Double, gain: Double, position: Double) {
    let angle = (position + 1) / 8
    let (leftGain, rightGain) = (
      gain * ExactMath.cosine(turns: angle), gain * ExactMath.sine(turns: angle)
    )
    let start = Clip.frames(seconds)
    let count = min(clip.samples.count, left.samples.count - start)
    var index = 0
    while index < count {
      left.samples[start + index] += leftGain * clip.samples[index]
      right.samples[start + index] += rightGain * clip.samples[index]
      index += 1
    }
  }

  /// Adds another mix of the same length.
  mutating func add(_ other: Mixer) {
    left.add(other.left)
    right.add(other.right)
  }

  /// Adds echoes that change sides: each is fainter by `feedback` and `seconds` later.
  mutating func addEcho(after seconds: Double, feedback: Double) {
    let delay = Clip.frames(seconds)
    for index in 0..<max(left.samples.count - delay, 0) {
      left.samples[index + delay] += feedback * right.samples[index]
      right.samples[index + delay] += feedback * left.samples[index]
    }
  }

  /// Multiplies both channels by a gain that falls evenly in dB, and is 0 from `end` until `until`.
  ///
  /// Times are in seconds. The fall covers 60 dB, and its last quarter goes straight to zero.
  mutating func fade(from start: Double, to end: Double, silentUntil until: Double) {
    let (first, last) = (Clip.frames(start), Clip.frames(end))
    for index in first..<min(Clip.frames(until), left.samples.count) {
      let progress = min(Double(index - first) / Double(last - first), 1)
      let gain = ExactMath.powerOfTwo(-10 * progress) * min((1 - progress) * 4, 1)
      left.samples[index] *= gain
      right.samples[index] *= gain
    }
  }

  /// Every other sample, without what is above a quarter of the rate.
  ///
  /// - Source: a half-band low-pass, a sinc under a Hann window; Crochiere, Rabiner, *Multirate digital
  ///   signal processing*, 1983.
  func halved() -> Mixer {
    var mix = self
    let reach = 24
    let weights = (-reach...reach).map { tap in
      let sinc =
        tap == 0
        ? 0.5
        : ExactMath.sine(turns: Double(tap) / 4) / (3.141592653589793 * Double(tap))
      return sinc * (0.5 + 0.5 * ExactMath.cosine(turns: Double(tap) / Double(2 * reach + 2)))
    }
    for channel in [\Mixer.left, \.right] {
      let samples = self[keyPath: channel].samples
      mix[keyPath: channel].samples = stride(from: 0, to: samples.count, by: 2).map { center in
        var sum = 0.0
        for (index, weight) in weights.enumerated() {
          let place = center + index - reach
          if samples.indices.contains(place) { sum += weight * samples[place] }
        }
        return sum
      }
    }
    return mix
  }

  /// The mix as 16-bit samples, left and right alternating, its loudest sample at a level in dBFS; the
  /// lowest bits may be zero.
  ///
  /// Peaks are rounded off first, as tape does it, by the Padé form of the hyperbolic tangent.
  func mastered(drive: Double, peak decibels: Double, zeroBits: ClosedRange<Int>) -> [Int16] {
    var interleaved: [Double] = []
    interleaved.reserveCapacity(2 * left.samples.count)
    for index in left.samples.indices {
      interleaved.append(Mixer.rounded(drive * left.samples[index]))
      interleaved.append(Mixer.rounded(drive * right.samples[index]))
    }
    let loudest = interleaved.reduce(0) { max($0, abs($1)) }
    let gain = 32_768 * ExactMath.amplitude(decibels: decibels) / max(loudest, 1e-9)
    return stride(from: 0, to: interleaved.count, by: 8192).flatMap { start in
      let block = interleaved[start..<min(start + 8192, interleaved.count)].map { $0 * gain }
      let size = (block.reduce(0) { $0 + $1 * $1 } / Double(block.count)).squareRoot()
      var bits = zeroBits.lowerBound
      while bits < zeroBits.upperBound, Double(1 << (bits + 1)) < size / Mixer.stepsInSize {
        bits += 1
      }
      let step = Double(1 << bits)
      return block.map { Int16(($0 / step).rounded(.toNearestOrEven)) << bits }
    }
  }

  /// The least RMS value of a block, in steps: noise 46 dB below it.
  private static let stepsInSize = 58.0

  private static func rounded(_ sample: Double) -> Double {
    let held = min(max(sample, -3), 3)
    return held * (27 + held * held) / (27 + 9 * held * held)
  }
}
