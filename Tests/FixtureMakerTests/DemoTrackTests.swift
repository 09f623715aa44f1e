// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct DemoTrackTests {
  private let samples = FixtureFolder.demo.samples

  @Test func `the demo lasts sixteen turns of six seconds, and the end half of one`() {
    #expect(samples.count == 2 * 99 * 22_050)
  }

  @Test func `its loudest sample is at −1 dBFS`() {
    // 32768·10^(−1/20) = 29204.5, to the nearest multiple of 64.
    #expect(samples.map { abs(Int($0)) }.max() == 29_184)
  }

  @Test func `it begins softly, pauses for breath and dies away`() {
    /// The RMS value of some seconds.
    func size(_ seconds: Range<Int>) -> Double {
      let part = samples[2 * seconds.lowerBound * 22_050..<2 * seconds.upperBound * 22_050]
      return (part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
    }
    let (intro, refrain, pause) = (size(0..<6), size(36..<54), size(54..<60))
    #expect(intro < refrain / 3 && pause < refrain / 2 && size(98..<99) < refrain / 10)
    #expect(samples.suffix(2 * 220).allSatisfy { $0 == 0 })
  }
}

struct ShortTrackTests {
  private let samples = FixtureFolder.short.samples

  @Test func `the short track lasts four turns of six seconds`() {
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
