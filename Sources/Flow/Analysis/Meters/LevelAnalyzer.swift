// SPDX-License-Identifier: MIT
public import Signal

/// The meters of a stream: their levels at the end of each tick.
struct LevelAnalyzer<Meter: LevelMeter>: Analyzer {
  private var meter: Meter
  private var waitingTicks = 0

  init(_ settings: MeterSettings) { meter = Meter(settings) }

  mutating func consume(_ run: Span<Float>) -> Bool { meter.add(run) }

  /// Hands out the tick, and earlier ticks that waited for the first levels.
  mutating func endTick(emit: ([Decibels]) -> Void) {
    waitingTicks += 1
    if let levels = meter.levels() { emitTicks(levels, emit) }
  }

  /// Hands out the ticks of a stream that ended before the first levels.
  mutating func finish(emit: ([Decibels]) -> Void) {
    if waitingTicks > 0, let levels = meter.lastLevels() { emitTicks(levels, emit) }
  }

  private mutating func emitTicks(_ levels: [Decibels], _ emit: ([Decibels]) -> Void) {
    for _ in 0..<waitingTicks { emit(levels) }
    waitingTicks = 0
  }
}

extension Analysis {
  /// What `transform` makes of the index of a tick and its levels; for ballistics that have peak and average of
  /// each channel.
  public static func levels(
    _ ballistics: Ballistics, floor: Decibels,
    _ transform: @escaping @Sendable (ChannelLevelPlaces, Int, [Decibels]) -> Reading
  ) -> Analysis {
    guard let places = ballistics.channelLevels else {
      return Analysis { (_) throws(MeteringError) in
        throw .noChannelLevels(ballistics: ballistics.name)
      }
    }
    return ballistics.levels(floor: floor).map(enumerated: { transform(places, $0, $1) })
  }
}

extension Analysis where Reading == Tick {
  /// Peak and average of every channel, for ballistics that have them.
  public static func levels(_ ballistics: Ballistics, floor: Decibels) -> Analysis<Tick> {
    levels(ballistics, floor: floor) { $0.tick($1, $2) }
  }
}

extension Analysis where Reading == [Tick] {
  /// Peak and average of every channel by the meters of several ballistics, in their order.
  ///
  /// - Precondition: there is one or more.
  public static func levels(_ ballistics: [Ballistics], floor: Decibels) -> Analysis<[Tick]> {
    let all = ballistics.map { Analysis<Tick>.levels($0, floor: floor) }
    return all.dropFirst().reduce(all[0].map { [$0] }) { joined, next in
      joined.joined(with: next).map { $0 + [$1] }
    }
  }
}
