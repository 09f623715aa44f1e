// SPDX-License-Identifier: MIT

/// How plain samples are stored of which no header tells: what `--raw` says.
public struct HeaderlessSamples: Sendable, Hashable {
  /// Sample frames a second, in ``StreamLimits/sampleRates``.
  public let sampleRate: Int
  /// Samples in each sample frame, in ``StreamLimits/channelCounts``.
  public let channelCount: Int
  /// How each sample is stored.
  public let sampleFormat: SampleFormat

  /// Samples of a known format; `nil` outside ``StreamLimits``.
  public init?(sampleRate: Int, channelCount: Int, sampleFormat: SampleFormat) {
    guard StreamLimits.sampleRates.contains(sampleRate),
      StreamLimits.channelCounts.contains(channelCount)
    else { return nil }
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.sampleFormat = sampleFormat
  }

  /// The samples from a place on, to the end.
  func layout(from start: Int) -> SampleLayout {
    var layout = SampleLayout()
    layout.sampleRate = sampleRate
    layout.channelCount = channelCount
    layout.encoding = sampleFormat.encoding
    layout.dataStart = start
    return layout
  }
}

/// How one sample is stored: `s` for signed and `u` for unsigned whole numbers, `f` for
/// floating-point ones, then the bits, then `le` or `be` for the byte that comes first; and the two
/// laws of telephones.
///
/// - Source: the names of ffmpeg's formats; ITU-T G.711 for `alaw` and `mulaw`.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
  case s16le, s16be, s24le, s24be, s32le, s32be, s8, u8, f32le, f32be, f64le, f64be, alaw, mulaw

  /// How ``PCMDecoder`` calls it.
  var encoding: SampleLayout.Encoding {
    let bigEndian = rawValue.hasSuffix("be")
    return switch self {
    case .u8: .unsigned8
    case .s8: .signed(bytes: 1, bigEndian: false)
    case .s16le, .s16be: .signed(bytes: 2, bigEndian: bigEndian)
    case .s24le, .s24be: .signed(bytes: 3, bigEndian: bigEndian)
    case .s32le, .s32be: .signed(bytes: 4, bigEndian: bigEndian)
    case .f32le, .f32be: .float(bytes: 4, bigEndian: bigEndian)
    case .f64le, .f64be: .float(bytes: 8, bigEndian: bigEndian)
    case .alaw: .aLaw
    case .mulaw: .muLaw
    }
  }
}
