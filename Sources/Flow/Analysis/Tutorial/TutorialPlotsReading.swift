// SPDX-License-Identifier: MIT

/// All that the screen of the tutorial's app shows of one buffer of 0.1 s: the values of two plots
/// and three labels.
///
/// - Source: AudioKit 4.3, `AKFFTTap` and `AKFrequencyTracker`, and the app's `AudioManager`.
public struct TutorialPlotsReading: PackedReading, Hashable {
  /// The values of the FFT tap: 100·|X|²/1024² for the 512 lowest frequencies of 1024 samples. A
  /// sine of amplitude a at one of them reads 25·a². The first is that of 0 Hz plus that of half
  /// the sample rate.
  public let fft: [Float]

  /// The root mean square of the same 1024 samples, 0…1: a point of the rolling plot.
  public let rms: Float

  /// The frequency of the first maximum, a multiple of 44100/1024 Hz; 0 for silence.
  public let fftFrequency: Double

  /// The label of the tracker's pitch, in Hz; 200 before the first pitch.
  public let trackerFrequency: Double

  /// The label of the tracker's amplitude, at most 99 999 999.
  public let trackerAmplitude: Double

  /// How many values the FFT tap has.
  public static let fftCount = 512

  /// A reading of everything.
  ///
  /// - Precondition: there are ``fftCount`` values of the FFT tap.
  public init(
    fft: [Float], rms: Float, fftFrequency: Double, trackerFrequency: Double,
    trackerAmplitude: Double
  ) {
    precondition(fft.count == TutorialPlotsReading.fftCount)
    self.fft = fft
    self.rms = rms
    self.fftFrequency = fftFrequency
    self.trackerFrequency = trackerFrequency
    self.trackerAmplitude = trackerAmplitude
  }

  /// Appends 2076 bytes.
  public func pack(into bytes: inout [UInt8]) {
    for value in fft { bytes.pack(value) }
    bytes.pack(rms)
    for value in [fftFrequency, trackerFrequency, trackerAmplitude] { bytes.pack(value) }
  }

  /// Whether its numbers are possible.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    let floats = 4 * (fftCount + 1)
    return bytes.areNumbers(doubles: floats..<floats + 24, floats: 0..<floats)
  }

  /// Reads 2076 bytes.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    self.init(
      fft: (0..<TutorialPlotsReading.fftCount).map { _ in bytes.unpackFloat(at: &offset) },
      rms: bytes.unpackFloat(at: &offset), fftFrequency: bytes.unpackDouble(at: &offset),
      trackerFrequency: bytes.unpackDouble(at: &offset),
      trackerAmplitude: bytes.unpackDouble(at: &offset))
  }
}
