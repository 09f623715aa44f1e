// SPDX-License-Identifier: MIT

/// A filter of the second order, in the transposed direct form II.
///
/// - Source: Robert Bristow-Johnson, *Cookbook formulae for audio EQ biquad filter coefficients*.
struct Biquad: Sendable {
  private let b0, b1, b2, a1, a2: Double
  private var s1 = 0.0
  private var s2 = 0.0

  /// A Butterworth low-pass at a frequency in Hz; above half the sample rate it lets all pass.
  static func lowPass(_ hertz: Int, sampleRate: Int) -> Biquad {
    guard let (cosine, alpha) = corner(hertz, sampleRate) else { return passing }
    let b = (1 - cosine) / 2
    return Biquad(b, 2 * b, b, a0: 1 + alpha, -2 * cosine, 1 - alpha)
  }

  /// A Butterworth high-pass at a frequency in Hz; above half the sample rate nothing passes.
  static func highPass(_ hertz: Int, sampleRate: Int) -> Biquad {
    guard let (cosine, alpha) = corner(hertz, sampleRate) else {
      return Biquad(0, 0, 0, a0: 1, 0, 0)
    }
    let b = (1 + cosine) / 2
    return Biquad(b, -2 * b, b, a0: 1 + alpha, -2 * cosine, 1 - alpha)
  }

  private static let passing = Biquad(1, 0, 0, a0: 1, 0, 0)

  private static func corner(_ hertz: Int, _ sampleRate: Int) -> (cosine: Double, alpha: Double)? {
    guard 2 * hertz < sampleRate else { return nil }
    let (cosine, sine) = UnitCircle.point(hertz, of: sampleRate)
    // The quality of a Butterworth filter is the square root of ½.
    return (cosine, sine * 0.5.squareRoot())
  }

  private init(
    _ b0: Double, _ b1: Double, _ b2: Double, a0: Double, _ a1: Double, _ a2: Double
  ) {
    (self.b0, self.b1, self.b2) = (b0 / a0, b1 / a0, b2 / a0)
    (self.a1, self.a2) = (a1 / a0, a2 / a0)
  }

  /// The next sample.
  @inline(__always)
  mutating func filter(_ sample: Double) -> Double {
    let output = b0 * sample + s1
    s1 = b1 * sample - a1 * output + s2
    s2 = b2 * sample - a2 * output
    return output
  }

  /// Ends the decay of sounds that are long past: numbers too small to be normal are slow.
  mutating func settle() {
    if abs(s1) < 1e-30 { s1 = 0 }
    if abs(s2) < 1e-30 { s2 = 0 }
  }
}
