// SPDX-License-Identifier: MIT
internal import Drawing

/// A narrow part of a ring with straight ends, round a direction.
struct Sector: Sendable {
  private let first, last: Point

  /// A sector round a direction as on a clock, so many degrees to either side of it.
  init(_ degrees: Double, halfWidth: Double) {
    first = Angle.clock(degrees - halfWidth).direction
    last = Angle.clock(degrees + halfWidth).direction
  }

  /// Adds its part at one radius to a path: always four corners, also where it is empty.
  func add(at radius: Double, to path: inout Path) {
    path.move(to: first * radius)
    path.line(to: first * radius)
    path.line(to: last * radius)
    path.line(to: last * radius)
    path.close()
  }

  /// Moves its part, whose first corner is the given point of a path, between two radii.
  func move(from inner: Double, to outer: Double, in path: inout Path, at point: Int) {
    path.movePoint(point, to: first * inner)
    path.movePoint(point + 1, to: first * outer)
    path.movePoint(point + 2, to: last * outer)
    path.movePoint(point + 3, to: last * inner)
  }
}
