// SPDX-License-Identifier: MIT
internal import Signal

/// The levels of two channels in the last seconds before a tick.
struct LevelHistory {
  /// The readings of both channels.
  struct Level {
    let left, right: ChannelLevel

    /// The greater reading of each meter.
    func loudest(_ other: Level) -> Level {
      Level(left: left.loudest(other.left), right: right.loudest(other.right))
    }
  }

  /// The seconds that the history covers.
  let seconds: Int
  /// The loudest levels of whole steps, oldest first.
  private(set) var levels: [Level] = []

  /// More levels than these would be finer than a picture shows, and slow.
  private static let mostLevels = 360

  private let tickCount: Int
  /// Ticks in a step. Step k has the same ticks whenever it is shown.
  private let step: Int
  private var newest = 0
  /// The first step that is kept.
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
    let oldest = max(tick - tickCount, 0) / step
    levels.removeFirst(min(oldest - first, levels.count))
    first = oldest
    while true {
      let ticks = (first + levels.count) * step..<(first + levels.count + 1) * step
      guard ticks.upperBound <= tick + 1 else { return }
      levels.append(try LevelHistory.loudest(of: ticks, reading: reading))
    }
  }

  /// The loudest levels of some ticks, at least one.
  static func loudest<Failure>(
    of ticks: Range<Int>, reading: (Int) throws(Failure) -> Level
  ) throws(Failure) -> Level {
    var level = try reading(ticks.lowerBound)
    for index in ticks.dropFirst() { level = level.loudest(try reading(index)) }
    return level
  }

  /// How long ago a step ended, as a part of the whole time.
  func age(ofLevel index: Int) -> Double {
    Double(newest - (first + index + 1) * step + 1) / Double(tickCount)
  }

  /// Whether levels reach back to the beginning of the time.
  var isFull: Bool { newest >= tickCount }
}

extension ChannelLevel {
  fileprivate func loudest(_ other: ChannelLevel) -> ChannelLevel {
    ChannelLevel(peak: max(peak, other.peak), average: max(average, other.average))
  }
}
