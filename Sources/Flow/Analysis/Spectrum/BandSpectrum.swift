// SPDX-License-Identifier: MIT
internal import Signal

/// The spectrum of each of two channels in bands around the middle of each tick, in dB: 0 is a sine at
/// full scale.
///
/// The block is half as long as that of ``SpectrumMeter``, so that it follows the rhythm.
private struct BandSpectrumMeter: BlockMeter {
  static let readsBlockAlone = true

  private let length: Int
  private let window: [Double]
  private let bands: [Range<Double>]
  private var transform: FourierTransform
  private var real, imaginary: [Double]

  init(edges: [Double], format: StreamFormat) {
    length = Self.length(format)
    window = (0..<length).map { [length] in
      0.5 - 0.5 * UnitCircle.point($0, of: length).cosine
    }
    let binsPerHertz = Double(length) / Double(format.sampleRate)
    let limits = edges.map { [length] in min($0 * binsPerHertz, Double(length / 2)) }
    bands = zip(limits, limits.dropFirst()).map { $0..<$1 }
    transform = FourierTransform(count: length)
    real = [Double](repeating: 0, count: length)
    imaginary = real
  }

  static func length(_ format: StreamFormat) -> Int { max(format.spectrumLength / 2, 64) }

  mutating func read(_ left: Span<Double>, _ right: Span<Double>) -> [SIMD2<Float>] {
    for index in 0..<length {
      real[index] = left[index] * window[index]
      imaginary[index] = right[index] * window[index]
    }
    transform.transform(&real, &imaginary)
    let floor = Decibels(SpectrumReading.floor - 48)
    return bands.map { bins in
      let power = power(of: bins)
      return SIMD2(
        Float(Decibels(meanSquare: power.x, floor: floor).value),
        Float(Decibels(meanSquare: power.y, floor: floor).value))
    }
  }

  /// The power of both channels in a band, given in bins; a bin on an edge counts in proportion.
  private func power(of bins: Range<Double>) -> SIMD2<Double> {
    var sum = SIMD2<Double>.zero
    var bin = Int(bins.lowerBound + 0.5)
    while Double(bin) - 0.5 < bins.upperBound {
      let share = min(bins.upperBound, Double(bin) + 0.5) - max(bins.lowerBound, Double(bin) - 0.5)
      let mirror = (length - bin) % length
      // Both channels are in one transform; see ``FourierTransform``.
      let left = SIMD2(real[bin] + real[mirror], imaginary[bin] - imaginary[mirror])
      let right = SIMD2(imaginary[bin] + imaginary[mirror], real[mirror] - real[bin])
      sum += share * SIMD2((left * left).sum(), (right * right).sum())
      bin += 1
    }
    // The squares of the Hann window's samples sum to 3/8 N; a sine at full scale has the power ½.
    return sum / (0.375 * Double(length) * Double(length))
  }
}

extension Analysis where Reading == [SIMD2<Float>] {
  /// The spectrum of two channels in bands between edges in Hz, ascending: left and right of each
  /// band, in dB. The last channel stands in for a missing one.
  public static func bandSpectrum(
    edges: [Double], channels: (left: Int, right: Int), placement: BlockPlacement = .centered
  ) -> Analysis {
    blocks(placement, channels: channels) {
      BandSpectrumMeter(edges: edges, format: $0.format)
    }
  }
}
