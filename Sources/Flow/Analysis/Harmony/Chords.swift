// SPDX-License-Identifier: MIT

/// A major or minor triad.
public struct Chord: Sendable, Hashable {
  /// The pitch class of the root, from 0 for C to 11 for B.
  public let root: Int
  /// Whether the third is minor.
  public let isMinor: Bool

  /// A triad.
  public init(root: Int, isMinor: Bool) {
    (self.root, self.isMinor) = (root, isMinor)
  }

  /// All triads.
  fileprivate static let all = [false, true].flatMap { isMinor in
    (0..<12).map { Chord(root: $0, isMinor: isMinor) }
  }

  /// How strong each pitch class is in the chord; the squares sum to 1.
  fileprivate var template: SIMD16<Double> {
    var classes = SIMD16<Double>.zero
    classes[root] = 1
    classes[(root + (isMinor ? 3 : 4)) % 12] = 0.8
    classes[(root + 7) % 12] = 0.9
    return classes / 2.45.squareRoot()
  }
}

/// The chords of a track: of all sequences of triads the one that fits its pitch classes best, where
/// each change costs as much as 1/60 s of a perfect fit.
///
/// - Source: Sheh, Ellis, *Chord segmentation and recognition using EM-trained hidden Markov models*,
///   2003, for the model; Viterbi's algorithm for the sequence.
public struct Chords: Sendable {
  /// The chord of each step.
  public let steps: [Chord]
  /// Ticks in a step.
  public let ticksInStep: Int
  /// The length from 6 to 20 seconds after which the pitch classes repeat best, and how similar they
  /// are then, at most 1.
  public let cycle: TurnLock

  /// Where nothing repeats: two turns of the usual length.
  private static let usualCycle = 2 * TurnLock.defaultTicks
  private static let changeInSeconds = 0.0175
  private static let maxSteps = 72_000

  /// The chords of a track of `count` ticks. `chroma` gives how strong the pitch classes are at a
  /// tick. A step is 1/10 s; longer in tracks of more than two hours, so that memory does not grow.
  ///
  /// - Throws: what `chroma` throws.
  public init<Failure: Error>(
    count: Int, ticksInSecond: Double, chroma: (_ tick: Int) throws(Failure) -> SIMD16<Double>
  ) throws(Failure) {
    let ticks = max(Int((ticksInSecond / 10).rounded()), 1, count / Chords.maxSteps + 1)
    ticksInStep = ticks
    var read: [SIMD16<Double>] = []
    for tick in stride(from: 0, to: count, by: ticks) { read.append(try chroma(tick)) }
    let stepsInSecond = ticksInSecond / Double(ticks)
    let smooth = Chords.smoothed(read, length: max(Int(stepsInSecond.rounded()), 1))
    steps = Chords.best(smooth, change: Chords.changeInSeconds * stepsInSecond)
    cycle = Chords.cycle(smooth, stepsInSecond: stepsInSecond, ticksInStep: ticks)
  }

  /// The chord that most of these ticks have.
  public func chord(ofTicks range: Range<Int>) -> Chord {
    let (first, last) = (range.lowerBound / ticksInStep, (range.upperBound - 1) / ticksInStep)
    var counts: [Chord: Int] = [:]
    var best = steps[first]
    for chord in steps[first...max(first, last)] {
      counts[chord, default: 0] += 1
      if counts[chord, default: 0] > counts[best, default: 0] { best = chord }
    }
    return best
  }

  /// Vectors of the length 1, each averaged over its neighbours by a Hann window.
  private static func smoothed(_ read: [SIMD16<Double>], length: Int) -> [SIMD16<Double>] {
    let weights = (1...length).map { 1 - UnitCircle.point($0, of: length + 1).cosine }
    return read.indices.map { step in
      var sum = SIMD16<Double>.zero
      for (offset, weight) in weights.enumerated() {
        let other = step + offset - length / 2
        if read.indices.contains(other) { sum += read[other] * weight }
      }
      let size = (sum * sum).sum().squareRoot()
      return size > 0 ? sum / size : .zero
    }
  }

  /// The best sequence of chords, by Viterbi's algorithm.
  private static func best(_ chroma: [SIMD16<Double>], change: Double) -> [Chord] {
    let templates = Chord.all.map(\.template)
    var scores = [Double](repeating: 0, count: templates.count)
    /// For each step the chord that a change comes from, and which chords come from it.
    var origins: [(best: Int, changed: UInt32)] = []
    for classes in chroma {
      // Without their mean, noise fits no chord.
      let contrast = classes - classes.sum() / 12
      let top = scores.indices.max { scores[$0] < scores[$1] } ?? 0
      let start = scores[top] - change
      var changed: UInt32 = 0
      for chord in scores.indices {
        if start > scores[chord] {
          scores[chord] = start
          changed |= 1 << UInt32(chord)
        }
        scores[chord] += (contrast * templates[chord]).sum()
      }
      origins.append((top, changed))
    }
    var chord = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    var path: [Chord] = []
    for (best, changed) in origins.reversed() {
      path.append(Chord.all[chord])
      if changed & (1 << UInt32(chord)) != 0 { chord = best }
    }
    return path.reversed()
  }

  /// The lag at which the pitch classes, less their mean, are most similar to themselves.
  private static func cycle(
    _ chroma: [SIMD16<Double>], stepsInSecond: Double, ticksInStep: Int
  ) -> TurnLock {
    let mean = chroma.reduce(.zero, +) / Double(max(chroma.count, 1))
    let parts = chroma.map { $0 - mean }
    let whole = parts.reduce(0) { $0 + ($1 * $1).sum() }
    var best = (lag: 0, score: 0.0)
    let shortest = max(Int(6 * stepsInSecond), 1)
    for lag in stride(
      from: shortest, through: min(Int(20 * stepsInSecond), chroma.count / 2), by: 1)
    {
      var sum = 0.0
      for step in lag..<parts.count { sum += (parts[step] * parts[step - lag]).sum() }
      if sum > best.score * whole { best = (lag, sum / whole) }
    }
    guard best.score >= TurnLock.minScore else {
      return TurnLock(ticks: usualCycle, score: best.score)
    }
    return TurnLock(ticks: Double(best.lag * ticksInStep), score: best.score)
  }
}
