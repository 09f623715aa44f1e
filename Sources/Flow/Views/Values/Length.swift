// SPDX-License-Identifier: MIT
public import Arguments

/// A length in points that may be 0, up to ``Points/largest``.
public typealias Length = Points<0>

/// A length in points that is at least a thousandth, up to ``Points/largest``.
public typealias PositiveLength = Points<1>

/// A length in points with a minimum in thousandths.
public struct Points<let minThousandths: Int>: Sendable, Hashable, ArgumentValue {
  /// The length in points.
  public let points: Double

  /// The greatest length in points: far beyond any canvas.
  public static var largest: Double { 100_000 }

  private static var range: ClosedRange<Double> { Double(minThousandths) / 1000...largest }

  /// A length; it must be in range.
  public init(_ points: Double) {
    precondition(Self.range.contains(points))
    self.points = points
  }

  /// Reads a number of points.
  public init(argument: String) throws(ArgumentValueError) {
    let (least, most) = (Self.range.lowerBound.argumentText, Self.largest.argumentText)
    points = try Double(
      argument: argument, in: Self.range, hint: "use \(least) to \(most) points")
  }

  /// The number of points.
  public var argumentText: String { points.argumentText }
}
