// SPDX-License-Identifier: MIT
internal import Analysis

/// Bands that looks read beside the levels.
struct BandReadings: Sendable {
  /// What they are called in files, with the levels.
  let name: String
  /// How many there are.
  let count: Int
  /// How they are measured.
  let analysis: @Sendable (AnalysisRequest) -> Analysis<[SIMD2<Float>]>

  /// The spectrum in dB: see ``SpectrumScale``.
  static let spectrum = BandReadings(
    name: "spectrum of the halo", count: SpectrumScale.edges.count - 1
  ) {
    .bandSpectrum(
      edges: SpectrumScale.edges, channels: $0.channels, placement: $0.placement)
  }

  /// All bands that looks of the radial view read.
  static let all = [StrataFigure.bands, spectrum]
}

/// A figure of levels and bands.
protocol BandFigure: Figure where Options == RadialOptions, Reading == BandLevels {
  /// Its bands.
  static var bands: BandReadings { get }
}

extension BandFigure {
  static var nameOfReadings: String { bands.name }

  static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> { .levels(of: request, with: bands.analysis(request)) }
}
