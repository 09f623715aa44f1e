// SPDX-License-Identifier: MIT
import Analysis
import JSON
import Signal
import TestSupport
import Testing

@Suite struct ConstantsJSONTests {
  private static let golden = """
    { "schema": "radial-audio/constants/2", "ballistics": "avaudioplayer", "tickRate": "30000/1001", "floor": -160,
      "ticks": 3, "silentTicks": 1,
      "range": { "left": 0, "right": 1, "peak": [1.50000, 1.50000], "average": null },
      "channels": [
        { "peak": {"max": 30.98105, "p99": 30.98105, "p95": 30.98105, "p90": 30.98105, "p50": 1.50000}, "average": null },
        { "peak": null, "average": null } ] }

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
    let constants = builder.constants()
    #expect(String(decoding: constants.json, as: UTF8.self) == Self.golden)
    #expect(try Constants(json: constants.json) == constants)
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
      let constants = builder.constants()
      let read = try Constants(json: constants.json)
      #expect(read == constants)
      #expect(read.json == constants.json)
    }
  }

  @Test(
    arguments: [
      (
        "radial-audio/constants/2", "radial-audio/constants/1",
        .unknownSchema(found: "radial-audio/constants/1")
      ),
      ("\"schema\"", "\"scheme\"", .missingKey(path: "schema")),
      (#""avaudioplayer""#, #""vu""#, .unknownBallistics(found: "vu")),
      ("30000/1001", "0", .malformedTickRate(found: "0", reason: .outOfRange)),
      (#""30000/1001""#, "60", .wrongKind(path: "tickRate", expected: .string, found: .number)),
      ("-160", "1e300", .outOfRange(path: "floor", found: 1e300)),
      (#""ticks": 3"#, #""ticks": 3.5"#, .notWhole(path: "ticks", found: 3.5)),
      (#""ticks": 3"#, #""ticks": -3"#, .outOfRange(path: "ticks", found: -3)),
      (#""ticks": 3"#, #""ticks": 0"#, .silenceContradicted(path: "silentTicks")),
      (#""silentTicks": 1"#, #""silentTicks": 3"#, .silenceContradicted(path: "silentTicks")),
      (#""ticks": 3, "#, #""ticks": 3, "extra": 1, "#, .unknownKey(path: "extra")),
      (#""ticks": 3, "#, "", .missingKey(path: "ticks")),
      (#""left": 0, "#, "", .missingKey(path: "range.left")),
      (#""right": 1"#, #""right": 2"#, .outOfRange(path: "range.right", found: 2)),
      (#""left": 0"#, #""left": 0, "depth": 3"#, .unknownKey(path: "range.depth")),
      (#"[1.50000, 1.50000]"#, "[1.5]", .noRange(path: "range.peak")),
      (#"[1.50000, 1.50000]"#, "[1.5, true]", .noRange(path: "range.peak")),
      (#"[1.50000, 1.50000]"#, "[1.5, 1.4]", .noRange(path: "range.peak")),
      (#"[1.50000, 1.50000]"#, "[-1e9, 1.5]", .noRange(path: "range.peak")),
      (
        #"[1.50000, 1.50000]"#, "-12",
        .wrongKind(path: "range.peak", expected: .array, found: .number)
      ),
      (
        #""average": null },"#, #""average": [-9, -3] },"#,
        .silenceContradicted(path: "channels[0].average")
      ),
      (
        #"[1.50000, 1.50000], "average": null"#, #"null, "average": [-9, -3]"#,
        .silenceContradicted(path: "range.peak")
      ),
      (#""p99": 30.98105, "#, "", .missingKey(path: "channels[0].peak.p99")),
      (#""p50": 1.50000"#, #""p50": -1.5"#, .outOfRange(path: "channels[0].peak.p50", found: -1.5)),
      (#""p50": 1.50000"#, #""p50": 1e9"#, .outOfRange(path: "channels[0].peak.p50", found: 1e9)),
      (
        #""p50": 1.50000"#, #""p50": null"#,
        .wrongKind(path: "channels[0].peak.p50", expected: .number, found: .null)
      ),
      (
        #""p50": 1.50000"#, #""p50": 31"#,
        .notOrdered(path: "channels[0].peak.p50", found: 31, limit: 30.98105)
      ),
      (#""p50": 1.50000"#, #""p50": 1.5, "p10": 1"#, .unknownKey(path: "channels[0].peak.p10")),
      (
        #"{ "peak": null, "average": null }"#, "7",
        .wrongKind(path: "channels[1]", expected: .object, found: .number)
      ),
      (
        #"{ "peak": null, "average": null }"#, #"{ "peak": null }"#,
        .missingKey(path: "channels[1].average")
      ),
      (
        #"{ "peak": null, "average": null }"#,
        #"{ "peak": null, "average": {"max": 3, "p99": 3, "p95": 3, "p90": 3, "p50": 3} }"#,
        .silenceContradicted(path: "channels[1].peak")
      ),
    ] as [(String, String, ConstantsError)])
  func `a text that is not as it should be is refused, with the place`(
    part: String, replacement: String, error: ConstantsError
  ) throws {
    let found = try #require(Self.golden.firstRange(of: part))
    let text = Self.golden.replacingCharacters(in: found, with: replacement)
    #expect(throws: error) { try Constants(json: Array(text.utf8)) }
  }

  @Test func `texts that are something else are refused`() throws {
    #expect(throws: ConstantsError.wrongKind(path: "", expected: .object, found: .array)) {
      try Constants(json: Array("[]".utf8))
    }
    let error = try #require(throws: ConstantsError.self) {
      try Constants(json: Array("{\n  \"schema\" 1".utf8))
    }
    guard case .syntax(let syntax) = error else {
      Issue.record("\(error)")
      return
    }
    #expect((syntax.line, syntax.column) == (2, 12))
    let start = try #require(Self.golden.firstRange(of: #""channels": ["#))
    let noChannels = Self.golden[..<start.lowerBound] + #""channels": [] }"#
    #expect(throws: ConstantsError.noChannels) { try Constants(json: Array(noChannels.utf8)) }
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
