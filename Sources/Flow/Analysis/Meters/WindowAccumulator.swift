// SPDX-License-Identifier: MIT

/// The peak magnitude and the sum of squares of each channel over one window of a stream.
///
/// The squares may fade: with a `decay` below 1, the square of a sample n frames older than the
/// newest one is multiplied by decayⁿ. This is the closed form of the recurrence `s = decay·s +
/// x²`.
///
/// Sample n of the window, counted over all channels, always goes to SIMD lane n mod `laneCount`,
/// and a lane takes its samples in order. So the result depends on the samples only, to the last
/// bit, and not on how they are cut into runs.
struct WindowAccumulator: Sendable {
  let channelCount: Int

  /// Sample frames in the window so far.
  private(set) var frameCount = 0

  /// A multiple of the channel count and of the lanes of a pair of `Lanes`.
  private let laneCount: Int

  /// Powers of the decay, from 0 to the sample frames in a row.
  private let decays: [Double]

  private var lanes: [Lanes]
  private var nextLane = 0

  /// An empty window; `decay` is for one sample frame, in 0…1.
  init(channelCount: Int, decay: Double = 1) {
    self.channelCount = channelCount
    laneCount = channelCount * 16 / (1 << min(channelCount.trailingZeroBitCount, 4))
    lanes = [Lanes](repeating: Lanes(), count: laneCount / 8)
    var powers = [1.0]
    for _ in 0..<laneCount / channelCount { powers.append(powers[powers.count - 1] * decay) }
    decays = powers
  }

  /// Takes whole interleaved sample frames; `false` if a sample is not a finite number.
  mutating func add(_ samples: Span<Float>) -> Bool {
    var index = addSingly(samples, from: 0, until: nextLane == 0 ? 0 : laneCount - nextLane)
    index = lanes.count == 2 ? addPairs(samples, from: index) : addRows(samples, from: index)
    _ = addSingly(samples, from: index, until: samples.count)
    frameCount += samples.count / channelCount
    return isFinite
  }

  /// Empties the window.
  mutating func reset() {
    for index in lanes.indices { lanes[index] = Lanes() }
    nextLane = 0
    frameCount = 0
  }

  /// The greatest |x| of a channel; 0 for an empty window.
  func peak(ofChannel channel: Int) -> Double {
    var greatest: Float = 0
    for lane in stride(from: channel, to: laneCount, by: channelCount) {
      greatest = max(greatest, lanes[lane / 8].peaks[lane % 8])
    }
    return Double(greatest)
  }

  /// The sum of the squares of a channel, each faded by its age in sample frames.
  func sum(ofChannel channel: Int) -> Double {
    let framesInRow = laneCount / channelCount
    var total = 0.0
    for offset in 0..<min(framesInRow, frameCount) {
      let lane = offset * channelCount + channel
      // The age of this lane's newest sample in sample frames.
      let age = (frameCount - 1 - offset) % framesInRow
      total += lanes[lane / 8].sums[lane % 8] * decays[age]
    }
    return total
  }
}

extension WindowAccumulator {
  /// A NaN or an infinity stays in the sum of squares. Finite `Float` samples cannot make it
  /// overflow.
  private var isFinite: Bool {
    var total = SIMD8<Double>.zero
    for group in lanes { total += group.sums }
    return total.sum().isFinite
  }

  /// Takes samples of an incomplete row one by one; returns the index after them.
  private mutating func addSingly(_ samples: Span<Float>, from start: Int, until end: Int) -> Int {
    let decay = decays[decays.count - 1]
    let end = min(end, samples.count)
    let laneCount = laneCount
    var lane = nextLane
    var groups = lanes.mutableSpan
    for index in start..<end {
      groups[lane / 8].add(samples[index], lane: lane % 8, decay: decay)
      lane = lane + 1 == laneCount ? 0 : lane + 1
    }
    nextLane = lane
    return end
  }

  /// Takes whole rows of any number of lanes; returns the index after them.
  private mutating func addRows(_ samples: Span<Float>, from start: Int) -> Int {
    let decay = decays[decays.count - 1]
    var index = start
    while index + laneCount <= samples.count {
      for group in lanes.indices {
        lanes[group].add(magnitudes(samples, from: index &+ 8 &* group), decay: decay)
      }
      index += laneCount
    }
    return index
  }

  /// Takes whole rows of sixteen lanes, which stay in registers; returns the index after them.
  private mutating func addPairs(_ samples: Span<Float>, from start: Int) -> Int {
    let decay = decays[decays.count - 1]
    var (first, second) = (lanes[0], lanes[1])
    var index = start
    while index &+ 16 <= samples.count {
      first.add(magnitudes(samples, from: index), decay: decay)
      second.add(magnitudes(samples, from: index &+ 8), decay: decay)
      index &+= 16
    }
    lanes[0] = first
    lanes[1] = second
    return index
  }
}

/// Eight lanes: their sums of squares and their greatest magnitudes.
private struct Lanes: Sendable {
  var sums = SIMD8<Double>.zero
  var peaks = SIMD8<Float>.zero

  /// Takes the magnitude of one sample for each lane, after fading the sums by `decay`.
  ///
  /// The square of a `Float` is exact in a `Double`, so only the additions round.
  @inline(__always)
  mutating func add(_ magnitudes: SIMD8<Float>, decay: Double) {
    let wide = SIMD8<Double>(magnitudes)
    sums = sums * decay + wide * wide
    peaks.replace(with: magnitudes, where: magnitudes .> peaks)
  }

  /// Adds a single lane.
  mutating func add(_ sample: Float, lane: Int, decay: Double) {
    let wide = Double(sample)
    sums[lane] = sums[lane] * decay + wide * wide
    if sample.magnitude > peaks[lane] { peaks[lane] = sample.magnitude }
  }
}

/// The magnitudes of eight samples, with a single bounds check.
@inline(__always)
private func magnitudes(_ samples: Span<Float>, from start: Int) -> SIMD8<Float> {
  let eight = samples.extracting(start..<start &+ 8)
  return SIMD8(lowHalf: fourMagnitudes(eight, from: 0), highHalf: fourMagnitudes(eight, from: 4))
}

@inline(__always)
private func fourMagnitudes(_ samples: Span<Float>, from start: Int) -> SIMD4<Float> {
  SIMD4(
    samples[start].magnitude, samples[start &+ 1].magnitude,
    samples[start &+ 2].magnitude, samples[start &+ 3].magnitude)
}
