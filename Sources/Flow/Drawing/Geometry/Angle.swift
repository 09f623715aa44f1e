// SPDX-License-Identifier: MIT
internal import Glibc

/// A direction, or a rotation; positive is clockwise on screen, 0 points to the right.
public struct Angle: Sendable, Hashable {
  /// The angle in degrees.
  public let degrees: Double

  /// An angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

  /// The direction from the origin to a point, from -180 to 180 degrees; exact along the axes.
  public static func toward(_ point: Point) -> Angle {
    Angle(degrees: atan2(point.y, point.x) * (180 / .pi))
  }

  /// No rotation; the direction to the right.
  public static let zero = Angle(degrees: 0)

  private init(degrees: Double) { self.degrees = degrees }

  /// The point at distance 1 in this direction; exact for whole multiples of 90 degrees.
  public var direction: Point {
    let quarters = degrees / 90
    guard quarters == quarters.rounded(), abs(quarters) < 1e9 else {
      let radians = degrees * (.pi / 180)
      return Point(x: cos(radians), y: sin(radians))
    }
    switch (Int(quarters) % 4 + 4) % 4 {
    case 0: return Point(x: 1, y: 0)
    case 1: return Point(x: 0, y: 1)
    case 2: return Point(x: -1, y: 0)
    default: return Point(x: 0, y: -1)
    }
  }

  /// The point rotated about the origin by this angle.
  public func rotating(_ point: Point) -> Point {
    let unit = direction
    return Point(x: point.x * unit.x - point.y * unit.y, y: point.x * unit.y + point.y * unit.x)
  }
}
