// SPDX-License-Identifier: MIT

/// Finds the pitch whose partials are the peaks of a spectrum, by Puckette's method.
///
/// A spectrum is the transform of the last n samples, times 32768 and without a window, at the n
/// multiples of R/(2n) below half the sample rate R. Each of these is a bin.
///
/// - Source: Puckette, Apel, Zicarelli, *Real-time audio analysis tools for Pd and MSP*, 1998, with
///   the constants of Csound's opcode `ptrack`.
struct PartialFinder: Sendable {
  /// The result for one spectrum.
  struct Result: Sendable {
    /// The loudness as an amplitude: about 1.04·a^0.77 for a sine of amplitude a.
    var amplitude: Double

    /// The fundamental in bins; `nil` if there is no pitch.
    var pitch: Double?

    /// The share of the power that is in the peaks of the pitch's partials, 0…1.
    var strength = 0.0
  }

  /// A peak of the spectrum: its position and width in bins.
  private struct Peak {
    let frequency, width, power: Double
  }

  /// The bins of a spectrum.
  let count: Int

  /// The Hann-windowed spectrum, its power, and the sum of the power.
  private var real, imaginary, power: [Double]
  private var total = 0.0

  /// How well each candidate pitch explains the peaks: 48 an octave, from bin 4 on.
  private var scores: [Double]

  /// How far the first sixteen partials are above the first, in 48ths of an octave.
  private let partialSteps: [Double]

  private static let stepsOfE = 69.24936196

  /// A finder for spectra of `count` bins, a power of two of at least 64.
  init(count: Int) {
    self.count = count
    real = [Double](repeating: 0, count: count)
    imaginary = real
    power = real
    scores = [Double](repeating: 0, count: 48 * (count.trailingZeroBitCount - 2))
    partialSteps = (1...16).map { 48 * naturalLogarithm(Double($0)) / naturalLogarithm(2) }
  }

  /// Finds the pitch of a spectrum, whose first ``count`` numbers are read.
  mutating func find(in spectrum: (real: [Double], imaginary: [Double])) -> Result {
    applyWindow(to: spectrum.real.span, spectrum.imaginary.span)
    let loudness = total > 1e-9 ? max(0, 3.333 * naturalLogarithm(total / Double(count))) : 0
    var result = Result(amplitude: exponential((loudness - 92.3) * (naturalLogarithm(10) / 20)))
    guard loudness >= 40 else { return result }
    let peaks = peaks(of: spectrum.real.span, spectrum.imaginary.span)
    guard let base = likelyPitch(of: peaks) else { return result }
    refine(base, by: peaks, &result)
    return result
  }

  /// In the frequency domain, a Hann window is a difference of neighbours.
  private mutating func applyWindow(to re: Span<Double>, _ im: Span<Double>) {
    total = 0
    for bin in 3..<count - 2 {
      real[bin] = re[bin] - 0.5 * (re[bin - 2] + re[bin + 2])
      imaginary[bin] = im[bin] - 0.5 * (im[bin - 2] + im[bin + 2])
      power[bin] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      total += power[bin]
    }
  }

  /// The lowest twenty peaks that are as narrow as those of a steady tone.
  private func peaks(of re: Span<Double>, _ im: Span<Double>) -> [Peak] {
    /// How far the tone in a bin is from its centre, by the change of phase.
    func offset(_ bin: Int) -> Double {
      ((re[bin - 2] - re[bin + 2]) * real[bin] + (im[bin - 2] - im[bin + 2]) * imaginary[bin])
        / power[bin]
    }
    var peaks: [Peak] = []
    for bin in 4..<count - 3 where peaks.count < 20 {
      let (below, height, above) = (power[bin - 1], power[bin], power[bin + 1])
      guard height >= below, height >= above, min(below, above) >= 1e-5 * total else { continue }
      let estimates = [offset(bin), offset(bin - 1) - 1, offset(bin + 1) + 1]
      let mean = (estimates[0] + estimates[1] + estimates[2]) / 3
      var variance = 0.0
      for estimate in estimates { variance += 0.5 * (estimate - mean) * (estimate - mean) }
      guard variance * total <= 10 * height, variance >= 1e-30 else { continue }
      peaks.append(
        Peak(
          frequency: max(4, Double(bin) + mean), width: variance.squareRoot(), power: height))
    }
    return peaks
  }

  /// The pitch that most peaks vote for, in bins, to a 48th of an octave.
  private mutating func likelyPitch(of peaks: [Peak]) -> Double? {
    for step in scores.indices { scores[step] = 0 }
    for peak in peaks {
      let step = PartialFinder.stepsOfE * naturalLogarithm(peak.frequency) - 96
      let width = 275.003 * peak.width / peak.frequency
      let reach = max(2, width)
      let weight = 120 * (peak.power / total).squareRoot().squareRoot() / max(1, width)
      for (partial, partialStep) in partialSteps.enumerated() {
        let place = step - partialStep
        guard place < Double(scores.count) else { continue }
        let first = Int(place + 0.5 - 0.5 * reach)
        let last = Int(place + 0.5 + 0.5 * reach)
        if first < -10 { break }
        let score = weight / Double(partial + 7)
        for step in max(first, 0)..<max(min(last + 1, scores.count), max(first, 0)) {
          let distance = (Double(step) - place) / reach
          scores[step] += score * (1 - distance * distance)
        }
      }
    }
    var best: (step: Int, score: Double)?
    for (step, score) in scores.enumerated() where score > best?.score ?? 0 { best = (step, score) }
    return best.map { exponential(Double($0.step + 96) / PartialFinder.stepsOfE) }
  }

  /// Refines the pitch by all peaks that are its partials, if there are enough.
  private func refine(_ base: Double, by peaks: [Peak], _ result: inout Result) {
    var (partials, lowPartials) = (0, 0)
    var (found, weights, sum) = (0.0, 0.0, 0.0)
    for peak in peaks {
      let ratio = peak.frequency / base
      let partial = Int(ratio + 0.5)
      guard (1...16).contains(partial), abs(1 - ratio / Double(partial)) < 0.023 else { continue }
      partials += 1
      if partial < 8 { lowPartials += 1 }
      found += peak.power
      let spread = max(peak.width, 0.03) * Double(partial)
      weights += 1 / (spread * spread)
      sum += 1 / (spread * spread) * peak.frequency / Double(partial)
    }
    if (lowPartials < 4 || partials < 7) && found < 0.01 * total { return }
    guard weights > 0, sum / weights >= 5 else { return }
    result.pitch = sum / weights
    result.strength = found / total
  }
}
