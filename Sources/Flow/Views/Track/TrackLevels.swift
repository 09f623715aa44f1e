// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The loudness of a track's ticks, read in order, each averaged over its neighbours.
struct TrackLevels {
  private let track: ReadingTrack<StereoLevels>
  private let scale: LevelScale
  /// The weights of the window: of the tick itself, of its neighbours, and so on.
  private let weights: [Double]
  /// A ring buffer of the last ticks.
  private var recent: [TurnGrid.Cell]
  private var readCount = 0

  /// A reader at the start of the track. `window` is the length in seconds of the Hann window
  /// centred on the tick; 0 for no averaging.
  ///
  /// - Source: F. J. Harris, *On the use of windows for harmonic analysis with the discrete Fourier
  ///   transform*, 1978, section V.C.
  init(_ track: ReadingTrack<StereoLevels>, _ scale: LevelScale, window: Double) {
    self.track = track
    self.scale = scale
    let rate = track.clock.rate.perSecond
    let length = window * rate
    let reach = max(Int((length / 2).rounded(.up)) - 1, 0)
    weights = (0...reach).map { distance in
      guard distance > 0 else { return 1 }
      return (1 + Angle.degrees(360 * Double(distance) / length).direction.x) / 2
    }
    recent = [TurnGrid.Cell](repeating: TurnGrid.Cell(), count: 2 * reach + 1)
  }

  /// How many ticks there are.
  var tickCount: Int { track.count }

  /// The loudness of a tick, which is not before the previous one requested.
  ///
  /// - Throws: if the track cannot be read.
  mutating func levels(ofTick tick: Int) throws(SystemError) -> TurnGrid.Cell {
    while readCount < min(tick + weights.count, tickCount) {
      let loudness = scale.loudness(of: try track.reading(ofTick: readCount))
      recent[readCount % recent.count] = TurnGrid.Cell(
        average: SIMD2(loudness.left.average, loudness.right.average),
        peak: SIMD2(loudness.left.peak, loudness.right.peak))
      readCount += 1
    }
    var result = recent[tick % recent.count]
    guard weights.count > 1 else { return result }
    var whole = weights[0]
    for distance in 1..<weights.count {
      for other in [tick - distance, tick + distance] where (0..<tickCount).contains(other) {
        result.average += recent[other % recent.count].average * weights[distance]
        whole += weights[distance]
      }
    }
    result.average /= whole
    return result
  }
}
