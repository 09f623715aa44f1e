// SPDX-License-Identifier: MIT
internal import Signal

/// The greatest magnitude of each channel between and on the samples of a tick, as amplitudes.
///
/// Three points between each two samples are interpolated from six samples on either side, by the sinc
/// function under a Hann window; so what is read is never less than the greatest sample. The points
/// after a sample belong to its tick, so a reading comes six sample frames late. Before and after the
/// stream all is silent.
///
/// - Source: ITU-R BS.1770-5, annex 2; the interpolator is that of libebur128.
struct TruePeakAnalyzer: Analyzer {
  /// The sample frames after a point that it depends on.
  static let delay = 6

  fileprivate static let tapCount = 2 * delay

  private let channelCount: Int
  private let points = PointsBetween()
  /// The last samples of each channel, and those of the run behind them.
  private var samples: [[Float]]
  private var greatest: [Float]
  /// The points so far, at a sample each: `delay` fewer than the sample frames.
  private var place = -delay
  private var sampleFrame = 0
  /// Where ticks end whose points are not complete, and the readings of those that are.
  private var ends: [Int] = []
  private var ready: [[Double]] = []

  init(channelCount: Int) {
    self.channelCount = channelCount
    samples = Array(
      repeating: Array(repeating: 0, count: Self.tapCount - 1), count: channelCount)
    greatest = Array(repeating: 0, count: channelCount)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    add(run)
    return true
  }

  private mutating func add(_ run: Span<Float>) {
    let frameCount = run.count / channelCount
    let kept = Self.tapCount - 1
    for channel in 0..<channelCount {
      // The last samples of the run before, and behind them the new ones.
      var samples: [Float] = []
      swap(&samples, &self.samples[channel])
      samples.removeFirst(samples.count - kept)
      samples.append(contentsOf: repeatElement(0, count: frameCount))
      var new = samples.mutableSpan
      for frame in 0..<frameCount {
        new[kept &+ frame] = run[frame &* channelCount &+ channel]
      }
      swap(&samples, &self.samples[channel])
    }
    sampleFrame += frameCount
    var start = 0
    while start < frameCount {
      let end = ends.first.map { min(frameCount, start + $0 - place) } ?? frameCount
      for channel in 0..<channelCount {
        let samples = samples[channel]
        greatest[channel] = points.greatest(
          samples.span, start..<end, atLeast: greatest[channel])
      }
      place += end - start
      start = end
      if let first = ends.first, first == place { endPoints() }
    }
  }

  private mutating func endPoints() {
    ends.removeFirst()
    ready.append(greatest.map { Double($0) / PointsBetween.scale })
    greatest = Array(repeating: 0, count: channelCount)
  }

  mutating func endTick(emit: ([Double]) -> Void) {
    ends.append(sampleFrame)
    emitReady(emit)
  }

  mutating func finish(emit: ([Double]) -> Void) {
    let silence = [Float](repeating: 0, count: Self.delay * channelCount)
    add(silence.span)
    // A stream without samples has no ticks.
    emitReady(emit)
  }

  private mutating func emitReady(_ emit: ([Double]) -> Void) {
    for reading in ready { emit(reading) }
    ready.removeAll(keepingCapacity: true)
  }
}

/// The points at a quarter, a half and three quarters of the way between two samples.
private struct PointsBetween: Sendable {
  private typealias Eight = SIMD8<Float>

  /// Points are computed at a quarter of their size, so that no sum of the greatest samples overflows.
  static let scale = 0.25
  private static let (tapCount, delay) = (TruePeakAnalyzer.tapCount, TruePeakAnalyzer.delay)

  /// For each of the 12 samples, the newest first, its factors for the three points, in the scale.
  private let taps: [SIMD3<Float>]
  /// No point is greater than this times the greatest of its samples.
  private let bound: Float

