// SPDX-License-Identifier: MIT
import Foundation

/// How needles move: at three sample rates.
extension Standard {
  private static let sampleRates = [44_100, 48_000, 96_000]

  private static func kilohertz(_ sampleRate: Int) -> String { Clause.kilohertz(sampleRate) }

  /// The greatest reading of a column, in dB.
  private static func greatest(
    _ sound: TestSound, _ column: String, _ meter: String, ticks: Int = 60
  ) throws -> Double {
    try sound.columns("--ballistics", meter, "--fps", "\(ticks)")[column]?.max() ?? .nan
  }

  /// How long a meter takes to fall so far, in seconds, by what it does between 0.5 and 1.5 s after a
  /// tone.
  private static func fall(_ decibels: Double, _ meter: String, _ sampleRate: Int) throws -> Double
  {
    let sound = TestSound([(-9, 1), (nil, 2)], sampleRate: sampleRate)
    let peaks = try sound.columns("--ballistics", meter)["peak_0_dbfs"] ?? []
    return decibels / (peaks[90] - peaks[150])
  }

  /// The readings of a column, 1000 a second, of a tone that begins at once and ends after 2 s; as
  /// amplitudes relative to the tone.
  private static func step(
    _ meter: String, _ column: String, _ sampleRate: Int, hertz: Int = 1000
  ) throws -> [Double] {
    let sound = TestSound([(-20, 2), (nil, 1)], hertz: hertz, sampleRate: sampleRate)
    return try (sound.columns("--ballistics", meter, "--fps", "1000")[column] ?? [])
      .map { pow(10, ($0 + 20) / 20) }
  }

  // MARK: - IEC 60268-10

  static let programmeMeters = Standard(
    name: "IEC 60268-10:1991",
    remark: """
      Bursts of 5 kHz beside a steady tone. ppm-din and ppm-nordic are of type I, ppm-bbc of type IIa, \
      ppm-ebu of type IIb (EBU Tech 3205). What is read is the highest indication within the tick, however \
      long the tick is. The EBU's slow mode is not there. Below 22.05 kHz the shortest bursts leave the \
      tolerance, since 5 kHz is too close to half the sample rate.
      """,
    clauses: kinds.flatMap { kind in
      sampleRates.flatMap { sampleRate in
        kind.bursts.map { burst($0, kind, sampleRate) } + [fall(kind, sampleRate)]
      } + (kind.type == "type I" ? [] : timesOfTypeII(kind.meter, kind.type))
    })

  private typealias Kind = (
    meter: String, type: String, bursts: [Burst], drop: Double, seconds: Double
  )
  private static let kinds: [Kind] = [
    ("ppm-din", "type I", typeI, 20, 1.7), ("ppm-nordic", "type I", typeI, 20, 1.7),
    ("ppm-bbc", "type IIa", typeII, 24, 2.8), ("ppm-ebu", "type IIb", typeII, 24, 2.8),
  ]

  private static func fall(_ kind: Kind, _ sampleRate: Int) -> Clause {
    Clause(
      kind.type, "\(kind.meter), return by \(Int(kind.drop)) dB, \(kilohertz(sampleRate))", "s",
      kind.seconds - 0.3...kind.seconds + 0.3
    ) { try fall(kind.drop, kind.meter, sampleRate) }
  }

  /// Milliseconds, the reading in dB and its tolerance.
  private typealias Burst = (milliseconds: Double, level: Double, tolerance: Double)

  private static let typeI: [Burst] = [(10, -1, 0.5), (5, -2, 1), (3, -4, 1), (0.4, -15, 4)]
  private static let typeII: [Burst] = [
    (100, 0, 0.5), (10, -2, 0.5), (5, -4, 0.75), (1.5, -9, 1), (0.5, -17, 2),
  ]

  private static func burst(_ burst: Burst, _ kind: Kind, _ sampleRate: Int) -> Clause {
    let milliseconds = String(format: "%g", burst.milliseconds)
    return Clause(
      kind.type, "\(kind.meter), a burst of \(milliseconds) ms, \(kilohertz(sampleRate))", "dB",
      burst.level - burst.tolerance...burst.level + burst.tolerance
    ) { try reading(burst.milliseconds / 1000, kind.meter, sampleRate) }
  }

