// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// The scale of a spectrum: all bands of a track, brought nearer to each other, on one scale.
struct SpectrumScale: Sendable {
  /// The bands of one channel, from 40 Hz to 14 kHz, of equal width in octaves.
  static let edges: [Double] = {
    // 350 to the power of 1/32, by 32nd roots: the same on every machine.
    var step = 350.0
    for _ in 0..<5 { step.formSquareRoot() }
    return (0..<32).reduce(into: [40.0]) { edges, _ in edges.append(edges[edges.count - 1] * step) }
  }()

  /// How many bands there are.
  static let bandCount = edges.count - 1

  /// The length of the scale in dB.
  static let range = 34.0
  /// The greatest level, above the loud end.
  static let ceiling = 1.5

  /// How many bands are heard: the highest may be empty.
  let bandCount: Int
  /// The levels that each band has for all but a twentieth of the time at most.
  let usual: [SIMD2<Double>]
  /// For each band what is added to its dB, to be in `range` from 0 to 1.
  private var offsets: [Double]
  /// The range of the loudest band of each side, in sound that is still arriving.
  private var adaptive: AdaptiveRange?
  /// The mean level of each band of arriving sound, and how many ticks it is of.
  private var means: [Double]
  private var heardTicks = 0.0

  /// The ticks that these means are of at most: a minute at 60 a second.
  private static let memory = 3600.0
  /// The decibels by which the 99th percentile of all bands is below the loud end of the loudest ones, as was
  /// measured on five pieces: 4 to 12.
  private static let crest = 9.0

  private static let (softest, loudest, binsInDecibel) = (-120.0, 20.0, 10.0)

  /// The scale of a track. The treble is lifted by 2.5 dB an octave, and half of the difference
  /// between a band and the mean of all is taken away; the loud end is the 99th percentile.
  ///
  /// - Throws: if the track cannot be read.
  init(_ track: ReadingTrack<BandLevels>, of bands: Range<Int>) throws(SystemError) {
    let count = bands.count
    let bins =
      Int((SpectrumScale.loudest - SpectrumScale.softest) * SpectrumScale.binsInDecibel) + 1
    var histograms = [[[Int]]](
      repeating: [[Int]](repeating: [Int](repeating: 0, count: bins), count: 2), count: count)
    for tick in 0..<track.count {
      for (band, levels) in try track.reading(ofTick: tick).bands[bands].enumerated() {
        for side in 0..<2 { histograms[band][side][SpectrumScale.bin(levels[side])] += 1 }
      }
    }
    let means = histograms.map { sides in
      let sum = sides.joined().enumerated().reduce(0.0) {
        $0 + Double($1.element) * SpectrumScale.level($1.offset % bins)
      }
      return sum / Double(max(2 * track.count, 1))
    }
    let lifts = SpectrumScale.lifts(means)
    var all = [Int: Int]()
    for (band, sides) in histograms.enumerated() {
      let shift = Int((lifts[band] * SpectrumScale.binsInDecibel).rounded())
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
    let high = max(SpectrumScale.level(top), LevelRange.gate)
    let offsets = lifts.map { $0 - high + SpectrumScale.range }
    self.means = means
    if track.isLive {
      adaptive = AdaptiveRange(LevelRange(low: -55, high: -27), tickRate: track.clock.rate)
    }
    /// The level that a channel of a band has for all but a share of the time, from 0 to 1.
    func level(_ band: Int, _ side: Int, allBut share: Double) -> Double {
      var left = Int(Double(track.count) * share)
      let bin = histograms[band][side].lastIndex {
        left -= $0
        return left < 0
      }
      return (SpectrumScale.level(bin ?? 0) + offsets[band]) / SpectrumScale.range
    }
    let heard = SpectrumScale.heardBands(histograms)
    self.offsets = offsets
    bandCount = heard
    usual = (0..<heard).map {
      SIMD2(level($0, 0, allBut: 0.05), level($0, 1, allBut: 0.05))
    }
  }

  /// The bands that hold 99.5 % of the energy above 2 kHz, and all below: encoders leave out the
  /// highest ones, which would be a cleft at 12 o'clock.
  private static func heardBands(_ histograms: [[[Int]]]) -> Int {
    // By steps of 0.1 dB, which are the same on every machine.
    let step = 1.023_292_992_280_754_1
    let energies = histograms.map { sides in
      var (power, sum) = (1.0, 0.0)
      for (left, right) in zip(sides[0], sides[1]) {
        sum += power * Double(left + right)
        power *= step
      }
      return sum
    }
    let first = edges.firstIndex { $0 >= 2000 } ?? 0
    let total = energies[first...].reduce(0, +)
    // Of sound that is still arriving nothing is known.
    guard total > 0 else { return energies.count }
    var sum = 0.0
    for band in first..<energies.count {
      sum += energies[band]
      if sum >= 0.995 * total { return band + 1 }
    }
    return energies.count
  }

  /// What brings bands with these means nearer to each other: the treble is lifted, and half of the
  /// difference to the mean of all is taken away.
  private static func lifts(_ means: [Double]) -> [Double] {
    let mean = means.reduce(0, +) / Double(means.count)
    return means.enumerated().map { band, own in
      // 40 Hz is 4.64 octaves below 1 kHz, and 14 kHz 8.45 octaves above that.
      let octave = -4.643856 + 8.451211 * (Double(band) + 0.5) / Double(means.count)
      return 2.5 * octave - (own - mean) / 2
    }
  }

  /// Takes a reading of sound that is still arriving; otherwise does nothing.
  mutating func adapt(to bands: ArraySlice<SIMD2<Float>>) {
    guard var adaptive, bands.contains(where: { Double($0.max()) > LevelRange.gate - 40 }) else {
      return
    }
    heardTicks = min(heardTicks + 1, SpectrumScale.memory)
    for (band, levels) in bands.enumerated() {
      means[band] += (Double(levels.sum()) / 2 - means[band]) / heardTicks
    }
    let lifts = SpectrumScale.lifts(means)
    let loudest = zip(bands, lifts).reduce(SIMD2(repeating: -Double.infinity)) {
      pointwiseMax($0, SIMD2<Double>($1.0) + $1.1)
    }
    adaptive.include([loudest.x, loudest.y])
    self.adaptive = adaptive
    offsets = lifts.map { $0 - adaptive.range.high + SpectrumScale.crest + SpectrumScale.range }
  }

  /// The levels of a reading, from 0 at the soft end to 1 at the loud end and a little more.
  func levels(_ bands: ArraySlice<SIMD2<Float>>) -> [SIMD2<Double>] {
    zip(bands, offsets).prefix(bandCount).map { band, offset in
      ((SIMD2<Double>(band) + offset) / SpectrumScale.range)
        .clamped(lowerBound: .zero, upperBound: SIMD2(repeating: SpectrumScale.ceiling))
    }
  }

  /// How far a level opens a figure, from 0 to 1: its power of 1.25, which roots give alike on every machine.
  static func opening(_ level: Double) -> Double {
    let clamped = min(max(level, 0), 1)
    return clamped * clamped.squareRoot().squareRoot()
  }

  /// How far the levels of both channels open a figure.
  static func opening(_ levels: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(opening(levels.x), opening(levels.y))
  }

  private static func bin(_ level: Float) -> Int {
    let level = min(max(Double(level), softest), loudest)
    return Int(((level - softest) * binsInDecibel).rounded())
  }

  private static func level(_ bin: Int) -> Double { Double(bin) / binsInDecibel + softest }
}
