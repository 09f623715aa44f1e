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

  private static let tapCount = 2 * delay

  private let channelCount: Int
  /// For each of the 12 samples, the newest first, its factors for the three points; a quarter of
  /// them, so that no sum of the greatest samples overflows.
  private let taps: [SIMD3<Float>]
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
    taps = (0..<Self.tapCount).map { index in
      SIMD3(
        Self.factor(4 * index - 23), Self.factor(4 * index - 22), Self.factor(4 * index - 21))
    }
    samples = Array(
      repeating: Array(repeating: 0, count: Self.tapCount - 1), count: channelCount)
    greatest = Array(repeating: 0, count: channelCount)
  }

  private static let scale = 0.25

  /// sinc(m/4)·½(1 + cos(πm/24)), for |m| ≤ 24, in the scale.
  private static func factor(_ m: Int) -> Float {
    guard m != 0 else { return Float(scale) }
    let angle = Double.pi * Double(m) / 4
    return Float(
      scale * UnitCircle.point(m, of: 8).sine / angle * (1 + UnitCircle.point(m, of: 48).cosine)
        / 2)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    add(run)
    return true
  }

  private mutating func add(_ run: Span<Float>) {
    let frameCount = run.count / channelCount
    for channel in 0..<channelCount {
      samples[channel].removeFirst(samples[channel].count - (Self.tapCount - 1))
      for index in stride(from: channel, to: run.count, by: channelCount) {
        samples[channel].append(run[index])
      }
    }
    sampleFrame += frameCount
    var start = 0
    while start < frameCount {
      let end = ends.first.map { min(frameCount, start + $0 - place) } ?? frameCount
      for channel in 0..<channelCount {
        let samples = samples[channel]
        let most = Self.greatest(samples.span, start..<end, taps.span)
        greatest[channel] = max(greatest[channel], most)
      }
      place += end - start
      start = end
      if let first = ends.first, first == place { endPoints() }
    }
  }

  private mutating func endPoints() {
    ends.removeFirst()
    ready.append(greatest.map { Double($0) / Self.scale })
    greatest = Array(repeating: 0, count: channelCount)
  }

  /// The greatest magnitude of the points of some places; those of place 0 depend on the first 12
  /// samples.
  private static func greatest(
    _ samples: Span<Float>, _ places: Range<Int>, _ taps: Span<SIMD3<Float>>
  ) -> Float {
    typealias Points = SIMD8<Float>
    var most = Points.zero
    var place = places.lowerBound
    while place < places.upperBound {
      // At the end, places are looked at twice.
      let first = min(place, places.upperBound - 8)
      guard first >= places.lowerBound else { break }
      let window = samples.extracting(first..<first + tapCount + 7)
      var (one, two, three) = (Points.zero, Points.zero, Points.zero)
      for tap in 0..<tapCount {
        let eight = Self.eight(window, from: tapCount &- 1 &- tap)
        one += eight * taps[tap].x
        two += eight * taps[tap].y
        three += eight * taps[tap].z
      }
      let here = Self.eight(window, from: tapCount - 1 - delay) * Float(scale)
      for points in [here, one, two, three] {
        most = pointwiseMax(most, pointwiseMax(points, -points))
      }
      place += 8
    }
    var greatest = most.max()
    // Fewer than eight places.
    if places.count < 8 {
      for place in places {
        var points = SIMD3<Float>.zero
        for tap in 0..<tapCount { points += samples[place + tapCount - 1 - tap] * taps[tap] }
        greatest = max(
          greatest, samples[place + tapCount - 1 - delay].magnitude * Float(scale))
        for phase in 0..<3 { greatest = max(greatest, points[phase].magnitude) }
      }
    }
    return greatest
  }

  @inline(__always)
  private static func eight(_ samples: Span<Float>, from start: Int) -> SIMD8<Float> {
    let s = samples.extracting(start..<start &+ 8)
    return SIMD8(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
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
