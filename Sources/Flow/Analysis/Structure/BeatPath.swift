// SPDX-License-Identifier: MIT

/// Beats that a track may have, about a given time apart.
struct BeatPath: Sendable {
  /// The beats in ticks of 1/100 s and parts of them, ascending.
  private let beats: [Double]

  /// Whether they are equally far apart throughout the track.
  let isSteady: Bool

  /// The mean difference of the logarithms of a distance and the next one; 0 if they are steady.
  let jitter: Double

  /// How much a beat may be off its place, the greater the less.
  private static let tightness: Float = 30
  private static let secondTightness: Float = 60
  /// An even row of beats is as good as a free one if it meets this share of its onsets.
  private static let steadyShare = 0.95
  /// The middle distance of beats is so near to the given one, as a share.
  private static let largestDrift = 0.08
  /// A row of beats is found in the loudest minute or two first, in ticks.
  private static let firstWindow = 12_000

  /// The curves in which beats are looked for.
  struct Grounds {
    /// Onsets, their mean over five ticks, in which the middle ones count more, and their peaks within 30 ms.
    let onsets, smooth, peaks: [Float]

    init(_ onsets: [Float]) {
      self.onsets = onsets
      smooth = onsets.indices.map { tick in
        var sum: Float = 0
        for (offset, weight) in [(-2, 1), (-1, 2), (0, 3), (1, 2), (2, 1)] as [(Int, Float)]
        where onsets.indices.contains(tick + offset) {
          sum += weight / 9 * onsets[tick + offset]
        }
        return sum
      }
      peaks = onsets.indices.map { Float(onsets.peak(near: Double($0), side: 3)) }
    }
  }

  /// The beats, or places between them: a part of the distance later.
  func shifted(by part: Double) -> [Double] {
    part == 0
      ? beats : zip(beats, beats.dropFirst()).map { beat, next in beat + part * (next - beat) }
  }

  /// A row of beats with about `period` ticks between them; and also a path whose tempo may change, if the
  /// row does not meet as many onsets.
  ///
  /// - Throws: ``Unwanted`` if `isWanted`, which is asked all the time, says no.
  static func paths(
    _ grounds: Grounds, period: Double, _ isWanted: () -> Bool
  ) throws(Unwanted) -> [BeatPath] {
    let onsets = grounds.onsets
    let free = try best(
      onsets, periods: [Float](repeating: Float(period), count: onsets.count),
      tightness: tightness, isWanted)
    guard free.count >= 3 else { return [] }
    let row = Row(grounds.smooth, period: period).refined(onsets)
    let places = row.places(below: onsets.count)
    let steady = BeatPath(beats: places, isSteady: true, jitter: 0)
    let met = free.map { Double(grounds.peaks[$0]) }.mean
    let within = places.filter {
      $0 >= Double(free[0]) - 2 && $0 <= Double(free[free.count - 1]) + 2
    }
    let metByRow = within.map { Double(grounds.peaks[Int($0.rounded())]) }.mean
    if metByRow >= steadyShare * met { return [steady] }
    let second = try best(
      onsets, periods: periods(of: free, near: period, count: onsets.count),
      tightness: secondTightness, isWanted)
    let beats = second.map { onsets.top(near: $0) }
    let distances = zip(beats.dropFirst(), beats).map { max($0 - $1, 1) }
    // A path that went over to another period is one of that.
    guard abs(distances.median / period - 1) < largestDrift else { return [steady] }
    let gaps = distances.map(naturalLogarithm)
    let jitter = zip(gaps, gaps.dropFirst()).map { abs($0 - $1) }.mean
    return [steady, BeatPath(beats: beats, isSteady: false, jitter: jitter)]
  }

  /// The period at each tick: the middle distance of the beats around it, near the given one.
  private static func periods(of beats: [Int], near period: Double, count: Int) -> [Float] {
    let distances = zip(beats.dropFirst(), beats).map { Double($0 - $1) }
    var periods = [Float](repeating: Float(period), count: count)
    for index in distances.indices {
      let typical =
        Array(distances[max(index - 4, 0)..<min(index + 5, distances.count)]).median
      let near = Float(min(max(typical, 0.85 * period), 1.15 * period))
      for tick in beats[index]..<beats[index + 1] { periods[tick] = near }
    }
    return periods.means(side: Int(period))
  }

  /// The ticks of beats that meet the strongest onsets while their distances stay near the period of
  /// each tick.
  ///
  /// - Source: Ellis, *Beat tracking by dynamic programming*, Journal of New Music Research 36, 2007.
  private static func best(
    _ onsets: [Float], periods: [Float], tightness: Float, _ isWanted: () -> Bool
  ) throws(Unwanted) -> [Int] {
    guard let last = periods.last, let longest = periods.max() else { return [] }
    let logarithms = (0...Int(2 * longest) + 2).map {
      Float(naturalLogarithm(max(Double($0), 0.5)))
    }
    var scores = onsets
    var previous = [Int32](repeating: -1, count: onsets.count)
    var (period, logarithm): (Float, Float) = (0, 0)
    for tick in onsets.indices {
      guard tick & 0xFFFF != 0 || isWanted() else { throw Unwanted() }
      if periods[tick] != period {
        period = periods[tick]
        logarithm = Float(naturalLogarithm(Double(period)))
      }
      let first = max(tick - Int((2 * period).rounded()), 0)
      let end = tick - Int((period / 2).rounded()) + 1
      guard first < end else { continue }
      var (best, place): (Float, Int) = (0, -1)
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
    init(_ smooth: [Float], period: Double) {
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
      _ smooth: [Float], _ part: Range<Int>, steps: Int, whole: Bool
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
    private func sum(_ curve: [Float], _ part: Range<Int>) -> Double {
      var (sum, count, place) = (0.0, 0, first)
      let end = Double(part.upperBound - 1)
      while place < end {
        let index = Int(place)
        let (one, next) = (Double(curve[index]), Double(curve[index + 1]))
        sum += one + (next - one) * (place - Double(index))
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
    func refined(_ onsets: [Float]) -> Row {
      var row = self
      for side in [6, 4, 4] {
        var points: [(number: Double, place: Double, weight: Double)] = []
        for (number, place) in row.places(below: onsets.count).enumerated() {
          let near = Int(place.rounded())
          let range = max(near - side, 1)..<min(near + side + 1, onsets.count - 1)
          guard let top = range.max(by: { onsets[$0] < onsets[$1] }), onsets[top] > 0.3,
            onsets[top] >= onsets[top - 1], onsets[top] >= onsets[top + 1]
          else { continue }
          points.append((Double(number), onsets.top(near: top), Double(min(onsets[top], 3))))
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
