// SPDX-License-Identifier: MIT
internal import Signal

/// The levels of two channels in the last seconds before a tick.
struct LevelHistory {
  /// The levels of both channels.
  struct Level {
    let left, right: ChannelLevel

    /// The greater level of each meter.
    func loudest(_ other: Level) -> Level {
      Level(left: left.loudest(other.left), right: right.loudest(other.right))
    }
  }

  /// The length of the history in seconds.
  let seconds: Int
  /// The loudest levels of complete steps, oldest first.
  private(set) var levels: [Level] = []

  /// More levels would be finer than the picture, and slow.
  private static let maxLevels = 360

  private let tickCount: Int
  /// The number of ticks in a step. Step k always has the same ticks.
  private let step: Int
  private var newest = 0
  /// The first step in the history.
  private var first = 0

  /// An empty history at a tick rate.
  init(seconds: Int, tickRate: Rate) {
    self.seconds = seconds
    tickCount = max(seconds * tickRate.numerator / tickRate.denominator, 1)
    step = (tickCount + LevelHistory.maxLevels - 1) / LevelHistory.maxLevels
  }

  /// Updates to a tick, which is not before the previous one.
  mutating func advance<Failure>(
    to tick: Int, reading: (Int) throws(Failure) -> Level
  ) throws(Failure) {
    newest = tick
    let oldest = max(tick - tickCount, 0) / step
    levels.removeFirst(min(oldest - first, levels.count))
    first = oldest
    while true {
      let ticks = (first + levels.count) * step..<(first + levels.count + 1) * step
      guard ticks.upperBound <= tick + 1 else { return }
      levels.append(try LevelHistory.loudest(of: ticks, reading: reading))
    }
  }

  /// The loudest levels of one or more ticks.
  static func loudest<Failure>(
    of ticks: Range<Int>, reading: (Int) throws(Failure) -> Level
  ) throws(Failure) -> Level {
    var level = try reading(ticks.lowerBound)
    for index in ticks.dropFirst() { level = level.loudest(try reading(index)) }
    return level
  }

  /// How long ago a step ended, as a fraction of the history.
  func age(ofLevel index: Int) -> Double {
    Double(newest - (first + index + 1) * step + 1) / Double(tickCount)
  }

  /// Whether the history covers its whole length.
  var isFull: Bool { newest >= tickCount }
}

extension ChannelLevel {
  fileprivate func loudest(_ other: ChannelLevel) -> ChannelLevel {
    ChannelLevel(peak: max(peak, other.peak), average: max(average, other.average))
  }
}
