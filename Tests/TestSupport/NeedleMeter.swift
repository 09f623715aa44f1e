// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// A meter with two parameters: its needles rise at a constant rate, stay, and drop.
public struct NeedleMeter: LevelMeter {
  private static let rise = MeterParameter(
    "rise", .decibelsPerSecond, in: 1...1000, default: 400, action: "rise by",
    meaning: "How fast needles rise, in dB a second")
  private static let hold = MeterParameter(
    "hold", MeterParameter.Unit("ms", "milliseconds"), in: 0...2000, default: 150,
    action: "stay for", meaning: "How long needles stay, in milliseconds")

  /// Both.
  public static let parameters = [rise, hold]

  private let floor: Decibels
  private let riseInTick, milliseconds, hold: Double
  private var peaks: [Float]
  private var needles: [(level: Double, rest: Double)]

  /// Needles at rest.
  public init(_ settings: MeterSettings) {
    let count = settings.format.channelCount
    let tick = Double(settings.tickRate.denominator) / Double(settings.tickRate.numerator)
    floor = settings.floor
    (riseInTick, milliseconds) = (settings[Self.rise] * tick, 1000 * tick)
    hold = settings[Self.hold]
    peaks = Array(repeating: 0, count: count)
    needles = Array(repeating: (floor.value, 0), count: count)
  }

  /// Takes the samples of a tick.
  public mutating func add(_ run: Span<Float>) -> Bool {
    for index in run.indices {
      peaks[index % peaks.count] = max(peaks[index % peaks.count], abs(run[index]))
    }
    return peaks.allSatisfy(\.isFinite)
  }

  /// Where the needles are.
  public mutating func levels() -> [Decibels]? {
    for channel in peaks.indices {
      let (peak, needle) = (
        Decibels(amplitude: Double(peaks[channel]), floor: floor), needles[channel]
      )
      if peak.value >= needle.level {
        needles[channel] = (min(needle.level + riseInTick, peak.value), 0)
      } else if needle.rest + milliseconds <= hold {
        needles[channel].rest += milliseconds
      } else {
        needles[channel] = (peak.value, 0)
      }
      peaks[channel] = 0
    }
    return needles.flatMap { [Decibels($0.level), Decibels($0.level)] }
  }
}

extension Ballistics {
  /// Its row.
  public static let needle = Ballistics("needle", "they rise slowly and drop", NeedleMeter.self)
}
