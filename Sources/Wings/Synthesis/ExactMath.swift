// SPDX-License-Identifier: MIT

/// Functions made of additions, products and roots only.
///
/// IEEE 754 defines those to the last bit, while `sin` and `exp` may differ between C libraries. So
/// sounds, pictures and fixtures are the same on every machine.
package enum ExactMath {
  /// Half a turn, in radians.
  package static let pi = 3.141_592_653_589_793

  /// The sine of an angle in turns; within 1e-11 of the true value.
  package static func sine(turns: Double) -> Double {
    var folded = turns - (turns + 0.5).rounded(.down)
    if folded > 0.25 { folded = 0.5 - folded }
    if folded < -0.25 { folded = -0.5 - folded }
    let angle = 2 * pi * folded
    let square = angle * angle
    // The terms of the Taylor series up to the 15th power, by Horner's rule.
    var sum = 1.0
    for divisor in [210.0, 156, 110, 72, 42, 20, 6] { sum = 1 - square / divisor * sum }
    return angle * sum
  }

  /// The cosine of an angle in turns; within 1e-11 of the true value.
  package static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// 2 to the power of `exponent`, which is in −1000...1000; within a part in 1e13.
  package static func powerOfTwo(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    let rest = (exponent - whole) * 0.693_147_180_559_945_3
    var sum = 1.0
    for divisor in (1...16).reversed() { sum = 1 + rest / Double(divisor) * sum }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  /// The amplitude of a level in dB, 1 for 0 dB.
  package static func amplitude(decibels: Double) -> Double {
    powerOfTwo(decibels / 6.020_599_913_279_624)
  }
}
