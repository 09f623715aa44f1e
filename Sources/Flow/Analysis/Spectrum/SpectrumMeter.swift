// SPDX-License-Identifier: MIT
internal import Signal

/// The spectrum in bands around the middle of each tick, with bars and caps that fall.
///
/// The power of a band is the power of the Hann-windowed transform between the band's edges, where
/// a bin on an edge counts in proportion, averaged over both channels: 0 dB is a full-scale sine on
/// both, −3 dB one on one of them. A bin is 5.4 Hz wide at 44.1 kHz, so neighbouring bands below
/// 100 Hz are not separate. Bands above half the sample rate read the floor.
struct SpectrumMeter: BlockMeter {
  static let readsBlockAlone = false

  private let length: Int
  private let ticksPerSecond: Double
  private let window: [Double]
  private let bands: [Range<Double>]
  private var transform: FourierTransform
  private var real, imaginary: [Double]
  private var bars, caps: [FallingLevel]
  private var tick = 0

  init(format: StreamFormat, rate: Rate) {
    length = Self.length(format)
    ticksPerSecond = rate.perSecond
    window = (0..<length).map { [length] in
      0.5 - 0.5 * UnitCircle.point($0, of: length).cosine
    }
    let binsPerHertz = Double(length) / Double(format.sampleRate)
    let limits = SpectrumBands.edges.map { [length] in min($0 * binsPerHertz, Double(length / 2)) }
    bands = zip(limits, limits.dropFirst()).map { $0..<$1 }
    transform = FourierTransform(count: length)
    real = [Double](repeating: 0, count: length)
    imaginary = real
    bars = [FallingLevel](
      repeating: FallingLevel(hold: 0, fall: 24), count: SpectrumBands.count)
    caps = [FallingLevel](
      repeating: FallingLevel(hold: 1, fall: 20 / 1.7), count: SpectrumBands.count)
  }

  static func length(_ format: StreamFormat) -> Int { format.spectrumLength }

  mutating func read(_ left: Span<Double>, _ right: Span<Double>) -> SpectrumReading {
    for index in 0..<length {
      real[index] = left[index] * window[index]
      imaginary[index] = right[index] * window[index]
    }
    transform.transform(&real, &imaginary)
    let now = Double(tick) / ticksPerSecond
    tick += 1
    for (band, bins) in bands.enumerated() {
      let level = Decibels(meanSquare: power(of: bins), floor: Decibels(SpectrumReading.floor))
      bars[band].move(to: level.value, at: now)
      caps[band].move(to: bars[band].level, at: now)
    }
    return SpectrumReading(bars: bars.map { Float($0.level) }, caps: caps.map { Float($0.level) })
  }

  /// The power of a band, given in bins; 1 for a full-scale sine on both channels.
  private func power(of bins: Range<Double>) -> Double {
    var sum = 0.0
    var bin = Int(bins.lowerBound + 0.5)
    while Double(bin) - 0.5 < bins.upperBound {
      let share = min(bins.upperBound, Double(bin) + 0.5) - max(bins.lowerBound, Double(bin) - 0.5)
      let mirror = length - bin
      // Both channels are in one transform: |left|² + |right|² is half of this.
      let power =
        real[bin] * real[bin] + imaginary[bin] * imaginary[bin] + real[mirror] * real[mirror]
        + imaginary[mirror] * imaginary[mirror]
      sum += share * power
      bin += 1
    }
    // The squares of the Hann window's samples sum to 3/8 N. A sine has the power ½, half of it at
    // negative frequencies.
    return sum / (0.375 * Double(length) * Double(length))
  }
}

/// A level in dB that rises at once, stays for a while, and then falls at a steady speed.
private struct FallingLevel: Sendable {
  /// The hold time, in seconds.
  let hold: Double

  /// The speed of the fall, in dB/s.
  let fall: Double

  /// The level now.
  private(set) var level = SpectrumReading.floor

  /// The last level that was reached, and its time.
  private var start = (level: SpectrumReading.floor, time: 0.0)

  init(hold: Double, fall: Double) {
    self.hold = hold
    self.fall = fall
  }

  /// Moves on to a time in seconds, and up to `goal` if it is higher than the fallen level.
  mutating func move(to goal: Double, at time: Double) {
    level = start.level - fall * max(time - start.time - hold, 0)
    guard goal >= level else { return }
    level = goal
    start = (goal, time)
  }
}

extension Analysis where Reading == SpectrumReading {
  /// The spectrum of two channels. The last channel stands in for a missing one.
  public static func spectrum(
    channels: (left: Int, right: Int), placement: BlockPlacement = .centered
  ) -> Analysis {
    blocks(placement, channels: channels) {
      SpectrumMeter(format: $0.format, rate: $0.clock.rate)
    }
  }
}
