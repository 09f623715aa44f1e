// SPDX-License-Identifier: MIT

/// The storage format of plain samples without a header: the value of `--raw`.
public struct HeaderlessSamples: Sendable, Hashable {
  /// Sample frames a second, in ``StreamLimits/sampleRates``.
  public let sampleRate: Int
  /// Samples in each sample frame, in ``StreamLimits/channelCounts``.
  public let channelCount: Int
  /// The storage format of a sample.
  public let sampleFormat: SampleFormat

  /// A format; `nil` outside ``StreamLimits``.
  public init?(sampleRate: Int, channelCount: Int, sampleFormat: SampleFormat) {
    guard StreamLimits.sampleRates.contains(sampleRate),
      StreamLimits.channelCounts.contains(channelCount)
    else { return nil }
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.sampleFormat = sampleFormat
  }

  /// The layout of samples from an offset to the end.
  func layout(from start: Int) -> SampleLayout {
    var layout = SampleLayout()
    layout.sampleRate = sampleRate
    layout.channelCount = channelCount
    layout.encoding = sampleFormat.encoding
    layout.dataStart = start
    return layout
  }
}

/// How one sample is stored: `s` for signed and `u` for unsigned integers or `f` for floating
/// point, then the bits, then `le` or `be` for the byte order; and the two companding laws of
/// telephony.
///
/// - Source: the names of ffmpeg's formats; ITU-T G.711 for `alaw` and `mulaw`.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
  case s16le, s16be, s24le, s24be, s32le, s32be, s8, u8, f32le, f32be, f64le, f64be, alaw, mulaw

  /// The same format for ``PCMDecoder``.
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
