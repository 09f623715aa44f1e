// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// The readings of one meter, in the units of ``Constants``.
struct LevelReadings: Sendable {
  /// |dB| of readings up to 0 dBFS.
  private(set) var below = CompactReadings()
  /// dB of readings above it.
  private(set) var above = CompactReadings()

  /// Adds one reading.
  mutating func add(_ level: Decibels) {
    let units = UInt32(DecimalText.units(of: abs(level.value), places: Constants.places))
    if level.value > 0 { above.add(units) } else { below.add(units) }
  }

  /// Adds the readings of another track.
  mutating func add(_ other: LevelReadings) {
    below.add(other.below)
    above.add(other.above)
  }

  /// Whether there are none.
  var isEmpty: Bool { below.count + above.count == 0 }

  /// The figures of the |dB|.
  ///
  /// - Precondition: there are readings.
  var figures: Constants.Figures {
    let (below, above) = (below.ranked, above.ranked)
    let count = below.count + above.count
    return Constants.Figures { quantile in
      let percent = quantile.percent
      // The smallest rank for which 100·rank ≥ percent·count.
      let rank = (count / 100) * percent + ((count % 100) * percent + 99) / 100
      return Int(RankedReadings.reading(ofRank: rank, in: below, above))
    }
  }
}

/// Collects levels, to find the range from the soft to the loud ones.
public struct LevelRangeBuilder: Sendable {
  private var readings = LevelReadings()

  /// A builder without levels.
  public init() {}

  /// Adds one level.
  public mutating func include(_ level: Decibels) { readings.add(level) }

  /// The range of all levels; `nil` if none is above ``LevelRange/gate``.
  public var range: LevelRange? { LevelRange(readings, LevelReadings()) }
}
