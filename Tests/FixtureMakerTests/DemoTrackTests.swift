// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct DemoTrackTests {
  private let samples = FixtureFolder.demo

  @Test func `the demo lasts four turns of six seconds`() {
    #expect(samples.count == 2 * 24 * 44_100)
  }

  @Test func `its loudest sample is at −1 dBFS`() {
    // 32768·10^(−1/20) = 29204.5, to the nearest multiple of 8.
    #expect(samples.map { abs(Int($0)) }.max() == 29_208)
  }

  @Test func `the second before bar nine is digital silence on both sides`() {
    let silence = samples[(2 * 15 * 44_100)..<(2 * 16 * 44_100)]
    #expect(silence.allSatisfy { $0 == 0 })
  }

  @Test func `it fades out to nothing`() {
    let loudest = (20..<24).map { second in
      samples[(2 * second * 44_100)..<(2 * (second + 1) * 44_100)].map { abs(Int($0)) }.max() ?? 0
    }
    #expect(loudest[0] > 20_000)
    #expect(loudest[3] < 1500)
    #expect(samples.suffix(2 * 441).allSatisfy { $0 == 0 })
  }

  @Test func `a call on the left is answered on the right`() {
    // The fourth second: notes on the right; the third: the same notes on the left.
    let call = energies(ofSecond: 2)
    let answer = energies(ofSecond: 3)
    #expect(call.left > 3 * call.right)
    #expect(answer.right > 3 * answer.left)
  }

  private func energies(ofSecond second: Int) -> (left: Double, right: Double) {
    var sums = (left: 0.0, right: 0.0)
    for frame in (second * 44_100)..<((second + 1) * 44_100) {
      sums.left += Double(samples[2 * frame]) * Double(samples[2 * frame])
      sums.right += Double(samples[2 * frame + 1]) * Double(samples[2 * frame + 1])
    }
    return sums
  }
}