  init() {
    taps = (0..<Self.tapCount).map { index in
      SIMD3(
        Self.factor(4 * index - 23),
        Self.factor(4 * index - 22),
        Self.factor(4 * index - 21))
    }
    let sums = taps.reduce(SIMD3<Float>.zero) {
      $0 + SIMD3($1.x.magnitude, $1.y.magnitude, $1.z.magnitude)
    }
    // Sums are rounded.
    bound = 1.0001 * sums.max()
  }

  /// sinc(m/4)·½(1 + cos(πm/24)), for |m| ≤ 24, in the scale.
  private static func factor(_ m: Int) -> Float {
    guard m != 0 else { return Float(scale) }
    let angle = Double.pi * Double(m) / 4
    return Float(
      scale * UnitCircle.point(m, of: 8).sine / angle * (1 + UnitCircle.point(m, of: 48).cosine)
        / 2)
  }

  /// The greatest magnitude of `reached` and of the samples and points of some places; those of place 0
  /// depend on the first 12 samples.
  func greatest(
    _ samples: Span<Float>, _ places: Range<Int>, atLeast reached: Float
  ) -> Float {
    let (tapCount, taps) = (Self.tapCount, taps.span)
    let here = tapCount - 1 - Self.delay
    var most = max(
      reached, Self.peak(samples.extracting(places.lowerBound + here..<places.upperBound + here)))
    var place = places.lowerBound
    while place < places.upperBound {
      // At the end, places are looked at twice.
      let first = min(place, places.upperBound - 8)
      guard first >= places.lowerBound else { break }
      place += 8
      let window = samples.extracting(first..<first + tapCount + 7)
      // Where sound is softer than in the rest of the tick, points cannot count.
      let around = Self.greater(
        Self.greater(Self.eight(window, from: 0), Self.eight(window, from: 8)),
        Self.eight(window, from: tapCount &- 1))
      guard Self.greatest(around) * bound > most else { continue }
      var (one, two, three) = (Eight.zero, Eight.zero, Eight.zero)
      for tap in 0..<tapCount {
        let eight = Self.eight(window, from: tapCount &- 1 &- tap)
        one += eight * taps[tap].x
        two += eight * taps[tap].y
        three += eight * taps[tap].z
      }
      most = max(most, Self.greatest(Self.greater(Self.greater(one, two), three)))
    }
    // Fewer than eight places.
    if places.count < 8 {
      for place in places {
        var points = SIMD3<Float>.zero
        for tap in 0..<tapCount { points += samples[place + tapCount - 1 - tap] * taps[tap] }
        for phase in 0..<3 { most = max(most, points[phase].magnitude) }
      }
    }
    return most
  }

  /// The greatest magnitude of samples, in the scale.
  private static func peak(_ samples: Span<Float>) -> Float {
    var peaks = Eight.zero
    for start in stride(from: 0, through: samples.count - 8, by: 8) {
      peaks = greater(peaks, eight(samples, from: start))
    }
    var most = greatest(peaks)
    for index in samples.count & ~7..<samples.count { most = max(most, samples[index].magnitude) }
    return most * Float(scale)
  }

  @inline(__always)
  private static func eight(_ samples: Span<Float>, from start: Int) -> Eight {
    let s = samples.extracting(start..<start &+ 8)
    return SIMD8(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
  }

  /// The greater magnitude of each two numbers.
  @inline(__always)
  private static func greater(_ one: Eight, _ other: Eight) -> Eight {
    let (one, other) = (
      one.replacing(with: -one, where: one .< 0),
      other.replacing(with: -other, where: other .< 0)
    )
    return one.replacing(with: other, where: other .> one)
  }

  /// The greatest of eight numbers.
  @inline(__always)
  private static func greatest(_ numbers: Eight) -> Float {
    let (low, high) = (numbers.lowHalf, numbers.highHalf)
    let four = low.replacing(with: high, where: high .> low)
    return max(max(four.x, four.y), max(four.z, four.w))
  }
}
