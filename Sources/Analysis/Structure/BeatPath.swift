// SPDX-License-Identifier: MIT

/// The beats of a track if they are about a given time apart.
struct BeatPath: Sendable {
  /// The beats in ticks of 1/100 s and parts of them, ascending.
  let beats: [Double]

  /// Whether they are equally far apart throughout the track.
  let isSteady: Bool

  /// How much a beat may be off its place, the greater the less.
  private static let tightness = 30.0
  private static let secondTightness = 60.0
  /// An even row of beats is as good as a free one if it meets this share of its onsets.
  private static let steadyShare = 0.8
  /// A row of beats is found in the loudest minute or two first, in ticks.
  private static let firstWindow = 12_000

  /// The beats with about `period` ticks between them.
  init(_ onsets: [Double], smooth: [Double], peaks: [Double], period: Double) {
    let count = onsets.count
    let free = BeatPath.best(
      onsets, periods: [Double](repeating: period, count: count), tightness: BeatPath.tightness)
    guard free.count >= 3 else {
      (beats, isSteady) = (free.map(Double.init), false)
      return
    }
    let row = Row(smooth, period: period).refined(onsets)
    let places = row.places(below: count)
    let met = free.map { peaks[$0] }.mean
    let within = places.filter {
      $0 >= Double(free[0]) - 2 && $0 <= Double(free[free.count - 1]) + 2
    }
    let metByRow = within.map { peaks[Int($0.rounded())] }.mean
    if metByRow >= BeatPath.steadyShare * met {
      (beats, isSteady) = (places, true)
      return
    }
    let distances = zip(free.dropFirst(), free).map { Double($0 - $1) }
    let typical = distances.indices.map { index in
      Array(distances[max(index - 4, 0)..<min(index + 5, distances.count)]).median
    }
    var periods = [Double](repeating: period, count: count)
    for index in typical.indices {
      let near = min(max(typical[index], 0.85 * period), 1.15 * period)
      for tick in free[index]..<free[index + 1] { periods[tick] = near }
    }
    periods = periods.means(side: Int(period))
    let second = BeatPath.best(onsets, periods: periods, tightness: BeatPath.secondTightness)
    (beats, isSteady) = (second.map { onsets.top(near: $0) }, false)
  }

  /// The ticks of beats that meet the strongest onsets while their distances stay near the period of
  /// each tick.
  ///
  /// - Source: Ellis, *Beat tracking by dynamic programming*, Journal of New Music Research 36, 2007.
  private static func best(_ onsets: [Double], periods: [Double], tightness: Double) -> [Int] {
    guard let last = periods.last, let longest = periods.max() else { return [] }
    let logarithms = (0...Int(2 * longest) + 2).map { naturalLogarithm(max(Double($0), 0.5)) }
    var scores = onsets
    var previous = [Int32](repeating: -1, count: onsets.count)
    var (period, logarithm) = (0.0, 0.0)
    for tick in onsets.indices {
      if periods[tick] != period {
        period = periods[tick]
        logarithm = naturalLogarithm(period)
      }
      let first = max(tick - Int((2 * period).rounded()), 0)
      let end = tick - Int((period / 2).rounded()) + 1
      guard first < end else { continue }
      var (best, place) = (0.0, -1)
      for before in first..<end {
        let off = logarithms[tick - before] - logarithm
        let score = scores[before] - tightness * off * off
        if score > best { (best, place) = (score, before) }
      }
      if place >= 0 {
        scores[tick] += best
        previous[tick] = Int32(place)
      }
    }
    let tail = max(onsets.count - Int(last) - 1, 0)..<onsets.count
    guard var tick = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var beats = [tick]
    while previous[tick] >= 0 {
      tick = Int(previous[tick])
      beats.append(tick)
    }
    return beats.reversed()
  }

  /// Equally distant places.
  private struct Row {
    var first, period: Double

    init(first: Double, period: Double) { (self.first, self.period) = (first, period) }

