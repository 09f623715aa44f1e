// SPDX-License-Identifier: MIT
public import Signal

/// The loudness of a programme at the end of a tick.
public struct LoudnessReading: Sendable, Hashable {
  /// That of the last 0.4 s, in LUFS.
  public let momentary: Decibels
  /// That of the last 3 s, in LUFS.
  public let shortTerm: Decibels
  /// That of the whole programme so far, gated, in LUFS.
  public let integrated: Decibels
  /// The loudness range so far, in LU.
  public let range: Double
  /// The greatest momentary and short-term loudness after any sample of the tick, in LUFS.
  public let greatestMomentary, greatestShortTerm: Decibels
  /// The weighted mean squares of the blocks of 0.4 s and of 3 s that ended in the tick.
  let momentaryBlocks, shortTermBlocks: [Double]
}

/// Measures the loudness of all channels together, by K-weighted powers.
///
/// - Source: ITU-R BS.1770-5, annex 1.
struct LoudnessMeter: Sendable {
  private let channelCount: Int
  private let weights: [Double]
  private var filters: [KWeighting]
  private var powers: [Double] = []
  private var windows: LoudnessWindows

  /// A meter before its first sample.
  ///
  /// - Precondition: there is a weight for each channel.
  init(_ format: StreamFormat, weights: [Double], floor: Decibels) {
    precondition(weights.count == format.channelCount)
    (channelCount, self.weights) = (format.channelCount, weights)
    filters = Array(
      repeating: KWeighting(sampleRate: format.sampleRate), count: (channelCount + 1) / 2)
    windows = LoudnessWindows(sampleRate: format.sampleRate, floor: floor)
  }

  /// Takes whole interleaved sample frames; `false` if a sample is not a finite number.
  mutating func add(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    powers.removeAll(keepingCapacity: true)
    powers.append(contentsOf: repeatElement(0, count: run.count / channelCount))
    for pair in filters.indices { weigh(run, pair) }
    let powers = powers
    windows.add(powers.span)
    return true
  }

  /// Adds the weighted power of a pair of channels in each sample frame.
  private mutating func weigh(_ run: Span<Float>, _ pair: Int) {
    let (left, channelCount) = (2 * pair, channelCount)
    let right = min(left + 1, channelCount - 1)
    let (one, other) = (weights[left], right > left ? weights[right] : 0)
    guard one + other > 0 else { return }
    // A copy can stay in registers.
    var filter = filters[pair]
    var powers = self.powers.mutableSpan
    for frame in powers.indices {
      let start = frame &* channelCount
      let weighted = filter.filter(
        SIMD2(Double(run[start &+ left]), Double(run[start &+ right])))
      let squares = weighted * weighted
      powers[frame] += one * squares.x + other * squares.y
    }
    filters[pair] = filter
  }

  /// The reading at the end of a tick.
  mutating func read() -> LoudnessReading {
    for pair in filters.indices { filters[pair].settle() }
    return windows.read()
  }
}

/// Momentary, short-term and integrated loudness, and the loudness range, of a stream of weighted powers.
///
/// Windows reach before the first sample, where all is silent. The maxima are those after each sample,
/// so they do not depend on the ticks.
///
/// - Source: ITU-R BS.1770-5, annex 1; EBU Tech 3341 and 3342.
struct LoudnessWindows: Sendable {
  private let sampleRate: Int
  private let floor: Decibels
  private var momentary, shortTerm: Window
  private var integrated: Decibels
  private var range = 0.0
  private var sampleFrame = 0

  /// A window that slides, and the blocks of the programme that it passes each 0.1 s.
  private struct Window: Sendable {
    var sum: SlidingSum
    var greatest = 0.0
    var blocks = GatedBlocks()
    var blockCount = 0
    var newBlocks: [Double] = []

    init(length: Int) { sum = SlidingSum(length: length) }

    mutating func add(_ powers: Span<Double>) { greatest = max(greatest, sum.add(powers)) }

    /// The sample frame at which the next block ends.
    func blockEnd(_ sampleRate: Int) -> Int { blockCount * sampleRate / 10 + sum.length }

    mutating func endBlock() {
      blockCount += 1
      newBlocks.append(sum.value / Double(sum.length))
      blocks.add(newBlocks[newBlocks.count - 1])
    }

    /// The loudness now, and since the last time the greatest one and the blocks.
    mutating func read(
      _ floor: Decibels
    ) -> (now: Decibels, greatest: Decibels, blocks: [Double]) {
      defer { (greatest, newBlocks) = (0, []) }
      func level(_ sum: Double) -> Decibels {
        Loudness.level(sum / Double(self.sum.length), floor: floor)
      }
      return (level(sum.value), level(greatest), newBlocks)
    }
  }

  /// The windows of a stream before its first sample.
  init(sampleRate: Int, floor: Decibels) {
    (self.sampleRate, self.floor, integrated) = (sampleRate, floor, floor)
    momentary = Window(length: Self.momentaryLength(sampleRate))
    shortTerm = Window(length: 3 * sampleRate)
  }

  /// The sample frames of 0.4 s.
  static func momentaryLength(_ sampleRate: Int) -> Int { max((4 * sampleRate + 5) / 10, 1) }

  /// Takes the weighted power of each of the next sample frames.
  mutating func add(_ powers: Span<Double>) {
    var start = 0
    while start < powers.count {
      // Up to the next end of a block, where the sum is that of the block.
      let ends = (momentary.blockEnd(sampleRate), shortTerm.blockEnd(sampleRate))
      let count = min(powers.count - start, min(ends.0, ends.1) - sampleFrame)
      let part = powers.extracting(start..<start + count)
      momentary.add(part)
      shortTerm.add(part)
      sampleFrame += count
      start += count
      if sampleFrame == ends.0 {
        momentary.endBlock()
        if let mean = momentary.blocks.gatedMean {
          integrated = Loudness.level(mean, floor: floor)
        }
      }
      if sampleFrame == ends.1 {
        shortTerm.endBlock()
        range = shortTerm.blocks.range
      }
    }
  }

  /// The reading at the end of a tick.
  mutating func read() -> LoudnessReading {
    let (momentary, shortTerm) = (momentary.read(floor), shortTerm.read(floor))
    return LoudnessReading(
      momentary: momentary.now, shortTerm: shortTerm.now, integrated: integrated, range: range,
      greatestMomentary: momentary.greatest, greatestShortTerm: shortTerm.greatest,
      momentaryBlocks: momentary.blocks, shortTermBlocks: shortTerm.blocks)
  }
}

/// The weighting of two channels by both filters of BS.1770.
struct KWeighting: Sendable {
  private var shelf, highPass: Biquad

  init(sampleRate: Int) {
    (shelf, highPass) = (.kShelf(sampleRate: sampleRate), .kHighPass(sampleRate: sampleRate))
  }

  @inline(__always)
  mutating func filter(_ samples: SIMD2<Double>) -> SIMD2<Double> {
    highPass.filter(shelf.filter(samples))
  }

  mutating func settle() {
    shelf.settle()
    highPass.settle()
  }
}
