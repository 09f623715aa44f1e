// SPDX-License-Identifier: MIT

/// The turn length at which a track is most similar to itself, some whole number of bars: its beats
/// then line up as rays.
///
/// A is the unbiased autocorrelation, with A(0) = 1, of the loudness of the ticks less the mean of
/// the 121 ticks around each. The score of a length L from 240 to 540 ticks is the mean of A(mL)
/// for m from 1 to M, interpolated linearly between whole ticks. M is 12, or the largest number for
/// which 540·M is within 0.6 of the track. If the track is so short that M would be 0, lengths up
/// to 0.6 of the track are compared.
///
/// Where the bars are known, whole numbers of them come first: the best of these lengths counts, unless
/// another one is much better.
public struct TurnLock: Sendable, Hashable {
  /// The best length in ticks, a multiple of 0.02; ``defaultTicks`` if no length is good.
  public let ticks: Double
  /// How similar the track is to itself at the best length, at most 1 (a loop); 0 if there is
  /// nothing to compare.
  public let score: Double
  /// Whether it is some whole number of bars: of known ones, or because the track is so similar to itself.
  public let isOfBars: Bool

  /// The default turn, for a track without a regular beat, in ticks.
  public static let defaultTicks = 360.0
  /// From this score on, bars line up visibly.
  public static let minScore = 0.25

  private static let shortest = 240
  private static let longest = 540
  private static let stepsInTick = 50
  private static let maxTurns = 12
  private static let smoothing = 121
  /// The greatest distance at which the track is compared with itself, as a share of its length.
  private static let share = 0.6
  /// A smaller variance is rounding error: loudness is in 0…1.
  private static let minVariance = 1e-12

  /// A length in ticks, and how similar the track is to itself at it.
  init(ticks: Double, score: Double) {
    (self.ticks, self.score, isOfBars) = (ticks, score, score >= TurnLock.minScore)
  }

  /// The share of the best score that lengths of known bars must have.
  private static let shareOfKnown = 0.8

  /// The best length for a track of `count` ticks. `loudness` gives how loud a tick is, from 0 to
  /// 1, such as the mean of the averages of both channels. It is called once or twice for a tick,
  /// nearly in order; memory does not grow with the track. `bar` is the length of a bar in ticks, if it is
  /// known.
  ///
  /// - Throws: what `loudness` throws.
  public init<Failure: Error>(
    count: Int, bar: Double? = nil, loudness: (_ tick: Int) throws(Failure) -> Double
  ) throws(Failure) {
    let reach = TurnLock.share * Double(count)
    let turns = min(max(Int(reach) / TurnLock.longest, 1), TurnLock.maxTurns)
    let longest = min(TurnLock.longest, Int(reach))
    let known = bar.map { TurnLock.lengths(ofBar: $0, atMost: TurnLock.longest) } ?? []
    let curve =
      longest < TurnLock.shortest
      ? [] : try TurnLock.likeness(count: count, lags: turns * longest + 2, loudness)
    /// The mean of the likeness at a length and its multiples.
    func likeness(ofLength length: Double) -> Double {
      let sum = (1...turns).reduce(0.0) { sum, turn in
        let place = Double(turn) * length
        let lag = Int(place)
        guard lag + 1 < curve.count else { return sum }
        return sum + curve[lag] + (curve[lag + 1] - curve[lag]) * (place - Double(lag))
      }
      return sum / Double(turns)
    }
    var best = (ticks: TurnLock.defaultTicks, score: 0.0)
    if !curve.isEmpty {
      best.score = -.infinity
      for step in TurnLock.shortest * TurnLock.stepsInTick...longest * TurnLock.stepsInTick {
        let length = Double(step) / Double(TurnLock.stepsInTick)
        let score = likeness(ofLength: length)
        if score > best.score { best = (length, score) }
      }
    }
    let scored = known.map { (ticks: $0, score: likeness(ofLength: $0)) }
    let ofBars = scored.max { $0.score < $1.score }
    if let ofBars,
      best.score < TurnLock.minScore || ofBars.score >= TurnLock.shareOfKnown * best.score
    {
      (ticks, score, isOfBars) = (ofBars.ticks, ofBars.score, true)
    } else {
      score = best.score
      isOfBars = score >= TurnLock.minScore
      ticks = isOfBars ? best.ticks : TurnLock.defaultTicks
    }
  }

  /// The whole numbers of bars that a turn may have, in ticks.
  private static func lengths(ofBar bar: Double, atMost longest: Int) -> [Double] {
    guard bar >= 1, bar <= Double(longest) else { return [] }
    return (1...Int(Double(longest) / bar)).map { Double($0) * bar }
      .filter { $0 >= Double(shortest) }
  }

