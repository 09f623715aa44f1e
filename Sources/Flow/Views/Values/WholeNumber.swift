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
    count = try Int(argument: argument, in: least...most, hint: "use \(least) to \(most)")
  }

  /// The number.
  public var argumentText: String { String(count) }
}
