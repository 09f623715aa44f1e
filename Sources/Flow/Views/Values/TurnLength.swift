// SPDX-License-Identifier: MIT
public import Arguments
public import Signal

/// How long a figure takes to turn once.
public struct TurnLength: Sendable, Hashable, ArgumentValue {
  /// Seconds in a turn, 1 to 600.
  public let seconds: Double

  /// A length; it must be in range.
  public init(seconds: Double) {
    precondition(TurnLength.range.contains(seconds))
    self.seconds = seconds
  }

  /// Reads a number of seconds.
  public init(argument: String) throws(ArgumentValueError) {
    seconds = try Double(
      argument: argument, in: TurnLength.range,
      hint: "use 1 to 600 seconds, ticks such as 360ticks, or lock")
  }

  /// The number of seconds.
  public var argumentText: String { seconds.argumentText }

  /// Whole ticks in a turn, at least one.
  public func ticks(at rate: Rate) -> Int {
    max(rate.count(seconds: seconds), 1)
  }

  private static let range = 1.0...600.0
}
