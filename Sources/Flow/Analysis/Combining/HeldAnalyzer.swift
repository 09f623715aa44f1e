// SPDX-License-Identifier: MIT
internal import Signal

extension Analysis {
  /// Brings an analysis with its own rate to the ticks of the track: each tick gets the last
  /// reading that is complete when the tick ends, and `first` if there is none yet.
  public func held(before first: Reading) -> Analysis<Reading> {
    Analysis<Reading>(
      reach: { [reach, rate] format, clock in
        let spans = TickClock(sampleRate: clock.sampleRate, rate: rate ?? clock.rate)
        return reach(format, spans).held(spans, over: clock)
      }
    ) { [samples, rate] (stream) throws(MeteringError) in
      let (format, clock) = (stream.format, stream.clock)
      let spans = TickClock(sampleRate: clock.sampleRate, rate: rate ?? clock.rate)
      return HeldAnalyzer(
        try samples(MeteredStream(format: format, clock: spans, begin: stream.begin)),
        channelCount: format.channelCount, spans: spans, ticks: clock, first: first)
    }
  }
}

/// Holds the readings of an analyzer with its own ticks, called spans here, over the track's ticks.
private struct HeldAnalyzer<Reading: Sendable>: Analyzer {
  private var analyzer: any Analyzer<Reading>
  private let channelCount: Int
  private let spans: TickClock
  private let ticks: TickClock
  private var sampleFrame = 0
  private var spansEnded = 0
  private var ticksEnded = 0
  private var ticksEmitted = 0

  /// The reading of the last tick.
  private var held: Reading

  /// How many readings the analyzer gave, up to and including `held`.
  private var heldCount = 0

  /// The readings after `held`.
  private var waiting: [Reading] = []

  init(
    _ analyzer: any Analyzer<Reading>, channelCount: Int, spans: TickClock, ticks: TickClock,
    first: Reading
  ) {
    self.analyzer = analyzer
    self.channelCount = channelCount
    self.spans = spans
    self.ticks = ticks
    held = first
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    var start = 0
    while start < run.count {
      endSpans()
      let room = spans.firstSampleFrame(ofTick: spansEnded + 1) - sampleFrame
      let end = min(run.count, start + room * channelCount)
      guard analyzer.consume(run.extracting(start..<end)) else { return false }
      sampleFrame += (end - start) / channelCount
      start = end
    }
    return true
  }

  mutating func endTick(emit: (Reading) -> Void) {
    ticksEnded += 1
    endSpans()
    while ticksEmitted < ticksEnded, heldCount + waiting.count >= wantedCount { emitTick(emit) }
  }

  mutating func finish(emit: (Reading) -> Void) {
    endSpans()
    var last: [Reading] = []
    if sampleFrame > spans.firstSampleFrame(ofTick: spansEnded) {
      analyzer.endTick { last.append($0) }
    }
    analyzer.finish { last.append($0) }
    waiting += last
    while ticksEmitted < ticksEnded { emitTick(emit) }
  }

  /// Ends the spans that the sample frames so far fill. At sample rates of a few Hz a span may be
  /// empty.
  private mutating func endSpans() {
    var new: [Reading] = []
    while spans.firstSampleFrame(ofTick: spansEnded + 1) == sampleFrame {
      analyzer.endTick { new.append($0) }
      spansEnded += 1
    }
    waiting += new
  }

  /// How many spans have ended at the end of the next tick to be handed out.
  private var wantedCount: Int { spans.rate.events(endedByEvent: ticksEmitted, of: ticks.rate) }

  private mutating func emitTick(_ emit: (Reading) -> Void) {
    let count = min(wantedCount - heldCount, waiting.count)
    if count > 0 {
      held = waiting[count - 1]
      waiting.removeFirst(count)
      heldCount += count
    }
    emit(held)
    ticksEmitted += 1
  }
}

extension Reach {
  /// That of readings which are held over the ticks of a track.
  fileprivate func held(_ spans: TickClock, over ticks: TickClock) -> Reach {
    Reach(
      // The last whole span began less than two spans before the end of the tick.
      ticksBefore: ticksBefore.map {
        ticks.tickCount(sampleFrames: spans.firstSampleFrame(ofTick: $0 + 2)) + 1
      }, framesAfter: framesAfter, grid: ticks.period(with: spans))
  }
}

extension Rate {
  /// How many events of this rate have ended when event `index` of another rate has.
  func events(endedByEvent index: Int, of other: Rate) -> Int {
    Int(
      Int128(index + 1) * Int128(other.denominator) * Int128(numerator)
        / (Int128(other.numerator) * Int128(denominator)))
  }
}
