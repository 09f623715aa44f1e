// SPDX-License-Identifier: MIT
import Analysis
import JSON
import Signal
import TestSupport
import Testing

/// Meters and columns of other shapes than those of this program.
@Suite struct OwnMeterTests {
  /// One level for each channel: the greatest sample so far.
  private struct HighestMeter: LevelMeter {
    static let columns = [Column("highest", ofChannelsIn: "dbfs", "The highest peak so far.")]

    private var peaks: [Float]

    init(_ settings: MeterSettings) {
      peaks = Array(repeating: 0, count: settings.format.channelCount)
    }

    mutating func add(_ run: Span<Float>) -> Bool {
      for index in run.indices {
        let channel = index % peaks.count
        peaks[channel] = max(peaks[channel], abs(run[index]))
      }
      return peaks.allSatisfy(\.isFinite)
    }

    mutating func levels() -> [Decibels]? {
      peaks.map { Decibels(amplitude: Double($0), floor: .silence) }
    }
  }

  /// Two levels of all channels together, the first of them at the second tick.
  private struct LateMeter: LevelMeter {
    static let columns = [Column("now_db", "The tick."), Column("sum_db", "All ticks.")]

    private var count = 0.0
    private var tick = 0.0

    init(_ settings: MeterSettings) {}

    mutating func add(_ run: Span<Float>) -> Bool {
      tick += Double(run.count)
      return true
    }

    mutating func levels() -> [Decibels]? {
      let isFirst = count == 0
      count += tick
      defer { tick = 0 }
      return isFirst ? nil : [Decibels(tick), Decibels(count)]
    }

    mutating func lastLevels() -> [Decibels]? { [Decibels(count), Decibels(count)] }
  }

  private let highest = Ballistics("highest", "they never fall", HighestMeter.self)
  private let late = Ballistics("late", "they come late", LateMeter.self)