  /// What a burst reads below a steady tone, in dB.
  private static func reading(
    _ seconds: Double, _ meter: String, _ sampleRate: Int, ticks: Int = 60
  ) throws -> Double {
    func level(_ seconds: Double) throws -> Double {
      try greatest(
        TestSound([(nil, 0.1), (-9, seconds), (nil, 0.1)], hertz: 5000, sampleRate: sampleRate),
        "peak_0_dbfs", meter, ticks: ticks)
    }
    return try level(seconds) - level(1)
  }

  private static func timesOfTypeII(_ meter: String, _ type: String) -> [Clause] {
    [
      Clause(type, "\(meter), integration time: the burst that reads -2 dB", "ms", 8...12) {
        // Between two bursts the reading is nearly a line.
        let (short, long) = (try reading(0.008, meter, 48_000), try reading(0.012, meter, 48_000))
        return 8 + 4 * (-2 - short) / (long - short)
      },
      Clause(type, "\(meter), a burst of 10 ms at 5 ticks a second", "dB", -2.5 ... -1.5) {
        try reading(0.01, meter, 48_000, ticks: 5)
      },
      Clause(type, "\(meter), overswing", "dB", -.infinity...0.5) {
        let all = try step(meter, "peak_0_dbfs", 48_000)[..<2000]
        return 20 * log10((all.max() ?? .nan) / (all.last ?? .nan))
      },
      Clause(type, "\(meter), delay until 1 dB below the tone", "ms", -.infinity...150) {
        let all = try step(meter, "peak_0_dbfs", 48_000)
        return Double((all.firstIndex { $0 >= pow(10, -0.05) } ?? 9999) + 1)
      },
    ]
  }

  // MARK: - IEC 60268-17

  static let vu = Standard(
    name: "IEC 60268-17:1990",
    remark: """
      The needle of vu, calibrated on a sine. The tolerances of the rise, the response and the rectifier \
      are those that are commonly quoted; the needle rectifies by the mean, whose exponent of 1 is just \
      within. A rectifier of samples misjudges tones whose frequency is a simple fraction of the sample \
      rate: 16 kHz at 48 kHz reads 0.84 dB low, which is not within, and so the response is measured beside \
      such frequencies.
      """,
    clauses: sampleRates.flatMap(needle) + responses + [rectifier])

  private static func needle(_ sampleRate: Int) -> [Clause] {
    @Sendable func all() throws -> [Double] { try step("vu", "average_0_dbfs", sampleRate) }
    @Sendable func steady(_ all: [Double]) -> Double { all[1900..<2000].reduce(0, +) / 100 }
    let rate = kilohertz(sampleRate)
    return [
      Clause("steady", "a sine of 1 kHz at -20 dBFS, \(rate)", "VU", -0.1...0.1) {
        20 * log10(try all()[1999])
      },
      Clause("rise", "99 % of the deflection after, \(rate)", "ms", 270...330) {
        let all = try all()
        return Double((all.firstIndex { $0 >= 0.99 * steady(all) } ?? 0) + 1)
      },
      Clause("overshoot", "beyond the deflection, \(rate)", "%", 1...1.5) {
        let all = try all()
        return 100 * ((all.max() ?? .nan) / steady(all) - 1)
      },
      Clause("return", "1 % of the deflection after, \(rate)", "ms", 270...330) {
        let all = try all()
        return Double((all[2000...].firstIndex { $0 <= 0.01 * steady(all) } ?? 0) + 1 - 2000)
      },
    ]
  }

  private static let responses = sampleRates.flatMap { sampleRate in
    [(25, 0.5), (35, 0.2), (100, 0.2), (9973, 0.2), (15_991, 0.5)].map { hertz, tolerance in
      Clause(
        "response", "\(hertz) Hz beside 1 kHz, \(kilohertz(sampleRate))", "dB",
        -tolerance...tolerance
      ) {
        func level(_ hertz: Int) throws -> Double {
          let all = try step("vu", "average_0_dbfs", sampleRate, hertz: hertz)
          return 20 * log10(all[1000..<2000].reduce(0, +) / 1000)
        }
        return try level(hertz) - level(1000)
      }
    }
  }

