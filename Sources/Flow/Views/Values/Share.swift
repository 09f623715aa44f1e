// SPDX-License-Identifier: MIT
public import Arguments

/// A part of a whole.
public struct Share: Sendable, Hashable, ArgumentValue {
  /// From 0 to 1.
  public let share: Double

  /// A part of a whole; it must be in range.
  public init(_ share: Double) {
    precondition(Share.range.contains(share))
    self.share = share
  }

  /// Reads a number.
  public init(argument: String) throws(ArgumentValueError) {
    share = try Double(argument: argument, in: Share.range, hint: "use a number from 0 to 1")
  }

  /// The number.
  public var argumentText: String { share.argumentText }

  private static let range = 0.0...1.0
}
