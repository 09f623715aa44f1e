// SPDX-License-Identifier: MIT
public import Signal

/// How strong the bass of two channels is, in dBFS: the mean power of both between 40 and 150 Hz in
/// each tick, by Butterworth filters of the second order. It rises at once and falls by 60 dB/s.
private struct BassAnalyzer: Analyzer {
  private let channels: [Int]
  private let channelCount: Int
  private let floor: Decibels
  private var highPasses, lowPasses: [Biquad]
  private var petal: Petal
  private var sum = 0.0
  private var count = 0

  init(_ channels: [Int], floor: Decibels, _ format: StreamFormat, _ clock: TickClock) {
    self.channels = channels
    self.floor = floor
    channelCount = format.channelCount
    let rate = format.sampleRate
    highPasses = channels.map { _ in .highPass(40, sampleRate: rate) }
    lowPasses = channels.map { _ in .lowPass(150, sampleRate: rate) }
    petal = Petal(fall: 60, tickRate: clock.rate)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    for (index, channel) in channels.enumerated() {
      var (high, low, power) = (highPasses[index], lowPasses[index], 0.0)
      for place in stride(from: channel, to: run.count, by: channelCount) {
        let bass = low.filter(high.filter(Double(run[place])))
        power += bass * bass
      }
      high.settle()
      low.settle()
      (highPasses[index], lowPasses[index]) = (high, low)
      sum += power
      count += run.count / channelCount
    }
    return true
  }

  mutating func endTick(emit: (Decibels) -> Void) {
    let level = Decibels(meanSquare: count == 0 ? 0 : sum / Double(count), floor: floor)
    emit(petal.advance(to: [level])[0])
    (sum, count) = (0, 0)
  }

  mutating func finish(emit: (Decibels) -> Void) {}
}

extension Analysis where Reading == Decibels {
  /// How strong the bass of two channels is, in dBFS.
  public static func bass(channels: (left: Int, right: Int), floor: Decibels) -> Analysis {
    Analysis { format, clock in
      let both = [channels.left, channels.right].map(format.channel)
      return BassAnalyzer(
        both[0] == both[1] ? [both[0]] : both, floor: floor, format, clock)
    }
  }
}
