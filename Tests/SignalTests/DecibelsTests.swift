// SPDX-License-Identifier: MIT
import Signal
import Testing

@Suite struct DecibelsTests {
  @Test func `levels of what has no logarithm read the floor`() {
    for value in [0, -0.0, -1, .nan, 1e-300] {
      #expect(Decibels(amplitude: value) == .silence)
      #expect(Decibels(meanSquare: value, floor: Decibels(-99)).value == -99)
    }
    #expect(Decibels(amplitude: 10).value == 20)
    #expect(Decibels(meanSquare: 10).value == 10)
    #expect(Decibels(amplitude: 1).value == 0)
  }
}
