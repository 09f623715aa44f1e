// SPDX-License-Identifier: MIT

/// How strong the onsets of a track are, 100 times a second, and the changes of its harmony, 10 times
/// a second.
struct RhythmCurves: Sendable {
  /// Onsets of all bands, of those below 141 Hz, from there to 1.46 kHz, and above: at least 0, at most
  /// 6, with 1 as the root mean square.
  let all, low, middle, high: [Float]

  /// How unlike the pitch classes of 0.4 s are to those of the 0.4 s before, from 0 to 2.
  let change: [Double]

  /// How unlike those of 0.8 s are to those of the 0.8 s before.
  let slowChange: [Double]

  /// How many clear onsets there are.
  let onsetCount: Int

  /// The ticks from the first to the last that are less than 50 dB softer than the loudest.
  let sounding: Range<Int>

  /// The share of these ticks that are pauses: softer than their mean power by more than ``pauseDepth``.
  let pauses: Double

  /// Softer bands are as good as silent, in steps of levels below the loudest tick.
  private static let depth = 70 * StructureReading.stepsInDecibel
  /// Softer ticks are as good as silent, in dB below the loudest one, and at all.
  private static let (soundingDepth, silence): (Float, Float) = (50, -127)
  /// How much softer pauses are than the mean power, in dB: with 15 they take 17 to 25 % of synthetic
  /// speech, and at most 8 % of seven pieces of music.
  private static let pauseDepth = 15.0
  private static let largest: Float = 6
  /// The root mean square of the rises of all bands up to which nothing begins, in steps: slow tones have 2
  /// by their phases, the calmest of 20 pieces with a beat 18.
  private static let leastRise = 6.0
  /// The ticks on either side over whose mean onsets stand out.
  private static let side = 50

  /// The curves of a track.
  init(_ readings: StructureReadings) {
    let loudness = RhythmCurves.loudness(readings)
    let top = loudness.max() ?? 0
    var onsets = RhythmCurves.onsets(readings.levels, top: top)
    all = RhythmCurves.normalized(
      onsets.low, onsets.middle, onsets.high, least: RhythmCurves.leastRise)
    onsetCount = RhythmCurves.onsetCount(all, in: all.indices)
    low = RhythmCurves.normalized(onsets.low)
    onsets.low = []
    middle = RhythmCurves.normalized(onsets.middle)
    onsets.middle = []
    high = RhythmCurves.normalized(onsets.high)
    let contrasts = RhythmCurves.contrasts(readings.chroma)
    change = RhythmCurves.changes(contrasts, reach: 4)
    slowChange = RhythmCurves.changes(contrasts, reach: 8)
    let limit = max(top - RhythmCurves.soundingDepth, RhythmCurves.silence)
    let first = loudness.firstIndex { $0 > limit } ?? 0
    sounding = first..<max((loudness.lastIndex { $0 > limit } ?? -1) + 1, first)
    pauses = RhythmCurves.pauses(loudness[sounding])
  }

  /// The share of levels that are pauses.
  private static func pauses(_ levels: ArraySlice<Float>) -> Double {
    guard !levels.isEmpty else { return 0 }
    let sum = levels.reduce(0) { $0 + power(10, Double($1) / 10) }
    let limit = 10 * decimalLogarithm(sum / Double(levels.count)) - pauseDepth
    return Double(levels.count { Double($0) < limit }) / Double(levels.count)
  }

  /// How many clear onsets have their top in some ticks of a curve.
  static func onsetCount(_ curve: [Float], in ticks: Range<Int>) -> Int {
    ticks.clamped(to: 1..<max(curve.count - 1, 1)).count { tick in
      curve[tick] > 1 && curve[tick] >= curve[tick - 1] && curve[tick] > curve[tick + 1]
    }
  }

  /// The level of all bands together in each tick, in dB.
  private static func loudness(_ readings: StructureReadings) -> [Float] {
    let bands = StructureReading.bandCount
    return (0..<readings.tickCount).map { tick in
      let sum = readings.levels[tick * bands..<(tick + 1) * bands].reduce(1e-9) {
        $0 + StructureReadings.powers[Int($1)]
      }
      return Float(10 * decimalLogarithm(sum) - 127.5)
    }
  }

  /// How much the bands below 141 Hz, those up to 1.46 kHz, and those above rise within two ticks,
  /// in steps in all, each above itself and its neighbours before.
  ///
  /// - Source: Böck, Widmer, *Maximum filter vibrato suppression for onset detection*, DAFx 2013.
  private static func onsets(
    _ levels: [UInt8], top: Float
  ) -> (low: [Float], middle: [Float], high: [Float]) {
    let bands = StructureReading.bandCount
    let floor = Int((top + 127.5) * Float(StructureReading.stepsInDecibel)) - depth
    /// The rise of some bands at a tick.
    func rise(_ start: Int, _ range: Range<Int>) -> Float {
      let before = start - 2 * bands
      guard before >= 0 else { return 0 }
      var sum = 0
      for band in range {
        let lower = levels[before + max(band - 1, 0)]
        let upper = levels[before + min(band + 1, bands - 1)]
        let highest = max(Int(max(levels[before + band], lower, upper)), floor)
        sum += max(Int(levels[start + band]) - highest, 0)
      }
      return Float(sum)
    }
    let starts = stride(from: 0, to: levels.count, by: bands)
    return (
      starts.map { rise($0, 0..<8) }, starts.map { rise($0, 8..<20) },
      starts.map { rise($0, 20..<bands) }
    )
  }

