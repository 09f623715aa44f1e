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
  /// The meters by name, as tables and constants have them, in this order.
  public enum Meter: String, Sendable, Hashable, CaseIterable {
    /// ``ChannelLevel/peak``
    case peak
    /// ``ChannelLevel/average``
    case average
  }

  /// What a meter reads, in dBFS.
  public subscript(_ meter: Meter) -> Decibels {
    switch meter {
    case .peak: peak
    case .average: average
    }
  }

  /// Whether the peak meter reads the floor or less: nothing to hear.
  public func isSilent(floor: Decibels) -> Bool { peak <= floor }
}
