// SPDX-License-Identifier: MIT
public import JSON
public import Signal

/// What the summary of a programme is made of at each tick.
public struct ProgrammeReading: Sendable {
  /// The loudness of all channels together.
  public let loudness: LoudnessReading
  /// The true peak of each channel in dBTP.
  public let truePeaks: [Decibels]
  /// The greatest sample of each channel in dBFS.
  public let samplePeaks: [Decibels]
}

extension ProgrammeReading: PackedReading {
  /// The name of the table of readings, ten a second, in a file.
  public static let tableName = "programme"

  /// Blocks that can end in a tenth of a second: where it has no whole number of sample frames, two.
  private static let blockCount = 2
  private static let numbersOfProgramme = 6 + 2 * blockCount

  /// The bytes of a reading of `channelCount` channels.
  public static func size(channelCount: Int) -> Int { 8 * (numbersOfProgramme + 2 * channelCount) }

  /// Appends 64-bit numbers: loudness, its maxima, blocks (−1 for none), and the peaks of the channels.
  ///
  /// - Precondition: at most two blocks of each kind ended in the tick.
  public func pack(into bytes: inout [UInt8]) {
    let loudness = loudness
    for level in [
      loudness.momentary, loudness.shortTerm, loudness.integrated, loudness.greatestMomentary,
      loudness.greatestShortTerm,
    ] { bytes.pack(level.value) }
    bytes.pack(loudness.range)
    for blocks in [loudness.momentaryBlocks, loudness.shortTermBlocks] {
      precondition(blocks.count <= Self.blockCount)
      for index in 0..<Self.blockCount { bytes.pack(index < blocks.count ? blocks[index] : -1) }
    }
    for level in truePeaks + samplePeaks { bytes.pack(level.value) }
  }

  /// Whether all are numbers that can be.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    let blocks = 48..<8 * numbersOfProgramme
    return bytes.areNumbers(doubles: 0..<48, below: 1000)
      && bytes.areNumbers(doubles: blocks, below: 1e100)
      && bytes.areNumbers(doubles: blocks.upperBound..<bytes.count / 8 * 8, below: 1000)
  }

  /// Reads what ``pack(into:)`` appended.
  ///
  /// - Precondition: ``isPossible(_:)``.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    func level() -> Decibels { Decibels(bytes.unpackDouble(at: &offset)) }
    let levels = (0..<5).map { _ in level() }
    let range = bytes.unpackDouble(at: &offset)
    let blocks = (0..<2 * Self.blockCount).map { _ in bytes.unpackDouble(at: &offset) }
    loudness = LoudnessReading(
      momentary: levels[0], shortTerm: levels[1], integrated: levels[2], range: range,
      greatestMomentary: levels[3], greatestShortTerm: levels[4],
      momentaryBlocks: blocks.prefix(Self.blockCount).filter { $0 >= 0 },
      shortTermBlocks: blocks.suffix(Self.blockCount).filter { $0 >= 0 })
    let channelCount = (bytes.count / 8 - Self.numbersOfProgramme) / 2
    truePeaks = (0..<channelCount).map { _ in level() }
    samplePeaks = (0..<channelCount).map { _ in level() }
  }
}

extension Analysis where Reading == ProgrammeReading {
  /// The programme for each tenth of a second, whatever the ticks are: as files of readings have it.
  public static func programmeInTenths(
    _ weighting: ChannelWeighting, floor: Decibels
  ) -> Analysis {
    Analysis(rate: .ten, samples: programme(weighting, floor: floor).samples)
  }

  /// Loudness, true peaks and sample peaks at each tick.
  public static func programme(_ weighting: ChannelWeighting, floor: Decibels) -> Analysis {
    Analysis<LoudnessReading>.loudness(weighting, floor: floor)
      .joined(with: Analysis<[Double]>.truePeaks)
      .joined(with: Analysis<Tick>.levels(.tick, floor: floor))
      .map { reading, tick in
        ProgrammeReading(
          loudness: reading.0,
          truePeaks: reading.1.map { Decibels(amplitude: $0, floor: floor) },
          samplePeaks: tick.levels.map(\.peak))
      }
  }
}

/// The loudness of a whole programme, or of several: what broadcasters and streaming services ask for.
///
/// - Source: EBU R 128, Tech 3341 and Tech 3342, 2023; ITU-R BS.1770-5.
public struct ProgrammeSummary: Sendable {
  /// The greatest value of a kind of loudness.
  public struct Greatest: Sendable, Hashable {
    /// The value, in LUFS.
    public fileprivate(set) var level: Decibels
    /// The tick in which it is reached first.
    public fileprivate(set) var tick = 0
  }

