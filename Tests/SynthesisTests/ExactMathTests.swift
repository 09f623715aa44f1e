import Foundation
// SPDX-License-Identifier: MIT
import Synthesis
import Testing

struct ExactMathTests {
  @Test func `sine, cosine and powers agree with the C library`() {
    for step in -400...400 {
      let value = Double(step) / 37
      #expect(abs(ExactMath.sine(turns: value) - sin(2 * .pi * value)) < 1e-11)
      #expect(abs(ExactMath.cosine(turns: value) - cos(2 * .pi * value)) < 1e-11)
      #expect(abs(ExactMath.powerOfTwo(value) / exp2(value) - 1) < 1e-13)
    }
  }

  @Test func `whole powers of two are exact`() {
    for exponent in -30...30 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(ExactMath.powerOfTwo(Double(exponent)) == power)
    }
  }
}
