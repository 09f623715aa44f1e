// SPDX-License-Identifier: MIT

/// The discrete Fourier transform of a power of two of complex numbers:
/// X[k] = Σ x[i]·e^(−2πj·i·k/N), not scaled.
///
/// Two channels of real samples share one transform of left + j·right: the left one's is half of
/// X[k] + conj X[N−k], the right one's half of (X[k] − conj X[N−k])/j.
///
/// The numbers are `Double`, and every operation is a plain product or sum, so every processor
/// computes the same bits.
///
/// - Source: Stockham's self-sorting form in radix 4; Van Loan, *Computational Frameworks
///   for the Fast Fourier Transform*, 1992, 1.7 and 2.4.
package struct FourierTransform: Sendable {
  /// Four numbers that are processed side by side.
  private typealias Lanes = SIMD4<Double>

  /// Complex numbers between two steps.
  private struct Numbers {
    var real, imaginary: [Lanes]
  }

  /// How many numbers a transform has.
  package let count: Int

  /// e^(−2πj·i/N) for i below ¾ N.
  private let cosines, sines: [Double]

  /// The buffer that a step reads, and the one that it writes.
  private var source, target: Numbers

  /// A plan for `count` numbers, a power of two of at least 16.
  package init(count: Int) {
    precondition(count >= 16 && count & (count - 1) == 0)
    self.count = count
    let points = (0..<3 * count / 4).map { UnitCircle.point(-$0, of: count) }
    cosines = points.map(\.cosine)
    sines = points.map(\.sine)
    let zeros = [Lanes](repeating: Lanes(), count: count / 4)
    source = Numbers(real: zeros, imaginary: zeros)
    target = source
  }

  /// Transforms ``count`` numbers in place.
  package mutating func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count)
    firstStep(real.span, imaginary.span)
    var length = count / 4
    while length >= 4 {
      step(length: length)
      length /= 4
    }
    if length == 2 { lastStep() }
    for index in 0..<count / 4 {
      for lane in 0..<4 {
        real[4 * index + lane] = source.real[index][lane]
        imaginary[4 * index + lane] = source.imaginary[index][lane]
      }
    }
  }

  /// Splits the whole into four transforms, interleaved.
  private mutating func firstStep(_ real: Span<Double>, _ imaginary: Span<Double>) {
    let quarter = count / 4
    for part in 0..<quarter {
      let (a, b, c, d) = (part, part + quarter, part + 2 * quarter, part + 3 * quarter)
      let (sumAC, sumACi) = (real[a] + real[c], imaginary[a] + imaginary[c])
      let (differenceAC, differenceACi) = (real[a] - real[c], imaginary[a] - imaginary[c])
      let (sumBD, sumBDi) = (real[b] + real[d], imaginary[b] + imaginary[d])
      // Times −j.
      let (turnedBD, turnedBDi) = (imaginary[b] - imaginary[d], real[d] - real[b])
      let x = Lanes(
        sumAC + sumBD, differenceAC + turnedBD, sumAC - sumBD, differenceAC - turnedBD)
      let y = Lanes(
        sumACi + sumBDi, differenceACi + turnedBDi, sumACi - sumBDi, differenceACi - turnedBDi)
      let cosine = Lanes(1, cosines[part], cosines[2 * part], cosines[3 * part])
      let sine = Lanes(0, sines[part], sines[2 * part], sines[3 * part])
      source.real[part] = x * cosine - y * sine
      source.imaginary[part] = x * sine + y * cosine
    }
  }

  /// Splits interleaved transforms of `length` numbers into four each.
  private mutating func step(length: Int) {
    let side = count / length
    let (lanes, quarter) = (side / 4, count / 16)
    let (real, imaginary) = (source.real, source.imaginary)
    for part in 0..<length / 4 {
      let turn = part * side
      let (c1, s1) = (cosines[turn], sines[turn])
      let (c2, s2) = (cosines[2 * turn], sines[2 * turn])
      let (c3, s3) = (cosines[3 * turn], sines[3 * turn])
      for offset in 0..<lanes {
        let a = part &* lanes &+ offset
        let (b, c, d) = (a &+ quarter, a &+ 2 &* quarter, a &+ 3 &* quarter)
        let (sumAC, sumACi) = (real[a] + real[c], imaginary[a] + imaginary[c])
        let (differenceAC, differenceACi) = (real[a] - real[c], imaginary[a] - imaginary[c])
        let (sumBD, sumBDi) = (real[b] + real[d], imaginary[b] + imaginary[d])
        let (turnedBD, turnedBDi) = (imaginary[b] - imaginary[d], real[d] - real[b])
        let first = 4 &* part &* lanes &+ offset
        let (second, third, fourth) = (first &+ lanes, first &+ 2 &* lanes, first &+ 3 &* lanes)
        target.real[first] = sumAC + sumBD
        target.imaginary[first] = sumACi + sumBDi
        let (x1, y1) = (differenceAC + turnedBD, differenceACi + turnedBDi)
        target.real[second] = x1 * c1 - y1 * s1
        target.imaginary[second] = x1 * s1 + y1 * c1
        let (x2, y2) = (sumAC - sumBD, sumACi - sumBDi)
        target.real[third] = x2 * c2 - y2 * s2
        target.imaginary[third] = x2 * s2 + y2 * c2
        let (x3, y3) = (differenceAC - turnedBD, differenceACi - turnedBDi)
        target.real[fourth] = x3 * c3 - y3 * s3
        target.imaginary[fourth] = x3 * s3 + y3 * c3
      }
    }
    swap(&source, &target)
  }

  /// The radix-2 step that is left where the count is not a power of four.
  private mutating func lastStep() {
    let half = count / 8
    for index in 0..<half {
      target.real[index] = source.real[index] + source.real[index + half]
      target.imaginary[index] = source.imaginary[index] + source.imaginary[index + half]
      target.real[index + half] = source.real[index] - source.real[index + half]
      target.imaginary[index + half] = source.imaginary[index] - source.imaginary[index + half]
    }
    swap(&source, &target)
  }
}
