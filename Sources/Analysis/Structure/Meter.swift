// SPDX-License-Identifier: MIT

/// Beats and bars that a track may have, and what speaks for them.
struct Meter: Sendable {
  /// The beats in ticks of 1/100 s.
  let beats: [Double]
  /// How many beats a bar has, 3 or 4.
  let beatsInBar: Int
  /// The first beat that begins a bar.
  let firstOfBar: Int
  /// Whether the beats are equally far apart throughout the track.
  let isSteady: Bool
  /// How like the onsets are to themselves after one, two and four beats, at most 2.7.
  let likeness: Double
  /// How much stronger the onsets on the beats are than those between, in units of their root mean
  /// square.
  let contrast: Double
  /// The mean onset on the beats, each at most 1.
  let hits: Double

  /// How much it is the meter of the track, compared with others of it.
  let score: Double

  /// What speaks for a meter. The weights were fitted so that the right meters of 227 tracks of
  /// `Fixtures/Structure/make-tracks`, made with other seeds than the tested ones, have the greatest
  /// probability in a softmax of the scores, and then rounded.
  private struct Evidence {
    /// The likeness, over that of the likeliest period.
    var likeness: Double
    /// The logarithm to base 2 of the beat in units of 0.5 s.
    var slowness: Double
    /// The change of harmony on beats less that between them, over the mean of the track.
    var changeOnBeats: Double
    /// By how many standard deviations the change on downbeats exceeds that on all other beats.
    var changeStandsOut: Double
    /// The slow change on downbeats, in standard deviations above that on beats.
    var changeOnBars: Double
    /// The same of onsets.
    var onsetsOnBars: Double
    /// 1 if the bar has three beats, else 0.
    var three: Double
    /// The square of the logarithm to base 2 of the onsets in a beat.
    var density: Double

    var score: Double {
      let rhythm = 4.1 * likeness - 2.2 * slowness - 0.65 * density + 1.6 * onsetsOnBars
      let harmony = 2.4 * changeOnBeats + 2.1 * changeStandsOut + 3.7 * changeOnBars
      return rhythm + harmony + 0.9 * three
    }
  }

  /// A meter meets at least this share of the onsets that another one meets, beat by beat.
  private static let leastHits = 0.75
  /// The onsets of music with beats are at least so like themselves after one, two and four beats, and
  /// so much stronger on beats than between them.
  private static let leastLikeness = 0.35
  private static let leastContrast = 0.35
  /// The same as a share of the contrast of the meter that has the most.
  private static let leastShare = 0.1

  /// The likeliest meter; `nil` if there are no beats.
  static func best(_ curves: RhythmCurves) -> Meter? {
    let all = all(curves)
    let most = all.map(\.hits).max() ?? 0
    let clearest = all.map(\.contrast).max() ?? 0
    let possible = all.filter {
      $0.hits >= leastHits * most && $0.likeness >= leastLikeness
        && $0.contrast >= max(leastContrast, leastShare * clearest)
    }
    return possible.max { $0.score < $1.score }
  }

  /// All meters that are considered.
  private static func all(_ curves: RhythmCurves) -> [Meter] {
    let periods = BeatPeriods(curves.all)
    let smooth = curves.all.indices.map { tick in
      var sum = 0.0
      for (offset, weight) in [(-2, 1.0), (-1, 2), (0, 3), (1, 2), (2, 1)]
      where curves.all.indices.contains(tick + offset) {
        sum += weight / 9 * curves.all[tick + offset]
      }
      return sum
    }
    let peaks = curves.all.indices.map { curves.all.peak(near: Double($0), side: 3) }
    return periods.candidates.flatMap { candidate -> [Meter] in
      let path = BeatPath(curves.all, smooth: smooth, peaks: peaks, period: candidate.period)
      let between = zip(path.beats, path.beats.dropFirst()).map { ($0 + $1) / 2 }
      return [path.beats, between].flatMap { beats -> [Meter] in
        guard beats.count >= 12 else { return [] }
        let pulse = Pulse(beats, curves)
        return [3, 4].map { size in
          Meter(
            pulse, beatsInBar: size, isSteady: path.isSteady, likeness: candidate.likeness,
            best: periods.candidates[0].likeness)
        }
      }
    }
  }

