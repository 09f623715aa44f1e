// SPDX-License-Identifier: MIT
import Foundation

/// Signals like those of Report BS.2217, which come with ITU-R BS.1770: the weighting at single
/// frequencies, the gates, and each channel alone.
extension Standard {
  static let compliance = Standard(
    name: "ITU-R BS.1770-5 and Report BS.2217-2",
    remark: """
      The files of the report are not ours to pass on. These signals are made like them: their levels are \
      computed from the coefficients of BS.1770's tables for 48 kHz, so that the loudness is the one that is \
      demanded. The recordings of the report are not claimed.
      """,
    clauses: fullScaleSines + frequencies + sweeps + channels + gates)

  /// The gain of the K-weighting at a frequency, in dB, by tables 1 and 2 of annex 1.
  private static func gain(_ hertz: Double) -> Double {
    func power(_ a: Double, _ b: Double, _ c: Double) -> Double {
      // |a + b·z⁻¹ + c·z⁻²|²
      let angle = 2 * Double.pi * hertz / 48_000
      let (real, imaginary) = (
        a + b * cos(angle) + c * cos(2 * angle), b * sin(angle) + c * sin(2 * angle)
      )
      return real * real + imaginary * imaginary
    }
    return 10
      * log10(
        power(1.53512485958697, -2.69169618940638, 1.19839281085285)
          / power(1, -1.69065929318241, 0.73248077421585)
          * power(1, -2, 1) / power(1, -1.99004745483398, 0.99007225036621))
  }

  /// The peak level in dBFS of a sine in so many channels that has a loudness.
  private static func level(_ loudness: Double, _ hertz: Double, channels: Double = 2) -> Double {
    loudness + 0.691 - gain(hertz) + 3.0103 - 10 * log10(channels)
  }

  private static func loudness(
    _ demand: String, _ level: Double, _ measure: @escaping @Sendable () throws -> Double
  ) -> Clause {
    Clause("BS.2217", demand, "LKFS", level - 0.1...level + 0.1, measure)
  }

  private static let fullScaleSines = ["left", "right", "centre"].enumerated().map { place, name in
    Clause(
      "annex 1", "a full-scale sine of 997 Hz in the \(name) channel", "LKFS", -3.06 ... -2.96
    ) { try alone(0, hertz: 997, in: place, of: 6) }
  }

  private static func alone(
    _ level: Double, hertz: Int = 1000, in channel: Int, of count: Int
  ) throws -> Double {
    let levels = (0..<count).map { $0 == channel ? level : nil }
    return try TestSound(levels: [(levels, 5)], hertz: hertz).summary().integrated
  }

  private static let frequencies = [25, 100, 500, 1000, 2000, 10_000].flatMap { hertz in
    [(-23.0, 44_100), (-23, 48_000), (-24, 48_000), (-23, 96_000)].map { wanted, sampleRate in
      loudness(
        "\(hertz) Hz in two channels, \(Clause.kilohertz(sampleRate))", wanted
      ) {
        try TestSound([(level(wanted, Double(hertz)), 10)], hertz: hertz, sampleRate: sampleRate)
          .summary().integrated
      }
    }
  }

  /// The integrated loudness, the least short-term loudness after 3 s and the greatest one of a sweep from
  /// 20 Hz to 20 kHz at a level that follows the weighting, at a sample rate.
  private static func swept(_ sampleRate: Int) throws -> [Double] {
    let (low, seconds) = (20.0, 20.0)
    let growth = log(1000) / seconds
    var (amplitude, step) = (0.0, 0.0)
    let samples = (0..<20 * sampleRate).map { index in
      func hertz(_ index: Int) -> Double { low * exp(growth * Double(index) / Double(sampleRate)) }
      if index % 64 == 0 {
        amplitude = pow(10, level(-18, hertz(index)) / 20)
        step = (pow(10, level(-18, hertz(index + 64)) / 20) - amplitude) / 64
      }
      amplitude += step
      return amplitude * sin(2 * .pi * (hertz(index) - low) / growth)
    }
    let sound = TestSound(sampleRate: sampleRate, channels: [samples, samples])
    let shortTerm = try sound.columns("--add", "loudness")["short_term_lufs"] ?? []
    let summary = try sound.summary()
    return [
      summary.integrated, shortTerm.dropFirst(180).min() ?? .nan, summary.maxShortTerm.level,
    ]
  }

  private static let sweepRates = [44_100, 48_000, 96_000]
  /// Measured once for all of their lines.
  private static let allSwept = sweepRates.map { sampleRate in Result { try swept(sampleRate) } }

  private static let sweeps = sweepRates.indices.flatMap { place in
    ["integrated", "least short-term after 3 s", "greatest short-term"].enumerated().map {
      figure, name in
      loudness(
        "a sweep from 20 Hz to 20 kHz, \(Clause.kilohertz(sweepRates[place])): \(name)", -18
      ) { try allSwept[place].get()[figure] }
    }
  }

  private static let channels =
    [
      ("left", 1.0), ("right", 1), ("centre", 1), ("LFE", 0), ("left surround", 1.41),
      ("right surround", 1.41),
    ].enumerated().map { place, channel in channelAlone(channel.0, channel.1, place, of: 6) }
    + [("left back", 1.0), ("right back", 1), ("left side", 1.41), ("right side", 1.41)]
    .enumerated().map { place, channel in channelAlone(channel.0, channel.1, 4 + place, of: 8) }
    + [
      loudness("the six channels of 5.1 at once", -24) {
        // 1 + 1 + 1 + 0 + 1.41 + 1.41, and phases that do not matter.
        let levels = [Double?](repeating: level(-24, 1000, channels: 5.82), count: 6)
        return try TestSound(levels: [(levels, 10)]).summary().integrated
      }
    ]

  private static func channelAlone(
    _ name: String, _ weight: Double, _ place: Int, of count: Int
  ) -> Clause {
    let layout = count == 6 ? "5.1" : "7.1"
    guard weight > 0 else {
      return Clause(
        "BS.2217", "the \(name) channel of \(layout) alone, 0 dBFS: nothing", "LKFS",
        -.infinity ... -70
      ) { try alone(0, in: place, of: count) }
    }
    return loudness("the \(name) channel of \(layout) alone", -24) {
      try alone(level(-24, 1000, channels: weight), in: place, of: count)
    }
  }

  private static let gates = [
    loudness("a tone 12.5 LU softer for half of the time, which passes the relative gate", -12.773)
    { try TestSound([(level(-10, 1000), 30), (level(-22.5, 1000), 30)]).summary().integrated },
    loudness("a tone 13 LU softer for half of the time, which does not", -10) {
      try TestSound([(level(-10, 1000), 30), (level(-23, 1000), 30)]).summary().integrated
    },
    loudness("a tone of -69.5 LKFS, which passes the absolute gate", -69.5) {
      try TestSound([(level(-69.5, 1000), 20)]).summary().integrated
    },
    loudness("the same before twice as much of -70.5 LKFS, which does not", -69.5) {
      try TestSound([(level(-69.5, 1000), 20), (level(-70.5, 1000), 40)]).summary().integrated
    },
    Clause("BS.2217", "a tone of -70.5 LKFS alone: nothing", "LKFS", -.infinity ... -71) {
      try TestSound([(level(-70.5, 1000), 20)]).summary().integrated
    },
  ]
}
