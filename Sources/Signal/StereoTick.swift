// SPDX-License-Identifier: MIT

/// What a picture of two channels is told of one tick.
public struct StereoTick: Sendable, Hashable {
  /// The number of the tick, from 0.
  public let index: Int
  /// The readings of the channel on the left.
  public let left: ChannelLevel
  /// The readings of the channel on the right; the left one's for a mono track.
  public let right: ChannelLevel

  /// The readings of both sides.
  public init(index: Int, left: ChannelLevel, right: ChannelLevel) {
    self.index = index
    self.left = left
    self.right = right
  }
}
