// SPDX-License-Identifier: MIT
import JSON
import TestSupport
import Testing

/// JSON takes time in proportion to its bytes, whatever these are.
@Suite struct LinearParserTests {
  @Test(.timeLimit(.minutes(1)), arguments: WorstText.pieces)
  func `JSON of megabytes is read, or refused, in a moment`(piece: String) {
    for start in ["\"", "[", "{\"a\":", "1e"] {
      let value = try? JSONValue(parsing: WorstText.text(piece, behind: start))
      #expect(value == nil || start == "1e", "\(start)")
    }
    let many = "[" + WorstText.text("0,") + "0]"
    #expect((try? JSONValue(parsing: many)) != nil)
  }
}
