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
  /// Signed integers of 16 bits, the low byte first.
  case s16le
  /// Signed integers of 16 bits, the high byte first.
  case s16be
  /// Signed integers of 24 bits in three bytes, the low byte first.
  case s24le
  /// Signed integers of 24 bits in three bytes, the high byte first.
  case s24be
  /// Signed integers of 32 bits, the low byte first.
  case s32le
  /// Signed integers of 32 bits, the high byte first.
  case s32be
  /// Signed integers of 8 bits.
  case s8
  /// Unsigned integers of 8 bits; 128 is silence.
  case u8
  /// IEEE 754 numbers of 32 bits, the low byte first; full scale is ±1.
  case f32le
  /// IEEE 754 numbers of 32 bits, the high byte first; full scale is ±1.
  case f32be
  /// IEEE 754 numbers of 64 bits, the low byte first; full scale is ±1.
  case f64le
  /// IEEE 754 numbers of 64 bits, the high byte first; full scale is ±1.
  case f64be
  /// 8 bits by the A-law of G.711, as telephones in Europe have it.
  case alaw
  /// 8 bits by the µ-law of G.711, as telephones in North America and Japan have it.
  case mulaw

  /// The format for ``PCMDecoder``.
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
