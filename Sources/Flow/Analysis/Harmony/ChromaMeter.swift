// SPDX-License-Identifier: MIT
internal import Signal

/// How strong each of the twelve pitch classes is in two channels, from C on: the sum of the square
/// roots of the amplitudes of the peaks from 65 to 2100 Hz, the low ones weighted more, and those
/// between two notes less.
///
/// A block is 0.37 s, long enough to tell semitones apart from C2 on.
private struct ChromaMeter: BlockMeter {
  static let readsBlockAlone = true

  private let length: Int
  private let hertzPerBin: Double
  private let window: [Double]
  private var transform: FourierTransform
  private var real, imaginary: [Double]
  /// The squares of the amplitudes of one channel.
  private var power: [Double]

  private static let lowest = 65.0
  private static let highest = 2100.0

  init(format: StreamFormat) {
    length = Self.length(format)
    window = (0..<length).map { [length] in
      0.5 - 0.5 * UnitCircle.point($0, of: length).cosine
    }
    hertzPerBin = Double(format.sampleRate) / Double(length)
    transform = FourierTransform(count: length)
    real = [Double](repeating: 0, count: length)
    imaginary = real
    power = [Double](
      repeating: 0, count: min(Int(ChromaMeter.highest / hertzPerBin) + 3, length / 2))
  }

  static func length(_ format: StreamFormat) -> Int { 2 * format.spectrumLength }

  mutating func read(_ left: Span<Double>, _ right: Span<Double>) -> [SIMD2<Float>] {
    for index in 0..<length {
      real[index] = left[index] * window[index]
      imaginary[index] = right[index] * window[index]
    }
    transform.transform(&real, &imaginary)
    var classes = [SIMD2<Float>](repeating: .zero, count: 12)
    for side in 0..<2 {
      for bin in power.indices {
        let mirror = (length - bin) % length
        // Both channels are in one transform; see ``FourierTransform``.
        let part =
          side == 0
          ? SIMD2(real[bin] + real[mirror], imaginary[bin] - imaginary[mirror])
          : SIMD2(imaginary[bin] + imaginary[mirror], real[mirror] - real[bin])
        power[bin] = (part * part).sum() / 4
      }
      addPeaks(to: &classes, side)
    }
    return classes
  }

  /// Adds the peaks of a channel's spectrum, each placed by a parabola through the logarithms.
  private func addPeaks(to classes: inout [SIMD2<Float>], _ side: Int) {
    // Rounding errors are not sound: 120 dB below a sine at full scale.
    let least = 1e-12 * Double(length) * Double(length) / 16
    for bin in max(Int(ChromaMeter.lowest / hertzPerBin), 1)..<max(power.count - 1, 1)
    where power[bin] > max(power[bin - 1], least) && power[bin] >= power[bin + 1] {
      let (low, middle, high) = (
        naturalLogarithm(power[bin - 1] + least * 1e-6), naturalLogarithm(power[bin]),
        naturalLogarithm(power[bin + 1] + least * 1e-6)
      )
      let offset = (low - high) / (2 * (low - 2 * middle + high))
      let octaves =
        naturalLogarithm((Double(bin) + offset) * hertzPerBin / 440) / naturalLogarithm(2)
      let note = 12 * octaves
      let nearest = note.rounded()
      let purity = 1 - 2.2 * abs(note - nearest)
      guard purity > 0 else { continue }
      // A 440 Hz is the pitch class 9, and 1.1375 octaves above 200 Hz.
      let pitchClass = ((Int(nearest) + 9) % 12 + 12) % 12
      let weight = exponential(0.25 * middle - 0.35 * naturalLogarithm(2) * (octaves + 1.1375))
      classes[pitchClass][side] += Float(purity * weight / Double(length).squareRoot())
    }
  }
}

extension Analysis where Reading == [SIMD2<Float>] {
  /// How strong the pitch classes are, from C on, left and right, 10 times a second.
  public static func chroma(channels: (left: Int, right: Int)) -> Analysis {
    blocks(.centered, channels: channels, rate: .ten) { ChromaMeter(format: $0.format) }
      .held(before: [SIMD2<Float>](repeating: .zero, count: 12))
  }
}
