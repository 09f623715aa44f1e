// SPDX-License-Identifier: MIT
import Testing
import Text

@Suite struct DigitsTests {
  @Test func `digits are a number, zeros before it as well`() {
    #expect(Int(digits: "0") == 0)
    #expect(Int(digits: "007") == 7)
    #expect(Int(digits: "999999999999999999") == 999_999_999_999_999_999)
    #expect(Int(digits: "123", most: 3) == 123)
  }

  @Test(arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "1_000", "0x1", "٣", "１", "1é", "1e3"])
  func `what is not all digits is none`(text: String) {
    #expect(Int(digits: text) == nil)
  }

  @Test func `more digits than asked for are none, whatever their value`() {
    #expect(Int(digits: "0000", most: 3) == nil)
    #expect(Int(digits: "0000000000000000001") == nil)
  }
}
