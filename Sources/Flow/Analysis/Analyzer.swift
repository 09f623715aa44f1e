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

/// A recipe for readings of samples.
public struct Analysis<Reading: Sendable>: Sendable {
  /// Ticks a second, if the analysis has its own; `nil` for the ticks of the track.
  public let rate: Rate?

  /// The sound around a tick that its reading depends on.
  public let reach: @Sendable (StreamFormat, TickClock) -> Reach

  /// Makes the analyzer of a stream.
  let samples: FromSamples

  /// Makes an analyzer for a stream.
  public typealias FromSamples =
    @Sendable (MeteredStream) throws(MeteringError) -> any Analyzer<Reading>

  /// A recipe: the rate of its own ticks, if it has any, the reach of its readings, and what makes the
  /// analyzer of a stream.
  public init(
    rate: Rate? = nil,
    reach: @escaping @Sendable (StreamFormat, TickClock) -> Reach = { _, _ in .past },
    samples: @escaping FromSamples
  ) {
    (self.rate, self.reach, self.samples) = (rate, reach, samples)
  }
}

/// The stream that an analyzer reads.
public struct MeteredStream: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat
  /// The boundaries of the ticks.
  public let clock: TickClock
  /// The index in the input of the first sample frame.
  public let begin: Int

  /// A stream that begins at a sample frame of an input.
  public init(format: StreamFormat, clock: TickClock, begin: Int = 0) {
    (self.format, self.clock, self.begin) = (format, clock, begin)
  }
}

/// Whether all samples are finite numbers, for analyzers whose own arithmetic does not show it.
package func areFinite(_ samples: Span<Float>) -> Bool {
  let infinity = Float.infinity.bitPattern
  var exponent: UInt32 = 0
  for index in samples.indices { exponent = max(exponent, samples[index].bitPattern & infinity) }
  return exponent < infinity
}
