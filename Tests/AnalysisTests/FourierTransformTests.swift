// SPDX-License-Identifier: MIT
import Analysis
import TestSupport
import Testing

@Suite struct FourierTransformTests {
  private func numbers(_ count: Int, seed: UInt64) -> [Double] {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
  }

  @Test(arguments: [16, 32, 64, 128, 256])
  func `it is the sum that defines it`(count: Int) {
    let real = numbers(count, seed: UInt64(count))
    let imaginary = numbers(count, seed: UInt64(count) + 1)
    var (re, im) = (real, imaginary)
    var transform = FourierTransform(count: count)
    transform.transform(&re, &im)
    for bin in 0..<count {
      var sum = (real: 0.0, imaginary: 0.0)
      for index in 0..<count {
        let turns = Double(bin * index % count) / Double(count)
        let (cosine, minusSine) = (sine(ofTurns: turns + 0.25), -sine(ofTurns: turns))
        sum.real += real[index] * cosine - imaginary[index] * minusSine
        sum.imaginary += real[index] * minusSine + imaginary[index] * cosine
      }
      #expect(abs(re[bin] - sum.real) < 1e-12)
      #expect(abs(im[bin] - sum.imaginary) < 1e-12)
    }
  }

  @Test(arguments: [512, 1024, 2048, 8192])
  func `the power stays, and a second transform gives the numbers in reverse`(count: Int) {
    let real = numbers(count, seed: UInt64(count))
    let imaginary = numbers(count, seed: UInt64(count) + 1)
    func power(_ re: [Double], _ im: [Double]) -> Double {
      zip(re, im).reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 }
    }
    var (re, im) = (real, imaginary)
    var transform = FourierTransform(count: count)
    transform.transform(&re, &im)
    let ratio = power(re, im) / Double(count) / power(real, imaginary)
    #expect(abs(ratio - 1) < 1e-14)
    transform.transform(&re, &im)
    for index in 0..<count {
      let mirror = (count - index) % count
      #expect(abs(re[mirror] / Double(count) - real[index]) < 1e-14)
      #expect(abs(im[mirror] / Double(count) - imaginary[index]) < 1e-14)
    }
  }

  @Test func `two real channels share a transform`() {
    let (left, right) = (numbers(64, seed: 3), numbers(64, seed: 4))
    var transform = FourierTransform(count: 64)
    var (re, im) = (left, right)
    transform.transform(&re, &im)
    var (leftReal, leftImaginary) = (left, [Double](repeating: 0, count: 64))
    transform.transform(&leftReal, &leftImaginary)
    for bin in 0..<64 {
      let mirror = (64 - bin) % 64
      #expect(abs((re[bin] + re[mirror]) / 2 - leftReal[bin]) < 1e-13)
      #expect(abs((im[bin] - im[mirror]) / 2 - leftImaginary[bin]) < 1e-13)
    }
  }
}
