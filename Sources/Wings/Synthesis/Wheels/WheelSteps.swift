// SPDX-License-Identifier: MIT

/// The steps in which wheels turn: step k is at k/40 seconds, and the first one is step 1.
public enum WheelSteps {
  /// Steps a second.
  public static let rate = 40
  /// The rotation of the first wheel in each step, in radians.
  static let angle = 0.025

  /// The number of the last step at or before a time in seconds; 0 before the first.
  public static func last(at time: Double) -> Int {
    let next = first(at: time)
    return Double(next) / Double(rate) > time ? max(next - 1, 0) : next
  }

  /// The number of the first step at or after a time in seconds, at least 0.
  public static func first(at time: Double) -> Int {
    // The product may be rounded up past the step; the division decides.
    var step = max(Int((time * Double(rate)).rounded(.up)), 0)
    while Double(step) / Double(rate) < time { step += 1 }
    while step > 0, Double(step - 1) / Double(rate) >= time { step -= 1 }
    return step
  }

  /// The rotation of the first wheel after a step, in radians: the same sum, with the same rounding
  /// at each step, as the original's loop, without looping over all steps.
  static func rotation(afterStep step: Int) -> Double {
    var (sum, rest) = (0.0, step)
    while rest > 0 {
      let next = sum + angle
      let afterNext = next + angle
      // Between two powers of two each addition but the first is rounded in the same way.
      if rest > 2, next.exponent == sum.exponent, afterNext.exponent == sum.exponent {
        let growth = afterNext - next
        let limit = 2 * next.binade
        let count = min(Int((limit - next) / growth) - 1, rest - 1)
        if count > 0 {
          sum = next + Double(count) * growth
          rest -= count + 1
          continue
        }
      }
      sum = next
      rest -= 1
    }
    return sum
  }
}
