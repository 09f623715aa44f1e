// SPDX-License-Identifier: MIT
import Analysis
import Signal
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

  @Test func `levels of each channel are found by name, or not at all`() {
    #expect(throws: MeteringError.noChannelLevels(ballistics: "highest")) {
      try readings(
        Analysis<Tick>.levels(highest, floor: .silence), interleaved: [0, 0], channelCount: 2)
    }
  }
}
