// SPDX-License-Identifier: MIT
import Analysis
import JSON
import Signal
import TestSupport
import Testing

@Suite struct ConstantsJSONTests {
  private static let golden = """
    { "schema": "radial-audio/constants/3", "constants": [
    { "ballistics": "avaudioplayer", "tickRate": "30000/1001", "floor": -160,
      "ticks": 3, "silentTicks": 1,
      "range": { "left": 0, "right": 1, "peak": [1.50000, 1.50000], "average": null },
      "channels": [
        { "peak": {"max": 30.98105, "p99": 30.98105, "p95": 30.98105, "p90": 30.98105, "p50": 1.50000}, "average": null },
        { "peak": null, "average": null } ] } ] }

    """

  @Test func `the text is as the contract shows it, and reads back as the same value`() throws {
    var builder = ConstantsBuilder(
      ballistics: .avaudioplayer, tickRate: try #require(Rate(30_000, over: 1001)))
    try builder.beginInput(channelCount: 2)
    let silent = ChannelLevel(peak: .silence, average: .silence)
    for peak in [-30.981052, -160, 1.5] {
      let level = ChannelLevel(peak: Decibels(peak), average: .silence)
      builder.include(Tick(index: 0, levels: [level, silent]))
    }
    let constants = ConstantsSet([builder.constants()])
    #expect(String(decoding: constants.json, as: UTF8.self) == Self.golden)
    #expect(try ConstantsSet(json: constants.json) == constants)
  }

  @Test func `what a track gives and what its text gives are the same value`() throws {
    let seed: UInt64 = 360
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for count in [1, 2, 100, 3_000] {
      var builder = ConstantsBuilder(
        ballistics: .tick, tickRate: .sixty, floor: Decibels(-90.25))
      try builder.beginInput(channelCount: 3)
      for index in 0..<count {
        let levels = (0..<3).map { _ in
          let peak = Double.random(in: -80...6, using: &generator)
          return ChannelLevel(peak: Decibels(peak), average: Decibels(peak - 3))
        }
        builder.include(Tick(index: index, levels: levels))
      }
      let constants = ConstantsSet([builder.constants()])
      let read = try ConstantsSet(json: constants.json)
      #expect(read == constants)
      #expect(read.json == constants.json)
    }
  }

  @Test(
    arguments: [
      (
        "radial-audio/constants/3", "radial-audio/constants/1",
        "has the schema 'radial-audio/constants/1', not 'radial-audio/constants/3'"
      ),
      ("\"schema\"", "\"scheme\"", "line 1, column 1: there is no 'schema'"),
      (
        #""avaudioplayer""#, #""lamp""#,
        "'constants[0].ballistics' is 'lamp', not one of "
          + "'tick', 'avaudioplayer', 'petal', 'vu', 'ppm-din', 'ppm-nordic', "
          + "'ppm-bbc', 'ppm-ebu', 'k-20', 'k-14', 'k-12', 'r128'"
      ),
      (
        "30000/1001", "0", "'constants[0].tickRate' is '0', not a rate such as '60' or '30000/1001'"
      ),
      (
        #""30000/1001""#, "60",
        "'constants[0].tickRate' is 60, not a rate such as '60' or '30000/1001'"
      ),
      (
        "-160", "1e300",
        "'constants[0].floor' is 1e+300, not a number from -999999999.99999 to 999999999.99999"
      ),
      (
        #""ticks": 3"#, #""ticks": 3.5"#,
        "'constants[0].ticks' is 3.5, not a whole number from 0 on"
      ),
      (#""ticks": 3"#, #""ticks": -3"#, "'constants[0].ticks' is -3, not a whole number from 0 on"),
      (
        #""ticks": 3"#, #""ticks": 0"#,
        "'constants[0].silentTicks' is 1, not what 'ticks' and the channels' figures allow"
      ),
      (
        "] } ] }", "] }, 7 ] }", "'constants[1]' is 7, not an object"
      ),
      (
        #""silentTicks": 1"#, #""silentTicks": 3"#,
        "'constants[0].silentTicks' is 3, not what 'ticks' and the channels' figures allow"
      ),
      (
        #""ticks": 3, "#, #""ticks": 3, "extra": 1, "#,
        "'constants[0].extra' is not a known key; the keys are ballistics, "
          + "tickRate, floor, ticks, silentTicks, range, channels"
      ),
      (#""ticks": 3, "#, "", "'constants[0]' has no 'ticks'"),
      (#""left": 0, "#, "", "'constants[0].range' has no 'left'"),
      (
        #""right": 1"#, #""right": 2"#,
        "'constants[0].range.right' is 2, not a whole number from 0 to 1"
      ),
      (
        #""left": 0"#, #""left": 0, "depth": 3"#,
        "'constants[0].range.depth' is not a known key; the keys are left, right, peak, average"
      ),
      (
        #"[1.50000, 1.50000]"#, "[1.5]",
        "'constants[0].range.peak' is an array of 1 element, not of 2"
      ),
      (
        #"[1.50000, 1.50000]"#, "[1.5, true]",
        "'constants[0].range.peak[1]' is true, not a number from -100000000 to 100000000"
      ),
      (
        #"[1.50000, 1.50000]"#, "[1.5, 1.4]",
        "'constants[0].range.peak' is an array, not two levels, the lower one first"
      ),
      (
        #"[1.50000, 1.50000]"#, "[-1e9, 1.5]",
        "'constants[0].range.peak[0]' is -1000000000, not a number from -100000000 to 100000000"
      ),
      (#"[1.50000, 1.50000]"#, "-12", "'constants[0].range.peak' is -12, not an array"),
      (
        #""average": null },"#, #""average": [-9, -3] },"#,
        "'constants[0].range.average' is an array, not null, as the channels' figures"
      ),
      (
        #"[1.50000, 1.50000], "average": null"#, #"null, "average": [-9, -3]"#,
        "'constants[0].range.peak' is null, not levels like those of the average"
      ),
      (#""p99": 30.98105, "#, "", "'constants[0].channels[0].peak' has no 'p99'"),
      (
        #""p50": 1.50000"#, #""p50": -1.5"#,
        "'constants[0].channels[0].peak.p50' is -1.5, not a number from 0 to 30.98105"
      ),
      (
        #""max": 30.98105"#, #""max": 1e9"#,
        "'constants[0].channels[0].peak.max' is 1000000000, not a number from 0 to 999999999.99999"
      ),
      (
        #""p50": 1.50000"#, #""p50": null"#,
        "'constants[0].channels[0].peak.p50' is null, not a number from 0 to 30.98105"
      ),
      (
        #""p50": 1.50000"#, #""p50": 31"#,
        "'constants[0].channels[0].peak.p50' is 31, not a number from 0 to 30.98105"
      ),
      (
        #""p50": 1.50000"#, #""p50": 1.5, "p10": 1"#,
        "'constants[0].channels[0].peak.p10' is not a known key; the keys are max, p99, p95, p90, p50"
      ),
      (
        #"{ "peak": null, "average": null }"#, "7", "'constants[0].channels[1]' is 7, not an object"
      ),
      (
        #"{ "peak": null, "average": null }"#, #"{ "peak": null }"#,
        "'constants[0].channels[1]' has no 'average'"
      ),
      (
        #"{ "peak": null, "average": null }"#,
        #"{ "peak": null, "average": {"max": 3, "p99": 3, "p95": 3, "p90": 3, "p50": 3} }"#,
        "'constants[0].channels[1].peak' is null, not figures like those of the average"
      ),
    ])
  func `a text that is not as it should be is refused, with the place`(
    part: String, replacement: String, words: String
  ) throws {
    let found = try #require(Self.golden.firstRange(of: part))
    let text = Self.golden.replacingCharacters(in: found, with: replacement)
    let error = #expect(throws: JSONReadingError.self) { try ConstantsSet(json: Array(text.utf8)) }
    #expect(error?.description.hasSuffix(words) == true, "\(String(describing: error))")
  }

  @Test func `a file has constants of several ballistics, and of each once`() throws {
    var builders = Ballistics.allCases.map { ConstantsBuilder(ballistics: $0, tickRate: .sixty) }
    let level = ChannelLevel(peak: Decibels(-3), average: Decibels(-6))
    for place in builders.indices {
      try builders[place].beginInput(channelCount: 1)
      builders[place].include(Tick(index: 0, levels: [level]))
    }
    let set = ConstantsSet(builders.map { $0.constants() })
    #expect(try ConstantsSet(json: set.json) == set)
    #expect(
      try set.constants(for: .petal, tickRate: .sixty, channelCount: 1) == set.all[2])
    let twice = ConstantsSet([set.all[0], set.all[1], set.all[0]])
    let error = #expect(throws: JSONReadingError.self) { try ConstantsSet(json: twice.json) }
    #expect(error?.description.contains("'constants[2]' is an object, not one with other") == true)
  }

  @Test func `texts that are something else are refused`() throws {
    let start = try #require(Self.golden.firstRange(of: #""channels": ["#))
    for (text, words) in [
      ("[]", "line 1, column 1: the text is an array, not an object"),
      ("{\n  \"schema\" 1", "is not JSON: line 2, column 12: unexpected '1'"),
      (
        Self.golden[..<start.lowerBound] + #""channels": [] } ] }"#,
        "line 5, column 3: 'constants[0].channels' is an array of 0 elements, not of 1 or more"
      ),
    ] {
      let error = #expect(throws: JSONReadingError.self) {
        try ConstantsSet(json: Array(text.utf8))
      }
      #expect(error?.description == words)
    }
  }
}

extension String {
  /// The text with one range of it replaced.
  fileprivate func replacingCharacters(
    in range: Range<String.Index>, with replacement: String
  ) -> String {
    var copy = self
    copy.replaceSubrange(range, with: replacement)
    return copy
  }
}
