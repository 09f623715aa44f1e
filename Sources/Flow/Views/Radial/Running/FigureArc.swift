// SPDX-License-Identifier: MIT
internal import Drawing

/// The part of a circle that a whole turn of a figure takes, in degrees clockwise from 12 o'clock. If
/// each channel has its own half, both go down from there.
struct FigureArc: Sendable {
  /// Where it begins.
  let start: Double
  /// How far it goes.
  let sweep: Double
  /// Whether it is the whole circle.
  var isWhole: Bool { sweep == 360 }

  /// The whole circle.
  init() { (start, sweep) = (0, 360) }

  /// The part that is chosen.
  init(_ options: RadialOptions) {
    sweep = options.sweep
    let isMirror = (options.layout ?? options.layouts[0]) == .mirror
    start = isMirror && sweep < 360 ? -sweep / 2 : 0
  }

  /// A place in it as an angle on a clock face: 0 is its start, `count` its end.
  func clock(_ place: Double, of count: Int) -> Double { start + place * sweep / Double(count) }

  /// The direction of one of `count` points that are evenly spaced from its start to its end.
  func direction(ofPoint index: Int, of count: Int) -> Point {
    Angle.clock(clock(Double(index), of: max(count - 1, 1))).direction
  }

  /// As ``clock(_:of:)``, in a half from 12 o'clock down.
  func clockInHalf(_ place: Double, of count: Int) -> Double { place * (sweep / 2) / Double(count) }

  /// The area between two radii; `nil` for the whole circle.
  func sector(_ inner: Double, _ outer: Double) -> Path? {
    isWhole
      ? nil
      : .ringSector(
        center: .origin, inner: inner, outer: outer, start: .clock(start), sweep: .degrees(sweep))
  }
}

extension Point {
  /// The point at a distance from the origin in this direction.
  static func * (direction: Point, distance: Double) -> Point {
    Point(x: direction.x * distance, y: direction.y * distance)
  }
}

extension Angle {
  /// A direction on a clock face: degrees clockwise from 12.
  static func clock(_ degrees: Double) -> Angle { .degrees(degrees - 90) }
}
