// SPDX-License-Identifier: MIT
public import Signal

/// All that the analyzer's screen shows of one tick: the spectrum, the levels and the pitch.
public struct AnalyzerReading: PackedReading, Hashable {
  /// The bars and their caps.
  public let spectrum: SpectrumReading

  /// Peak and average of the channel on the left, in dBFS.
  public let left: ChannelLevel

  /// Peak and average of the channel on the right, in dBFS.
  public let right: ChannelLevel

  /// The pitch around the middle of the tick.
  public let pitch: PitchReading

  /// A reading of all three.
  public init(
    spectrum: SpectrumReading, left: ChannelLevel, right: ChannelLevel, pitch: PitchReading
  ) {
    self.spectrum = spectrum
    self.left = left
    self.right = right
    self.pitch = pitch
  }

  /// Appends the spectrum, the pitch, and the four levels as 32-bit numbers: 272 bytes.
  public func pack(into bytes: inout [UInt8]) {
    spectrum.pack(into: &bytes)
    pitch.pack(into: &bytes)
    for level in [left.peak, left.average, right.peak, right.average] {
      bytes.pack(Float(level.value))
    }
  }

  /// Whether its numbers are possible.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    let pitch = SpectrumReading.packedSize
    return bytes.areNumbers(doubles: pitch..<pitch + 16)
      && bytes.areNumbers(floats: pitch + 16..<pitch + 32, below: 1000)
  }

  /// Reads what ``pack(into:)`` appended.
  public init(unpacking bytes: Span<UInt8>) {
    spectrum = SpectrumReading(unpacking: bytes)
    pitch = PitchReading(unpacking: bytes.extracting(SpectrumReading.packedSize...))
    var offset = SpectrumReading.packedSize + 16
    func level() -> Decibels { Decibels(Double(bytes.unpackFloat(at: &offset))) }
    left = ChannelLevel(peak: level(), average: level())
    right = ChannelLevel(peak: level(), average: level())
  }
}
