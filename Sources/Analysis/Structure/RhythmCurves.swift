// SPDX-License-Identifier: MIT

/// How strong the onsets of a track are, 100 times a second, and the changes of its harmony, 10 times
/// a second.
struct RhythmCurves: Sendable {
  /// Onsets of all bands, of those below 143 Hz, from there to 1.46 kHz, and above: at least 0, at most
  /// 6, with 1 as the root mean square.
  let all, low, middle, high: [Double]

  /// How unlike the pitch classes of 0.4 s are to those of the 0.4 s before, from 0 to 2.
  let change: [Double]

  /// The same for 0.8 s.
  let slowChange: [Double]

  /// The ticks from the first to the last that are less than 50 dB softer than the loudest.
  let sounding: Range<Int>

  /// The share of these ticks that are pauses: more than 20 dB softer than their mean power.
  let pauses: Double

  /// Softer bands are as good as silent, in dB below the loudest tick.
  private static let depth: Float = 70
  private static let soundingDepth: Float = 50
  private static let largest = 6.0
  /// Onsets stand out from the mean over so many ticks on either side.
  private static let side = 50

  /// The curves of readings, 100 a second.
  init(_ readings: [StructureReading]) {
    let bands = StructureReading.bandCount
    let loudness = readings.map { reading in
      Float(
        10 * decimalLogarithm(reading.levels.reduce(1e-30) { $0 + power(10, Double($1) / 10) }))
    }
    let top = loudness.max() ?? 0
    var levels: [Float] = []
    levels.reserveCapacity(readings.count * bands)
    for reading in readings {
      for level in reading.levels { levels.append(max(level - top, -RhythmCurves.depth)) }
    }
    let rises = RhythmCurves.rises(levels, bands)
    /// The mean rise of some bands.
    func onsets(_ range: Range<Int>) -> [Double] {
      RhythmCurves.normalized(
        readings.indices.map { tick in
          var sum: Float = 0
          for band in range { sum += rises[tick * bands + band] }
          return Double(sum) / Double(range.count)
        })
    }
    (all, low) = (onsets(0..<bands), onsets(0..<8))
    (middle, high) = (onsets(8..<20), onsets(20..<bands))
    let chroma = stride(from: 0, to: readings.count, by: StructureReading.ticksInChroma).map {
      readings[$0].chroma
    }
    let contrasts = RhythmCurves.contrasts(chroma)
    change = RhythmCurves.changes(contrasts, reach: 4)
    slowChange = RhythmCurves.changes(contrasts, reach: 8)
    let limit = top - RhythmCurves.soundingDepth
    let first = loudness.firstIndex { $0 > limit && $0 > -150 } ?? 0
    sounding = first..<max((loudness.lastIndex { $0 > limit && $0 > -150 } ?? -1) + 1, first)
    pauses = RhythmCurves.pauses(loudness[sounding])
  }

  /// The share of levels that are below the mean power by more than the reach of a scale.
  private static func pauses(_ levels: ArraySlice<Float>) -> Double {
    guard !levels.isEmpty else { return 0 }
    let sum = levels.reduce(0) { $0 + power(10, Double($1) / 10) }
    let limit = 10 * decimalLogarithm(sum / Double(levels.count)) - LevelRange.reach
    return Double(levels.count { Double($0) < limit }) / Double(levels.count)
  }

  /// How much each band rises within two ticks, in dB, above itself and its neighbours before.
  ///
  /// - Source: Böck, Widmer, *Maximum filter vibrato suppression for onset detection*, DAFx 2013.
  private static func rises(_ levels: [Float], _ bands: Int) -> [Float] {
    var rises = [Float](repeating: 0, count: levels.count)
    for start in stride(from: 2 * bands, to: levels.count, by: bands) {
      let before = start - 2 * bands
      for band in 0..<bands {
        let lower = levels[before + max(band - 1, 0)]
        let upper = levels[before + min(band + 1, bands - 1)]
        let highest = max(levels[before + band], max(lower, upper))
        rises[start + band] = max(levels[start + band] - highest, 0)
      }
    }
    return rises
  }

  /// What exceeds the mean of the second around it, over its root mean square.
  private static func normalized(_ curve: [Double]) -> [Double] {
    let means = curve.means(side: side)
    let peaks = zip(curve, means).map { max($0 - $1, 0) }
    let power = peaks.reduce(0) { $0 + $1 * $1 } / Double(max(peaks.count, 1))
    guard power > 1e-12 else { return [Double](repeating: 0, count: curve.count) }
    let size = power.squareRoot()
    return peaks.map { min($0 / size, largest) }
  }

  /// The logarithms of the pitch classes, less the mean of each moment.
  private static func contrasts(_ chroma: [[Float]]) -> [SIMD16<Double>] {
    let sorted = chroma.joined().sorted()
    let top = sorted.isEmpty ? 0 : Double(sorted[(sorted.count - 1) * 999 / 1000])
    guard top > 1e-9 else { return [SIMD16<Double>](repeating: .zero, count: chroma.count) }
    return chroma.map { classes in
      var contrast = SIMD16<Double>.zero
      for index in classes.indices {
        contrast[index] = naturalLogarithm(1 + 100 * Double(classes[index]) / top)
      }
      let mean = contrast.sum() / 12
      for index in classes.indices { contrast[index] -= mean }
      return contrast
    }
  }

  /// One less the cosine between the means of `reach` moments before and after the begin of each.
  private static func changes(_ contrasts: [SIMD16<Double>], reach: Int) -> [Double] {
    let power = contrasts.reduce(0) { $0 + ($1 * $1).sum() } / Double(max(contrasts.count, 1))
    return contrasts.indices.map { index in
      let (first, end) = (max(index - reach, 0), min(index + reach, contrasts.count))
      guard index > first else { return 0 }
      let before = contrasts[first..<index].reduce(.zero, +) / Double(index - first)
      let after = contrasts[index..<end].reduce(.zero, +) / Double(end - index)
      let size = ((before * before).sum() * (after * after).sum()).squareRoot()
      return size > 0.02 * power && size > 0 ? 1 - (before * after).sum() / size : 0
    }
  }
}

extension [Double] {
  /// The mean of the numbers within `side` places of each.
  func means(side: Int) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(count + 1)
    for number in self { sums.append(sums[sums.count - 1] + number) }
    return indices.map { index in
      let (first, end) = (Swift.max(index - side, 0), Swift.min(index + side + 1, count))
      return (sums[end] - sums[first]) / Double(end - first)
    }
  }

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

  /// The largest number within `side` places of a place; 0 outside.
  func peak(near place: Double, side: Int) -> Double {
    let index = Int(place.rounded())
    var largest = 0.0
    for near in Swift.max(index - side, 0)..<Swift.max(Swift.min(index + side + 1, count), 0)
    where self[near] > largest { largest = self[near] }
    return largest
  }

  /// Where the parabola through a number and its neighbours has its top, at most one place away.
  func top(near index: Int) -> Double {
    guard index > 0, index < count - 1 else { return Double(index) }
    let bend = self[index - 1] - 2 * self[index] + self[index + 1]
    guard bend < 0 else { return Double(index) }
    let offset = (self[index - 1] - self[index + 1]) / (2 * bend)
    return Double(index) + Swift.min(Swift.max(offset, -1), 1)
  }
}
