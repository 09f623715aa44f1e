// SPDX-License-Identifier: MIT
internal import Drawing

/// A narrow part of a ring with straight ends, centred on a direction.
struct Sector: Sendable {
  private let first, last: Point

  /// A sector about a direction on a clock face, extending `halfWidth` degrees to either side.
  init(_ degrees: Double, halfWidth: Double) {
    first = Angle.clock(degrees - halfWidth).direction
    last = Angle.clock(degrees + halfWidth).direction
  }

  /// Adds the sector to a path with its radii equal: always four corners, even if it is empty.
  func add(at radius: Double, to path: inout Path) {
    path.move(to: first * radius)
    path.line(to: first * radius)
    path.line(to: last * radius)
    path.line(to: last * radius)
    path.close()
  }

  /// Moves the sector to lie between two radii; its first corner is point `point` of the path.
  func move(from inner: Double, to outer: Double, in path: inout Path, at point: Int) {
    path.movePoint(point, to: first * inner)
    path.movePoint(point + 1, to: first * outer)
    path.movePoint(point + 2, to: last * outer)
    path.movePoint(point + 3, to: last * inner)
  }
}
