// SPDX-License-Identifier: MIT
import Foundation

/// The signals of EBU Tech 3341 and 3342, made by their descriptions.
extension Clause {
  private static let loudnessStandard = "EBU Tech 3341:2023"

  private static func loudness(
    _ place: String, _ demand: String, _ level: Double,
    _ measure: @escaping @Sendable () throws -> Double
  ) -> Clause {
    Clause(loudnessStandard, place, demand, "LUFS", level - 0.1...level + 0.1, measure)
  }

  /// Integrated loudness of a sine that changes.
  private static func integrated(
    _ place: String, _ what: String, _ parts: [(level: Double?, seconds: Double)]
  ) -> Clause {
    loudness(place, "\(what): integrated", -23) { try TestSound(parts).summary().integrated }
  }

  static let loudness: [Clause] =
    [(1, -23.0), (2, -33)].flatMap { number, level in
      let what = "a sine of \(Int(level)) dBFS for 20 s"
      @Sendable func last(_ column: String) throws -> Double {
        try TestSound([(level, 20)]).columns("--add", "loudness")[column]?.last ?? .nan
      }
      return [
        loudness("case \(number)", "\(what): momentary", level) { try last("momentary_lufs") },
        loudness("case \(number)", "\(what): short-term", level) { try last("short_term_lufs") },
        loudness("case \(number)", "\(what): integrated", level) { try last("integrated_lufs") },
      ]
    } + [
      integrated("case 3", "-36, -23, -36 dBFS", [(-36, 10), (-23, 60), (-36, 10)]),
      integrated(
        "case 4", "-72, -36, -23, -36, -72 dBFS",
        [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)]),
      integrated("case 5", "-26, -20, -26 dBFS", [(-26, 20), (-20, 20.1), (-26, 20)]),
      loudness("case 6", "five channels of -28 to -24 dBFS: integrated", -23) {
        let channels = [-28.0, -28, -24, -30, -30].map { TestSound.sine([($0, 20)]) }
        return try TestSound(channels: channels).summary().integrated
      },
    ]
    + [("least", true), ("greatest", false)].flatMap { word, isLeast in
      let bursts = [(level: Double?.some(-20), seconds: 1.34), (-30, 1.66)]
      let short = [(level: Double?.some(-20), seconds: 0.18), (-30, 0.22)]
      @Sendable func extreme(_ values: ArraySlice<Double>) -> Double {
        (isLeast ? values.min() : values.max()) ?? .nan
      }
      return [
        loudness("case 9", "bursts of 1.34 s: \(word) short-term after 3 s", -23) {
          let columns = try TestSound(Array(repeating: bursts, count: 5).flatMap { $0 })
            .columns("--add", "loudness")
          return extreme((columns["short_term_lufs"] ?? []).dropFirst(180))
        },
        loudness("case 12", "bursts of 0.18 s: \(word) momentary after 1 s", -23) {
          let columns = try TestSound(Array(repeating: short, count: 25).flatMap { $0 })
            .columns("--add", "loudness")
          return extreme((columns["momentary_lufs"] ?? []).dropFirst(60))
        },
      ]
    } + (0..<20).flatMap(maxima)

  /// Cases 10, 11, 13 and 14: the greatest values of what begins at any time.
  private static func maxima(_ index: Int) -> [Clause] {
    let (long, short, level) = (0.15 * Double(index), 0.02 * Double(index), -38 + Double(index))
    return [
      loudness("case 10.\(index)", "3 s after \(format(long)) s: greatest short-term", -23) {
        try TestSound([(nil, long), (-23, 3), (nil, 1)]).summary().maxShortTerm.level
      },
      loudness("case 11.\(index)", "the same, \(Int(level)) dBFS", level) {
        try TestSound([(nil, long), (level, 3), (nil, 3 - long)]).summary().maxShortTerm.level
      },
      loudness("case 13.\(index)", "0.4 s after \(format(short)) s: greatest momentary", -23) {
        try TestSound([(nil, short), (-23, 0.4), (nil, 1)]).summary().maxMomentary.level
      },
      loudness("case 14.\(index)", "the same, \(Int(level)) dBFS", level) {
        try TestSound([(nil, short), (level, 0.4), (nil, 0.4 - short)]).summary().maxMomentary.level
      },
    ]
  }

  private static func format(_ seconds: Double) -> String { String(format: "%.2f", seconds) }

  static let range: [Clause] = [
    (1, [-20.0, -30], 10.0), (2, [-20, -15], 5), (3, [-40, -20], 20),
    (4, [-50, -35, -20, -35, -50], 15),
  ].map { number, levels, range in
    let words = levels.map { "\(Int($0))" }.joined(separator: ", ")
    return Clause(
      "EBU Tech 3342:2023", "case \(number)", "\(words) dBFS for 20 s each", "LU",
      range - 1...range + 1
    ) { try TestSound(levels.map { ($0, 20) }).summary().range }
  }

  static let truePeaks: [Clause] =
    [
      (15, 4.0, 0.50, 0.0, -6.0), (16, 4, 0.50, 45, -6), (17, 6, 0.50, 60, -6),
      (18, 8, 0.50, 67.5, -6), (19, 4, 1.41, 45, 3),
    ].map { number, period, amplitude, phase, peak in
      truePeak(
        "case \(number)", "a sine of \(Int(period)) samples a period, \(phase) degrees", peak
      ) {
        let fade = 480
        return (0..<48_000).map { index in
          let gain = min(1, Double(min(index, 47_999 - index)) / Double(fade))
          return amplitude * gain
            * sin(2 * .pi * (Double(index) / period + phase / 360))
        }
      }
    }
    + (0..<4).map { offset in
      truePeak("case \(20 + offset)", "a peak between samples, \(offset) quarters later", 0) {
        let fine = oversampledPeak
        return stride(from: offset, to: fine.count, by: 4).map { fine[$0] }
      }
    }

  private static func truePeak(
    _ place: String, _ demand: String, _ peak: Double, _ samples: @escaping @Sendable () -> [Double]
  ) -> Clause {
    Clause(loudnessStandard, place, demand, "dBTP", peak - 0.4...peak + 0.2) {
      try TestSound(channels: [samples()]).summary().truePeak[0]
    }
  }

  /// At four times the sample rate: a sine of a sixth of the sample rate and an amplitude of 0.5, with
  /// one whole period of a quarter of the sample rate at 1 within; then without what is above half the
  /// sample rate.
  private static let oversampledPeak: [Double] = {
    var samples: [Double] = []
    func sines(_ amplitude: Double, _ period: Int, _ count: Int) {
      for index in 0..<count * period {
        samples.append(amplitude * sin(2 * .pi * Double(index) / Double(period)))
      }
    }
    sines(0.5, 24, 400)
    sines(1, 16, 1)
    sines(0.5, 24, 400)
    for index in 0..<1920 {
      samples[index] *= Double(index) / 1920
      samples[samples.count - 1 - index] *= Double(index) / 1920
    }
    let half = 256
    let taps = (-half...half).map { tap -> Double in
      let angle = Double.pi * Double(tap) / 4
      let window = 0.5 * (1 + cos(.pi * Double(tap) / Double(half + 1)))
      return (tap == 0 ? 1 : sin(angle) / angle) * window / 4
    }
    return samples.indices.map { index in
      var sum = 0.0
      for tap in -half...half where samples.indices.contains(index - tap) {
        sum += taps[tap + half] * samples[index - tap]
      }
      return sum
    }
  }()
}