  /// The greatest momentary and short-term loudness.
  public private(set) var momentary, shortTerm: Greatest
  /// The greatest true peak of each channel, in dBTP.
  public private(set) var truePeaks: [Decibels] = []
  /// The greatest sample of each channel, in dBFS.
  public private(set) var samplePeaks: [Decibels] = []

  private let floor: Decibels
  private var blocks = GatedBlocks()
  private var shortTermBlocks = GatedBlocks()
  private var tickCount = 0
  /// The figures of blocks that are not kept any more.
  private var figures: (mean: Double?, range: Double)?

  /// The summary of nothing: every level is the floor.
  public init(floor: Decibels) {
    self.floor = floor
    (momentary, shortTerm) = (Greatest(level: floor), Greatest(level: floor))
  }

  /// The integrated loudness, in LUFS; the floor if nothing passes the gate at −70 LUFS.
  public var integrated: Decibels {
    mean.map { Loudness.level($0, floor: floor) } ?? floor
  }

  private var mean: Double? { figures.map(\.mean) ?? blocks.gatedMean }

  /// The loudness range, in LU; 0 if nothing passes the gate.
  public var range: Double { figures?.range ?? shortTermBlocks.range }

  /// The greatest true peak of all channels, in dBTP.
  public var truePeak: Decibels { truePeaks.max() ?? floor }

  /// The peak to loudness ratio, in LU; `nil` if nothing passes the gate.
  public var peakToLoudness: Double? {
    mean == nil ? nil : truePeak.value - integrated.value
  }

  /// The figures in little memory, to which nothing can be added.
  public var settled: ProgrammeSummary {
    var other = ProgrammeSummary(floor: floor)
    (other.momentary, other.shortTerm) = (momentary, shortTerm)
    (other.truePeaks, other.samplePeaks) = (truePeaks, samplePeaks)
    other.figures = (mean, range)
    return other
  }

  /// Adds the next tick.
  public mutating func include(_ reading: ProgrammeReading) {
    let loudness = reading.loudness
    if loudness.greatestMomentary > momentary.level {
      momentary = Greatest(level: loudness.greatestMomentary, tick: tickCount)
    }
    if loudness.greatestShortTerm > shortTerm.level {
      shortTerm = Greatest(level: loudness.greatestShortTerm, tick: tickCount)
    }
    for block in loudness.momentaryBlocks { blocks.add(block) }
    for block in loudness.shortTermBlocks { shortTermBlocks.add(block) }
    truePeaks = ProgrammeSummary.greatest(truePeaks, reading.truePeaks)
    samplePeaks = ProgrammeSummary.greatest(samplePeaks, reading.samplePeaks)
    tickCount += 1
  }

  /// Adds another programme, as if both were one. Its maxima are counted from its own start.
  public mutating func include(_ other: ProgrammeSummary) {
    if other.momentary.level > momentary.level { momentary = other.momentary }
    if other.shortTerm.level > shortTerm.level { shortTerm = other.shortTerm }
    blocks.add(other.blocks)
    shortTermBlocks.add(other.shortTermBlocks)
    truePeaks = ProgrammeSummary.greatest(truePeaks, other.truePeaks)
    samplePeaks = ProgrammeSummary.greatest(samplePeaks, other.samplePeaks)
  }

  private static func greatest(_ one: [Decibels], _ other: [Decibels]) -> [Decibels] {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return zip(short, long).map { max($0, $1) } + long[short.count...]
  }

  /// A number in JSON, with six decimals.
  public static func number(_ value: Double) -> JSONValue {
    .number(JSONNumber((value * 1e6).rounded() / 1e6))
  }

  /// The members of the summary in JSON; levels have six decimals, times are seconds at the rate of
  /// the ticks.
  public func json(tickRate: Rate) -> [JSONMember] {
    let number = ProgrammeSummary.number
    func greatest(_ greatest: Greatest) -> JSONValue {
      let time = Double(tickRate.nanoseconds(ofEvent: greatest.tick)) / 1e9
      return .object([
        JSONMember("level", number(greatest.level.value)), JSONMember("time", number(time)),
      ])
    }
    return [
      ("integrated", number(integrated.value)), ("range", number(range)),
      ("maxMomentary", greatest(momentary)), ("maxShortTerm", greatest(shortTerm)),
      ("truePeak", .array(truePeaks.map { number($0.value) })),
      ("samplePeak", .array(samplePeaks.map { number($0.value) })),
      ("peakToLoudness", peakToLoudness.map(number) ?? .null),
    ].map { JSONMember($0, $1) }
  }
}
