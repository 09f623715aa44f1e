// SPDX-License-Identifier: MIT
public import Arguments

/// A number of ticks, 1 to ``TickCount/largest``.
public struct TickCount: Sendable, Hashable, ArgumentValue {
  /// The number.
  public let count: Int

  /// The most that is taken: ten minutes at 60 ticks a second.
  public static let largest = 36_000

  /// A number that is known to be in range.
  public init(_ count: Int) {
    precondition((1...TickCount.largest).contains(count))
    self.count = count
  }

  /// Reads a whole number.
  public init(argument: String) throws(ArgumentValueError) {
    let count = try Int(argument: argument)
    guard (1...TickCount.largest).contains(count) else {
      throw ArgumentValueError("out of range", hint: "use 1 to \(TickCount.largest)")
    }
    self.count = count
  }

  /// The number.
  public var argumentText: String { String(count) }
}
