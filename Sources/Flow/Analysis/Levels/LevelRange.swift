// SPDX-License-Identifier: MIT

/// The range from the soft to the loud parts of the music, in dBFS, for one meter of both sides
/// together.
///
/// m is the mean power of all readings above ``gate``. The range goes from the 5th to the 99.5th
/// percentile (interpolated linearly) of the readings that are also above m − ``reach``. So pauses,
/// the end of a fade-out, or a single click do not decide the scale of a picture.
public struct LevelRange: Sendable, Hashable {
  /// The soft end, in dBFS.
  public let low: Double
  /// The loud end, in dBFS; not less than ``low``.
  public let high: Double

  /// A range.
  ///
  /// - Precondition: `low` is not more than `high`.
  public init(low: Double, high: Double) {
    precondition(low <= high)
    self.low = low
    self.high = high
  }

  /// Readings up to this level count as silence: −70 dBFS.
  ///
  /// - Source: the absolute gate of ITU-R BS.1770.
  public static let gate = -70.0

  /// Readings count down to this far below the mean power: 20 dB.
  public static let reach = 20.0

  /// More than the largest sample reads, in dBFS; powers of levels below it are finite numbers.
  private static let loudest = 1000.0

  /// The range of the readings of a meter on both sides, in multiples of 0.00001 dB; `nil` if no
  /// reading is above the gate.
  init?(_ left: LevelReadings, _ right: LevelReadings) {
    let unit = Constants.unitsInDecibel
    let sides = [left, right].map { (below: $0.below.ranked, above: $0.above.ranked) }
    /// How many readings are above a level.
    func count(above level: Double) -> Int {
      let limit = level * unit
      return sides.reduce(0) { count, side in
        limit < 0
          ? count + side.above.count + side.below.count(below: UInt32((-limit).rounded(.up)))
          : count + side.above.count
            - side.above.count(below: UInt32(limit.rounded(.down)) + 1)
      }
    }
    let audible = count(above: LevelRange.gate)
    guard audible > 0 else { return nil }
    let gate = UInt32(-LevelRange.gate * unit)
    let sum = sides.reduce(0) {
      $0
        + ($1.below.sumOfPowers(scale: -0.1 / unit, below: gate)
          + $1.above.sumOfPowers(scale: 0.1 / unit, below: UInt32(LevelRange.loudest * unit)))
    }
    let mean = 10 * decimalLogarithm(sum / Double(audible))
    let kept = count(above: max(mean - LevelRange.reach, LevelRange.gate))

    let (left, right) = (sides[0], sides[1])
    let loud = left.above.count + right.above.count
    /// A reading by its rank, from 0 for the softest one that counts.
    func reading(_ place: Int) -> Int {
      let rank = kept - place
      return rank <= loud
        ? Int(RankedReadings.reading(ofRank: loud - rank + 1, in: left.above, right.above))
        : -Int(RankedReadings.reading(ofRank: rank - loud, in: left.below, right.below))
    }
    func percentile(thousandths: Int) -> Double {
      let (place, rest) = ((kept - 1) * thousandths).quotientAndRemainder(dividingBy: 1000)
      let first = reading(place)
      let step = rest == 0 ? 0 : (reading(place + 1) - first) * rest
      // All are whole numbers below 2⁵³ until the division.
      return (Double(first * 1000 + step) / 1000).rounded() / unit
    }
    low = percentile(thousandths: 50)
    high = percentile(thousandths: 995)
  }
}
