// SPDX-License-Identifier: MIT
internal import Signal

/// Meters that read each tick by itself: the greatest |x| and the root of the mean square of its own
/// samples. A full-scale sine averages −3.01 dBFS.
struct TickMeter: LevelMeter {
  private var window: WindowAccumulator
  private let floor: Decibels

  static func reach(_: MeterSettings) -> Reach { .tick }

  init(_ settings: MeterSettings) {
    window = WindowAccumulator(channelCount: settings.format.channelCount)
    floor = settings.floor
  }

  mutating func add(_ run: Span<Float>) -> Bool { window.add(run) }

  mutating func levels() -> [Decibels]? {
    var levels: [Decibels] = []
    levels.reserveCapacity(2 * window.channelCount)
    for channel in 0..<window.channelCount {
      let meanSquare = window.sum(ofChannel: channel) / Double(window.frameCount)
      let peak = Decibels(amplitude: window.peak(ofChannel: channel), floor: floor)
      levels.append(peak)
      // A mean never exceeds the maximum, except by the rounding of the sum.
      levels.append(min(Decibels(meanSquare: meanSquare, floor: floor), peak))
    }
    window.reset()
    return levels
  }
}