  private init(
    _ pulse: Pulse, beatsInBar: Int, isSteady: Bool, likeness: Double, best: Double
  ) {
    (beats, self.beatsInBar, self.isSteady) = (pulse.beats, beatsInBar, isSteady)
    self.likeness = likeness
    (contrast, hits) = (pulse.contrast, pulse.hits)
    /// The mean of a curve on each beat of the bar.
    func places(_ curve: [Double]) -> [Double] {
      (0..<beatsInBar).map { place in
        stride(from: place, to: curve.count, by: beatsInBar).map { curve[$0] }.mean
      }
    }
    let (change, slow) = (places(pulse.change), places(pulse.slowChange))
    let (all, low, middle) = (places(pulse.all), places(pulse.low), places(pulse.middle))
    // Snares are on the other beats.
    let sums = change.indices.map {
      change[$0] + 0.5 * slow[$0] + 0.5 * low[$0] - 0.2 * middle[$0]
    }
    let first = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    firstOfBar = first
    let others = change.indices.filter { $0 != first }.map { change[$0] }.max() ?? 0
    score =
      Evidence(
        likeness: likeness / best,
        slowness: naturalLogarithm(pulse.period / 50) / naturalLogarithm(2),
        changeOnBeats: pulse.changeOnBeats, changeStandsOut: change[first] - others,
        changeOnBars: slow[first], onsetsOnBars: all[first], three: beatsInBar == 3 ? 1 : 0,
        density: pulse.density * pulse.density
      ).score
  }
}

/// What happens on beats and between them.
private struct Pulse {
  let beats: [Double]
  /// The middle distance of two beats, in ticks.
  let period: Double
  /// Onsets and changes on the beats, less their mean, over their standard deviation.
  let all, low, middle, change, slowChange: [Double]
  /// The mean onset on beats less that in the middle between them.
  let contrast: Double
  /// The mean onset on beats, each at most 1.
  let hits: Double
  /// The same as the contrast of changes of harmony, over their mean in the track.
  let changeOnBeats: Double
  /// The logarithm to base 2 of onsets a beat.
  let density: Double

  init(_ beats: [Double], _ curves: RhythmCurves) {
    self.beats = beats
    let distances = zip(beats.dropFirst(), beats).map { $0 - $1 }
    period = distances.median
    let between = zip(beats, distances).map { $0 + $1 / 2 }
    func peaks(_ curve: [Double], _ places: [Double]) -> [Double] {
      places.map { curve.peak(near: $0, side: 3) }
    }
    func changes(_ curve: [Double], _ places: [Double]) -> [Double] {
      places.map { place in
        let index = max(Int(place / Double(StructureReading.ticksInChroma)), 0)
        return max(
          index < curve.count ? curve[index] : 0, index + 1 < curve.count ? curve[index + 1] : 0)
      }
    }
    let on = peaks(curves.all, beats)
    hits = on.map { min($0, 1) }.mean
    contrast = on.mean - peaks(curves.all, between).mean
    let (fast, slow) = (changes(curves.change, beats), changes(curves.slowChange, beats))
    changeOnBeats =
      (fast.mean - changes(curves.change, between).mean) / max(curves.change.mean, 1e-9)
    all = on.standardized
    middle = peaks(curves.middle, beats).standardized
    low = peaks(curves.low, beats).standardized
    (change, slowChange) = (fast.standardized, slow.standardized)
    let tops = curves.all.indices.dropFirst().dropLast().count {
      curves.all[$0] > 1 && curves.all[$0] >= curves.all[$0 - 1]
        && curves.all[$0] > curves.all[$0 + 1]
    }
    density =
      naturalLogarithm(max(Double(tops), 0.5) / Double(max(curves.all.count, 1)) * period)
      / naturalLogarithm(2)
  }
}

extension [Double] {
  /// The numbers less their mean, over their standard deviation.
  fileprivate var standardized: [Double] {
    let mean = mean
    let deviation = map { ($0 - mean) * ($0 - mean) }.mean.squareRoot()
    return map { ($0 - mean) / (deviation + 1e-9) }
  }
}
