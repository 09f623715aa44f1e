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

  /// Adds its part between two radii to a path: always four corners, also where it is empty.
  func add(from inner: Double, to outer: Double, to path: inout Path) {
    path.move(to: first * inner)
    path.line(to: first * outer)
    path.line(to: last * outer)
    path.line(to: last * inner)
    path.close()
  }
}
