// SPDX-License-Identifier: MIT
internal import Signal

/// The power of two channels in bands of frequencies.
///
/// At each edge between two bands the sound is parted by filters of the fourth order, a Butterworth
/// filter twice, so that the bands together have the power of the whole; the first and the last edge
/// end the bands in the same way.
///
/// - Source: Linkwitz, *Active crossover networks for noncoincident drivers*, JAES 24, 1976.
struct BandFilter: Sendable {
  /// The number of bands.
  var count: Int { bands.count }

  private struct Band: Sendable {
    var highs, lows: (Biquad, Biquad)
    var power = Biquad.Pair.zero
  }

  private var bands: [Band]
  private let left, right, channelCount: Int
  private var frameCount = 0

  /// A filter for bands between edges in Hz, ascending.
  init(edges: [Int], channels: (left: Int, right: Int), _ format: StreamFormat) {
    let rate = format.sampleRate
    bands = zip(edges, edges.dropFirst()).map { low, high in
      let (pass, stop) = (
        Biquad.highPass(low, sampleRate: rate), Biquad.lowPass(high, sampleRate: rate)
      )
      return Band(highs: (pass, pass), lows: (stop, stop))
    }
    (left, right) = (format.channel(channels.left), format.channel(channels.right))
    channelCount = format.channelCount
  }

  /// Takes whole sample frames, all of one tick; `false` if a sample is not a finite number.
  mutating func add(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    var frames: [Biquad.Pair] = []
    frames.reserveCapacity(run.count / channelCount)
    for place in stride(from: 0, to: run.count, by: channelCount) {
      frames.append(Biquad.Pair(Double(run[place + left]), Double(run[place + right])))
    }
    frameCount += frames.count
    for index in bands.indices {
      // A copy of the filters can stay in registers.
      var band = bands[index]
      for frame in frames.indices {
        let rest = band.highs.1.filter(band.highs.0.filter(frames[frame]))
        frames[frame] = rest
        let part = band.lows.1.filter(band.lows.0.filter(rest))
        band.power += part * part
      }
      bands[index] = band
    }
    return true
  }

  /// The mean power of each band in both channels since the last time; 1 is that of a square wave at
  /// full scale.
  mutating func meanPowers() -> [SIMD2<Double>] {
    defer {
      for index in bands.indices {
        bands[index].power = .zero
        bands[index].highs.0.settle()
        bands[index].highs.1.settle()
        bands[index].lows.0.settle()
        bands[index].lows.1.settle()
      }
      frameCount = 0
    }
    return bands.map { $0.power / Double(max(frameCount, 1)) }
  }
}

/// Hands out what `transform` makes of the powers of bands in each tick.
struct BandAnalyzer<Reading: Sendable>: Analyzer {
  private var filter: BandFilter
  private var transform: @Sendable ([SIMD2<Double>]) -> Reading

  init(_ filter: BandFilter, _ transform: @escaping @Sendable ([SIMD2<Double>]) -> Reading) {
    (self.filter, self.transform) = (filter, transform)
  }

  mutating func consume(_ run: Span<Float>) -> Bool { filter.add(run) }
  mutating func endTick(emit: (Reading) -> Void) { emit(transform(filter.meanPowers())) }
  mutating func finish(emit: (Reading) -> Void) {}
}
