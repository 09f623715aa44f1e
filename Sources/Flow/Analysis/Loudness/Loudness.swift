// SPDX-License-Identifier: MIT
package import Signal

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

  /// Below it a block is not part of the programme, in LUFS.
  static let absoluteGate = -70.0
}

/// How much the power of each channel counts for loudness.
public enum ChannelWeighting: Sendable, Hashable {
  /// By the place of each speaker: 1.41 from 60° to 120° beside the listener at the height of the ears, 0
  /// for low-frequency effects, 1 for all others. The back pair of a layout without sides is its
  /// surround pair, at 110°.
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

  /// A factor for each channel of a stream; `nil` if there is none for some of them.
  package func factors(_ format: StreamFormat) -> [Double]? {
    let speakers = format.speakers.list
    switch self {
    case .factors(let factors): return factors.count == format.channelCount ? factors : nil
    case .dualMono where format.channelCount == 1: return [2]
    case .layout, .dualMono:
      let surround: [Speaker] =
        speakers.contains(.sideLeft) || speakers.contains(.sideRight)
        ? [.sideLeft, .sideRight] : [.backLeft, .backRight]
      let beside = surround + [.wideLeft, .wideRight, .surroundDirectLeft, .surroundDirectRight]
      return speakers.isEmpty
        ? nil : speakers.map { $0.isForLowFrequency ? 0 : beside.contains($0) ? 1.41 : 1 }
    }
  }
}
