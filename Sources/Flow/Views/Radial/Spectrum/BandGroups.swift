// SPDX-License-Identifier: MIT
internal import Analysis

/// Groups of bands that looks read beside the levels.
struct BandGroups: OptionSet, Sendable, Hashable {
  let rawValue: Int

  /// Seven bands, whose shares of the sound are shown.
  static let shares = BandGroups(rawValue: 1)
  /// The spectrum in dB: see ``SpectrumScale``.
  static let spectrum = BandGroups(rawValue: 2)
  /// The twelve pitch classes: see ``ChromaScale``.
  static let chroma = BandGroups(rawValue: 4)
  /// Those that looks of all kinds read.
  static let usual: BandGroups = [.shares, .spectrum]

  /// The groups in the order of their bands, with how many each has, and what it is called.
  private static let all: [(group: BandGroups, count: Int, name: String)] = [
    (shares, shareCount, "seven bands"),
    (spectrum, SpectrumScale.bandCount, "the spectrum of the halo"),
    (chroma, ChromaScale.classCount, "pitch classes"),
  ]

  /// The edges of the seven bands in Hz.
  private static let edges = [30, 92, 213, 492, 1137, 2626, 6063, 16_000]
  /// How many bands have shares.
  static let shareCount = edges.count - 1

  /// What they are called in files of readings, with the levels.
  var name: String {
    switch self {
    case []: FigureTraits.levels
    case .shares: "seven bands that fall by 30 dB/s"
    case .spectrum: "spectrum of the halo"
    case .usual: "levels, seven bands, and the spectrum of the halo"
    default:
      (["levels"] + BandGroups.all.filter { contains($0.group) }.map(\.name)).joined(
        separator: ", ")
    }
  }

  /// The levels, and the bands after them.
  func analysis(_ request: AnalysisRequest) -> Analysis<BandLevels> {
    let bands = BandGroups.all.filter { contains($0.group) }.map { $0.group.bands(request) }
    guard let first = bands.first else {
      return Analysis<StereoLevels>.stereoLevels(of: request)
        .map { BandLevels(levels: $0, bands: []) }
    }
    return .levels(
      of: request, with: bands.dropFirst().reduce(first) { $0.joined(with: $1).map { $0 + $1 } })
  }

  /// The bands of a single group.
  private func bands(_ request: AnalysisRequest) -> Analysis<[SIMD2<Float>]> {
    switch self {
    case .shares:
      .bandAmplitudes(edges: BandGroups.edges, channels: request.channels, fall: 30)
    case .spectrum:
      .bandSpectrum(
        edges: SpectrumScale.edges, channels: request.channels, placement: request.placement)
    default: .chroma(channels: request.channels)
    }
  }

  /// Which of the bands of a reading those of a group are.
  func range(of group: BandGroups) -> Range<Int> {
    var first = 0
    for own in BandGroups.all {
      if own.group == group { return first..<first + own.count }
      if contains(own.group) { first += own.count }
    }
    return first..<first
  }
}
