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
  private let bands: Range<Int>
  /// How far the levels of each speed fall in a tick.
  private let falls: [Double]
  /// How far they rise in a tick at most.
  private let rise: Double

  /// How far they fall in a tick from the other side of the seam of a loop: 22 dB a second.
  private let fallAcrossSeam: Double

  /// The spectrum of some bands of a track before its first tick, whose levels fall at constant rates in dB a
  /// second, and rise by a part of the scale in a tick at most.
  ///
  /// - Throws: ``FigureError/readings(_:)``.
  init(
    _ track: ReadingTrack<BandLevels>, of bands: Range<Int>, falls decibels: [Double],
    rise: Double = .infinity
  ) throws(FigureError) {
    do throws(SystemError) {
      scale = try track.found("bands \(bands)") { () throws(SystemError) in
        try SpectrumScale(track, of: bands)
      }
    } catch { throw .readings(error) }
    (self.track, self.bands, self.rise) = (track, bands, rise)
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

  /// How long a level takes to fall from the greatest one, in seconds.
  static func seconds(fallingBy decibels: Double) -> Double {
    SpectrumScale.range * SpectrumScale.ceiling / decibels
  }

  /// Updates to the next tick.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError) {
    let reading = try track.reading(ofTick: tick).bands[bands]
    scale.adapt(to: reading)
    var now = scale.levels(reading)
    if let (other, distance) = track.tickAcrossSeam(from: tick, reach: 60) {
      let far = scale.levels(try track.reading(ofTick: other).bands[bands])
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
