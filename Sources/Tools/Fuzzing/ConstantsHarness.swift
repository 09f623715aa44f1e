// SPDX-License-Identifier: MIT
internal import Analysis
internal import JSON

/// Constants as JSON, and JSON itself: what was read and written reads as the same again.
enum ConstantsHarness {
  static let harness = Harness(
    name: "constants", longestInput: 4096, words: words, check: check)

  private static let words =
    [
      ConstantsSet.schema, "schema", "constants", "ballistics", "tickRate", "floor",
      "ticks", "silentTicks",
      "range",
      "left", "right", "channels", "peak", "average", "null", "true", "false", "\\u0000",
      "\\ud83d\\ude00", "1e308",
      "-0", "1e-7", "999999999.999996", "30000/1001",
    ] + Normalization.allCases.map(\.rawValue) + Ballistics.allCases.map(\.name)
    + Ballistics.allCases.parameters.map(\.name)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    if let value = try? JSONValue(parsing: bytes) { try checkText(of: value) }
    if let constants = try? ConstantsSet(json: bytes) { try checkText(of: constants) }
  }

  private static func checkText(of value: JSONValue) throws(BrokenLaw) {
    let text = value.text
    let read: JSONValue
    do { read = try JSONValue(parsing: text) } catch {
      throw BrokenLaw("\(text) is JSON: \(error)")
    }
    try law(read.text == text, "\(text) is written as \(read.text)")
  }

  static func checkText(of constants: ConstantsSet) throws(BrokenLaw) {
    let read: ConstantsSet
    do { read = try ConstantsSet(json: constants.json) } catch {
      throw BrokenLaw("\(constants) can be read again: \(error)")
    }
    try law(read == constants, "\(read) is not \(constants)")
  }
}
