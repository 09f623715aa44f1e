// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform

/// The scale of a spectrum: all bands of a track, brought nearer to each other, on one scale.
struct HaloSpectrum: Sendable {
  /// The bands of one channel, from 40 Hz to 14 kHz, of equal width in octaves.
  static let edges: [Double] = {
    // 350 to the power of 1/32, by 32nd roots: the same on every machine.
    var step = 350.0
    for _ in 0..<5 { step.formSquareRoot() }
    return (0..<32).reduce(into: [40.0]) { edges, _ in edges.append(edges[edges.count - 1] * step) }
  }()

  /// The length of the scale in dB.
  static let range = 34.0
  /// The greatest level, above the loud end.
  static let ceiling = 1.5

  /// How many bands are heard: the highest may be empty.
  let bandCount: Int
  /// The levels that each band has for all but a twentieth of the time at most.
  let usual: [SIMD2<Double>]
  /// For each band what is added to its dB, to be in `range` from 0 to 1.
  private let offsets: [Double]

  private static let (softest, loudest, binsInDecibel) = (-120.0, 20.0, 10.0)

  /// The scale of a track. The treble is lifted by 2.5 dB an octave, and half of the difference
  /// between a band and the mean of all is taken away; the loud end is the 99th percentile.
  ///
  /// - Throws: if the track cannot be read.
  init(_ track: ReadingTrack<BandLevels>) throws(SystemError) {
    let count = HaloSpectrum.edges.count - 1
    let bins = Int((HaloSpectrum.loudest - HaloSpectrum.softest) * HaloSpectrum.binsInDecibel) + 1
    var histograms = [[[Int]]](
      repeating: [[Int]](repeating: [Int](repeating: 0, count: bins), count: 2), count: count)
    for tick in 0..<track.count {
      for (band, levels) in try track.reading(ofTick: tick).bands.enumerated() {
        for side in 0..<2 { histograms[band][side][HaloSpectrum.bin(levels[side])] += 1 }
      }
    }
    let means = histograms.map { sides in
      let sum = sides.joined().enumerated().reduce(0.0) {
        $0 + Double($1.element) * HaloSpectrum.level($1.offset % bins)
      }
      return sum / Double(max(2 * track.count, 1))
    }
    let mean = means.reduce(0, +) / Double(count)
    let lifts = means.enumerated().map { band, own in
      // 40 Hz is 4.64 octaves below 1 kHz, and 14 kHz 8.45 octaves above that.
      let octave = -4.643856 + 8.451211 * (Double(band) + 0.5) / Double(count)
      return 2.5 * octave - (own - mean) / 2
    }
    var all = [Int: Int]()
    for (band, sides) in histograms.enumerated() {
      let shift = Int((lifts[band] * HaloSpectrum.binsInDecibel).rounded())
      for (bin, ticks) in zip(sides[0], sides[1]).map(+).enumerated() where ticks > 0 {
        all[bin + shift, default: 0] += ticks
      }
    }
    var left = 2 * track.count * count / 100
    var top = 0
    for (bin, ticks) in all.sorted(by: { $0.key > $1.key }) {
      top = bin
      left -= ticks
      if left < 0 { break }
    }
    // Silence is empty.
    let high = max(HaloSpectrum.level(top), LevelRange.gate)
    let offsets = lifts.map { $0 - high + HaloSpectrum.range }
    /// The level that a channel of a band has for all but a share of the time, from 0 to 1.
    func level(_ band: Int, _ side: Int, allBut share: Double) -> Double {
      var left = Int(Double(track.count) * share)
      let bin = histograms[band][side].lastIndex {
        left -= $0
        return left < 0
      }
      return (HaloSpectrum.level(bin ?? 0) + offsets[band]) / HaloSpectrum.range
    }
    let last = (0..<count).last {
      max(level($0, 0, allBut: 0.01), level($0, 1, allBut: 0.01)) > 0.5
    }
    let heard = max((last ?? count - 1) + 1, 8)
    self.offsets = offsets
    bandCount = heard
    usual = (0..<heard).map {
      SIMD2(level($0, 0, allBut: 0.05), level($0, 1, allBut: 0.05))
    }
  }

  /// The levels of a reading, from 0 at the soft end to 1 at the loud end and a little more.
  func levels(_ bands: [SIMD2<Float>]) -> [SIMD2<Double>] {
    (0..<bandCount).map { band in
      ((SIMD2<Double>(bands[band]) + offsets[band]) / HaloSpectrum.range)
        .clamped(lowerBound: .zero, upperBound: SIMD2(repeating: HaloSpectrum.ceiling))
    }
  }

  private static func bin(_ level: Float) -> Int {
    let level = min(max(Double(level), softest), loudest)
    return Int(((level - softest) * binsInDecibel).rounded())
  }

  private static func level(_ bin: Int) -> Double { Double(bin) / binsInDecibel + softest }
}
