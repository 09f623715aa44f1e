// SPDX-License-Identifier: MIT

/// A bar of the vibraphone that the wheels play: four modes that a mallet makes ring.
///
/// It sounds the same at every sample rate. The original's response while the mallet touches the
/// bar at 44 100 Hz, less than a millisecond, is replaced by a ramp.
///
/// - Source: the opcode `vibes` of Csound 6.18 (Cook's `Modal4`), as AudioKit's `AKVibes` calls it:
///   stick hardness 0.5, strike position 0.2, no tremolo, the impulse `marmstk1.wav` of STK.
struct Vibraphone {
  /// How long a note sounds, in seconds.
  static let duration = 3.0
  /// How long a note takes to fade in, and to fade out at its end, in seconds.
  static let attack = 0.001, release = 0.02
  /// The amplitude of a stroke; full scale is 1.
  static let amplitude = 0.15

  /// A mode of a bar.
  struct Mode: Sendable {
    /// The frequency in Hz.
    let frequency: Double
    /// How often a second the amplitude halves.
    let halvings: Double
    /// The initial amplitude and phase: the mode is the real part of this complex number, which
    /// rotates and decays.
    let real: Double, imaginary: Double
  }

  /// The ratio to the note's frequency, the resonance, its halvings a second (−44 100·log₂), and
  /// the strength of the mode at the strike position.
  private static let modes = [
    (1.0, 0.99995, 3.181_222_096_374_995, 0.025 * ExactMath.sine(turns: 0.1)),
    (
      2.01, 0.99991, 5.726_314_305_299_665,
      0.015 * ExactMath.sine(turns: 0.05 / ExactMath.pi + 0.201)
    ),
    (3.9, 0.99992, 5.090_031_708_237_411, 0.015 * ExactMath.sine(turns: 0.395)),
    (14.37, 0.9999, 6.362_603_265_785_352, 0.015),
  ]

  /// The impulse at 44 100 Hz, normalized to full scale and played at the speed of that stick
  /// hardness.
  private static let strike = [
    -0.3117, 0.3142, 0.2392, -0.0644, 0.0844, 0.4252, 0.033, -0.0893, 0.0205, 0.1538, 0.0173,
    -0.066, -0.0521, 0.0577, 0.0384, -0.0437,
  ]
  private static let strikeRate = 44_100.0

  /// The audible modes of the bar for a note, both in Hz.
  static func modes(ofNote note: Double, sampleRate: Double) -> [Mode] {
    modes.compactMap { ratio, resonance, halvings, gain in
      let frequency = note * ratio
      guard 2 * frequency < min(sampleRate, strikeRate) else { return nil }
      // The strength of the mode's frequency in the strike after a low-pass filter, whose cutoff
      // depends on the amplitude: its z-transform at the mode's pole, by Horner's rule.
      let turns = frequency / strikeRate
      let (cosine, sine) = (ExactMath.cosine(turns: turns), ExactMath.sine(turns: turns))
      let (x, y) = (cosine / resonance, -sine / resonance)
      var sum = (real: 0.0, imaginary: 0.0)
      for sample in strike.reversed() {
        sum = (sum.real * x - sum.imaginary * y + sample, sum.real * y + sum.imaginary * x)
      }
      let (real, imaginary) = (1 - (1 - amplitude) * x, -(1 - amplitude) * y)
      let scale = 32 * gain * amplitude * amplitude / (real * real + imaginary * imaginary)
      return Mode(
        frequency: frequency, halvings: halvings,
        real: scale * (sum.real * real + sum.imaginary * imaginary),
        imaginary: scale * (sum.imaginary * real - sum.real * imaginary))
    }
  }
}

extension Vibraphone.Mode {
  /// Its samples at a sample rate in Hz, starting `frame` sample frames after the stroke.
  func run(from frame: Int, sampleRate: Double) -> SineRun {
    let turns = frequency / sampleRate
    func sample(_ frame: Int) -> Double {
      let angle = Double(frame) * turns
      let level = ExactMath.powerOfTwo(-halvings * Double(frame) / sampleRate)
      return level
        * (real * ExactMath.cosine(turns: angle) - imaginary * ExactMath.sine(turns: angle))
    }
    return SineRun(
      sample(frame), sample(frame + 1), turns: turns,
      decay: ExactMath.powerOfTwo(-halvings / sampleRate))
  }
}
