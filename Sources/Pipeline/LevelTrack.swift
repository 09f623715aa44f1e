// SPDX-License-Identifier: MIT
public import Signal

/// The readings of the two channels of a picture over a whole track. Levels are kept, samples are
/// not: an hour at 60 ticks a second takes 7 MB.
public struct LevelTrack: Sendable {
  private var readings: [Reading] = []
  private let left, right: Int

  private struct Reading: Sendable {
    let left, right: ChannelLevel
  }

  /// An empty track of the channels that are shown on the left and on the right, from 0.
  public init(left: Int, right: Int) {
    self.left = left
    self.right = right
  }

  /// Ticks so far.
  public var count: Int { readings.count }

  /// Adds the next tick.
  public mutating func append(_ tick: Tick) {
    readings.append(Reading(left: tick.levels[left], right: tick.levels[right]))
  }

  /// The readings of a tick.
  public subscript(index: Int) -> StereoTick {
    StereoTick(index: index, left: readings[index].left, right: readings[index].right)
  }
}
