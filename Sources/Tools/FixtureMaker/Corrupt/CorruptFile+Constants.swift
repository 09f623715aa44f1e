// SPDX-License-Identifier: MIT

extension CorruptFile {
  /// Constants as `normalize` writes them for a track of two channels.
  private static let document = """
    { "schema": "radial-audio/constants/3", "constants": [
    { "ballistics": "avaudioplayer", "tickRate": "60", "floor": -160,
      "ticks": 1440, "silentTicks": 60,
      "range": { "left": 0, "right": 1, "peak": [-20.50000, -3.00000], "average": [-40.50000, -15.00000] },
      "channels": [
        { "peak": {"max": 40.00000, "p99": 30.00000, "p95": 20.00000, "p90": 15.00000, "p50": 10.00000}, "average": {"max": 60.00000, "p99": 50.00000, "p95": 40.00000, "p90": 30.00000, "p50": 20.00000} },
        { "peak": {"max": 41.00000, "p99": 31.00000, "p95": 21.00000, "p90": 16.00000, "p50": 11.00000}, "average": {"max": 61.00000, "p99": 51.00000, "p95": 41.00000, "p90": 31.00000, "p50": 21.00000} } ] } ] }

    """

  private static func constants(
    _ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]
  ) -> CorruptFile {
    CorruptFile(
      "Constants/\(name).json",
      of: Base(description: "constants of two channels", bytes: Array(document.utf8)), change, edit)
  }

  /// Constants in which one text is another.
  private static func constants(
    _ name: String, _ change: String, _ old: String, _ new: String
  ) -> CorruptFile {
    constants(name, change) { _ in
      guard let place = document.firstRange(of: old) else { return [] }
      return Array(document.replacingCharacters(in: place, with: new).utf8)
    }
  }

  static var constants: [CorruptFile] { wrongConstants + wrongText }

  private static var wrongConstants: [CorruptFile] {
    [
      constants("good", "nothing") { $0 },
      constants("schema", "the schema of another version", "constants/3", "constants/1"),
      constants("no-schema", "no schema", "\"schema\": \"radial-audio/constants/3\", ", ""),
      constants("no-floor", "no floor", ", \"floor\": -160", ""),
      constants("no-channels", "no channels", "\"channels\"", "\"tracks\""),
      constants("no-p95", "no p95 in the first peak", " \"p95\": 20.00000,", ""),
      constants("more", "a key that means nothing", "\"ticks\"", "\"gain\": 3, \"ticks\""),
      constants("string", "a string for a number", "20.00000", "\"20.00000\""),
      constants("tick-rate", "the tick rate as a number", "\"60\"", "60"),
      constants("tick-rate-50", "another tick rate", "\"60\"", "\"50\""),
      constants("tick-rate-0", "a tick rate of 0", "\"60\"", "\"0\""),
      constants("tick-rate-word", "a word for the tick rate", "\"60\"", "\"fast\""),
      constants("ballistics-tick", "other ballistics", "avaudioplayer", "tick"),
      constants("petal", "petals without their fall", "avaudioplayer", "petal"),
      constants("fall", "a fall of other meters", "\"tickRate\"", "\"fall\": 20, \"tickRate\""),
      constants(
        "fall-0", "petals that never fall", "\"avaudioplayer\"", "\"petal\", \"fall\": 0"),
      constants("ballistics-unknown", "ballistics that there are not", "avaudioplayer", "lamp"),
      constants("nan", "NaN for a number", "20.00000", "NaN"),
      constants("infinity", "Infinity for a number", "20.00000", "Infinity"),
      constants("huge", "1e999 for a number", "20.00000", "1e999"),
      constants("negative", "a negative constant", "40.00000", "-40.00000"),
      constants("not-ordered", "a p95 above its p99", "20.00000", "35.00000"),
      constants("ticks-negative", "−1 ticks", "1440", "-1"),
      constants("ticks-half", "half a tick", "1440", "1440.5"),
      constants(
        "silence", "more silent ticks than ticks", "\"silentTicks\": 60", "\"silentTicks\": 1441"),
      constants(
        "null", "no peak of a channel whose average is there",
        "{\"max\": 40.00000, \"p99\": 30.00000, \"p95\": 20.00000, \"p90\": 15.00000, \"p50\": 10.00000}",
        "null"),
      constants("no-range", "no range", "\"range\"", "\"ranges\""),
      constants("range-backward", "a range that begins above its end", "-20.50000", "-2.50000"),
      constants("range-channel-2", "a channel that there is not", "\"right\": 1", "\"right\": 2"),
      constants("floor-huge", "a floor of −10³⁰⁰ dBFS", "-160", "-1e300"),
      constants("mono", "one channel only") { _ in
        guard let end = document.firstRange(of: "} },\n    { "),
          let last = document.firstRange(of: " ] }")
        else { return [] }
        let text = document[..<end.lowerBound] + "} }" + document[last.lowerBound...]
        return Array(text.replacing("\"right\": 1", with: "\"right\": 0").utf8)
      },
      constants("channels-empty", "an empty array of channels") { _ in
        guard let start = document.firstRange(of: "[\n    {") else { return [] }
        return Array((document[..<start.lowerBound] + "[] } ] }\n").utf8)
      },
    ]
  }

  private static var wrongText: [CorruptFile] {
    [
      constants("empty", "nothing is left") { _ in [] },
      constants("array", "an array instead") { _ in Array("[1, 2, 3]\n".utf8) },
      constants("truncated", "the first 300 bytes") { Array($0.prefix(300)) },
      constants("twice", "the whole text once more behind it") { $0 + $0 },
      constants("duplicate", "a key for the second time", "\"ticks\"", "\"floor\": -90, \"ticks\""),
      constants("comment", "a comment", "\"ticks\"", "// how many\n  \"ticks\""),
      constants("comma", "a comma before a closing bracket", " ] }", ", ] }"),
      constants("not-utf8", "the byte 0xFF in a string") { bytes in
        bytes.replacing(14, with: [0xFF])
      },
      constants("nul", "a NUL between two members") { $0.replacing(1, with: [0]) },
      constants("utf16", "UTF-16 instead of UTF-8") { bytes in
        [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
      },
      constants("byte-order-mark", "a byte order mark in front") { [0xEF, 0xBB, 0xBF] + $0 },
      constants("deep", "10 000 opening brackets instead") { _ in
        [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
      },
    ]
  }
}

extension String {
  /// The place of the first occurrence of a text.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }
      .map { $0..<index($0, offsetBy: text.count) }
  }

  /// The text with another in place of a part.
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
