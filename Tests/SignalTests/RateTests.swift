// SPDX-License-Identifier: MIT
import Signal
import Testing

@Suite struct RateTests {
  @Test(arguments: [("60", "60"), ("30000/1001", "30000/1001"), ("50/2", "25"), ("1/10", "1/10")])
  func `a rate is read exactly and reduced`(text: String, expected: String) throws {
    #expect(try Rate(parsing: text).description == expected)
  }

  @Test(arguments: [
    ("29.97", "30000/1001"), ("23.976", "24000/1001"), ("23.98", "24000/1001"),
    ("59.94", "60000/1001"), ("119.88", "120000/1001"), ("47.952", "48000/1001"),
    ("29.98", "1499/50"), ("24.00", "24"), ("12.5", "25/2"), ("60.0", "60"),
    ("29.5", "59/2"),
  ])
  func `a decimal is refused and the fraction is named`(text: String, fraction: String) throws {
    let meant = try Rate(parsing: fraction)
    #expect(throws: Rate.ParseError.decimal(meant: meant)) { try Rate(parsing: text) }
  }

  @Test(arguments: ["", "/", "60/", "/2", "-60", "+60", "6e1", "60/1/1", "sixty", " 60", "६०"])
  func `other texts are malformed`(text: String) {
    #expect(throws: Rate.ParseError.malformed) { try Rate(parsing: text) }
  }

  @Test(arguments: ["0", "0/1", "60/0", "1000000001"])
  func `zero and huge terms are out of range`(text: String) {
    #expect(throws: Rate.ParseError.outOfRange) { try Rate(parsing: text) }
  }
}
