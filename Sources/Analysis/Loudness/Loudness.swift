// SPDX-License-Identifier: MIT
internal import Signal

/// Loudness as a power and back: −0.691 + 10·log₁₀ of the weighted mean square, in LUFS.
///
/// - Source: ITU-R BS.1770-5, annex 1.
enum Loudness {
  /// The loudness of a weighted mean square, in LUFS; −∞ for 0.
  static func level(_ power: Double) -> Double {
    power > 0 ? -0.691 + 10 * decimalLogarithm(power) : -.infinity
  }

  /// The same, at least `floor`.
  static func level(_ power: Double, floor: Decibels) -> Decibels {
    Decibels(max(level(power), floor.value))
  }

  /// Below it a block is no part of the programme, in LUFS.
  static let absoluteGate = -70.0
}

/// How much the power of each channel counts for loudness.
public enum ChannelWeighting: Sendable, Hashable {
  /// As in the usual layouts of WAV, up to 7.1: 1 for the front and the back, 1.41 for the sides and the
  /// surround channels of 4.0 to 5.1, 0 for low-frequency effects.
  ///
  /// - Source: ITU-R BS.1770-5, annex 1, table 3, and annex 3.
  case layout
  /// The same, but a single channel counts twice, since two loudspeakers play it.
  case dualMono
  /// A factor for each channel, 0 or more.
  case factors([Double])

  /// How many factors the user has given; `nil` if none.
  var givenCount: Int? {
    if case .factors(let factors) = self { factors.count } else { nil }
  }

  /// A factor for each of some channels; `nil` if there is none for some of them.
  func factors(channelCount: Int) -> [Double]? {
    let surround = 1.41
    switch (self, channelCount) {
    case (.factors(let factors), _): return factors.count == channelCount ? factors : nil
    case (.dualMono, 1): return [2]
    case (_, 1...3): return Array(repeating: 1, count: channelCount)
    case (_, 4): return [1, 1, surround, surround]
    case (_, 5): return [1, 1, 1, surround, surround]
    case (_, 6): return [1, 1, 1, 0, surround, surround]
    case (_, 7): return [1, 1, 1, 0, 1, surround, surround]
    case (_, 8): return [1, 1, 1, 0, 1, 1, surround, surround]
    default: return nil
    }
  }
}
