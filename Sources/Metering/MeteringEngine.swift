// SPDX-License-Identifier: MIT
// Stage 2, Metering: blocks to ticks, and what is said about them as text.
public import Signal

/// Turns a stream of blocks into ticks: one reading of the meters of every channel at the end of
/// each tick of a clock.
///
/// ```swift
/// var engine = try MeteringEngine(format: format, clock: clock, ballistics: .tick)
/// while try source.read(into: &block) > 0 { try engine.consume(block) { levels.append($0) } }
/// engine.finish { levels.append($0) }
/// ```
///
/// The ticks depend on the samples only: how the stream is cut into blocks changes no bit of them.
/// Memory does not grow with the stream.
public struct MeteringEngine: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat

  /// The clock that gives the boundaries of the ticks.
  public let clock: TickClock

  /// How the meters move.
  public let ballistics: Ballistics

  /// What digital silence reads, and the least that any meter reads.
  public let floor: Decibels

  /// The last finished tick's reading of each channel; the floor before the first one.
  public private(set) var levels: [ChannelLevel]

  /// Sample frames that were consumed.
  public private(set) var sampleFrame = 0

  /// Ticks that have ended, and those of them that were handed out.
  private var ticksEnded = 0
  private var ticksEmitted = 0

  private var tickEnd: Int
  private var windowEnd: Int
  private var window: WindowAccumulator
  private var players: [PlayerMeter] = []

  /// What the next tick to end reads.
  private var reading: [ChannelLevel]
  private let fall: PlayerMeter.Fall

  /// Whether there is a reading for the ticks that end: always, or after the first block.
  private var hasReading: Bool
  private var isFinished = false

  /// An engine at the start of a stream.
  ///
  /// - Precondition: `clock` has the sample rate of `format`.
  /// - Throws: ``MeteringError/ticksWithoutSamples(sampleRate:tickRate:)``.
  public init(
    format: StreamFormat, clock: TickClock, ballistics: Ballistics, floor: Decibels = .silence
  ) throws(MeteringError) {
    precondition(clock.sampleRate == format.sampleRate)
    guard clock.everyTickHasSamples else {
      throw .ticksWithoutSamples(sampleRate: format.sampleRate, tickRate: clock.rate)
    }
    self.format = format
    self.clock = clock
    self.ballistics = ballistics
    self.floor = floor
    let silent = ChannelLevel(peak: floor, average: floor)
    levels = [ChannelLevel](repeating: silent, count: format.channelCount)
    reading = levels
    tickEnd = clock.firstSampleFrame(ofTick: 1)
    fall = PlayerMeter.Fall(
      frameCount: PlayerMeter.blockLength, sampleRate: format.sampleRate)
    switch ballistics {
    case .tick:
      window = WindowAccumulator(channelCount: format.channelCount)
      windowEnd = tickEnd
      hasReading = true
    case .avaudioplayer:
      window = WindowAccumulator(
        channelCount: format.channelCount, decay: PlayerMeter.retention)
      windowEnd = PlayerMeter.blockLength
      hasReading = false
      players = [PlayerMeter](repeating: PlayerMeter(), count: format.channelCount)
    }
  }

  /// Takes the next block of the stream, and hands out the ticks that end in it, in order.
  ///
  /// With ``Ballistics/avaudioplayer``, the ticks before the first whole block of 1024 sample
  /// frames are handed out at its end, because they read it.
  ///
  /// - Precondition: the block has the channels of the format, and the stream has neither ended
  ///   nor thrown.
  /// - Throws: ``MeteringError/notANumber(channel:atFrame:)``, after the ticks that ended before
  ///   that sample frame.
  public mutating func consume(
    _ block: AudioBlock, emit: (Tick) -> Void
  ) throws(MeteringError) {
    precondition(block.channelCount == format.channelCount && !isFinished)
    try block.withSamples { (samples) throws(MeteringError) in
      let channelCount = format.channelCount
      var start = 0
      while start < block.frameCount {
        let end = min(block.frameCount, start + min(tickEnd, windowEnd) - sampleFrame)
        let run = samples.extracting(start * channelCount..<end * channelCount)
        guard window.add(run) else {
          isFinished = true
          throw notANumber(in: run)
        }
        sampleFrame += end - start
        start = end
        if sampleFrame == windowEnd { endWindow(emit: emit) }
        if sampleFrame == tickEnd { endTick(emit: emit) }
      }
    }
  }

  /// Ends the stream, and hands out the last, short tick, if there is one.
  ///
  /// With ``Ballistics/tick`` it averages over the samples that it has. With
  /// ``Ballistics/avaudioplayer`` it reads the last whole block of 1024 sample frames as every
  /// tick does: what comes after that block is never read. Only a stream that ends before its
  /// first whole block reads the short one that it has.
  ///
  /// A second call does nothing.
  public mutating func finish(emit: (Tick) -> Void) {
    guard !isFinished else { return }
    isFinished = true
    guard sampleFrame > 0 else { return }
    let tickIsOpen = sampleFrame > clock.firstSampleFrame(ofTick: ticksEnded)
    if tickIsOpen && ballistics == .tick || !hasReading { endWindow(emit: emit) }
    if tickIsOpen { endTick(emit: emit) }
  }
}

