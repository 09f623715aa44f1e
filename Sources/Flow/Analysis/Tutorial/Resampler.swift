// SPDX-License-Identifier: MIT

/// Converts two channels to another sample rate, without delay: sines below half the lower rate
/// come out unchanged.
///
/// Each new sample is a sum of the old ones around its exact position, which is a rational number,
/// times a sinc with a Kaiser window: β = 10, 64 zero crossings of the sinc on each side. With half
/// of the lower rate as the limit: frequencies more than 2.5 % of the lower rate above it are
/// damped by 100 dB, those as far below it are exact to 0.0001 dB. Before and after the stream
/// there is silence.
///
/// - Source: Smith, *Digital Audio Resampling Home Page*, 2002, "Theory of ideal bandlimited
///   interpolation"; Kaiser, 1974, for the window.
package struct Resampler: Sendable {
  /// The new and the old rate in lowest terms.
  private let up, down: Int

  /// How many samples count on each side of a position.
  private let reach: Int

  /// The weights of the samples around a position, by its distance after a sample in units of
  /// 1/`up`.
  ///
  /// Each row is computed when it is first needed. For pairs of rates with very many rows, they are
  /// computed each time instead.
  private var factors: [[Double]]

  private var lefts, rights: [Double]

  /// The position in the stream of the first sample frame in the buffer.
  private var firstKept: Int

  /// Sample frames so far.
  private var count = 0

  /// The position of the next new sample: a sample of the stream, and the phase after it in units
  /// of 1/`up`.
  private var place = 0
  private var phase = 0

  private static let zeros = 64
  private static let maxFactors = 1 << 22

  /// A resampler from one positive rate to another.
  package init(from oldRate: Int, to newRate: Int) {
    var (divisor, rest) = (oldRate, newRate)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    up = newRate / divisor
    down = oldRate / divisor
    // Equal rates need no neighbours.
    reach = up == down ? 0 : (Resampler.zeros * max(up, down) + up - 1) / up
    factors = [[Double]](
      repeating: [], count: up * (2 * reach + 1) <= Resampler.maxFactors ? up : 0)
    lefts = [Double](repeating: 0, count: reach)
    rights = lefts
    firstKept = -reach
  }

  /// Takes the next sample frame.
  package mutating func push(_ left: Double, _ right: Double) {
    lefts.append(left)
    rights.append(right)
    count += 1
  }

  /// The next new sample frame; `nil` until all samples around it have come. At the end of the
  /// stream, all those that begin before it come out.
  package mutating func next(isEnded: Bool = false) -> (left: Double, right: Double)? {
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

  /// The weights at the present phase, which sum to 1.
  private func computedFactors() -> [Double] {
    let faster = max(up, down)
    // From one sample to the next, the sine of the sinc advances by a constant angle.
    let step = UnitCircle.point(up, of: 2 * faster)
    var turn = UnitCircle.point(-reach * up - phase, of: 2 * faster)
    var sum = 0.0
    var factors = [Double](repeating: 0, count: 2 * reach + 1)
    for index in factors.indices {
      let distance = (index - reach) * up - phase
      // In zero crossings of the sinc.
      let zeros = Double(distance) / Double(faster)
      let sinc = distance == 0 ? 1 : turn.sine / (.pi * zeros)
      factors[index] = sinc * Resampler.window(zeros / Double(Resampler.zeros))
      sum += factors[index]
      turn = (
        turn.cosine * step.cosine - turn.sine * step.sine,
        turn.sine * step.cosine + turn.cosine * step.sine
      )
    }
    for index in factors.indices { factors[index] /= sum }
    return factors
  }

  /// The Kaiser window at −1…1, interpolated linearly between the points of ``windowTable``, to
  /// 1e-9 of its height; 0 outside.
  private static func window(_ position: Double) -> Double {
    let place = abs(position) * Double(windowTable.count - 1)
    let index = Int(place)
    guard index < windowTable.count - 1 else { return 0 }
    let (first, second) = (windowTable[index], windowTable[index + 1])
    return first + (second - first) * (place - Double(index))
  }

  /// Half of the Kaiser window from its middle on, not scaled: the modified Bessel function of
  /// order zero.
  private static let windowTable: [Double] = (0...1 << 16).map { index in
    let position = Double(index) / Double(1 << 16)
    // (β/2)² = 25.
    let quarter = 25 * (1 - position * position)
    var (term, sum) = (1.0, 1.0)
    for order in 1...40 {
      term *= quarter / Double(order * order)
      sum += term
    }
    return sum
  }
}
