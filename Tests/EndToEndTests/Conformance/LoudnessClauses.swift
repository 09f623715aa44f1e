// SPDX-License-Identifier: MIT
import Foundation

/// The signals of EBU Tech 3341 and 3342, made by their descriptions.
extension Standard {
  static let tech3341 = Standard(
    name: "EBU Tech 3341:2023",
    remark: """
      The signals of table 1, made at 48 kHz by their descriptions. Cases 7 and 8 are programmes that \
      cannot be made so; they are not claimed. Maxima are those of the windows that end at every sample, \
      so the cases that test them are also read with few ticks a second. Levels below are those of each \
      channel's sine.
      """,
    clauses: steady + programmes + bursts + (0..<20).flatMap(maxima) + slowTicks + updates
      + [44_100, 48_000, 96_000].flatMap(truePeaks) + betweenSamples)

  private static func loudness(
    _ place: String, _ demand: String, _ level: Double,
    _ measure: @escaping @Sendable () throws -> Double
  ) -> Clause {
    Clause(place, demand, "LUFS", level - 0.1...level + 0.1, measure)
  }

  private static let steady = [(1, -23.0), (2, -33)].flatMap { number, level in
    let what = "a sine of \(Int(level)) dBFS for 20 s"
    return [
      ("momentary", "momentary_lufs"), ("short-term", "short_term_lufs"),
      ("integrated", "integrated_lufs"),
    ].map { name, column in
      loudness("case \(number)", "\(what): \(name)", level) {
        try TestSound([(level, 20)]).columns("--add", "loudness")[column]?.last ?? .nan
      }
    }
  }

