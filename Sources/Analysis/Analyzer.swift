// SPDX-License-Identifier: MIT
public import Signal

/// What turns the sample frames of a stream into readings: one for each tick.
///
/// A ``MeteringEngine`` drives it, cuts the stream at the ticks, and makes sure that every sample is
/// a number.
public protocol Analyzer<Reading>: Sendable {
  /// What is said about a tick.
  associatedtype Reading: Sendable

  /// Takes whole sample frames, interleaved, never across the end of a tick; `false` if one of the
  /// samples is not a finite number, after which it is not used any more.
  mutating func consume(_ run: Span<Float>) -> Bool

  /// Ends a tick, of which the last one of a stream may be short, and hands out the readings that
  /// are complete: in the order of the ticks, but not always at once.
  mutating func endTick(emit: (Reading) -> Void)

  /// Ends the stream, and hands out the readings that are left: one for each tick in all.
  mutating func finish(emit: (Reading) -> Void)
}

/// A recipe for readings.
public struct Analysis<Reading: Sendable>: Sendable {
  /// The ticks that the readings are of, in a second; those of the track if `nil`.
  public let rate: Rate?

  /// Makes an analyzer for a stream.
  public let make: @Sendable (StreamFormat, TickClock) -> any Analyzer<Reading>

  /// A recipe.
  public init(
    rate: Rate? = nil,
    make: @escaping @Sendable (StreamFormat, TickClock) -> any Analyzer<Reading>
  ) {
    self.rate = rate
    self.make = make
  }
}

/// Whether all samples are numbers, for analyzers that do not find out on their way.
func areFinite(_ samples: Span<Float>) -> Bool {
  let infinity = Float.infinity.bitPattern
  var exponent: UInt32 = 0
  for index in samples.indices { exponent = max(exponent, samples[index].bitPattern & infinity) }
  return exponent < infinity
}
