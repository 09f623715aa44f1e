// SPDX-License-Identifier: MIT
import Analysis
import Signal
import Testing

@Suite struct LevelTableTests {
  private func text(_ rate: Rate, _ ticks: [Tick], channelCount: Int) -> String {
    let table = LevelTable(
      Ballistics.tick.columns, channelCount: channelCount, tickRate: rate)
    var bytes: [UInt8] = []
    table.appendHeader(to: &bytes)
    for tick in ticks {
      table.appendRow(
        ofTick: tick.index, tick.levels.flatMap { [$0.peak, $0.average] }, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func level(_ peak: Double, _ average: Double) -> ChannelLevel {
    ChannelLevel(peak: Decibels(peak), average: Decibels(average))
  }

  @Test func `a table of two channels`() {
    let ticks = [
      Tick(index: 0, levels: [level(0, -3.0102999566), level(-160, -160)]),
      Tick(index: 1, levels: [level(-0.0000004, 6.0205999133), level(-0.0000006, -12.3456785)]),
      Tick(index: 59, levels: [level(-9.9999996, -0.0), level(-1, -99.5)]),
    ]
    #expect(
      text(.sixty, ticks, channelCount: 2) == """
        frame,time_s,peak_0_dbfs,average_0_dbfs,peak_1_dbfs,average_1_dbfs
        0,0.000000000,0.000000,-3.010300,-160.000000,-160.000000
        1,0.016666667,0.000000,6.020600,-0.000001,-12.345678
        59,0.983333333,-10.000000,0.000000,-1.000000,-99.500000

        """)
  }

  @Test func `an empty table is its header`() {
    #expect(text(.sixty, [], channelCount: 1) == "frame,time_s,peak_0_dbfs,average_0_dbfs\n")
  }

  @Test func `times are exact, however late`() throws {
    let ntsc = try #require(Rate(30_000, over: 1001))
    for (rate, index, time) in [
      (ntsc, 1, "0.033366667"), (ntsc, 30_000, "1001.000000000"),
      (ntsc, 3_000_000_001, "100100000.033366667"),
      (.sixty, 216_000_000_001, "3600000000.016666667"),
      // 2^-10 s is a tie: it goes to the even nanosecond.
      (try #require(Rate(500_000_000, over: 1)), 1, "0.000000002"),
      (try #require(Rate(1_000_000_000, over: 3)), 1, "0.000000003"),
      (try #require(Rate(512, over: 1)), 1, "0.001953125"),
      (try #require(Rate(1024, over: 1)), 1, "0.000976562"),
      (try #require(Rate(1024, over: 1)), 3, "0.002929688"),
    ] {
      let line = text(rate, [Tick(index: index, levels: [level(0, 0)])], channelCount: 1)
        .split(separator: "\n")[1]
      #expect(line == "\(index),\(time),0.000000,0.000000")
    }
  }
}
