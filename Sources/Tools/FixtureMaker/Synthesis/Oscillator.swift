// SPDX-License-Identifier: MIT
import Synthesis

/// A sine tone that dies away by halves: a ringing string, bar or drum skin.
struct Oscillator {
  /// In hertz.
  var frequency: Double

  /// Of the first crest; full scale is 1.
  var amplitude: Double

  /// The time in which the amplitude halves, in seconds; infinite for a steady tone.
  var halfLife = Double.infinity

  /// Where in its turn the tone starts, in turns.
  var phase = 0.0

  /// Adds the tone to a clip, from its beginning to its end.
  ///
  /// Each sample follows from the two before it: y₀ = 2r·cos ω·y₁ − r²·y₂.
  func add(to clip: inout Clip) {
    let step = frequency / Double(Clip.sampleRate)
    let decay = ExactMath.powerOfTwo(-1 / (halfLife * Double(Clip.sampleRate)))
    let first = 2 * decay * ExactMath.cosine(turns: step)
    let second = decay * decay
    var newer = amplitude * ExactMath.sine(turns: phase - step) / decay
    var older = amplitude * ExactMath.sine(turns: phase - 2 * step) / second
    let count = clip.samples.count
    var index = 0
    while index < count {
      let sample = first * newer - second * older
      clip.samples[index] += sample
      older = newer
      newer = sample
      index += 1
    }
  }
}

/// A sine tone that slides from one pitch to another: the skin of a drum after the stroke.
struct Sweep {
  /// The pitch at the stroke and the pitch it settles on, in hertz.
  var start: Double, end: Double

  /// The time in which the pitch comes half way nearer to its end, in seconds.
  var pitchHalfLife: Double

  /// The time in which the amplitude halves, in seconds.
  var halfLife: Double

  /// Adds the tone to a clip, from its beginning to its end.
  func add(to clip: inout Clip, amplitude: Double) {
    let rate = Double(Clip.sampleRate)
    let pitchDecay = ExactMath.powerOfTwo(-1 / (pitchHalfLife * rate))
    let decay = ExactMath.powerOfTwo(-1 / (halfLife * rate))
    var (phase, level, excess) = (0.0, amplitude, start - end)
    for index in clip.samples.indices {
      clip.samples[index] += level * ExactMath.sine(turns: phase)
      phase += (end + excess) / rate
      excess *= pitchDecay
      level *= decay
    }
  }
}
