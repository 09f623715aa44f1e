// SPDX-License-Identifier: MIT
internal import Signal

/// The amplitudes of bands in two channels, which rise at once and fall at a constant rate.
private struct AmplitudeAnalyzer: Analyzer {
  private var filter: BandFilter
  private let factor: Double
  private var amplitudes: [SIMD2<Double>]

  init(_ filter: BandFilter, fall: Double, tickRate: Rate) {
    self.filter = filter
    factor = power(10, -fall / 20 * Double(tickRate.denominator) / Double(tickRate.numerator))
    amplitudes = Array(repeating: .zero, count: filter.count)
  }

  mutating func consume(_ run: Span<Float>) -> Bool { filter.add(run) }

  mutating func endTick(emit: ([SIMD2<Float>]) -> Void) {
    for (band, power) in filter.meanPowers().enumerated() {
      amplitudes[band] = pointwiseMax(amplitudes[band] * factor, power.squareRoot())
    }
    emit(amplitudes.map(SIMD2<Float>.init))
  }

  mutating func finish(emit: ([SIMD2<Float>]) -> Void) {}
}

extension Analysis where Reading == [SIMD2<Float>] {
  /// The RMS amplitudes of two channels in bands between edges in Hz, ascending: left and right of
  /// each band. They fall by `fall` dB a second.
  public static func bandAmplitudes(
    edges: [Int], channels: (left: Int, right: Int), fall: Double
  ) -> Analysis {
    Analysis { stream in
      AmplitudeAnalyzer(
        BandFilter(edges: edges, channels: channels, stream.format), fall: fall,
        tickRate: stream.clock.rate)
    }
  }
}