  private func rows(_ ballistics: Ballistics, _ added: [AddedColumns] = [], count: Int = 20)
    throws -> String
  {
    let table = LevelTable(
      ballistics.columns, adding: added, channelCount: 2, tickRate: try #require(Rate(1)))
    let analysis = ballistics.levels(floor: .silence)
      .adding(added.compactMap { $0.analysis(of: ColumnInput(floor: .silence)) })
    var text: [UInt8] = []
    table.appendHeader(to: &text)
    let samples = (0..<2 * count).map { Float($0 % 2 == 0 ? 1 : 0.1) }
    for (index, reading) in try readings(
      analysis, interleaved: samples, channelCount: 2, sampleRate: 10,
      rate: try #require(Rate(1))
    ).enumerated() {
      table.appendRow(ofTick: index, reading.levels, reading.added, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test func `a meter has one level for each channel`() throws {
    #expect(
      try rows(highest, count: 10) == """
        frame,time_s,highest_0_dbfs,highest_1_dbfs
        0,0.000000000,0.000000,-20.000000

        """)
  }

  @Test func `a meter has levels without channels, and waits for them`() throws {
    let header = "frame,time_s,now_db,sum_db\n"
    #expect(
      try rows(late) == header + """
        0,0.000000000,20.000000,40.000000
        1,1.000000000,20.000000,40.000000

        """)
    #expect(try rows(late, count: 10) == header + "0,0.000000000,20.000000,20.000000\n")
    #expect(try rows(late, count: 0) == header)
  }

  @Test func `a column for each channel is added`() throws {
    let columns = AddedColumns(
      "twice", [Column("all", "Both."), Column("one", ofChannelsIn: "db", "One.")]
    ) { _ in
      Ballistics.tick.levels(floor: .silence).map { levels in
        [.list([1, 2]), .number(levels[0].value), .number(2 * levels[2].value)]
      }
    }
    #expect(
      try rows(late, [columns], count: 10) == """
        frame,time_s,now_db,sum_db,all,one_0_db,one_1_db
        0,0.000000000,20.000000,20.000000,1.000000 2.000000,0.000000,-40.000000

        """)
    let bundle = LevelBundle(late.columns, adding: [columns], channelCount: 2)
    let bytes = bundle.bytes(
      ofTick: 0, [Decibels(1), Decibels(2)], [.list([3, 4]), .number(5), .number(6)], seconds: 0,
      nanoseconds: 0)
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "/radial-audio/")
      .dropFirst().map { $0.prefix { $0.isLetter || $0 == "_" } }
    #expect(words == ["tick", "now_db", "sum_db", "all", "one"])
    let floats = stride(from: 16, to: bytes.count, by: 4).map { place in
      Float(bitPattern: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    #expect(floats.suffix(2) == [5, 6])
  }

  @Test func `a meter with two parameters moves as they say`() throws {
    func peaks(_ values: ParameterValues) throws -> [Double] {
      let samples: [Float] = [1, 1, 1, 0, 0, 0].flatMap { Array(repeating: $0, count: 10) }
      let analysis = Analysis<Tick>.levels(
        .needle.setting(values), floor: Decibels(-100))
      return try readings(
        analysis, interleaved: samples, channelCount: 1, sampleRate: 100,
        rate: try #require(Rate(10))
      ).map { $0.levels[0].peak.value }
    }
    #expect(try peaks([:]) == [-60, -20, 0, 0, -100, -100])
    #expect(try peaks(["rise": 200]) == [-80, -60, -40, -40, -100, -100])
    #expect(try peaks(["hold": 250, "fall": 3]) == [-60, -20, 0, 0, 0, -100])
    let other = Ballistics.needle.setting(["hold": 250])
    #expect(other != .needle && other == .needle.setting(["hold": 250]))
    #expect(
      other.nameOfLevels(floor: .silence, tickRate: .sixty)
        == "levels, needle 400.0 dB/s 250.0 ms, floor -160.0, 60 Hz")
    #expect([.petal, .needle, other].parameters.map(\.name) == ["fall", "rise", "hold"])
  }

  @Test func `constants have both parameters`() throws {
    let needle = Ballistics.needle.setting(["rise": 30.5])
    var builder = ConstantsBuilder(ballistics: needle, tickRate: .sixty)
    try builder.beginInput(channelCount: 1)
    builder.include(
      Tick(index: 0, levels: [ChannelLevel(peak: Decibels(-3), average: Decibels(-6))]))
    let set = ConstantsSet([builder.constants()])
    let text = String(decoding: set.json, as: UTF8.self)
    let parameters = #""ballistics": "needle", "rise": 30.5, "hold": 150, "tickRate""#
    #expect(text.contains(parameters), "\(text)")
    let kinds = Ballistics.allCases + [.needle]
    #expect(try ConstantsSet(json: set.json, kinds: kinds) == set)
    for (other, words) in [
      (#""ballistics": "needle", "rise": 30.5, "tickRate""#, "'constants[0]' has no 'hold'"),
      (
        #""ballistics": "needle", "rise": 30.5, "hold": 9999, "tickRate""#,
        "'constants[0].hold' is 9999, not a number from 0 to 2000"
      ),
    ] {
      let wrong = text.replacing(parameters, with: other)
      let error = #expect(throws: JSONReadingError.self) {
        try ConstantsSet(json: Array(wrong.utf8), kinds: kinds)
      }
      #expect(error?.description.hasSuffix(words) == true, "\(String(describing: error))")
    }
    let error = #expect(throws: ConstantsError.self) {
      try set.constants(for: .needle, tickRate: .sixty, channelCount: 1)
    }
    #expect(
      error?.description
        == "has constants of the ballistics 'needle' that rise by 30.5 dB/s and stay for 150 ms, "
        + "but this run has 'needle' that rise by 400 dB/s and stay for 150 ms")
  }

  @Test func `levels of each channel are found by name, or not at all`() {
    #expect(throws: MeteringError.noChannelLevels(ballistics: "highest")) {
      try readings(
        Analysis<Tick>.levels(highest, floor: .silence), interleaved: [0, 0], channelCount: 2)
    }
  }
}
