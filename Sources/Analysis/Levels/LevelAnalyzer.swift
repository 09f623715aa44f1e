// SPDX-License-Identifier: MIT
public import Signal

/// The meters of every channel: peak and average at the end of each tick.
///
/// With ``Ballistics/avaudioplayer``, ticks that end before the first whole block of 1024 sample
/// frames read that block, and are handed out after it. A stream shorter than a block reads what it
/// has. Samples after the last whole block are never read.
public struct LevelAnalyzer: Analyzer {
  private let ballistics: Ballistics
  private let floor: Decibels
  private let sampleRate: Int
  private let channelCount: Int
  private var window: WindowAccumulator
  private var players: [PlayerMeter]
  private let fall: PlayerMeter.Fall
  private var petals: [Petal]

  /// The levels of the next tick to end; `nil` before the first block.
  private var reading: [ChannelLevel]?
  private var ticksEnded = 0
  private var ticksEmitted = 0

  /// Meters at rest, which never read less than `floor`.
  public init(
    format: StreamFormat, tickRate: Rate, ballistics: Ballistics, floor: Decibels = .silence
  ) {
    self.ballistics = ballistics
    self.floor = floor
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    fall = PlayerMeter.Fall(frameCount: PlayerMeter.blockLength, sampleRate: format.sampleRate)
    petals = []
    players = []
    switch ballistics {
    case .tick:
      window = WindowAccumulator(channelCount: format.channelCount)
    case .petal(let fall):
      window = WindowAccumulator(channelCount: format.channelCount)
      petals = Array(
        repeating: Petal(fall: fall, tickRate: tickRate), count: format.channelCount)
    case .avaudioplayer:
      window = WindowAccumulator(channelCount: format.channelCount, decay: PlayerMeter.retention)
      players = [PlayerMeter](repeating: PlayerMeter(), count: format.channelCount)
    }
  }

  /// Adds to the window of the tick, or moves the player's meters by each whole block.
  public mutating func consume(_ run: Span<Float>) -> Bool {
    guard ballistics == .avaudioplayer else { return window.add(run) }
    var start = 0
    while start < run.count {
      let room = (PlayerMeter.blockLength - window.frameCount) * channelCount
      let end = min(run.count, start + room)
      guard window.add(run.extracting(start..<end)) else { return false }
      start = end
      if window.frameCount == PlayerMeter.blockLength { movePlayers() }
    }
    return true
  }

  /// Hands out the tick, and earlier ticks that waited for the first block.
  public mutating func endTick(emit: (Tick) -> Void) {
    ticksEnded += 1
    if ballistics != .avaudioplayer { readWindow() }
    emitEndedTicks(emit)
  }

  /// Hands out the ticks of a stream that ended before the first block.
  public mutating func finish(emit: (Tick) -> Void) {
    if reading == nil, window.frameCount > 0 { movePlayers() }
    emitEndedTicks(emit)
  }

  private mutating func emitEndedTicks(_ emit: (Tick) -> Void) {
    guard let reading else { return }
    while ticksEmitted < ticksEnded {
      emit(Tick(index: ticksEmitted, levels: reading))
      ticksEmitted += 1
    }
  }

  /// Reads the tick's own samples, and moves the petals.
  private mutating func readWindow() {
    reading = (0..<channelCount).map { channel in
      let meanSquare = window.sum(ofChannel: channel) / Double(window.frameCount)
      let peak = Decibels(amplitude: window.peak(ofChannel: channel), floor: floor)
      // A mean never exceeds the maximum, except by the rounding of the sum.
      let average = min(Decibels(meanSquare: meanSquare, floor: floor), peak)
      let level = ChannelLevel(peak: peak, average: average)
      return petals.isEmpty ? level : petals[channel].advance(to: level)
    }
    window.reset()
  }

  /// Moves the meters by the block that the window holds.
  private mutating func movePlayers() {
    let isWhole = window.frameCount == PlayerMeter.blockLength
    let fall =
      isWhole ? fall : PlayerMeter.Fall(frameCount: window.frameCount, sampleRate: sampleRate)
    for channel in players.indices {
      players[channel].advance(
        peak: window.peak(ofChannel: channel), fadedSquares: window.sum(ofChannel: channel),
        fall: fall)
    }
    reading = players.map { $0.reading(floor: floor) }
    window.reset()
  }
}

extension Analysis where Reading == Tick {
  /// The levels of every channel.
  public static func levels(_ ballistics: Ballistics, floor: Decibels) -> Analysis<Tick> {
    Analysis { format, clock in
      LevelAnalyzer(format: format, tickRate: clock.rate, ballistics: ballistics, floor: floor)
    }
  }
}

extension Analysis where Reading == [Tick] {
  /// The levels of every channel by the meters of several ballistics, in their order.
  ///
  /// - Precondition: there is one or more.
  public static func levels(_ ballistics: [Ballistics], floor: Decibels) -> Analysis<[Tick]> {
    let all = ballistics.map { Analysis<Tick>.levels($0, floor: floor) }
    return all.dropFirst().reduce(all[0].map { [$0] }) { joined, next in
      joined.joined(with: next).map { $0 + [$1] }
    }
  }
}