extension MeteringEngine {
  /// What the peak meter of a channel reads, in dBFS, as of the last finished tick.
  ///
  /// Reads the floor before the first tick has ended. This is how the tutorial asks its player
  /// after `updateMeters()`, which ``consume(_:emit:)`` stands for.
  ///
  /// - Precondition: `channel` is in `0..<format.channelCount`.
  public func peakPower(_ channel: Int) -> Decibels { levels[channel].peak }

  /// What the average meter of a channel reads, in dBFS, as of the last finished tick.
  ///
  /// Reads the floor before the first tick has ended.
  ///
  /// - Precondition: `channel` is in `0..<format.channelCount`.
  public func averagePower(_ channel: Int) -> Decibels { levels[channel].average }
}

extension MeteringEngine {
  private mutating func endTick(emit: (Tick) -> Void) {
    ticksEnded += 1
    tickEnd = clock.firstSampleFrame(ofTick: ticksEnded + 1)
    if ballistics == .tick { windowEnd = tickEnd }
    if hasReading { emitEndedTicks(emit) }
  }

  private mutating func emitEndedTicks(_ emit: (Tick) -> Void) {
    levels = reading
    while ticksEmitted < ticksEnded {
      emit(Tick(index: ticksEmitted, levels: levels))
      ticksEmitted += 1
    }
  }

  private mutating func endWindow(emit: (Tick) -> Void) {
    switch ballistics {
    case .tick:
      readWindow()
    case .avaudioplayer:
      movePlayers()
      windowEnd += PlayerMeter.blockLength
      hasReading = true
      if ticksEmitted < ticksEnded { emitEndedTicks(emit) }
    }
    window.reset()
  }

  /// Reads the samples of the tick by themselves.
  private mutating func readWindow() {
    reading = (0..<format.channelCount).map { channel in
      let meanSquare = window.sum(ofChannel: channel) / Double(window.frameCount)
      let peak = Decibels(amplitude: window.peak(ofChannel: channel), floor: floor)
      // A mean never exceeds the greatest, except by the rounding of the sum.
      let average = min(Decibels(meanSquare: meanSquare, floor: floor), peak)
      return ChannelLevel(peak: peak, average: average)
    }
  }

  /// Moves the meters by the block that the window holds, which is short only at the end of a
  /// stream that has no whole one.
  private mutating func movePlayers() {
    let isWhole = window.frameCount == PlayerMeter.blockLength
    let fall =
      isWhole
      ? fall
      : PlayerMeter.Fall(frameCount: window.frameCount, sampleRate: format.sampleRate)
    for channel in players.indices {
      players[channel].advance(
        peak: window.peak(ofChannel: channel), fadedSquares: window.sum(ofChannel: channel),
        fall: fall)
    }
    reading = players.map { $0.reading(floor: floor) }
  }

  /// Finds the sample that is not a number in a run that begins at the present sample frame.
  private func notANumber(in run: Span<Float>) -> MeteringError {
    var index = 0
    while index < run.count && run[index].isFinite { index += 1 }
    let (frame, channel) = index.quotientAndRemainder(dividingBy: format.channelCount)
    return .notANumber(channel: channel, atFrame: sampleFrame + frame)
  }
}
