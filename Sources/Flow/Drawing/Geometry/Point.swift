// SPDX-License-Identifier: MIT

/// A point in the plane; x grows to the right, y grows downward, as on a screen.
public struct Point: Sendable, Hashable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// The point (x, y).
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// (0, 0).
  public static let origin = Point(x: 0, y: 0)

  /// Its mirror image about the vertical axis through the origin.
  public var mirrored: Point { Point(x: -x, y: y) }
}
