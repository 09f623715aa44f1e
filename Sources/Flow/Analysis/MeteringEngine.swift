// SPDX-License-Identifier: MIT
// Stage 2, Analysis: turns blocks into readings, and readings into text.
public import Signal

/// Turns a stream of blocks into readings: cuts it at the exact ends of ticks, and drives an
/// analyzer.
///
/// ```swift
/// var engine = try MeteringEngine(.levels(.tick, floor: .silence), format: format, clock: clock)
/// while try source.read(into: &block) > 0 { try engine.consume(block) { levels.append($0) } }
/// engine.finish { levels.append($0) }
/// ```
///
/// The readings depend on the samples only: to the bit, they are the same however the stream is cut
/// into blocks.
public struct MeteringEngine<Reading: Sendable>: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat

  /// The clock that gives the boundaries of the ticks.
  public let clock: TickClock

  /// Sample frames that were consumed so far.
  public private(set) var sampleFrame = 0

  private var analyzer: any Analyzer<Reading>
  private var ticksEnded = 0
  private var tickEnd: Int
  private var isFinished = false

  /// An engine at the start of a stream, which is the sample frame `begin` of an input. Its ticks are
  /// those of `clock`, unless the analysis has its own rate.
  ///
  /// - Precondition: `clock` has the sample rate of `format`.
  /// - Throws: ``MeteringError/ticksWithoutSamples(sampleRate:tickRate:)``,
  ///   ``MeteringError/rateTooLow(sampleRate:needed:)``,
  ///   ``MeteringError/noChannelLevels(ballistics:)``.
  public init(
    _ analysis: Analysis<Reading>, format: StreamFormat, clock: TickClock, begin: Int = 0
  ) throws(MeteringError) {
    precondition(clock.sampleRate == format.sampleRate)
    let ownClock = TickClock(sampleRate: clock.sampleRate, rate: analysis.rate ?? clock.rate)
    guard analysis.rate == nil || ownClock.everyTickHasSamples else {
      throw .rateTooLow(sampleRate: format.sampleRate, needed: ownClock.rate)
    }
    guard clock.everyTickHasSamples else {
      throw .ticksWithoutSamples(sampleRate: format.sampleRate, tickRate: clock.rate)
    }
    self.format = format
    self.clock = ownClock
    analyzer = try analysis.samples(
      MeteredStream(format: format, clock: ownClock, begin: begin))
    tickEnd = ownClock.firstSampleFrame(ofTick: 1)
  }

  /// Takes the next block of the stream, and hands out the readings that it completes, in order.
  ///
  /// - Precondition: the block has the channels of the format, and the stream has neither ended
  ///   nor thrown.
  /// - Throws: ``MeteringError/notANumber(channel:atFrame:)``, after the readings of ticks that ended
  ///   before that sample frame.
  public mutating func consume(
    _ block: AudioBlock, emit: (Reading) -> Void
  ) throws(MeteringError) {
    precondition(block.channelCount == format.channelCount && !isFinished)
    try block.withSamples { (samples) throws(MeteringError) in
      let channelCount = format.channelCount
      var start = 0
      while start < block.frameCount {
        let end = min(block.frameCount, start + tickEnd - sampleFrame)
        let run = samples.extracting(start * channelCount..<end * channelCount)
        guard analyzer.consume(run) else {
          isFinished = true
          throw notANumber(in: run)
        }
        sampleFrame += end - start
        start = end
        if sampleFrame == tickEnd { endTick(emit) }
      }
    }
  }

  /// Ends the stream, and hands out what is left, including the last, short tick.
  ///
  /// A second call does nothing.
  public mutating func finish(emit: (Reading) -> Void) {
    guard !isFinished else { return }
    isFinished = true
    if sampleFrame > clock.firstSampleFrame(ofTick: ticksEnded) { endTick(emit) }
    analyzer.finish(emit: emit)
  }

  private mutating func endTick(_ emit: (Reading) -> Void) {
    ticksEnded += 1
    tickEnd = clock.firstSampleFrame(ofTick: ticksEnded + 1)
    analyzer.endTick(emit: emit)
  }

  /// Finds the sample that is not a number in a run that begins at the present sample frame.
  private func notANumber(in run: Span<Float>) -> MeteringError {
    var index = 0
    while index < run.count && run[index].isFinite { index += 1 }
    let (frame, channel) = index.quotientAndRemainder(dividingBy: format.channelCount)
    return .notANumber(channel: channel, atFrame: sampleFrame + frame)
  }
}
