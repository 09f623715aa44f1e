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
