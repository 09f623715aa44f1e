// SPDX-License-Identifier: MIT

/// The beats and bars of a track.
struct Meter: Sendable {
  /// The beats in ticks of 1/100 s.
  let beats: [Double]
  /// How many beats a bar has.
  let beatsInBar: Int
  /// The first beat that begins a bar.
  let firstOfBar: Int
  /// Whether the beats are equally far apart throughout the track, and no other tempo explains its onsets
  /// nearly as well.
  private(set) var isSteady: Bool
  /// How much it is the meter of the track, compared with others of it: the logarithm of its
  /// probability, plus a number that is the same for all.
  let score: Double

  /// The beats that a bar may have, and the logarithm of how often it has them, compared with the songs of
  /// which the weights of ``Evidence`` are: bars of five and seven are rare.
  private static let sizes = [(3, 0.0), (4, 0), (5, -3), (7, -3)]
  /// Where beats may be, as parts of the distance between those of a path.
  private static let shifts = [0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75]
  /// The onsets of music with beats are at least so like themselves after one, two and four beats, and
  /// so much stronger on some row of beats than between them, in units of their root mean square.
  private static let (leastLikeness, leastContrast) = (0.35, 0.35)
  /// The tempo is certain if every other one, but half and double of it, is e² times less probable.
  private static let clearMargin = 2.0
  /// Tempi are one if they differ by less, as logarithms to base 2.
  private static let sameTempo = 0.04
  private static let fewestBeats = 12

  /// The likeliest meter; `nil` if there are no beats.
  ///
  /// - Throws: ``Unwanted`` if `isWanted`, which is asked all the time, says no.
  static func best(
    _ curves: RhythmCurves, _ isWanted: () -> Bool
  ) throws(Unwanted) -> Meter? {
    let periods = try BeatPeriods(curves.all, isWanted)
    guard let likeliest = periods.candidates.first, likeliest.likeness >= leastLikeness else {
      return nil
    }
    let likeness = (all: periods.likeness, low: try Likeness(of: curves.low, isWanted))
    let grounds = BeatPath.Grounds(curves.all)
    var best: Meter?
    var (scores, isClear) = ([(octave: Double, score: Double)](), false)
    for candidate in periods.candidates {
      for path in try BeatPath.paths(grounds, period: candidate.period, isWanted) {
        for shift in shifts {
          guard isWanted() else { throw Unwanted() }
          let beats = path.shifted(by: shift)
          guard beats.count >= fewestBeats else { continue }
          let pulse = Pulse(
            beats, curves, jitter: path.jitter, likeness: likeness,
            share: candidate.likeness / likeliest.likeness)
          isClear = isClear || pulse.contrast >= leastContrast
          for (size, prior) in sizes {
            let meter = Meter(pulse, beatsInBar: size, prior: prior, isSteady: path.isSteady)
            scores.append((pulse.slowness, meter.score))
            if meter.score > best?.score ?? -.infinity { best = meter }
          }
        }
      }
    }
    guard isClear, var best else { return nil }
    let octave = scores.first { $0.score == best.score }?.octave ?? 0
    let hasRival = scores.contains { rival in
      let distance = abs(rival.octave - octave)
      return rival.score > best.score - clearMargin
        && min(distance, abs(distance - 1)) > sameTempo
    }
    best.isSteady = best.isSteady && !hasRival
    return best
  }

  private init(_ pulse: Pulse, beatsInBar: Int, prior: Double, isSteady: Bool) {
    (beats, self.beatsInBar, self.isSteady) = (pulse.beats, beatsInBar, isSteady)
    func places(_ curve: [Double]) -> [Double] { curve.means(inTurnsOf: beatsInBar) }
    let (change, slow) = (places(pulse.change), places(pulse.slowChange))
    let (low, middle) = (places(pulse.low), places(pulse.middle))
    // Snares are on the other beats.
    let sums = change.indices.map {
      change[$0] + 0.5 * slow[$0] + 0.5 * low[$0] - 0.2 * middle[$0]
    }
    firstOfBar = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    let bar = Double(beatsInBar) * pulse.period
    score =
      prior
      + Evidence.score(
        pulse.evidence + [
          slow[firstOfBar], low[firstOfBar], pulse.likeness.low.share(at: bar),
        ])
  }
}

/// What speaks for a meter.
enum Evidence {
  /// The weights of what speaks for a row of beats, and then for its bars.
  ///
  /// They were fitted so that the right meters of songs of `Fixtures/Structure`, made with other seeds
  /// and other patterns than the tested ones, have the greatest probability in a softmax of the scores,
  /// and then rounded.
  private static let weights = [
    // How like the onsets are to themselves, over the likeliest period; the tempo, and slow ones again.
    3.2, -2.8, -2.5,
    // Onsets a beat, and the square; how uneven the distances are; the share of beats with an onset.
    -1.5, -0.77, -35, 3.2,
    // How like the onsets are to themselves after a half or a third, a quarter, and 4/3 of a beat.
    3.7, 2.7, -2.4,
    // How much stronger the onsets are on beats than 1/4 and 1/3 of a beat later; low ones 1/4 later;
    // middle ones 2/3 and 3/4 later; high ones half a beat later. How clearly beats are triplets.
    0.81, 0.86, 0.79, -0.37, -0.57, 0.39, -6,
    // The change of harmony and the low onsets on downbeats, in standard deviations above those on
    // beats; how like low onsets are to themselves after a bar.
    6.7, 1.4, 2.4,
  ]

