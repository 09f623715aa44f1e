// SPDX-License-Identifier: MIT

/// A filter of the second order for two channels, in the transposed direct form II.
///
/// - Source: Robert Bristow-Johnson, *Cookbook formulae for audio EQ biquad filter coefficients*.
struct Biquad: Sendable {
  /// A sample frame of two channels.
  typealias Pair = SIMD2<Double>

  private let b0, b1, b2, a1, a2: Double
  private var s1 = Pair.zero
  private var s2 = Pair.zero

  /// A Butterworth low-pass at a frequency in Hz; from half the sample rate on it lets all pass.
  static func lowPass(_ hertz: Int, sampleRate: Int) -> Biquad {
    guard let (cosine, alpha) = corner(hertz, sampleRate) else {
      return Biquad(1, 0, 0, a0: 1, 0, 0)
    }
    let b = (1 - cosine) / 2
    return Biquad(b, 2 * b, b, a0: 1 + alpha, -2 * cosine, 1 - alpha)
  }

  /// A Butterworth high-pass at a frequency in Hz; from half the sample rate on nothing passes.
  static func highPass(_ hertz: Int, sampleRate: Int) -> Biquad {
    guard let (cosine, alpha) = corner(hertz, sampleRate) else {
      return Biquad(0, 0, 0, a0: 1, 0, 0)
    }
    let b = (1 + cosine) / 2
    return Biquad(b, -2 * b, b, a0: 1 + alpha, -2 * cosine, 1 - alpha)
  }

  /// The first stage of the K-weighting: a shelf that lifts what the head reflects, by 4 dB above
  /// 1.7 kHz. At any sample rate it has the response of the table for 48 kHz.
  ///
  /// - Source: ITU-R BS.1770-5, annex 1, table 1; the analogue parameters behind it by libebur128.
  static func kShelf(sampleRate: Int) -> Biquad {
    let hertz = 1681.974450955533
    guard 2 * hertz < Double(sampleRate) else { return Biquad(1, 0, 0, a0: 1, 0, 0) }
    let k = tangent(.pi * hertz / Double(sampleRate))
    let (over, gain) = (k / 0.7071752369554196, power(10, 3.999843853973347 / 20))
    let slope = power(gain, 0.4996667741545416) * over
    return Biquad(
      gain + slope + k * k, 2 * (k * k - gain), gain - slope + k * k, a0: 1 + over + k * k,
      2 * (k * k - 1), 1 - over + k * k)
  }

  /// The second stage: a high-pass at 38 Hz. Its gain is that of the table at 48 kHz, at any sample rate.
  ///
  /// - Source: ITU-R BS.1770-5, annex 1, table 2.
  static func kHighPass(sampleRate: Int) -> Biquad {
    let hertz = 38.13547087602444
    guard 2 * hertz < Double(sampleRate) else { return Biquad(0, 0, 0, a0: 1, 0, 0) }
    func size(_ rate: Double) -> (k: Double, over: Double, sum: Double) {
      let k = tangent(.pi * hertz / rate)
      let over = k / 0.5003270373238773
      return (k, over, 1 + over + k * k)
    }
    let (k, over, sum) = size(Double(sampleRate))
    let gain = size(48_000).sum
    return Biquad(gain, -2 * gain, gain, a0: sum, 2 * (k * k - 1), 1 - over + k * k)
  }

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

  /// The next sample frame.
  @inline(__always)
  mutating func filter(_ samples: Pair) -> Pair {
    let output = b0 * samples + s1
    s1 = b1 * samples - a1 * output + s2
    s2 = b2 * samples - a2 * output
    return output
  }

  /// Ends the decay of sounds that are long past: numbers too small to be normal are slow.
  mutating func settle() {
    for channel in 0..<2 {
      if abs(s1[channel]) < 1e-30 { s1[channel] = 0 }
      if abs(s2[channel]) < 1e-30 { s2[channel] = 0 }
    }
  }
}
