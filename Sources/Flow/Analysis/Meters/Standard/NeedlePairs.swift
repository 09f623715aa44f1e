// SPDX-License-Identifier: MIT
internal import Signal

/// The meters of a standard: a needle for the peak and one for the average of each channel.
struct NeedlePairs<Peak: Needle, Average: Needle>: Analyzer {
  private let channelCount: Int
  private let floor: Decibels
  /// Those of two channels each; the last channel of an odd number stands alone.
  private var pairs: [(peak: Peak, average: Average)]

  init(_ settings: MeterSettings, peak: Peak, average: Average) {
    (channelCount, floor) = (settings.format.channelCount, settings.floor)
    pairs = Array(repeating: (peak, average), count: (channelCount + 1) / 2)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    for index in pairs.indices {
      let channels = (2 * index, min(2 * index + 1, channelCount - 1))
      pairs[index].peak.move(run, channels: channels, of: channelCount)
      pairs[index].average.move(run, channels: channels, of: channelCount)
    }
    return true
  }

  mutating func endTick(emit: ([Decibels]) -> Void) {
    var levels: [Decibels] = []
    levels.reserveCapacity(2 * channelCount)
    for index in pairs.indices {
      let (peaks, averages) = (pairs[index].peak.read(), pairs[index].average.read())
      for lane in 0..<min(2, channelCount - 2 * index) {
        levels.append(Decibels(amplitude: peaks[lane], floor: floor))
        levels.append(Decibels(amplitude: averages[lane], floor: floor))
      }
    }
    emit(levels)
  }

  mutating func finish(emit: ([Decibels]) -> Void) {}
}
