// SPDX-License-Identifier: MIT
public import Arguments

/// A length in points that may be 0, up to ``Length/largest``.
public struct Length: Sendable, Hashable, ArgumentValue {
  /// The length in points.
  public let points: Double

  /// The longest length that is taken, in points: far beyond any canvas.
  public static let largest = 100_000.0

  /// A length that is known to be in range.
  public init(_ points: Double) {
    precondition((0...Length.largest).contains(points))
    self.points = points
  }

  /// Reads a number of points.
  public init(argument: String) throws(ArgumentValueError) {
    let hint = "use 0 to 100000 points"
    do { points = try Double(argument: argument) } catch { throw error.or(hint: hint) }
    guard (0...Length.largest).contains(points) else {
      throw ArgumentValueError("out of range", hint: hint)
    }
  }

  /// The number of points.
  public var argumentText: String { points.argumentText }
}

/// A length in points that is more than 0, up to ``Length/largest``.
public struct PositiveLength: Sendable, Hashable, ArgumentValue {
  /// The length in points.
  public let points: Double

  /// The shortest length that is taken, in points.
  public static let smallest = 0.001

  /// A length that is known to be in range.
  public init(_ points: Double) {
    precondition((PositiveLength.smallest...Length.largest).contains(points))
    self.points = points
  }

  /// Reads a number of points.
  public init(argument: String) throws(ArgumentValueError) {
    let hint = "use 0.001 to 100000 points"
    do { points = try Double(argument: argument) } catch { throw error.or(hint: hint) }
    guard (PositiveLength.smallest...Length.largest).contains(points) else {
      throw ArgumentValueError("out of range", hint: hint)
    }
  }

  /// The number of points.
  public var argumentText: String { points.argumentText }
}
