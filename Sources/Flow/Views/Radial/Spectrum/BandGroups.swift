// SPDX-License-Identifier: MIT
internal import Analysis

/// Groups of bands that looks read beside the levels.
struct BandGroups: OptionSet, Sendable, Hashable {
  let rawValue: Int

  /// Seven bands, whose shares of the sound are shown.
  static let shares = BandGroups(rawValue: 1)
  /// The spectrum in dB: see ``SpectrumScale``.
  static let spectrum = BandGroups(rawValue: 2)
  /// All of them.
  static let all: BandGroups = [.shares, .spectrum]

  /// The edges of the seven bands in Hz.
  private static let edges = [30, 92, 213, 492, 1137, 2626, 6063, 16_000]
  /// How many bands have shares.
  static let shareCount = edges.count - 1

  /// What they are called in files of readings, with the levels.
  var name: String {
    switch self {
    case .shares: "seven bands that fall by 30 dB/s"
    case .spectrum: "spectrum of the halo"
    case .all: "levels, seven bands, and the spectrum of the halo"
    default: FigureTraits.levels
    }
  }

  /// The levels, and the bands after them.
  func analysis(_ request: AnalysisRequest) -> Analysis<BandLevels> {
    let shares: Analysis<[SIMD2<Float>]> = .bandAmplitudes(
      edges: BandGroups.edges, channels: request.channels, fall: 30)
    let spectrum: Analysis<[SIMD2<Float>]> = .bandSpectrum(
      edges: SpectrumScale.edges, channels: request.channels, placement: request.placement)
    return switch self {
    case .shares: .levels(of: request, with: shares)
    case .spectrum: .levels(of: request, with: spectrum)
    case .all: .levels(of: request, with: shares.joined(with: spectrum).map { $0 + $1 })
    default:
      Analysis<StereoLevels>.stereoLevels(of: request).map { BandLevels(levels: $0, bands: []) }
    }
  }

  /// Which of the bands of a reading those of a group are.
  func range(of group: BandGroups) -> Range<Int> {
    let first = group == .spectrum && contains(.shares) ? BandGroups.shareCount : 0
    return first..<first + (group == .shares ? BandGroups.shareCount : SpectrumScale.bandCount)
  }
}
