// SPDX-License-Identifier: MIT
import Analysis
import TestSupport
import Testing

@Suite struct ResamplerTests {
  private func resampled(_ left: [Double], _ right: [Double], from rate: Int) -> [[Double]] {
    var resampler = Resampler(from: rate, to: 44_100)
    var (lefts, rights) = ([Double](), [Double]())
    func append(_ frame: (left: Double, right: Double)) {
      lefts.append(frame.left)
      rights.append(frame.right)
    }
    for (l, r) in zip(left, right) {
      resampler.push(l, r)
      while let frame = resampler.next() { append(frame) }
    }
    while let frame = resampler.next(isEnded: true) { append(frame) }
    return [lefts, rights]
  }

  @Test(arguments: [
    (48_000, 440.0, 20_000.0), (22_050, 1000, 10_000), (96_000, 3000, 20_000),
    (11_025, 100, 5_000), (44_101, 997, 15_000),
  ])
  func `sines come out as the same sines, without delay`(rate: Int, low: Double, high: Double) {
    let count = rate == 44_101 ? 300 : rate / 40
    let results = resampled(
      tone(low, sampleRate: rate, count: count), tone(high, sampleRate: rate, count: count),
      from: rate)
    for (result, frequency) in zip(results, [low, high]) {
      #expect(result.count == (count * 44_100 + rate - 1) / rate)
      let expected = tone(frequency, count: result.count)
      // The ends are next to silence.
      let edge = max(64, 64 * 44_100 / rate) + 1
      for index in edge..<result.count - edge {
        #expect(abs(result[index] - expected[index]) < 1e-4)
      }
    }
  }

  @Test(arguments: [(44_101, 300), (44_099, 300), (1, 100), (999, 100)])
  func `odd rates come out as the windowed sinc says`(rate: Int, count: Int) {
    var generator = SeededGenerator(seed: UInt64(rate))
    print("seed \(rate)")
    let samples = (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
    var resampler = Resampler(from: rate, to: 44_100)
    // One for each that comes; at low rates all of them lie after the first one.
    var results: [Double] = []
    for sample in samples {
      resampler.push(sample, -sample)
      if let frame = resampler.next() { results.append(frame.left) }
    }
    #expect(results.count > 2)
    for (index, result) in results.enumerated() {
      let place = Double(index * rate) / 44_100
      let cutoff = min(1, 44_100 / Double(rate))
      var (sum, weights) = (0.0, 0.0)
      for sample in -200..<samples.count + 200 {
        let zeros = (Double(sample) - place) * cutoff
        guard abs(zeros) < 64 else { continue }
        let sinc = zeros == 0 ? 1 : sine(ofTurns: zeros / 2) / (.pi * zeros)
        let weight = sinc * bessel(25 * (1 - zeros * zeros / 4096))
        sum += weight * (samples.indices.contains(sample) ? samples[sample] : 0)
        weights += weight
      }
      #expect(abs(result - sum / weights) < 1e-9)
    }
  }

  /// The modified Bessel function of order zero, of twice the root of a number.
  private func bessel(_ number: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for order in 1...50 {
      term *= number / Double(order * order)
      sum += term
    }
    return sum
  }

  @Test func `what is above half the new rate is damped by 100 dB`() {
    let high = tone(23_500, sampleRate: 96_000, count: 4000)
    let result = resampled(high, high, from: 96_000)[0]
    for value in result[200..<result.count - 200] { #expect(abs(value) < 2e-5) }
  }

  @Test(arguments: [0, 1, 1023, 1024])
  func `samples at 44 100 Hz stay as they are`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let left = (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
    let right = left.map { -$0 / 2 }
    #expect(resampled(left, right, from: 44_100) == [left, right])
  }

  @Test func `a steady level stays to the last bit but a few`() {
    let result = resampled(
      [Double](repeating: 1, count: 500), [Double](repeating: -0.25, count: 500), from: 32_000)
    for frame in 150..<500 {
      #expect(abs(result[0][frame] - 1) < 1e-14)
      #expect(abs(result[1][frame] + 0.25) < 1e-14)
    }
  }
}
