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
  /// What `transform` makes of the levels of a tick; for ballistics that have peak and average of
  /// each channel.
  public static func levels(
    _ ballistics: Ballistics, floor: Decibels,
    _ transform: @escaping @Sendable (ChannelLevelPlaces, [Decibels]) -> Reading
  ) -> Analysis {
    guard let places = ballistics.channelLevels else {
      return Analysis { (_, _) throws(MeteringError) in
        throw .noChannelLevels(ballistics: ballistics.name)
      }
    }
    return ballistics.levels(floor: floor).map { transform(places, $0) }
  }
}

extension Analysis where Reading == Tick {
  /// Peak and average of every channel, for ballistics that have them.
  public static func levels(_ ballistics: Ballistics, floor: Decibels) -> Analysis<Tick> {
    Analysis<[ChannelLevel]>.levels(ballistics, floor: floor) { places, levels in
      (0..<places.channelCount(levels)).map { places.level(ofChannel: $0, in: levels) }
    }.numbered()
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

extension Analysis<[ChannelLevel]> {
  /// The levels with the number of their tick.
  fileprivate func numbered() -> Analysis<Tick> {
    let numbered = levels.map { levels in
      Analysis<Tick>.FromLevels(of: levels.ballistics) {
        Tick(index: $0, levels: levels.reading($0, $1))
      }
    }
    return Analysis<Tick>(levels: numbered) { [samples] (format, clock) throws(MeteringError) in
      NumberingAnalyzer(analyzer: try samples(format, clock))
    }
  }
}

/// Numbers the ticks.
private struct NumberingAnalyzer: Analyzer {
  var analyzer: any Analyzer<[ChannelLevel]>
  var index = 0

  mutating func consume(_ run: Span<Float>) -> Bool { analyzer.consume(run) }

  mutating func endTick(emit: (Tick) -> Void) {
    var index = index
    analyzer.endTick {
      emit(Tick(index: index, levels: $0))
      index += 1
    }
    self.index = index
  }

  mutating func finish(emit: (Tick) -> Void) {
    var index = index
    analyzer.finish {
      emit(Tick(index: index, levels: $0))
      index += 1
    }
    self.index = index
  }
}
