// SPDX-License-Identifier: MIT

/// The discrete Fourier transform of a power of two of complex numbers:
/// X[k] = Σ x[i]·e^(−2πj·i·k/N), not scaled.
///
/// Two channels of real samples share one transform of left + j·right: the left one's is half of
/// X[k] + conj X[N−k], the right one's half of (X[k] − conj X[N−k])/j.
///
/// The numbers are `Double`, and every operation is a plain product or sum, so that every processor
/// computes the same bits.
///
/// - Source: Stockham's self-sorting form with steps of four; Van Loan, *Computational Frameworks
///   for the Fast Fourier Transform*, 1992, 1.7 and 2.4.
public struct FourierTransform: Sendable {
  /// How many numbers are transformed.
  public let count: Int

  /// e^(−2πj·i/N) for i below ¾ N.
  private let cosines, sines: [Double]

  /// What a step writes while it reads the numbers.
  private var otherReal, otherImaginary: [Double]

  /// A plan for `count` numbers, a power of two.
  public init(count: Int) {
    precondition(count > 0 && count & (count - 1) == 0)
    self.count = count
    let points = (0..<max(3 * count / 4, 1)).map { UnitCircle.point(-$0, of: count) }
    cosines = points.map(\.cosine)
    sines = points.map(\.sine)
    otherReal = [Double](repeating: 0, count: count)
    otherImaginary = otherReal
  }

  /// Transforms numbers, of which there are ``count``, in their place.
  public mutating func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count)
    // Out of the struct, so that both can be written at once.
    var (toReal, toImaginary): ([Double], [Double]) = ([], [])
    swap(&toReal, &otherReal)
    swap(&toImaginary, &otherImaginary)
    var length = count
    while length > 1 {
      if length >= 4 {
        stepByFour(real.span, imaginary.span, &toReal, &toImaginary, length: length)
      } else {
        stepByTwo(real.span, imaginary.span, &toReal, &toImaginary)
      }
      swap(&real, &toReal)
      swap(&imaginary, &toImaginary)
      length /= 4
    }
    swap(&toReal, &otherReal)
    swap(&toImaginary, &otherImaginary)
  }

  /// Splits transforms of `length` numbers, which lie side by side, in four.
  private func stepByFour(
    _ real: Span<Double>, _ imaginary: Span<Double>, _ toReal: inout [Double],
    _ toImaginary: inout [Double], length: Int
  ) {
    let (cosines, sines) = (cosines, sines)
    let side = count / length
    let quarter = count / 4
    var outReal = toReal.mutableSpan
    var outImaginary = toImaginary.mutableSpan
    for part in 0..<length / 4 {
      let turn = part * side
      let (c1, s1) = (cosines[turn], sines[turn])
      let (c2, s2) = (cosines[2 * turn], sines[2 * turn])
      let (c3, s3) = (cosines[3 * turn], sines[3 * turn])
      for offset in 0..<side {
        let a = part &* side &+ offset
        let b = a &+ quarter
        let c = b &+ quarter
        let d = c &+ quarter
        let sumAC = real[a] + real[c]
        let sumACi = imaginary[a] + imaginary[c]
        let differenceAC = real[a] - real[c]
        let differenceACi = imaginary[a] - imaginary[c]
        let sumBD = real[b] + real[d]
        let sumBDi = imaginary[b] + imaginary[d]
        // Times −j.
        let turnedBD = imaginary[b] - imaginary[d]
        let turnedBDi = real[d] - real[b]
        let first = 4 &* part &* side &+ offset
        outReal[first] = sumAC + sumBD
        outImaginary[first] = sumACi + sumBDi
        let (x1, y1) = (differenceAC + turnedBD, differenceACi + turnedBDi)
        outReal[first &+ side] = x1 * c1 - y1 * s1
        outImaginary[first &+ side] = x1 * s1 + y1 * c1
        let (x2, y2) = (sumAC - sumBD, sumACi - sumBDi)
        outReal[first &+ 2 &* side] = x2 * c2 - y2 * s2
        outImaginary[first &+ 2 &* side] = x2 * s2 + y2 * c2
        let (x3, y3) = (differenceAC - turnedBD, differenceACi - turnedBDi)
        outReal[first &+ 3 &* side] = x3 * c3 - y3 * s3
        outImaginary[first &+ 3 &* side] = x3 * s3 + y3 * c3
      }
    }
  }

  /// The last step where the count is no power of four.
  private func stepByTwo(
    _ real: Span<Double>, _ imaginary: Span<Double>, _ toReal: inout [Double],
    _ toImaginary: inout [Double]
  ) {
    let half = count / 2
    for index in 0..<half {
      toReal[index] = real[index] + real[index + half]
      toImaginary[index] = imaginary[index] + imaginary[index + half]
      toReal[index + half] = real[index] - real[index + half]
      toImaginary[index + half] = imaginary[index] - imaginary[index + half]
    }
  }
}
