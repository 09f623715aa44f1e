// SPDX-License-Identifier: MIT
public import Signal

extension AddedColumns {
  /// The loudness of all channels together.
  static let loudness = AddedColumns(
    "loudness",
    [
      Column("momentary_lufs", "The loudness of the last 0.4 s in LUFS."),
      Column("short_term_lufs", "The loudness of the last 3 s in LUFS."),
      Column("integrated_lufs", "The loudness of all sound so far in LUFS, gated as in EBU R 128."),
      Column("loudness_range_lu", "The loudness range so far in LU, as in EBU Tech 3342."),
    ], ofProgramme: { values(of: $0.loudness) }
  ) { input in
    Analysis<LoudnessReading>.loudness(input.weighting, floor: input.floor).map(values)
  }

  private static func values(of loudness: LoudnessReading) -> [ColumnValue] {
    [
      loudness.momentary.value, loudness.shortTerm.value, loudness.integrated.value, loudness.range,
    ].map { .number($0) }
  }

  /// The true peak of each channel.
  static let truePeak = AddedColumns(
    "true-peak",
    [
      Column(
        "true_peak", ofChannelsIn: "dbtp",
        "The greatest level of channel C between the samples too, in dBTP.")
    ], ofProgramme: { $0.truePeaks.map { .number($0.value) } }
  ) { input in
    Analysis<[Double]>.truePeaks.map {
      $0.map { .number(Decibels(amplitude: $0, floor: input.floor).value) }
    }
  }

  /// How alike the first two channels are.
  static let correlation = AddedColumns(
    "correlation",
    [
      Column(
        "correlation",
        "How alike the first two channels are: 1 the same, 0 unrelated or silent, -1 opposite.")
    ]
  ) { _ in Analysis { CorrelationAnalyzer($0.format) } }
}

extension Analysis where Reading == LoudnessReading {
  /// The loudness of all channels together at each tick.
  public static func loudness(_ weighting: ChannelWeighting, floor: Decibels) -> Analysis {
    Analysis { (stream) throws(MeteringError) in
      guard let weights = weighting.factors(stream.format) else {
        throw .noChannelWeights(
          channelCount: stream.format.channelCount, given: weighting.givenCount)
      }
      return LoudnessAnalyzer(
        meter: LoudnessMeter(stream.format, weights: weights, floor: floor))
    }
  }
}

extension Analysis where Reading == [Double] {
  /// The true peak of each channel in each tick, as an amplitude.
  static var truePeaks: Analysis {
    Analysis(reach: { _, _ in .truePeak }) {
      TruePeakAnalyzer(channelCount: $0.format.channelCount)
    }
  }
}

extension Reach {
  /// That of true peaks: the sample frames around the tick.
  static let truePeak = Reach(ticksBefore: 12, framesAfter: TruePeakAnalyzer.delay)
}

private struct LoudnessAnalyzer: Analyzer {
  var meter: LoudnessMeter

  mutating func consume(_ run: Span<Float>) -> Bool { meter.add(run) }
  mutating func endTick(emit: (LoudnessReading) -> Void) { emit(meter.read()) }
  mutating func finish(emit: (LoudnessReading) -> Void) {}
}

/// The correlation of the first two channels: of means that fade by a time constant of 0.3 s. A single
/// channel is like itself.
struct CorrelationAnalyzer: Analyzer {
  private let channelCount, right: Int
  private let share: Double
  private var product = 0.0
  private var powers = SIMD2<Double>.zero

  init(_ format: StreamFormat) {
    (channelCount, right) = (format.channelCount, format.channel(1))
    share = 1 - exponential(-1 / (0.3 * Double(format.sampleRate)))
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    var (product, powers) = (product, powers)
    for start in stride(from: 0, to: run.count, by: channelCount) {
      let frame = SIMD2(Double(run[start]), Double(run[start &+ right]))
      product += share * (frame.x * frame.y - product)
      powers += share * (frame * frame - powers)
    }
    (self.product, self.powers) = (product, powers)
    return true
  }

  mutating func endTick(emit: ([ColumnValue]) -> Void) {
    if abs(product) < 1e-30 { product = 0 }
    powers = powers.settled
    let isSilent = powers.min() < 1e-16
    // Rounding may lead a hair beyond 1.
    let value = isSilent ? 0 : product / (powers.x * powers.y).squareRoot()
    emit([.number(min(max(value, -1), 1))])
  }

  mutating func finish(emit: ([ColumnValue]) -> Void) {}
}
