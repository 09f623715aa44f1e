// SPDX-License-Identifier: MIT
public import Signal

/// Meters that rise at once and fall in a straight line in dB: y[k] = max(x[k], y[k−1] − fall), for
/// the peak and the average alike, where x is the level of the tick's own samples.
///
/// So each beat draws an arc of an Archimedean spiral around the centre. At 20 dB/s the peak is
/// close to the sample peak meter of IEC TR 60268-18, which returns by 20 dB in 1.7 s.
public struct Petal: Sendable {
  private let fallInTick: Double
  private var newest: ChannelLevel?

  /// Meters at rest, which fall by `fall` dB a second; `fall` is not negative.
  public init(fall: Double, tickRate: Rate) {
    precondition(fall >= 0)
    fallInTick = fall * Double(tickRate.denominator) / Double(tickRate.numerator)
  }

  /// The reading at the end of the next tick, whose own samples have this level.
  public mutating func advance(to tick: ChannelLevel) -> ChannelLevel {
    var level = tick
    if let newest {
      level = ChannelLevel(
        peak: max(tick.peak, Decibels(newest.peak.value - fallInTick)),
        average: max(tick.average, Decibels(newest.average.value - fallInTick)))
    }
    newest = level
    return level
  }
}
