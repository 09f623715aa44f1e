// SPDX-License-Identifier: MIT

/// The levels of all channels at the end of a tick, a fixed, exact span of the signal.
public struct Tick: Sendable, Hashable {
  /// The number of the tick, from 0; equal to the frame number at the same rate.
  public let index: Int

  /// One reading for each channel, in the order of the file's channels.
  public let levels: [ChannelLevel]

  /// The reading of tick `index`.
  public init(index: Int, levels: [ChannelLevel]) {
    self.index = index
    self.levels = levels
  }
}