  /// What the sum of some curves exceeds its mean of the second around it, over its root mean square, if that
  /// is more than `least`.
  private static func normalized(_ curves: [Float]..., least: Double = 1e-6) -> [Float] {
    var sums = curves[0]
    for curve in curves.dropFirst() { for index in sums.indices { sums[index] += curve[index] } }
    let means = sums.means(side: side)
    for index in sums.indices { sums[index] = max(sums[index] - means[index], 0) }
    let power = sums.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(sums.count, 1))
    guard power > least * least else { return [Float](repeating: 0, count: sums.count) }
    let size = Float(power.squareRoot())
    for index in sums.indices { sums[index] = min(sums[index] / size, largest) }
    return sums
  }

  /// The logarithms of the pitch classes, less the mean of each moment.
  private static func contrasts(_ chroma: [Float]) -> [SIMD16<Float>] {
    let count = StructureReading.classCount
    let sorted = chroma.sorted()
    let top = sorted.isEmpty ? 0 : Double(sorted[(sorted.count - 1) * 999 / 1000])
    let moments = stride(from: 0, to: chroma.count, by: count)
    guard top > 1e-9 else { return moments.map { _ in .zero } }
    return moments.map { first in
      var contrast = SIMD16<Float>.zero
      for index in 0..<count {
        contrast[index] = Float(naturalLogarithm(1 + 100 * Double(chroma[first + index]) / top))
      }
      let mean = contrast.sum() / Float(count)
      for index in 0..<count { contrast[index] -= mean }
      return contrast
    }
  }

  /// One less the cosine between the means of `reach` moments before and after the begin of each.
  private static func changes(_ contrasts: [SIMD16<Float>], reach: Int) -> [Double] {
    let power =
      contrasts.reduce(0.0) { $0 + Double(($1 * $1).sum()) } / Double(max(contrasts.count, 1))
    return contrasts.indices.map { index in
      let (first, end) = (max(index - reach, 0), min(index + reach, contrasts.count))
      guard index > first else { return 0 }
      let before = contrasts[first..<index].reduce(.zero, +) / Float(index - first)
      let after = contrasts[index..<end].reduce(.zero, +) / Float(end - index)
      let size = Double((before * before).sum() * (after * after).sum()).squareRoot()
      return size > 0.02 * power && size > 0 ? 1 - Double((before * after).sum()) / size : 0
    }
  }
}

extension [Float] {
  /// The mean of the numbers within `side` places of each.
  func means(side: Int) -> [Float] {
    var sum = 0.0
    var means: [Float] = []
    means.reserveCapacity(count)
    for number in prefix(side) { sum += Double(number) }
    for index in indices {
      if index + side < count { sum += Double(self[index + side]) }
      if index > side { sum -= Double(self[index - side - 1]) }
      means.append(
        Float(sum / Double(Swift.min(index + side + 1, count) - Swift.max(index - side, 0))))
    }
    return means
  }

  /// The largest number within `side` places of a place; 0 outside.
  func peak(near place: Double, side: Int) -> Double {
    let index = Int(place.rounded())
    var largest: Float = 0
    for near in (index - side..<index + side + 1).clamped(to: 0..<count)
    where self[near] > largest { largest = self[near] }
    return Double(largest)
  }

  /// Where the parabola through a number and its neighbours has its top, at most one place away.
  func top(near index: Int) -> Double {
    guard index > 0, index < count - 1 else { return Double(index) }
    let bend = self[index - 1] - 2 * self[index] + self[index + 1]
    guard bend < 0 else { return Double(index) }
    let offset = (self[index - 1] - self[index + 1]) / (2 * bend)
    return Double(index) + Double(Swift.min(Swift.max(offset, -1), 1))
  }
}

extension [Double] {
  /// The mean; 0 if there are no numbers.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The middle one by size, the upper of two; 0 if there are no numbers.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }

  /// The number at a place between two indices, interpolated linearly; those at the ends beyond.
  func value(at place: Double) -> Double {
    guard count > 1 else { return first ?? 0 }
    let low = Int(Swift.min(Swift.max(place, 0), Double(count - 2)))
    let part = Swift.min(Swift.max(place - Double(low), 0), 1)
    return self[low] + (self[low + 1] - self[low]) * part
  }
}