    /// The row with about `period` that meets the most: first in the part with the strongest onsets,
    /// then in ever longer ones, up to the whole.
    init(_ smooth: [Double], period: Double) {
      var window = min(BeatPath.firstWindow, smooth.count)
      var start = 0
      if window < smooth.count {
        let sums = smooth.means(side: window / 2)
        let middles = window / 2..<smooth.count - window / 2
        start = (middles.max { sums[$0] < sums[$1] } ?? window / 2) - window / 2
      }
      self.init(first: Double(start), period: period)
      search(smooth, start..<start + window, steps: Int(0.01 * Double(window)) + 1, whole: true)
      while window < smooth.count {
        let end = min(start + 3 * window / 2, smooth.count)
        start = max(start - window / 2, 0)
        window = end - start
        search(smooth, start..<end, steps: 4, whole: false)
      }
    }

    /// Tries periods on either side, one such that the beats at the end of the part differ by 2 ticks,
    /// and all phases, or those near the present one.
    private mutating func search(
      _ smooth: [Double], _ part: Range<Int>, steps: Int, whole: Bool
    ) {
      let step = 2 * period / Double(part.count)
      let center = Double(part.lowerBound + part.upperBound) / 2
      // Fixed in the middle, the row turns about it.
      let pivot = first + ((center - first) / period).rounded() * period
      var best = (sum: -1.0, first: first, period: period)
      let shifts = whole ? stride(from: 0, to: period, by: 2) : stride(from: -6, to: 7, by: 2)
      let limit = whole ? Int(0.02 * period / step) + 1 : steps
      for index in -limit...limit {
        let tried = period + Double(index) * step
        for shift in shifts {
          let anchor = pivot + shift
          let begin =
            anchor - ((anchor - Double(part.lowerBound)) / tried).rounded(.down) * tried
          let sum = Row(first: begin, period: tried).sum(smooth, part)
          if sum > best.sum { best = (sum, begin, tried) }
        }
      }
      (first, period) = (best.first, best.period)
    }

    /// The mean of a curve at the places in a part.
    private func sum(_ curve: [Double], _ part: Range<Int>) -> Double {
      var (sum, count, place) = (0.0, 0, first)
      let end = Double(part.upperBound - 1)
      while place < end {
        let index = Int(place)
        sum += curve[index] + (curve[index + 1] - curve[index]) * (place - Double(index))
        count += 1
        place += period
      }
      return sum / Double(max(count, 1))
    }

    /// The places from 0 on.
    func places(below count: Int) -> [Double] {
      let begin = (-first / period).rounded(.up)
      let end = (Double(count - 1) - first) / period
      guard begin <= end else { return [] }
      return (Int(begin)...Int(end.rounded(.down))).map { first + Double($0) * period }
    }

    /// The line through the onsets near the places, by their number: less square error, the outer ones
    /// left out.
    func refined(_ onsets: [Double]) -> Row {
      var row = self
      for side in [6, 4, 4] {
        var points: [(number: Double, place: Double, weight: Double)] = []
        for (number, place) in row.places(below: onsets.count).enumerated() {
          let near = Int(place.rounded())
          let range = max(near - side, 1)..<min(near + side + 1, onsets.count - 1)
          guard let top = range.max(by: { onsets[$0] < onsets[$1] }), onsets[top] > 0.3,
            onsets[top] >= onsets[top - 1], onsets[top] >= onsets[top + 1]
          else { continue }
          points.append((Double(number), onsets.top(near: top), min(onsets[top], 3)))
        }
        let places = row.places(below: onsets.count)
        guard points.count >= 8, let begin = places.first else { break }
        var line = Row(first: begin, period: row.period)
        for _ in 0..<3 {
          let middle = points.map { $0.place - line.first - $0.number * line.period }.median
          let near = points.filter {
            abs($0.place - line.first - $0.number * line.period - middle) <= 2.5
          }
          guard near.count >= 8, let better = Row(through: near) else { break }
          line = better
        }
        row = line
      }
      return row
    }

    /// The line of least squares.
    private init?(through points: [(number: Double, place: Double, weight: Double)]) {
      let weight = points.reduce(0) { $0 + $1.weight }
      let number = points.reduce(0) { $0 + $1.weight * $1.number } / weight
      let place = points.reduce(0) { $0 + $1.weight * $1.place } / weight
      let products = points.reduce(0) {
        $0 + $1.weight * ($1.number - number) * ($1.place - place)
      }
      let squares = points.reduce(0) {
        $0 + $1.weight * ($1.number - number) * ($1.number - number)
      }
      guard squares > 0, products > 0 else { return nil }
      period = products / squares
      first = place - number * period
    }
  }
}
