// SPDX-License-Identifier: MIT
public import Arguments

/// A whole number from `least` to `most`.
public struct WholeNumber<let least: Int, let most: Int>: Sendable, Hashable, ArgumentValue {
  /// The number.
  public let count: Int

  /// A number; it must be in range.
  public init(_ count: Int) {
    precondition((least...most).contains(count))
    self.count = count
  }

  /// Reads a whole number.
  public init(argument: String) throws(ArgumentValueError) {
    let hint = "use \(least) to \(most)"
    do { count = try Int(argument: argument) } catch { throw error.or(hint: hint) }
    guard (least...most).contains(count) else {
      throw ArgumentValueError("out of range", hint: hint)
    }
  }

  /// The number.
  public var argumentText: String { String(count) }
}
