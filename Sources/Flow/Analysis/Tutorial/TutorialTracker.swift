// SPDX-License-Identifier: MIT

/// The frequency tracker of the tutorial's app.
///
/// Its library feeds the samples of both channels, interleaved, into a tracker for one channel. So
/// a hop of 4096 values is 2048 sample frames, frequencies come out halved and are doubled again,
/// and amplitudes are halved. Two bugs of the published code are kept: because of them a tone of
/// 440 Hz reads 439.45 to 441.74 Hz.
///
/// - Source: AudioKit 4.3, `AKFrequencyTracker`, and Soundpipe's `ptrack`, a copy of Csound's.
package struct TutorialTracker: Sendable {
  /// The pitch in Hz, kept until the next one; the tracker's initial value before the first.
  package private(set) var frequency = 200.0

  /// The loudness as an amplitude, at most 99 999 999; 0 before the first hop.
  package private(set) var amplitude = 0.0

  /// More than any real amplitude, and small enough to be written.
  private static let greatestAmplitude = 99_999_999.0

  private static let hop = 4096

  /// How many slots at each end of a spectrum are mirror images.
  private static let guardSlots = 5

  /// The coefficients that interpolate between slots.
  private static let coefficients = [1.227054, -0.302385, 0.095326, -0.022748, 0.002533]
    .map { $0 / 2 }

  private var values: [Double] = []

  /// e^(−jπi/8192).
  private let cosines, sines: [Double]
  private var transform = FourierTransform(count: hop)
  private var finder = PartialFinder(count: 2 * hop)

  /// The spectrum of the last hop at odd multiples of R/16384, with guard slots on both sides.
  private var real, imaginary: [Double]

  /// A tracker before its first sample.
  package init() {
    let points = (0..<TutorialTracker.hop).map {
      UnitCircle.point(-$0, of: 4 * TutorialTracker.hop)
    }
    cosines = points.map(\.cosine)
    sines = points.map(\.sine)
    real = [Double](repeating: 0, count: TutorialTracker.hop + 2 * TutorialTracker.guardSlots)
    imaginary = real
  }

  /// Takes one sample frame at 44 100 Hz.
  package mutating func push(_ left: Double, _ right: Double) {
    // A hop is analyzed when the value after it arrives.
    if values.count == TutorialTracker.hop {
      judgeHop()
      values.removeAll(keepingCapacity: true)
    }
    values.append(left)
    values.append(right)
  }

  private mutating func judgeHop() {
    let (before, beforeImaginary) = (real, imaginary)
    transformHop()
    let spectrum = bothHops(before.span, beforeImaginary.span)
    let result = finder.find(in: spectrum)
    amplitude = min(result.amplitude / 2, TutorialTracker.greatestAmplitude)
    if let pitch = result.pitch {
      frequency = 2 * pitch * 44_100 / Double(4 * TutorialTracker.hop)
    }
  }

  /// Computes the spectrum of the hop at odd multiples of R/16384.
  private mutating func transformHop() {
    let (hop, guardSlots) = (TutorialTracker.hop, TutorialTracker.guardSlots)
    var re = values.indices.map { 32_768 * values[$0] * cosines[$0] }
    var im = values.indices.map { 32_768 * values[$0] * sines[$0] }
    transform.transform(&re, &im)
    for index in 0..<hop / 2 {
      // Every other slot is the mirror image of one above the middle.
      real[guardSlots + 2 * index] = re[index]
      imaginary[guardSlots + 2 * index] = im[index]
      real[guardSlots + 2 * index + 1] = re[hop - 1 - index]
      imaginary[guardSlots + 2 * index + 1] = -im[hop - 1 - index]
    }
    for index in 0..<guardSlots {
      real[guardSlots - 1 - index] = real[guardSlots + index]
      imaginary[guardSlots - 1 - index] = -imaginary[guardSlots + index]
      real[guardSlots + hop + index] = real[guardSlots + hop - 1 - index]
      imaginary[guardSlots + hop + index] = -imaginary[guardSlots + hop - 1 - index]
    }
  }

  /// The spectrum of the last two hops taken as one, at all multiples of R/16384.
  private func bothHops(
    _ before: Span<Double>, _ beforeImaginary: Span<Double>
  ) -> (real: [Double], imaginary: [Double]) {
    let (hop, guardSlots) = (TutorialTracker.hop, TutorialTracker.guardSlots)
    var (bothReal, bothImaginary) = ([Double](), [Double]())
    bothReal.reserveCapacity(2 * hop)
    bothImaginary.reserveCapacity(2 * hop)
    for slot in 0..<hop {
      let middle = slot + guardSlots
      let sign = slot.isMultiple(of: 2) ? 1.0 : -1.0
      func sum(_ distance: Int) -> (real: Double, imaginary: Double) {
        let place = middle + distance
        return (
          before[place] + sign * real[place], beforeImaginary[place] + sign * imaginary[place]
        )
      }
      var (re, im) = (0.0, 0.0)
      for (order, coefficient) in TutorialTracker.coefficients.enumerated() {
        let (below, above) = (sum(-1 - order), sum(order))
        // One of each pair of slots is rotated by a quarter turn: the upper one, then the lower
        // one, …
        let isAbove = order.isMultiple(of: 2)
        let weight = order == 1 || order == 2 ? -coefficient : coefficient
        re += weight * (isAbove ? below.real - above.imaginary : above.real - below.imaginary)
        im += weight * (isAbove ? below.imaginary + above.real : above.imaginary + below.real)
      }
      if slot.isMultiple(of: 2) {
        // The bugs: a value of the last hop but one is used where one of the last belongs, and a
        // fixed slot.
        let coefficients = TutorialTracker.coefficients
        re += coefficients[0] * (imaginary[middle] - beforeImaginary[middle])
        re += coefficients[1] * (real[middle + 1] - real[guardSlots + 3])
      }
      let diagonal = (0.5).squareRoot()
      bothReal.append(diagonal * (re + im))
      bothImaginary.append(diagonal * (im - re))
      bothReal.append(before[middle] + sign * imaginary[middle])
      bothImaginary.append(beforeImaginary[middle] - sign * real[middle])
    }
    return (bothReal, bothImaginary)
  }
}