  private static let programmes =
    [
      ("case 3", "-36, -23, -36 dBFS", [(-36.0, 10.0), (-23, 60), (-36, 10)]),
      (
        "case 4", "-72, -36, -23, -36, -72 dBFS",
        [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)]
      ),
      ("case 5", "-26, -20, -26 dBFS", [(-26, 20), (-20, 20.1), (-26, 20)]),
    ].map { place, words, parts in
      loudness(place, "\(words): integrated", -23) {
        try TestSound(parts.map { ($0, $1) }).summary().integrated
      }
    } + [
      loudness("case 6", "five channels of -28, -28, -24, -30, -30 dBFS: integrated", -23) {
        try TestSound(levels: [([-28, -28, -24, -30, -30], 20)]).summary().integrated
      }
    ]

  /// Cases 9 and 12: what is as long as the window stays the same wherever the window is.
  private static let bursts = [
    ("case 9", "1.34 s", 1.34, 1.66, 5, "short-term", "short_term_lufs", 3),
    ("case 12", "0.18 s", 0.18, 0.22, 25, "momentary", "momentary_lufs", 1),
  ].flatMap { place, words, loud, soft, count, name, column, seconds in
    [true, false].map { isLeast in
      loudness(
        place, "bursts of \(words): \(isLeast ? "least" : "greatest") \(name) after \(seconds) s",
        -23
      ) {
        let burst: [(level: Double?, seconds: Double)] = [(-20, loud), (-30, soft)]
        let sound = TestSound(Array(repeating: burst, count: count).flatMap { $0 })
        let all = try sound.columns("--add", "loudness")[column] ?? []
        let values = all.dropFirst(60 * seconds)
        return (isLeast ? values.min() : values.max()) ?? .nan
      }
    }
  }

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

  /// The same with ticks that are longer than the steps of these signals.
  private static let slowTicks = [3, 8, 13, 18].flatMap { index in
    let (long, short) = (0.15 * Double(index), 0.02 * Double(index))
    return [
      loudness("case 10.\(index)", "the same at 5 ticks a second: greatest short-term", -23) {
        try TestSound([(nil, long + 0.05), (-23, 3), (nil, 1)]).summary("--fps", "5")
          .maxShortTerm.level
      },
      loudness("case 13.\(index)", "the same at 5 ticks a second: greatest momentary", -23) {
        try TestSound([(nil, short + 0.05), (-23, 0.4), (nil, 1)]).summary("--fps", "5")
          .maxMomentary.level
      },
    ]
  }

  private static let updates = [
    Clause(
      "update rate", "readings of momentary and short-term loudness in a second", "",
      10...(.infinity)
    ) {
      Double(try TestSound([(-23, 1)]).columns("--add", "loudness")["momentary_lufs"]?.count ?? 0)
    }
  ]

  private static func format(_ seconds: Double) -> String { String(format: "%.2f", seconds) }

  /// Cases 15 to 19.
  private static func truePeaks(_ sampleRate: Int) -> [Clause] {
    [
      (15, 4.0, 0.50, 0.0, -6.0), (16, 4, 0.50, 45, -6), (17, 6, 0.50, 60, -6),
      (18, 8, 0.50, 67.5, -6), (19, 4, 1.41, 45, 3),
    ].map { number, period, amplitude, phase, peak in
      truePeak(
        "case \(number)",
        "a sine of \(amplitude), \(Int(period)) samples a period, \(phase) degrees, "
          + Clause.kilohertz(sampleRate), peak, sampleRate
      ) {
        let fade = 480
        return (0..<48_000).map { index in
          let gain = min(1, Double(min(index, 47_999 - index)) / Double(fade))
          return amplitude * gain
            * sin(2 * .pi * (Double(index) / period + phase / 360))
        }
      }
    }
  }

  /// Cases 20 to 23.
  private static let betweenSamples = (0..<4).map { offset in
    truePeak("case \(20 + offset)", "a peak between samples, \(offset) quarters later", 0, 48_000) {
      let fine = oversampledPeak
      return stride(from: offset, to: fine.count, by: 4).map { fine[$0] }
    }
  }

  private static func truePeak(
    _ place: String, _ demand: String, _ peak: Double, _ sampleRate: Int,
    _ samples: @escaping @Sendable () -> [Double]
  ) -> Clause {
    Clause(place, demand, "dBTP", peak - 0.4...peak + 0.2) {
      try TestSound(sampleRate: sampleRate, channels: [samples()]).summary().truePeak[0]
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

  static let tech3342 = Standard(
    name: "EBU Tech 3342:2023",
    remark: """
      The first four are the signals of table 1; cases 5 and 6 are programmes, and not claimed. The others \
      hold the gates and the percentiles of section 3 apart, by limits of our own.
      """,
    clauses: ranges + rangeParts)

  private static let ranges: [Clause] = [
    (1, [-20.0, -30], 10.0), (2, [-20, -15], 5), (3, [-40, -20], 20),
    (4, [-50, -35, -20, -35, -50], 15),
  ].map { number, levels, range in
    let words = levels.map { "\(Int($0))" }.joined(separator: ", ")
    return Clause("case \(number)", "\(words) dBFS for 20 s each", "LU", range - 1...range + 1) {
      try TestSound(levels.map { ($0, 20) }).summary().range
    }
  }

  private static let rangeParts: [Clause] =
    [
      // A third of the time is soft; the mean of all is 1.76 LU below the loud two thirds.
      (
        "relative gate", "21.4 LU softer for a third of the time, which passes", [-20, -41.4], 21.4
      ),
      ("relative gate", "22.2 LU softer for a third of the time, which does not", [-20, -42.2], 0),
      ("absolute gate", "-60 and -69.5 LUFS", [-60, -69.5], 9.5),
      ("absolute gate", "-60 and -70.5 LUFS", [-60, -70.5], 0),
    ].map { place, words, levels, range in
      Clause(place, words, "LU", range - 0.3...range + 0.3) {
        try TestSound([(levels[0], 80), (levels[1], 40)]).summary().range
      }
    } + [
      Clause(
        "percentiles", "from -40 to -20 dBFS in two minutes: 85 % of 19.5 LU", "LU",
        16.3...16.9
      ) {
        try TestSound((0...200).map { (-40 + 0.1 * Double($0), 0.6) }).summary().range
      }
    ]
}
