// SPDX-License-Identifier: MIT
internal import Signal

/// The levels of two channels in the last seconds before a tick.
struct LevelHistory {
  /// A reading of both channels.
  struct Level {
    let left, right: ChannelLevel
  }

  /// The seconds that the history covers.
  let seconds: Int
  /// The levels that are kept, oldest first.
  private(set) var levels: [Level] = []

  /// The most levels that are kept; where there are more ticks, some of them are passed over.
  private static let mostLevels = 1200

  private let tickCount: Int
  /// Ticks from one kept level to the next; these are whole multiples of it, whatever is shown.
  private let step: Int
  private var newest = 0
  /// The number of the first kept level, in steps.
  private var first = 0

  /// An empty history of ticks at a rate.
  init(seconds: Int, tickRate: Rate) {
    self.seconds = seconds
    tickCount = max(seconds * tickRate.numerator / tickRate.denominator, 1)
    step = (tickCount + LevelHistory.mostLevels - 1) / LevelHistory.mostLevels
  }

  /// Takes in the levels up to a tick, not before the last one that was taken in.
  mutating func advance<Failure>(
    to tick: Int, reading: (Int) throws(Failure) -> Level
  ) throws(Failure) {
    newest = tick
    let oldest = (max(tick - tickCount, 0) + step - 1) / step
    levels.removeFirst(min(oldest - first, levels.count))
    first = oldest
    while (first + levels.count) * step <= tick {
      levels.append(try reading((first + levels.count) * step))
    }
  }

  /// How long ago a kept level was, as a part of the whole time.
  func age(ofLevel index: Int) -> Double {
    Double(newest - (first + index) * step) / Double(tickCount)
  }
}
