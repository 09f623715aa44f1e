// SPDX-License-Identifier: MIT

/// How similar a curve of onsets is to itself after some time.
struct Likeness: Sendable {
  /// The mean of the autocorrelations of windows of 12 s by distance in ticks, with 1 at 0.
  private let values: [Double]
  /// The largest one after 0.3 s or more, at least 0.05.
  private let largest: Double

  private static let window = 1200
  private static let step = 300
  /// There are no larger distances.
  static let longest = 900

  /// The likeness of a curve, 100 a second.
  ///
  /// - Throws: ``Unwanted`` if `isWanted`, which is asked for each window, says no.
  init(of onsets: [Float], _ isWanted: () -> Bool) throws(Unwanted) {
    let size = 4096
    var transform = FourierTransform(count: size)
    var (sums, windows) = ([Double](repeating: 0, count: Likeness.longest), 0)
    for start in stride(
      from: 0, to: max(onsets.count - Likeness.window, 1), by: Likeness.step)
    {
      guard isWanted() else { throw Unwanted() }
      let part = onsets[start..<min(start + Likeness.window, onsets.count)].map(Double.init)
      let mean = part.reduce(0, +) / Double(max(part.count, 1))
      var real = part.map { $0 - mean }
      real += [Double](repeating: 0, count: size - real.count)
      var imaginary = [Double](repeating: 0, count: size)
      transform.transform(&real, &imaginary)
      for bin in 0..<size { real[bin] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin] }
      imaginary = [Double](repeating: 0, count: size)
      transform.transform(&real, &imaginary)
      windows += 1
      guard real[0] > 1e-6 * Double(size) else { continue }
      for lag in 0..<min(Likeness.longest, part.count) {
        let pairs = max(Double(part.count - lag), Double(part.count) / 4)
        sums[lag] += real[lag] / real[0] * Double(part.count) / pairs
      }
    }
    values = sums.map { $0 / Double(max(windows, 1)) }
    largest = max(values[30...].max() ?? 0, 0.05)
  }

  /// The largest likeness after about some ticks, up to a share of them off.
  func near(_ ticks: Double, within share: Double) -> Double {
    [-share, 0, share].map { values.value(at: ticks * (1 + $0)) }.max() ?? 0
  }

  /// The likeness after about some ticks, over the largest one.
  func share(at ticks: Double) -> Double { near(ticks, within: 0.004) / largest }
}

/// The periods of a beat that the likeness of a track's onsets suggests.
struct BeatPeriods: Sendable {
  /// How like the onsets are to themselves.
  let likeness: Likeness

  /// Periods in ticks, the likeliest first, and how like the onsets are to themselves after one, two
  /// and four of them.
  let candidates: [(period: Double, likeness: Double)]

  /// Beats from 57 to 200 a minute.
  private static let periods = 30.0..<108.0
  private static let ratio = 1.01
  private static let maxCandidates = 14
  /// Candidates are at least so far apart, as a share.
  private static let distance = 0.04
  /// Candidates have at least this share of the best one's likeness.
  private static let share = 0.15

  /// The periods of a curve of onsets, 100 a second.
  ///
  /// - Throws: ``Unwanted`` if `isWanted`, which is asked for each window, says no.
  init(_ onsets: [Float], _ isWanted: () -> Bool) throws(Unwanted) {
    likeness = try Likeness(of: onsets, isWanted)
    candidates = BeatPeriods.candidates(likeness)
  }

  private static func candidates(
    _ likeness: Likeness
  ) -> [(period: Double, likeness: Double)] {
    var all: [(period: Double, likeness: Double)] = []
    var period = periods.lowerBound
    while period < periods.upperBound {
      var sum = likeness.near(period, within: 0.005) + likeness.near(2 * period, within: 0.004)
      if 4 * period < Double(Likeness.longest - 5) {
        sum += 0.7 * likeness.near(4 * period, within: 0.003)
      }
      all.append((period, sum))
      period *= ratio
    }
    let tops = all.indices.dropFirst().dropLast().filter {
      all[$0].likeness >= all[$0 - 1].likeness && all[$0].likeness > all[$0 + 1].likeness
    }
    let best = tops.map { all[$0] }.sorted { ($1.likeness, $0.period) < ($0.likeness, $1.period) }
    var chosen: [(period: Double, likeness: Double)] = []
    for top in best.prefix(maxCandidates) where top.likeness >= share * best[0].likeness {
      let isNew = chosen.allSatisfy { abs(top.period / $0.period - 1) >= distance }
      if isNew && top.likeness > 0 { chosen.append(top) }
    }
    return chosen
  }
}