  /// The exponent p whose mean of |x|^p makes a square wave read as it does beside a sine of the same
  /// peak.
  private static let rectifier = Clause(
    "rectifier", "exponent, by a square wave", "", 1...1.4
  ) {
    let square = (0..<96_000).map { $0 / 24 % 2 == 0 ? 0.1 : -0.1 }
    let all = try TestSound(channels: [square]).columns("--ballistics", "vu")
    let gain = pow(10, ((all["average_0_dbfs"]?.last ?? .nan) + 20) / 20)
    /// How much more the square wave reads by an exponent.
    func factor(_ exponent: Double) -> Double {
      let steps = 100_000
      let mean = (0..<steps).reduce(0.0) {
        $0 + pow(abs(sin(.pi * (Double($1) + 0.5) / Double(steps))), exponent)
      }
      return pow(mean / Double(steps), -1 / exponent)
    }
    var (low, high) = (0.5, 3.0)
    while high - low > 1e-7 {
      let middle = (low + high) / 2
      if factor(middle) > gain { low = middle } else { high = middle }
    }
    // Levels have six decimals.
    return (low * 1e4).rounded() / 1e4
  }

  // MARK: - IEC TR 60268-18

  static let samplePeak = Standard(
    name: "IEC TR 60268-18:1995",
    remark: """
      The peak of vu, which is a sample peak. It falls at once: the hold of 1.0 ± 0.5 s that the report \
      suggests is not there.
      """,
    clauses: sampleRates.flatMap { sampleRate in
      let rate = kilohertz(sampleRate)
      /// A second and a half with a single full sample.
      @Sendable func sample(ticks: Int) throws -> [Double] {
        var samples = [Double](repeating: 0, count: sampleRate * 3 / 2)
        samples[sampleRate / 2] = 1
        return try TestSound(sampleRate: sampleRate, channels: [samples])
          .columns("--ballistics", "vu", "--fps", "\(ticks)")["peak_0_dbfs"] ?? []
      }
      return [
        Clause("return", "by 20 dB, \(rate)", "s", 1.4...2) { try fall(20, "vu", sampleRate) },
        Clause("integration", "a single sample, at 2 ticks a second, \(rate)", "dB", -1...0) {
          try sample(ticks: 2).max() ?? .nan
        },
        Clause("delay", "until 1 dB below a single sample, \(rate)", "ms", -.infinity...150) {
          Double((try sample(ticks: 1000).firstIndex { $0 >= -1 } ?? 9999) + 1 - 500)
        },
      ]
    })

  // MARK: - The K-system

  static let kSystem = Standard(
    name: "K-system (Katz, 2000)",
    remark: """
      The article leaves the shape of the movement open and gives no tolerances; those here are 10 %.
      """,
    clauses: ["k-20", "k-14", "k-12"].flatMap { meter in
      sampleRates.flatMap { sampleRate in
        [
          Clause(
            "average", "\(meter), 99 % of the RMS level after, \(kilohertz(sampleRate))", "ms",
            540...660
          ) {
            let all = try step(meter, "average_0_dbfs", sampleRate)
            return Double((all.firstIndex { $0 >= 0.99 } ?? 0) + 1)
          },
          Clause(
            "peak", "\(meter), return by 26 dB, \(kilohertz(sampleRate))", "s", 2.7...3.3
          ) { try fall(26, meter, sampleRate) },
        ]
      }
    })

  // MARK: - AES17

  static let fullScale = Standard(
    name: "AES17-2015",
    remark: """
      0 dBFS is the level of a sine whose peaks reach full scale. The average of tick is the RMS level \
      without that reference: it reads -3.01, as the manual says.
      """,
    clauses: sampleRates.flatMap { sampleRate in
      [
        ("tick", "peak_0_dbfs", "dBFS"), ("vu", "peak_0_dbfs", "dBFS"),
        ("vu", "average_0_dbfs", "dBFS"), ("k-20", "average_0_dbfs", "dBFS"),
        ("k-14", "average_0_dbfs", "dBFS"), ("k-12", "average_0_dbfs", "dBFS"),
        ("ppm-din", "peak_0_dbfs", "dBFS"), ("ppm-nordic", "peak_0_dbfs", "dBFS"),
        ("ppm-bbc", "peak_0_dbfs", "dBFS"), ("ppm-ebu", "peak_0_dbfs", "dBFS"),
        ("r128", "peak_0_dbtp", "dBTP"),
      ].map { meter, column, unit in
        Clause(
          "3.12",
          "a full-scale sine of 997 Hz, \(meter) \(column.prefix { $0 != "_" }), "
            + kilohertz(sampleRate), unit, -0.05...0.05
        ) {
          let sound = TestSound([(0, 3)], hertz: 997, sampleRate: sampleRate)
          return try sound.columns("--ballistics", meter)[column]?.dropLast().last ?? .nan
        }
      }
    })
}