  /// The longest loop of at most `ticks` ticks after which the music goes on as it began: a whole
  /// number of its beats. It is a peak of the likeness that reaches ``minScore``; `nil` if there is
  /// none within 0.6 of the track, or above ``longestLoop``.
  package static func loop<Failure: Error>(
    atMost ticks: Int, count: Int, loudness: (_ tick: Int) throws(Failure) -> Double
  ) throws(Failure) -> Int? {
    let longest = min(ticks, Int(share * Double(count)), longestLoop)
    guard longest > peakSide else { return nil }
    let likeness = try likeness(count: count, lags: longest + peakSide + 1, loudness)
    guard !likeness.isEmpty else { return nil }
    return (peakSide...longest).last { length in
      let around = likeness[length - peakSide...length + peakSide]
      return likeness[length] >= minScore && likeness[length] == around.max()
    }
  }

  /// The longest loop that is compared with the music, in ticks: four minutes and more.
  private static let longestLoop = 15_000
  /// How far a peak is above all others, in ticks: less than half of a beat.
  private static let peakSide = 9

  /// The autocorrelation A for distances below `lags`; empty for a track that is equally loud
  /// throughout.
  private static func likeness<Failure: Error>(
    count: Int, lags: Int, _ loudness: (_ tick: Int) throws(Failure) -> Double
  ) throws(Failure) -> [Double] {
    let sums = try SelfProducts(count: count, lags: lags) {
      (range) throws(Failure) in try deviations(range, count: count, loudness)
    }.sums
    let variance = sums[0] / Double(count)
    guard variance > minVariance else { return [] }
    return sums.enumerated().map { $1 / Double(max(count - $0, 1)) / variance }
  }

  /// How much louder each tick is than the ticks around it.
  private static func deviations<Failure: Error>(
    _ range: Range<Int>, count: Int, _ loudness: (Int) throws(Failure) -> Double
  ) throws(Failure) -> [Double] {
    let side = smoothing / 2
    let known = max(range.lowerBound - side, 0)..<min(range.upperBound + side, count)
    var sums = [0.0]
    for tick in known { sums.append(try sums[sums.count - 1] + loudness(tick)) }
    /// The sum over a range of ticks.
    func sum(_ first: Int, _ end: Int) -> Double {
      sums[end - known.lowerBound] - sums[first - known.lowerBound]
    }
    return range.map { tick in
      let (first, end) = (max(tick - side, 0), min(tick + side + 1, count))
      return sum(tick, tick + 1) - sum(first, end) / Double(end - first)
    }
  }
}

/// The autocorrelation sums of a series: the products of numbers that are some distance apart.
private struct SelfProducts {
  /// The sums by distance, from 0.
  let sums: [Double]

  private static let size = 32_768

  /// The sums of `count` numbers for distances below `lags`, block by block. Ranges of numbers are
  /// requested in order, and overlap.
  ///
  /// - Precondition: `lags` is less than half of 32 768.
  init<Failure: Error>(
    count: Int, lags: Int, numbers: (Range<Int>) throws(Failure) -> [Double]
  ) throws(Failure) {
    let size = SelfProducts.size
    precondition(lags < size / 2)
    var transform = FourierTransform(count: size)
    let zeros = [Double](repeating: 0, count: size)
    var (crossReal, crossImaginary) = (zeros, zeros)
    let length = size - lags
    for start in stride(from: 0, to: count, by: length) {
      // The real part is the block, the imaginary part is the block and what follows it: one
      // transform does both.
      var (block, longer) = (zeros, zeros)
      for (index, number) in try numbers(start..<min(start + size, count)).enumerated() {
        if index < length { block[index] = number }
        longer[index] = number
      }
      transform.transform(&block, &longer)
      for index in 0..<size {
        let mirror = (size - index) % size
        // (a, b) is twice the block's transform, (c, d) twice the longer one's.
        let (a, b) = (block[index] + block[mirror], longer[index] - longer[mirror])
        let (c, d) = (longer[index] + longer[mirror], block[mirror] - block[index])
        crossReal[index] += a * c + b * d
        crossImaginary[index] += a * d - b * c
      }
    }
    // The inverse transform is the transform of the conjugates.
    for index in 0..<size { crossImaginary[index].negate() }
    transform.transform(&crossReal, &crossImaginary)
    sums = crossReal[..<lags].map { $0 / Double(4 * size) }
  }
}
