// SPDX-License-Identifier: MIT

/// The reading of one channel's meters at the end of one tick.
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
  /// The meters by name, in the order of tables and constants.
  public enum Meter: String, Sendable, Hashable, CaseIterable {
    /// ``ChannelLevel/peak``
    case peak
    /// ``ChannelLevel/average``
    case average
  }

  /// The reading of a meter, in dBFS.
  public subscript(_ meter: Meter) -> Decibels {
    switch meter {
    case .peak: peak
    case .average: average
    }
  }

  /// Whether the peak meter reads the floor or less.
  public func isSilent(floor: Decibels) -> Bool { peak <= floor }
}
