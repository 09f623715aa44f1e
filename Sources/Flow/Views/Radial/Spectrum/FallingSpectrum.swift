// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// The bands of a track as they sound, and as they fall afterwards, at several speeds at once.
struct FallingSpectrum: Sendable {
  /// The bands that are heard, and their scale.
  private(set) var scale: SpectrumScale
  /// The levels of each speed by band, left and right: 0 is the soft end of the scale, 1 the loud end.
  private(set) var levels: [[SIMD2<Double>]]
  /// The ticks after which nothing is left of a reading.
  let memory: Int

  private let track: ReadingTrack<BandLevels>
  /// How far the levels of each speed fall in a tick.
  private let falls: [Double]
  /// How far they rise in a tick at most.
  private let rise: Double

  /// How far they fall in a tick from the other side of the seam of a loop: 22 dB a second.
  private let fallAcrossSeam: Double

  /// The spectrum of a track before its first tick, whose levels fall at a constant rate in dB a second, the
  /// slowest first, and rise by a part of the scale in a tick at most.
  ///
  /// - Throws: ``FigureError/readings(_:)``.
  init(
    _ track: ReadingTrack<BandLevels>, falls decibels: [Double], rise: Double = .infinity
  ) throws(FigureError) {
    do throws(SystemError) {
      scale = try track.found { () throws(SystemError) in try SpectrumScale(track) }
    } catch { throw .readings(error) }
    (self.track, self.rise) = (track, rise)
    let rate = track.clock.rate
    let ticks = rate.perSecond
    falls = decibels.map { $0 / SpectrumScale.range / ticks }
    fallAcrossSeam = 22 / SpectrumScale.range / ticks
    let slowest = falls.min() ?? 1
    memory =
      Int((SpectrumScale.ceiling / slowest + SpectrumScale.ceiling / rise).rounded(.up))
      + (rise < .infinity ? 1 : 0)
    levels = Array(
      repeating: Array(repeating: .zero, count: scale.bandCount), count: falls.count)
  }

  /// Updates to the next tick.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError) {
    let bands = try track.reading(ofTick: tick).bands
    scale.adapt(to: bands)
    var now = scale.levels(bands)
    if let (other, distance) = track.tickAcrossSeam(from: tick, reach: 60) {
      let far = scale.levels(try track.reading(ofTick: other).bands)
      for band in now.indices {
        now[band] = pointwiseMax(now[band], far[band] - fallAcrossSeam * Double(distance))
      }
    }
    for speed in levels.indices {
      for band in now.indices {
        let level = levels[speed][band]
        levels[speed][band] = pointwiseMax(
          level - falls[speed], pointwiseMin(now[band], level + rise))
      }
    }
  }
}
