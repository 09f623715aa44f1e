// SPDX-License-Identifier: MIT
public import Signal

/// The tutorial's sound meter, which reads each tick's own samples of one channel.
struct SoundMeterAnalyzer: Analyzer {
  private let channel, channelCount: Int
  private let floor: Decibels
  private var squares = 0.0
  private var frameCount = 0

  /// The last channel stands in for a missing one.
  init(channel: Int, format: StreamFormat, floor: Decibels) {
    channelCount = format.channelCount
    self.channel = format.channel(channel)
    self.floor = floor
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    for index in stride(from: channel, to: run.count, by: channelCount) {
      squares += Double(run[index]) * Double(run[index])
    }
    frameCount += run.count / channelCount
    return areFinite(run)
  }

  mutating func endTick(emit: (SoundMeterReading) -> Void) {
    // At sample rates below 10 Hz a tick may have no samples: silence.
    let meanSquare = squares / Double(max(frameCount, 1))
    // The tutorial takes 10·log₁₀ of an amplitude, as if it were a power.
    emit(SoundMeterReading(Decibels(meanSquare: meanSquare.squareRoot(), floor: floor).value))
    squares = 0
    frameCount = 0
  }

  mutating func finish(emit: (SoundMeterReading) -> Void) {}
}

extension Analysis where Reading == SoundMeterReading {
  /// The tutorial's sound meter on a channel, every 0.1 s; silence reads `floor`.
  public static func soundMeter(channel: Int, floor: Decibels) -> Analysis {
    Analysis(rate: .ten, reach: { _, _ in .tick }) { stream in
      SoundMeterAnalyzer(channel: channel, format: stream.format, floor: floor)
    }
  }
}
