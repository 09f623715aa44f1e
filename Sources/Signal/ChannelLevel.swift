// SPDX-License-Identifier: MIT

/// What the meter of one channel reads at the end of one tick.
public struct ChannelLevel: Sendable, Hashable {
  /// The peak reading, in dBFS.
  public let peak: Decibels

  /// The average reading, in dBFS; what is averaged depends on the ballistics.
  public let average: Decibels

  /// A reading of both meters.
  public init(peak: Decibels, average: Decibels) {
    self.peak = peak
    self.average = average
  }
}

extension ChannelLevel {
  /// Whether the peak meter reads the floor or less: nothing to hear.
  public func isSilent(floor: Decibels) -> Bool { peak <= floor }
}
