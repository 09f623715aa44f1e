// SPDX-License-Identifier: MIT

/// Finds sections: where bars differ from those before, and which sections sound alike.
///
/// - Source: Foote, *Automatic audio segmentation using a measure of audio novelty*, ICME 2000.
enum SectionFinder {
  /// The bars before and after a bar that it is compared with.
  private static let reach = 8
  /// How new the bars after a boundary are, from 0 to 1/2, at least.
  private static let leastNovelty = 0.08
  /// The bars, and the seconds, that boundaries are apart at least.
  private static let leastBars = 4
  private static let leastSeconds = 6.0
  /// No boundary is nearer to the begin or the end of the sound, in seconds.
  private static let edge = 5.0
  /// Bars of a track without bars, in seconds.
  private static let usualBar = 2.0
  /// Softer bands are as good as silent, in steps of levels below the loudest one.
  private static let depth = 70 * StructureReading.stepsInDecibel
  private static let maxClasses = 5
  /// Classes are one if they are nearer to each other than this share of the middle distance of bars.
  private static let sameClass = 0.45

  /// The sections of a track, whose bars begin at these seconds.
  static func sections(
    _ readings: StructureReadings, _ curves: RhythmCurves, bars: [Double]
  ) -> [SongStructure.Section] {
    let sounding = curves.sounding
    guard !sounding.isEmpty else { return [] }
    let length = Double(readings.tickCount) / 100
    var begins = bars.filter { $0 < Double(sounding.upperBound) / 100 }
    if begins.count < 2 {
      begins = Array(
        stride(
          from: Double(sounding.lowerBound) / 100, to: Double(sounding.upperBound) / 100,
          by: usualBar))
    }
    let bars = Bars(readings, begins: begins, end: Double(sounding.upperBound) / 100)
    let distances = bars.distances(reach: 2 * reach)
    let boundaries =
      [0]
      + boundaries(begins, distances).filter {
        begins[$0] >= begins[0] + edge && begins[$0] <= bars.end - edge
      } + [begins.count]
    let parts = zip(boundaries, boundaries.dropFirst()).map { $0..<$1 }
    let seconds = parts.indices.map { part in
      (part == 0 ? 0 : begins[parts[part].lowerBound])..<(part == parts.count - 1
        ? length : begins[parts[part].upperBound])
    }
    let means = parts.map { bars.mean($0) }
    let linkage = Linkage(count: means.count) { Distances.square(means[$0], means[$1]) }
    let alike = linkage.groups(limit: sameClass * distances.middle, atMost: maxClasses)
    let classes = LoudnessClasses(
      alike, sounds: seconds.map { LoudnessClasses.Sound(readings, curves, $0) })
    return parts.indices.map { part in
      SongStructure.Section(
        begin: seconds[part].lowerBound, end: seconds[part].upperBound,
        name: name(classes.numbers[part]), rank: classes.ranks[classes.numbers[part]])
    }
  }

  /// A, B, C and so on.
  private static func name(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(min(number, 25))))
  }

  /// The bars at which something new begins.
  private static func boundaries(_ begins: [Double], _ distances: Distances) -> [Int] {
    let novelty = begins.indices.map { $0 == 0 ? 0 : distances.novelty(at: $0, reach: reach) }
    let bar = zip(begins.dropFirst(), begins).map { $0 - $1 }.median
    let side = max(leastBars, bar > 0 ? Int((leastSeconds / bar).rounded(.up)) : 0)
    var found: [Int] = []
    for index in novelty.indices where novelty[index] > leastNovelty {
      let near = novelty[max(index - side + 1, 0)..<min(index + side, novelty.count)]
      let isFree = found.last.map { index - $0 >= side } ?? (index >= 2)
      if novelty[index] == near.max() && isFree { found.append(index) }
    }
    return found
  }

  /// What bars sound like: the mean and the deviation of 15 bands, less the loudness, and it.
  private struct Bars {
    /// When the last one ends, in seconds.
    let end: Double
    private var features: [[Double]] = []

    init(_ readings: StructureReadings, begins: [Double], end: Double) {
      self.end = end
      let floor = Int(readings.levels.max() ?? 0) - depth
      let (bands, count) = (StructureReading.bandCount, readings.tickCount)
      for (begin, end) in zip(begins, begins.dropFirst() + [end]) {
        let first = min(max(Int(begin * 100), 0), count - 1)
        let ticks = first..<min(max(Int(end * 100), first + 1), count)
        var (sums, squares) = (
          [Int](repeating: 0, count: bands / 2), [Int](repeating: 0, count: bands / 2)
        )
        for tick in ticks {
          for band in sums.indices {
            let place = tick * bands + 2 * band
            let level =
              max(Int(readings.levels[place]) - floor, 0)
              + max(Int(readings.levels[place + 1]) - floor, 0)
            sums[band] += level
            squares[band] += level * level
          }
        }
        append(sums, squares, count: Double(ticks.count))
      }
    }

    /// Adds the features of a bar of `count` ticks: sums of levels of pairs of bands, and of their squares.
    private mutating func append(_ sums: [Int], _ squares: [Int], count: Double) {
      let scale = Double(2 * StructureReading.stepsInDecibel)
      let means = sums.map { Double($0) / count / scale }
      let deviations = zip(squares, means).map {
        max(Double($0) / count / scale / scale - $1 * $1, 0).squareRoot()
      }
      // Above the floor, which is the same for all bars.
      let mean = means.mean
      features.append(
        means.map { ($0 - mean) / 8 } + deviations.map { $0 * 0.7 / 6 }
          + [mean * 6.0.squareRoot() / 8])
    }

    func mean(_ part: Range<Int>) -> [Double] {
      features[0].indices.map { index in part.map { features[$0][index] }.mean }
    }

    func distances(reach: Int) -> Distances { Distances(features, reach: reach) }
  }

  /// How unlike bars are that are near each other.
  private struct Distances {
    /// The square of the distance from each bar to those after it.
    private let squares: [[Double]]
    /// The middle one of them, without those of bars to themselves; at least ``least``.
    let middle: Double
    /// Smaller distances are chance, such as that between parts of one noise.
    private static let least = 0.5

    init(_ features: [[Double]], reach: Int) {
      squares = features.indices.map { one in
        (one..<min(one + reach + 1, features.count)).map {
          Distances.square(features[one], features[$0])
        }
      }
      middle = max(squares.flatMap { $0.dropFirst() }.median, Distances.least)
    }

    static func square(_ one: [Double], _ two: [Double]) -> Double {
      var sum = 0.0
      for index in one.indices { sum += (one[index] - two[index]) * (one[index] - two[index]) }
      return sum
    }

    /// How much likelier bars are to be like those on their side of the begin of a bar.
    func novelty(at bar: Int, reach: Int) -> Double {
      var (sum, weights) = (0.0, 0.0)
      func kernel(_ offset: Int) -> Double {
        let place = (Double(offset) + 0.5) / (Double(reach) / 2)
        return exponential(-place * place / 2)
      }
      for one in -reach..<reach {
        for two in -reach..<reach {
          let bars = [one, two].map { min(max(bar + $0, 0), squares.count - 1) }.sorted()
          let likeness = exponential(-squares[bars[0]][bars[1] - bars[0]] / middle)
          let weight = kernel(one) * kernel(two)
          weights += weight
          sum += (one < 0) == (two < 0) ? weight * likeness : -weight * likeness
        }
      }
      return sum / weights
    }
  }
}
