// SPDX-License-Identifier: MIT
public import Signal

/// What a picture of a programme's loudness shows of a tick.
public struct ShownLoudness: PackedReading, Hashable {
  /// The greatest momentary loudness in the tick, and the short-term and the integrated loudness at its end,
  /// in LUFS.
  public let momentary, shortTerm, integrated: Decibels
  /// The greatest short-term loudness in the tick, in LUFS.
  public let greatestShortTerm: Decibels
  /// The loudness range so far, in LU.
  public let range: Double
  /// The greatest true peak of all channels in the tick, in dBTP.
  public let truePeak: Decibels

  /// Appends six 64-bit numbers.
  public func pack(into bytes: inout [UInt8]) {
    for level in [momentary, shortTerm, integrated, greatestShortTerm] { bytes.pack(level.value) }
    bytes.pack(range)
    bytes.pack(truePeak.value)
  }

  /// Whether all are levels.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    bytes.areNumbers(doubles: 0..<48, below: 1000)
  }

  /// Reads 48 bytes.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    func number() -> Double { bytes.unpackDouble(at: &offset) }
    (momentary, shortTerm) = (Decibels(number()), Decibels(number()))
    (integrated, greatestShortTerm) = (Decibels(number()), Decibels(number()))
    (range, truePeak) = (number(), Decibels(number()))
  }

  /// What is shown of a reading of a programme.
  init(_ reading: ProgrammeReading) {
    self.init(reading.loudness, truePeak: reading.truePeaks.max() ?? .silence)
  }

  fileprivate init(_ loudness: LoudnessReading, truePeak: Decibels) {
    (momentary, shortTerm) = (loudness.greatestMomentary, loudness.shortTerm)
    (integrated, greatestShortTerm) = (loudness.integrated, loudness.greatestShortTerm)
    (range, self.truePeak) = (loudness.range, truePeak)
  }
}

extension Analysis where Reading == ShownLoudness {
  /// The loudness of all channels, which count as in the usual layouts, at each tick.
  public static func shownLoudness(floor: Decibels) -> Analysis {
    Analysis<LoudnessReading>.loudness(.layout, floor: floor)
      .joined(with: Analysis<[Double]>.truePeaks)
      .map { loudness, peaks in
        ShownLoudness(
          loudness, truePeak: Decibels(amplitude: peaks.max() ?? 0, floor: floor))
      }
  }
}
