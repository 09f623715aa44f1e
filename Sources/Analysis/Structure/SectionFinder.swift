// SPDX-License-Identifier: MIT

/// Finds sections: where bars differ from those before, and which sections sound alike.
///
/// - Source: Foote, *Automatic audio segmentation using a measure of audio novelty*, ICME 2000.
enum SectionFinder {
  /// Bars are compared with so many before and after them.
  private static let reach = 8
  /// How new the bars after a boundary are, from 0 to 1/2, at least.
  private static let leastNovelty = 0.08
  /// Boundaries are so many bars, and so many seconds, apart.
  private static let leastBars = 4
  private static let leastSeconds = 6.0
  /// No boundary is nearer to the begin or the end of the sound, in seconds.
  private static let edge = 5.0
  /// Bars of a track without bars, in seconds.
  private static let usualBar = 2.0
  private static let depth: Float = 70
  private static let maxClasses = 5
  /// Classes are one if they are nearer to each other than this share of the middle distance of bars.
  private static let sameClass = 0.45

  /// The sections of a track; `sounding` are the ticks of 1/100 s with sound.
  static func sections(
    _ readings: [StructureReading], bars: [Double], sounding: Range<Int>
  ) -> [SongStructure.Section] {
    guard !sounding.isEmpty else { return [] }
    let length = Double(readings.count) / 100
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
    let classes = classes(parts.map { bars.mean($0) }, middle: distances.middle)
    let loudness = (0...(classes.max() ?? 0)).map { number in
      parts.indices.filter { classes[$0] == number }.map { bars.loudness(parts[$0]) }.mean
    }
    return parts.indices.map { part in
      let number = classes[part]
      return SongStructure.Section(
        begin: part == 0 ? 0 : begins[parts[part].lowerBound],
        end: part == parts.count - 1 ? length : begins[parts[part].upperBound],
        name: name(number), rank: loudness.count { $0 < loudness[number] })
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

  /// The class of each section, from 0 in the order in which they come: average linkage.
  private static func classes(_ means: [[Double]], middle: Double) -> [Int] {
    var groups = means.indices.map { [$0] }
    while groups.count > 1 {
      var best = (distance: Double.infinity, one: 0, two: 0)
      for one in groups.indices {
        for two in groups.indices where two > one {
          let pairs = groups[one].flatMap { first in
            groups[two].map { Distances.square(means[first], means[$0]) }
          }
          if pairs.mean < best.distance { best = (pairs.mean, one, two) }
        }
      }
      guard best.distance <= sameClass * middle || groups.count > maxClasses else { break }
      groups[best.one] += groups[best.two]
      groups.remove(at: best.two)
    }
    var numbers = [Int](repeating: -1, count: means.count)
    var next = 0
    for index in means.indices where numbers[index] < 0 {
      for member in groups.first(where: { $0.contains(index) }) ?? [index] {
        numbers[member] = next
      }
      next += 1
    }
    return numbers
  }

  /// What bars sound like: the mean and the deviation of 15 bands, less the loudness, and it.
  private struct Bars {
    /// When the last one ends, in seconds.
    let end: Double
    private var features: [[Double]] = []
    private var loudness: [Double] = []

    init(_ readings: [StructureReading], begins: [Double], end: Double) {
      self.end = end
      let top = readings.reduce(-Float.infinity) { max($0, $1.levels.max() ?? 0) }
      let bands = StructureReading.bandCount / 2
      for (begin, end) in zip(begins, begins.dropFirst() + [end]) {
        let first = min(max(Int(begin * 100), 0), readings.count - 1)
        let part = readings[first..<min(max(Int(end * 100), first + 1), readings.count)]
        var (sums, squares) = (
          [Double](repeating: 0, count: bands), [Double](repeating: 0, count: bands)
        )
        for reading in part {
          for band in 0..<bands {
            let pair = reading.levels[2 * band..<2 * band + 2].map { max($0 - top, -depth) }
            let level = Double(pair[0] + pair[1]) / 2
            sums[band] += level
            squares[band] += level * level
          }
        }
        let means = sums.map { $0 / Double(part.count) }
        let deviations = zip(squares, means).map {
          max($0 / Double(part.count) - $1 * $1, 0).squareRoot()
        }
        let mean = means.mean
        loudness.append(mean)
        features.append(
          means.map { ($0 - mean) / 8 } + deviations.map { $0 * 0.7 / 6 }
            + [mean * 6.0.squareRoot() / 8])
      }
    }

    func loudness(_ part: Range<Int>) -> Double { Array(loudness[part]).mean }

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
