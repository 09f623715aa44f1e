// SPDX-License-Identifier: MIT
public import Signal

/// Turns the sample frames of a stream into readings: one for each tick.
///
/// A ``MeteringEngine`` drives it: it cuts the stream at the ticks and makes sure that every sample
/// is a number.
public protocol Analyzer<Reading>: Sendable {
  /// The reading of one tick.
  associatedtype Reading: Sendable

  /// Takes whole interleaved sample frames, all of one tick. Returns `false` if a sample is not a
  /// finite number; the analyzer is not used any more after that.
  mutating func consume(_ run: Span<Float>) -> Bool

  /// Ends a tick (the last one of a stream may be short), and hands out the readings that are
  /// complete, in the order of the ticks. A reading may come some ticks late.
  mutating func endTick(emit: (Reading) -> Void)

  /// Ends the stream, and hands out the remaining readings. In all there is one for each tick.
  mutating func finish(emit: (Reading) -> Void)
}

/// A recipe for readings: from samples, and maybe also from levels that were metered before.
public struct Analysis<Reading: Sendable>: Sendable {
  /// Ticks a second, if the analysis has its own; `nil` for the ticks of the track.
  public let rate: Rate?

  /// The readings of samples.
  let samples: FromSamples

  /// The readings of levels; `nil` if they need samples.
  let levels: FromLevels?

  /// Makes an analyzer for a stream with such ticks.
  public typealias FromSamples =
    @Sendable (StreamFormat, TickClock) throws(MeteringError) -> any Analyzer<Reading>

  /// How to make readings of levels.
  public struct FromLevels: Sendable {
    /// The ballistics that they need; `nil` for any.
    let ballistics: Ballistics?
    /// Turns the number of a tick and its levels, in the order of ``Ballistics/columns``, into a
    /// reading.
    let reading: @Sendable (Int, [Decibels]) -> Reading

    /// A way to make readings of levels.
    public init(
      of ballistics: Ballistics?, reading: @escaping @Sendable (Int, [Decibels]) -> Reading
    ) {
      (self.ballistics, self.reading) = (ballistics, reading)
    }
  }

  /// A recipe.
  public init(
    rate: Rate? = nil, levels: FromLevels? = nil, samples: @escaping FromSamples
  ) {
    (self.rate, self.levels, self.samples) = (rate, levels, samples)
  }

  /// The function that makes readings of the levels of a track.
  ///
  /// - Throws: ``MeteringError/needsSamples``, ``MeteringError/levelsDiffer(found:needed:)``.
  public func readings(
    ofLevels found: Ballistics
  ) throws(MeteringError) -> @Sendable (Int, [Decibels]) -> Reading {
    guard let levels else { throw .needsSamples }
    if let needed = levels.ballistics, needed != found {
      throw .levelsDiffer(found: found, needed: needed)
    }
    return levels.reading
  }
}

/// Whether all samples are finite numbers, for analyzers whose own arithmetic does not show it.
func areFinite(_ samples: Span<Float>) -> Bool {
  let infinity = Float.infinity.bitPattern
  var exponent: UInt32 = 0
  for index in samples.indices { exponent = max(exponent, samples[index].bitPattern & infinity) }
  return exponent < infinity
}