  /// How probable a meter is by what speaks for it, in the order of the weights: a logarithm.
  static func score(_ values: [Double]) -> Double {
    zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

/// What happens on beats and between them.
private struct Pulse {
  /// Smaller deviations of changes of harmony are chance, such as those of clicks.
  private static let leastChange = 0.1

  let beats: [Double]
  /// The middle distance of two beats, in ticks.
  let period: Double
  /// The logarithm to base 2 of the period in units of 0.5 s.
  let slowness: Double
  /// Onsets and changes on the beats, less their mean, over their standard deviation.
  let middle, low, change, slowChange: [Double]
  /// The mean onset on beats less that in the middle between them.
  let contrast: Double
  /// How like all onsets and the low ones of the track are to themselves.
  let likeness: (all: Likeness, low: Likeness)
  /// What speaks for the beats, in the order of the weights of ``Evidence``.
  let evidence: [Double]

  init(
    _ beats: [Double], _ curves: RhythmCurves, jitter: Double,
    likeness: (all: Likeness, low: Likeness), share: Double
  ) {
    (self.beats, self.likeness) = (beats, likeness)
    let distances = zip(beats.dropFirst(), beats).map { $0 - $1 }
    let period = distances.median
    self.period = period
    slowness = naturalLogarithm(period / 50) / naturalLogarithm(2)
    func peaks(_ curve: [Float], after part: Double = 0) -> [Double] {
      zip(beats, distances + [period]).map { curve.peak(near: $0 + part * $1, side: 3) }
    }
    func changes(_ curve: [Double]) -> [Double] {
      beats.map { place in
        let index = max(Int(place / Double(StructureReading.tickCount)), 0)
        return max(
          index < curve.count ? curve[index] : 0, index + 1 < curve.count ? curve[index + 1] : 0)
      }
    }
    let (on, onLow, onMiddle) = (peaks(curves.all), peaks(curves.low), peaks(curves.middle))
    (low, middle) = (onLow.standardized(), onMiddle.standardized())
    (change, slowChange) = (
      changes(curves.change).standardized(least: Pulse.leastChange),
      changes(curves.slowChange).standardized(least: Pulse.leastChange)
    )
    let onsets = max(Double(curves.onsetCount), 0.5) / Double(max(curves.all.count, 1)) * period
    let density = naturalLogarithm(onsets) / naturalLogarithm(2)
    func fall(_ part: Double) -> Double { on.mean - peaks(curves.all, after: part).mean }
    let (half, third, quarter) = (fall(0.5), fall(1.0 / 3), fall(0.25))
    contrast = half
    let met = on.map { min($0, 1) }.mean
    let (even, thirds) = (onLow.means(inTurnsOf: 2)[0], onLow.means(inTurnsOf: 3).sorted())
    // A waltz has low onsets on one of three beats; where two have them, all are thirds of longer beats.
    let triplets = max((thirds[1] - thirds[0]) / max(onLow.mean, 1e-9) - 0.5, 0)
    // A metronome has no onsets between its beats, and its low ones do not come and go as kicks do.
    let isBare =
      met >= 0.97 && min(half, third, quarter, fall(0.4)) >= 0.97 * on.mean
      && abs(even - onLow.mean) <= 0.12 * onLow.mean && triplets == 0
    let halves =
      isBare ? 1 : max(likeness.all.share(at: period / 2), likeness.all.share(at: period / 3))
    evidence = [
      share, slowness, max(slowness - 0.5, 0), density, density * density, jitter,
      met, halves, likeness.all.share(at: period / 4),
      likeness.all.share(at: period * 4 / 3), quarter, third,
      onLow.mean - peaks(curves.low, after: 0.25).mean,
      onMiddle.mean - peaks(curves.middle, after: 2.0 / 3).mean,
      onMiddle.mean - peaks(curves.middle, after: 0.75).mean,
      peaks(curves.high).mean - peaks(curves.high, after: 0.5).mean, triplets,
    ]
  }
}

extension [Double] {
  /// The means of the numbers that take turns: of every `count`-th one from the first, from the second, …
  fileprivate func means(inTurnsOf count: Int) -> [Double] {
    (0..<count).map { stride(from: $0, to: self.count, by: count).map { self[$0] }.mean }
  }

  /// The numbers less their mean, over their standard deviation, or over the least one that counts.
  fileprivate func standardized(least: Double = 1e-9) -> [Double] {
    let mean = mean
    let deviation = map { ($0 - mean) * ($0 - mean) }.mean.squareRoot()
    return map { ($0 - mean) / Swift.max(deviation, least) }
  }
}
