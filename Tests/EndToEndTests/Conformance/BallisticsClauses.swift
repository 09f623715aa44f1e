// SPDX-License-Identifier: MIT
import Foundation

/// How needles move: at three sample rates.
extension Clause {
  private static let sampleRates = [44_100, 48_000, 96_000]

  private static func words(_ sampleRate: Int) -> String {
    "\(String(format: "%g", Double(sampleRate) / 1000)) kHz"
  }

  /// The greatest reading of a column, in dB.
  private static func greatest(_ sound: TestSound, _ column: String, _ meter: String) throws
    -> Double
  {
    try sound.columns("--ballistics", meter)[column]?.max() ?? .nan
  }

  /// How long a meter takes to fall so far, in seconds, by what it does between 0.5 and 1.5 s after a
  /// tone.
  private static func fall(_ decibels: Double, _ meter: String, _ sampleRate: Int) throws -> Double
  {
    let sound = TestSound([(-9, 1), (nil, 2)], sampleRate: sampleRate)
    let peaks = try sound.columns("--ballistics", meter)["peak_0_dbfs"] ?? []
    return decibels / (peaks[90] - peaks[150])
  }

  static let programmeMeters: [Clause] = [
    ("ppm-din", "type I", [(10.0, -1.0, 0.5), (5, -2, 1), (3, -4, 1), (0.4, -15, 4)], 20.0, 1.7),
    (
      "ppm-ebu", "type II",
      [(100, 0, 0.5), (10, -2, 0.5), (5, -4, 0.75), (1.5, -9, 1), (0.5, -17, 2)], 24, 2.8
    ),
  ].flatMap { meter, type, bursts, drop, seconds in
    sampleRates.flatMap { sampleRate in
      bursts.map { milliseconds, level, tolerance in
        Clause(
          "IEC 60268-10:1991", type,
          "a burst of \(String(format: "%g", milliseconds)) ms, \(words(sampleRate))", "dB",
          level - tolerance...level + tolerance
        ) {
          func reading(_ seconds: Double) throws -> Double {
            try greatest(
              TestSound(
                [(nil, 0.1), (-9, seconds), (nil, 0.1)], hertz: 5000, sampleRate: sampleRate),
              "peak_0_dbfs", meter)
          }
          return try reading(milliseconds / 1000) - reading(1)
        }
      } + [
        Clause(
          "IEC 60268-10:1991", type, "return by \(Int(drop)) dB, \(words(sampleRate))", "s",
          seconds - 0.3...seconds + 0.3
        ) { try fall(drop, meter, sampleRate) }
      ]
    }
  }

  static let vu: [Clause] = sampleRates.flatMap { sampleRate in
    @Sendable func needle() throws -> [Double] {
      let sound = TestSound([(-20, 2)], sampleRate: sampleRate)
      return try
        (sound.columns("--ballistics", "vu", "--tick-rate", "1000")["average_0_dbfs"] ?? [])
        .map { pow(10, ($0 + 20) / 20) }
    }
    return [
      Clause(
        "IEC 60268-17:1990", "steady", "a sine of 1 kHz, \(words(sampleRate))", "VU", -0.1...0.1
      ) { 20 * log10(try needle().last ?? .nan) },
      Clause(
        "IEC 60268-17:1990", "rise", "99 % of the deflection after, \(words(sampleRate))", "ms",
        270...330
      ) {
        let all = try needle()
        let last = all[1900...].reduce(0, +) / Double(all[1900...].count)
        return Double((all.firstIndex { $0 >= 0.99 * last } ?? 0) + 1)
      },
      Clause(
        "IEC 60268-17:1990", "overshoot", "beyond the deflection, \(words(sampleRate))", "%",
        1...1.5
      ) {
        let all = try needle()
        let last = all[1900...].reduce(0, +) / Double(all[1900...].count)
        return 100 * ((all.max() ?? .nan) / last - 1)
      },
    ]
  }

  static let samplePeak: [Clause] = sampleRates.flatMap { sampleRate in
    [
      Clause(
        "IEC TR 60268-18:1995", "return", "by 20 dB, \(words(sampleRate))", "s", 1.4...2
      ) { try fall(20, "vu", sampleRate) },
      Clause(
        "IEC TR 60268-18:1995", "rise", "a single sample, \(words(sampleRate))", "dB", -1...0
      ) {
        var samples = [Double](repeating: 0, count: sampleRate)
        samples[sampleRate / 2] = 1
        let sound = TestSound(sampleRate: sampleRate, channels: [samples])
        return try greatest(sound, "peak_0_dbfs", "vu")
      },
    ]
  }

  static let kSystem: [Clause] = sampleRates.flatMap { sampleRate in
    [
      Clause(
        "K-system (Katz, 2000)", "average", "99 % of the RMS level after, \(words(sampleRate))",
        "ms", 540...660
      ) {
        let sound = TestSound([(-20, 2)], sampleRate: sampleRate)
        let all = try sound.columns("--ballistics", "k-20", "--tick-rate", "1000")["average_0_dbfs"]
        return Double((all?.firstIndex { $0 >= -20 + 20 * log10(0.99) } ?? 0) + 1)
      },
      Clause(
        "K-system (Katz, 2000)", "peak", "return by 26 dB, \(words(sampleRate))", "s", 2.7...3.3
      ) { try fall(26, "k-20", sampleRate) },
    ]
  }

  static let fullScale: [Clause] = sampleRates.flatMap { sampleRate in
    [("vu", "average_0_dbfs", 0.0), ("k-14", "average_0_dbfs", 0), ("tick", "peak_0_dbfs", 0)].map {
      meter, column, level in
      Clause(
        "AES17-2015", "3.12", "a full-scale sine, \(meter), \(words(sampleRate))", "dBFS",
        level - 0.05...level + 0.05
      ) {
        let sound = TestSound([(0, 3)], hertz: 997, sampleRate: sampleRate)
        return try sound.columns("--ballistics", meter)[column]?.dropLast().last ?? .nan
      }
    }
  }
}
