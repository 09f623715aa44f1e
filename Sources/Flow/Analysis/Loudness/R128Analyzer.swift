// SPDX-License-Identifier: MIT
internal import Signal

/// True peak and momentary loudness of each channel alone, channel by channel.
struct R128Analyzer: Analyzer {
  private let floor: Decibels
  private var truePeak: TruePeakAnalyzer
  private var filters: [KWeighting]
  private var windows: [SlidingSum]
  private var powers: [Double] = []
  /// The loudness of ticks whose true peak is not complete.
  private var waiting: [[Decibels]] = []

  init(_ settings: MeterSettings) {
    let format = settings.format
    floor = settings.floor
    truePeak = TruePeakAnalyzer(channelCount: format.channelCount)
    filters = Array(
      repeating: KWeighting(sampleRate: format.sampleRate), count: format.channelCount)
    windows = Array(
      repeating: SlidingSum(length: LoudnessWindows.momentaryLength(format.sampleRate)),
      count: format.channelCount)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard truePeak.consume(run) else { return false }
    let channelCount = filters.count
    for channel in filters.indices {
      var filter = filters[channel]
      powers.removeAll(keepingCapacity: true)
      for place in stride(from: channel, to: run.count, by: channelCount) {
        let weighted = filter.filter(SIMD2(Double(run[place]), 0)).x
        powers.append(weighted * weighted)
      }
      filters[channel] = filter
      let powers = powers
      _ = windows[channel].add(powers.span)
    }
    return true
  }

  mutating func endTick(emit: ([Decibels]) -> Void) {
    for channel in filters.indices { filters[channel].settle() }
    waiting.append(
      windows.map { Loudness.level($0.value / Double($0.length), floor: floor) })
    var peaks: [[Double]] = []
    truePeak.endTick { peaks.append($0) }
    join(peaks, emit)
  }

  mutating func finish(emit: ([Decibels]) -> Void) {
    var peaks: [[Double]] = []
    truePeak.finish { peaks.append($0) }
    join(peaks, emit)
  }

  private mutating func join(_ peaks: [[Double]], _ emit: ([Decibels]) -> Void) {
    for (peaks, loudness) in zip(peaks, waiting) {
      emit(zip(peaks, loudness).flatMap { [Decibels(amplitude: $0, floor: floor), $1] })
    }
    waiting.removeFirst(peaks.count)
  }
}
