// SPDX-License-Identifier: MIT

/// Samples of two channels at another rate: a sum of sines below the lower rate's half comes out as
/// the same sum of sines, without delay.
///
/// Each new sample is the sum of those around its exact place, which is a rational number, times a
/// sinc through a Kaiser window: β = 10, 64 zeros of the sinc on each side. What is more than 2.5 %
/// of the lower rate above its half is damped by 100 dB, what is as much below comes through to
/// 0.0001 dB. Before the stream and after it there is silence.
///
/// - Source: Smith, *Digital Audio Resampling Home Page*, 2002, "Theory of ideal bandlimited
///   interpolation"; Kaiser, 1974, for the window.
public struct Resampler: Sendable {
  /// New and old rate without their common divisors.
  private let up, down: Int

  /// Samples on each side of a place that count.
  private let reach: Int

  /// The factors of the samples around a place, by its distance after a sample in parts of `up`.
  ///
  /// They are computed when they are first needed; those of rates with very many are not kept.
  private var factors: [[Double]]

  private var lefts, rights: [Double]

  /// The sample frame of the stream that is the first of those that are kept.
  private var firstKept: Int

  /// Sample frames that came.
  private var count = 0

  /// The place of the next new sample: a sample of the stream, and parts of `up` after it.
  private var place = 0
  private var phase = 0

  private static let zeros = 64
  private static let mostFactors = 1 << 22

  /// A resampler from one positive rate to another.
  public init(from oldRate: Int, to newRate: Int) {
    var (divisor, rest) = (oldRate, newRate)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    up = newRate / divisor
    down = oldRate / divisor
    // Equal rates need no neighbours.
    reach = up == down ? 0 : (Resampler.zeros * max(up, down) + up - 1) / up
    factors = [[Double]](
      repeating: [], count: up * (2 * reach + 1) <= Resampler.mostFactors ? up : 0)
    lefts = [Double](repeating: 0, count: reach)
    rights = lefts
    firstKept = -reach
  }

  /// Takes the next sample frame.
  public mutating func push(_ left: Double, _ right: Double) {
    lefts.append(left)
    rights.append(right)
    count += 1
  }

  /// The next new sample frame; `nil` while samples around it are yet to come. At the end of the
  /// stream, as many come out as begin before it.
  public mutating func next(isEnded: Bool = false) -> (left: Double, right: Double)? {
    if isEnded {
      guard place < count else { return nil }
      let missing = place + reach + 1 - (firstKept + lefts.count)
      if missing > 0 {
        lefts += [Double](repeating: 0, count: missing)
        rights += [Double](repeating: 0, count: missing)
      }
    }
    let first = place - reach - firstKept
    guard first + 2 * reach < lefts.count else { return nil }
    let sums = sums(from: first)
    phase += down
    place += phase / up
    phase %= up
    let unused = place - reach - firstKept
    if unused >= 4096 {
      let gone = min(unused, lefts.count)
      lefts.removeFirst(gone)
      rights.removeFirst(gone)
      firstKept += gone
    }
    return sums
  }

  private mutating func sums(from first: Int) -> (left: Double, right: Double) {
    if factors.isEmpty { return sums(from: first, computedFactors()) }
    if factors[phase].isEmpty { factors[phase] = computedFactors() }
    return sums(from: first, factors[phase])
  }

  private func sums(from first: Int, _ factors: [Double]) -> (left: Double, right: Double) {
    let lefts = lefts.span.extracting(first..<first + factors.count)
    let rights = rights.span.extracting(first..<first + factors.count)
    var (left, right) = (0.0, 0.0)
    for index in factors.indices {
      left += factors[index] * lefts[index]
      right += factors[index] * rights[index]
    }
    return (left, right)
  }

  /// The factors at the present phase, whose sum is 1.
  private func computedFactors() -> [Double] {
    let faster = max(up, down)
    var factors = (-reach...reach).map { sample in
      // The distance in zeros of the sinc is a fraction of integers, so its sine is exact.
      let distance = sample * up - phase
      guard distance != 0 else { return Resampler.window(0) }
      let zeros = Double(distance) / Double(faster)
      let sinc = UnitCircle.point(distance, of: 2 * faster).sine / (.pi * zeros)
      return sinc * Resampler.window(zeros / Double(Resampler.zeros))
    }
    let sum = factors.reduce(0, +)
    for index in factors.indices { factors[index] /= sum }
    return factors
  }

  /// Kaiser's window, not scaled, at −1…1; 0 beyond: the modified Bessel function of order zero.
  private static func window(_ position: Double) -> Double {
    let square = 1 - position * position
    guard square > 0 else { return 0 }
    // (β/2)² = 25.
    var (term, sum) = (1.0, 1.0)
    for order in 1...40 {
      term *= 25 * square / Double(order * order)
      sum += term
    }
    return sum
  }
}
