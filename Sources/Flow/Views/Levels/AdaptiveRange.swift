// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// The range from the soft to the loud parts of sound that is still arriving, for one meter of both
/// sides: ``LevelRange`` of what was heard lately, which is forgotten by half in a minute.
///
/// It begins as a usual range, which is forgotten like sound that was heard, and moves slowly. When for
/// six seconds all is in the upper or in the lower half of it, as after a change of the volume, what was
/// heard before is forgotten within twelve seconds. Silence changes nothing.
public struct AdaptiveRange: Sendable {
  /// The range now.
  public private(set) var range: LevelRange

  private let usual: LevelRange
  private let ticksInSecond: Double
  /// For how many seconds each bin of 0.25 dB was heard, from the gate up.
  private var weights = [Double](repeating: 0, count: AdaptiveRange.binCount)
  /// How many seconds of sound the usual range stands for.
  private var usualWeight = AdaptiveRange.confidence
  /// For how many seconds all was above the middle, if positive, or below it.
  private var shifted = 0.0
  /// For how many seconds more the past is forgotten fast.
  private var forgetting = 0.0

  private static let binsInDecibel = 4.0
  private static let binCount = 360
  /// Seconds until half is forgotten, usually and after a change of the volume.
  private static let (halfLife, shortHalfLife) = (60.0, 1.5)
  /// Seconds of sound outside the middle that are such a change, and for how many it is then
  /// forgotten fast.
  private static let (patience, forgettingTime) = (6.0, 12.0)
  /// The seconds after which what was heard counts as much as the usual range.
  private static let confidence = 4.0
  /// The greatest speeds of the ends, in dB a second.
  private static let (fast, slow) = (24.0, 6.0)

  /// A range that begins as a usual one.
  public init(_ usual: LevelRange, tickRate: Rate) {
    (range, self.usual) = (usual, usual)
    ticksInSecond = tickRate.perSecond
  }

  /// Takes the readings of the next tick, in dBFS.
  public mutating func include(_ levels: [Double]) {
    let audible = levels.filter { $0 > LevelRange.gate }
    guard !audible.isEmpty else { return }
    let halfLife = forgetting > 0 ? AdaptiveRange.shortHalfLife : AdaptiveRange.halfLife
    // 1 − ln 2/n is 2 to the power of −1/n within a hundredth of a percent.
    let factor = 1 - 0.693_147_180_559_945 / (halfLife * ticksInSecond)
    for bin in weights.indices { weights[bin] *= factor }
    usualWeight *= factor
    let step = 1 / ticksInSecond
    for level in audible { weights[AdaptiveRange.bin(level)] += step / Double(audible.count) }
    let target = target
    range = LevelRange(
      low: moved(range.low, to: target.low, up: AdaptiveRange.slow, down: AdaptiveRange.fast),
      high: moved(range.high, to: target.high, up: AdaptiveRange.fast, down: AdaptiveRange.slow))
    forgetting -= step
    watch(audible)
  }

  /// Notices sound that leaves the middle of the range.
  private mutating func watch(_ audible: [Double]) {
    let span = max(range.high - range.low, LevelSpan.minLength)
    let places = audible.map { ($0 - range.low) / span }
    let step = 1 / ticksInSecond
    if places.allSatisfy({ $0 > 0.55 }) {
      shifted = max(shifted, 0) + step
    } else if places.allSatisfy({ $0 < 0.45 }) {
      shifted = min(shifted, 0) - step
    } else {
      shifted = 0
    }
    if abs(shifted) >= AdaptiveRange.patience {
      (shifted, forgetting) = (0, AdaptiveRange.forgettingTime)
    }
  }

  private func moved(_ end: Double, to goal: Double, up: Double, down: Double) -> Double {
    min(max(goal, end - down / ticksInSecond), end + up / ticksInSecond)
  }

  /// The 5th to the 99.5th percentile of what is not far below the mean power, mixed with the usual
  /// range as long as little was heard.
  private var target: LevelRange {
    var (power, sum) = (0.0, 0.0)
    for (bin, weight) in weights.enumerated() where weight > 0 {
      power += weight * AdaptiveRange.powers[bin]
      sum += weight
    }
    let mean = power / sum
    let floor = mean / 100
    let first = AdaptiveRange.powers.firstIndex { $0 >= floor } ?? 0
    let kept = weights[first...].reduce(0, +)
    func percentile(_ share: Double) -> Double {
      var rest = share * kept
      for bin in first..<AdaptiveRange.binCount {
        rest -= weights[bin]
        if rest < 0 { return AdaptiveRange.level(bin) }
      }
      return AdaptiveRange.level(AdaptiveRange.binCount - 1)
    }
    let trust = sum / (sum + usualWeight)
    let low = usual.low + (percentile(0.05) - usual.low) * trust
    let high = usual.high + (percentile(0.995) - usual.high) * trust
    return LevelRange(low: min(low, high - LevelSpan.minLength), high: high)
  }

  private static func bin(_ level: Double) -> Int {
    min(max(Int(((level - LevelRange.gate) * binsInDecibel).rounded()), 0), binCount - 1)
  }

  private static func level(_ bin: Int) -> Double { LevelRange.gate + Double(bin) / binsInDecibel }

  /// The power of each bin's level.
  private static let powers: [Double] = (0..<binCount).map { bin in
    let amplitude = Decibels(level(bin)).amplitude
    return amplitude * amplitude
  }
}

/// A scale that follows sound that is still arriving, but for what the options set.
struct AdaptiveScale: Sendable {
  private var peaks: AdaptiveRange
  private var averages: AdaptiveRange
  private let given: (peak: MeterScale?, average: MeterScale?)

  /// A scale at its beginning: most music is mastered to these levels.
  init(_ options: LevelScaleOptions, tickRate: Rate) {
    peaks = AdaptiveRange(LevelRange(low: -16, high: -1), tickRate: tickRate)
    averages = AdaptiveRange(LevelRange(low: -23, high: -8), tickRate: tickRate)
    given = (options.peak, options.average)
  }

  /// The scale now.
  var scale: LevelScale {
    LevelScale(
      peak: given.peak ?? .range(peaks.range), average: given.average ?? .range(averages.range))
  }

  /// Takes the levels of the next tick.
  mutating func include(_ levels: StereoLevels) {
    peaks.include([levels.left.peak.value, levels.right.peak.value])
    averages.include([levels.left.average.value, levels.right.average.value])
  }
}
