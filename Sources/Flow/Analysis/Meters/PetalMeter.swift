// SPDX-License-Identifier: MIT
public import Signal

/// Levels that rise at once and fall in a straight line in dB: y[k] = max(x[k], y[k−1] − fall), each
/// by itself, where x is the level of the tick's own samples.
///
/// So each beat draws an arc of an Archimedean spiral around the centre. At 20 dB/s the peak is
/// close to the sample peak meter of IEC TR 60268-18, which returns by 20 dB in 1.7 s.
public struct Petal: Sendable {
  private let fallInTick: Double
  private var newest: [Decibels] = []

  /// Levels before the first sample, which fall by `fall` dB a second; `fall` is not negative.
  public init(fall: Double, tickRate: Rate) {
    precondition(fall >= 0)
    fallInTick = fall * Double(tickRate.denominator) / Double(tickRate.numerator)
  }

  /// How many ticks the greatest level of all, that of the greatest sample, takes to fall to `floor`:
  /// no earlier tick has an effect.
  func ticksOfFall(to floor: Decibels) -> Int {
    let greatest = Decibels(amplitude: Double(Float.greatestFiniteMagnitude), floor: floor)
    // Each of the falls is rounded; a thousandth is more than that adds up to.
    return Int(1.001 * (greatest.value - floor.value) / fallInTick) + 1
  }

  /// The levels at the end of the next tick, whose own samples have these.
  public mutating func advance(to tick: consuming [Decibels]) -> [Decibels] {
    var levels = tick
    for index in newest.indices {
      levels[index] = max(levels[index], Decibels(newest[index].value - fallInTick))
    }
    newest = levels
    return levels
  }
}

/// The levels of each tick by itself, as petals.
struct PetalMeter: LevelMeter {
  private static let fall = MeterParameter(
    "fall", .decibelsPerSecond, in: 0.001...1000, default: 20, action: "fall by",
    meaning: "How fast petals fall, in dB a second")

  static let parameters = [fall]

  private var tick: TickMeter
  private var petal: Petal

  static func reach(_ settings: MeterSettings) -> Reach {
    let petal = Petal(fall: settings[fall], tickRate: settings.tickRate)
    return Reach(ticksBefore: petal.ticksOfFall(to: settings.floor))
  }

  init(_ settings: MeterSettings) {
    petal = Petal(fall: settings[Self.fall], tickRate: settings.tickRate)
    tick = TickMeter(settings)
  }

  mutating func add(_ run: Span<Float>) -> Bool { tick.add(run) }

  mutating func levels() -> [Decibels]? {
    guard let levels = tick.levels() else { return nil }
    return petal.advance(to: levels)
  }
}
