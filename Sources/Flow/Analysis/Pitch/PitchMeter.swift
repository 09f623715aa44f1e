// SPDX-License-Identifier: MIT
internal import Signal

/// The pitch of the mean of two channels around the middle of each tick.
///
/// A block is half as long as that of the spectrum: 4096 samples at 44.1 and 48 kHz, 93 and 85 ms.
struct PitchMeter: BlockMeter {
  static let readsBlockAlone = true

  private let length: Int
  private let hertzPerBin: Double
  private var transform: FourierTransform
  private var real, imaginary: [Double]
  private var finder: PartialFinder

  /// The least strength that counts as a pitch.
  private static let minStrength = 0.05

  init(format: StreamFormat) {
    length = Self.length(format)
    hertzPerBin = Double(format.sampleRate) / Double(2 * length)
    transform = FourierTransform(count: 2 * length)
    real = [Double](repeating: 0, count: 2 * length)
    imaginary = real
    finder = PartialFinder(count: length)
  }

  static func length(_ format: StreamFormat) -> Int { max(format.spectrumLength / 2, 64) }

  mutating func read(_ left: Span<Double>, _ right: Span<Double>) -> PitchReading {
    // The zeros after the block double the transform's resolution in bins.
    for index in 0..<length {
      real[index] = 16384 * (left[index] + right[index])
      real[index + length] = 0
    }
    for index in imaginary.indices { imaginary[index] = 0 }
    transform.transform(&real, &imaginary)
    let result = finder.find(in: (real, imaginary))
    guard let pitch = result.pitch, result.strength >= PitchMeter.minStrength else {
      return .none
    }
    return PitchReading(frequency: pitch * hertzPerBin, strength: result.strength)
  }
}

extension Analysis where Reading == PitchReading {
  /// The pitch of the mean of two channels. The last channel stands in for a missing one.
  public static func pitch(
    channels: (left: Int, right: Int), placement: BlockPlacement = .centered
  ) -> Analysis {
    blocks(placement, channels: channels) { PitchMeter(format: $0.format) }
  }
}
