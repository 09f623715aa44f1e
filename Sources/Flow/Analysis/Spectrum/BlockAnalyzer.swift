// SPDX-License-Identifier: MIT
internal import Signal

/// Reads blocks of two channels, one around each tick.
protocol BlockMeter<Reading>: Sendable {
  associatedtype Reading: Sendable

  /// Samples in a block.
  static func length(_ format: StreamFormat) -> Int

  /// Whether a reading depends on its block alone, and not on those before.
  static var readsBlockAlone: Bool { get }

  /// Reads the block of the next tick.
  mutating func read(_ left: Span<Double>, _ right: Span<Double>) -> Reading
}

extension StreamFormat {
  /// The power of two nearest to 0.18 s, 8192 at 44.1 and 48 kHz; from 64 to 2^17.
  var spectrumLength: Int {
    var length = 64
    // From 1.5 times a length on, the next power of two is nearer.
    while length < 1 << 17, 1.5 * Double(length) <= 0.18 * Double(sampleRate) { length *= 2 }
    return length
  }
}

/// Where the block of a tick is.
public enum BlockPlacement: Sendable {
  /// Around the middle of the tick, so that a picture shows what is heard at its time. The reading
  /// comes half a block late.
  case centered
  /// Before the end of the tick: for pictures of sound that is still arriving.
  case trailing
}

/// Hands a meter one block for each tick. For a tick that covers `a..<b`, a centred block begins at
/// floor((a + b)/2) − length/2, and a trailing one at b − length; for the last tick too, even if the
/// stream ends within it. Before and after the stream there is silence.
struct BlockAnalyzer<Meter: BlockMeter>: Analyzer {
  private var meter: Meter
  private let placement: BlockPlacement
  private let left, right, channelCount, length: Int
  private let clock: TickClock

  /// The kept samples of both sides.
  private var lefts, rights: [Double]

  /// The sample frame after the last kept one.
  private var end = 0

  /// The first sample frame of the next block.
  private var blockStart: Int
  private var ticksRead = 0
  private var ticksEnded = 0
  private var ready: [Meter.Reading] = []

  /// The last channel stands in for a missing one.
  init(
    _ meter: Meter, _ placement: BlockPlacement, channels: (left: Int, right: Int),
    format: StreamFormat, clock: TickClock
  ) {
    self.meter = meter
    self.placement = placement
    self.clock = clock
    channelCount = format.channelCount
    left = format.channel(channels.left)
    right = format.channel(channels.right)
    length = Meter.length(format)
    blockStart = clock.start(ofBlock: length, placement, ofTick: 0)
    lefts = [Double](repeating: 0, count: max(-blockStart, 0))
    rights = lefts
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    for frame in stride(from: 0, to: run.count, by: channelCount) {
      lefts.append(Double(run[frame + left]))
      rights.append(Double(run[frame + right]))
    }
    end += run.count / channelCount
    readBlocks()
    return true
  }

  mutating func endTick(emit: (Meter.Reading) -> Void) {
    ticksEnded += 1
    let count = min(ready.count, ticksEnded - (ticksRead - ready.count))
    for reading in ready[..<count] { emit(reading) }
    ready.removeFirst(count)
  }

  mutating func finish(emit: (Meter.Reading) -> Void) {
    while ticksRead < ticksEnded {
      if blockStart >= end {
        // The silence before the block may be longer than would fit into memory.
        (lefts, rights) = ([], [])
        end = blockStart
      }
      let missing = blockStart + length - end
      if missing > 0 {
        lefts += [Double](repeating: 0, count: missing)
        rights += [Double](repeating: 0, count: missing)
        end += missing
      }
      readBlocks()
    }
    for reading in ready { emit(reading) }
  }

  /// Reads the complete blocks, and drops the samples before the next one.
  private mutating func readBlocks() {
    while end >= blockStart + length {
      let first = blockStart - (end - lefts.count)
      let block = first..<first + length
      let (lefts, rights) = (lefts, rights)
      ready.append(meter.read(lefts.span.extracting(block), rights.span.extracting(block)))
      ticksRead += 1
      blockStart = clock.start(ofBlock: length, placement, ofTick: ticksRead)
    }
    let unused = min(blockStart - (end - lefts.count), lefts.count)
    if unused >= length {
      lefts.removeFirst(unused)
      rights.removeFirst(unused)
    }
  }
}

extension Analysis {
  /// Readings of blocks of two channels. The last channel stands in for a missing one.
  static func blocks<Meter: BlockMeter<Reading>>(
    _ placement: BlockPlacement, channels: (left: Int, right: Int), rate: Rate? = nil,
    _ makeMeter: @escaping @Sendable (MeteredStream) -> Meter
  ) -> Analysis {
    Analysis(rate: rate) { format, clock in
      let length = Meter.length(format)
      return Reach(
        ticksBefore: Meter.readsBlockAlone ? clock.tickCount(sampleFrames: length) : nil,
        framesAfter: placement == .centered ? length : 0)
    } samples: { stream in
      BlockAnalyzer(
        makeMeter(stream), placement, channels: channels, format: stream.format,
        clock: stream.clock)
    }
  }
}

extension TickClock {
  /// The sample frame in the middle of a tick, rounded down.
  func middle(ofTick index: Int) -> Int {
    (firstSampleFrame(ofTick: index) + firstSampleFrame(ofTick: index + 1)) / 2
  }

  /// The first sample frame of the block of a tick.
  fileprivate func start(
    ofBlock length: Int, _ placement: BlockPlacement, ofTick index: Int
  ) -> Int {
    switch placement {
    case .centered: middle(ofTick: index) - length / 2
    case .trailing: firstSampleFrame(ofTick: index + 1) - length
    }
  }
}
