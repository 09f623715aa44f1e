// SPDX-License-Identifier: MIT

/// The exact boundaries of ticks in a stream: tick k covers the sample frames
/// `floor(k·R·D/N) ..< floor((k+1)·R·D/N)` of a stream at R Hz and N/D ticks a second.
///
/// Each boundary is computed from the start of the stream in integers, so nothing drifts, at any
/// rate.
public struct TickClock: Sendable, Hashable {
  /// Sample frames a second, in Hz.
  public let sampleRate: Int

  /// Ticks a second.
  public let rate: Rate

  /// A clock for a stream at `sampleRate` Hz, which is positive.
  public init(sampleRate: Int, rate: Rate) {
    precondition(sampleRate > 0)
    self.sampleRate = sampleRate
    self.rate = rate
  }

  /// Whether each tick covers at least one sample frame.
  public var everyTickHasSamples: Bool {
    // floor(x + R·D/N) > floor(x) for every x if and only if R·D ≥ N.
    Int128(sampleRate) * Int128(rate.denominator) >= Int128(rate.numerator)
  }

  /// The first sample frame of tick `index`; also the end of tick `index - 1`.
  ///
  /// - Precondition: `index` is not negative, and the result fits in an `Int`.
  public func firstSampleFrame(ofTick index: Int) -> Int {
    precondition(index >= 0)
    let scaled = Int128(index) * Int128(sampleRate) * Int128(rate.denominator)
    return Int(scaled / Int128(rate.numerator))
  }

  /// The number of ticks after which a tick of this clock, one of another clock of the same stream and
  /// a sample frame begin together again, as at the start.
  public func period(with other: TickClock) -> Int {
    let (one, two) = (rate, other.rate)
    let sampleFrames =
      one.numerator
      / greatestCommonDivisor(
        one.numerator, sampleRate * one.denominator)
    let ticks = one.numerator * two.denominator
    let both = ticks / greatestCommonDivisor(ticks, one.denominator * two.numerator)
    return both / greatestCommonDivisor(both, sampleFrames) * sampleFrames
  }

  /// How many ticks have ended at the end of `count` sample frames.
  public func ticksEnded(bySampleFrame count: Int) -> Int {
    let ticks = tickCount(sampleFrames: count)
    return firstSampleFrame(ofTick: ticks) == count ? ticks : ticks - 1
  }

  /// How many ticks a stream of `count` sample frames has, including a last, short one.
  public func tickCount(sampleFrames count: Int) -> Int {
    precondition(count >= 0)
    // The smallest K with floor(K·R·D/N) ≥ count, that is K ≥ count·N/(R·D).
    let framesPerNTicks = Int128(sampleRate) * Int128(rate.denominator)
    let scaled = Int128(count) * Int128(rate.numerator)
    return Int((scaled + framesPerNTicks - 1) / framesPerNTicks)
  }
}
