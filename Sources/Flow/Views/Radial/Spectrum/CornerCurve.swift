// SPDX-License-Identifier: MIT

/// A curve through evenly spaced corners: a cubic between two of them, whose slopes are those of their
/// neighbours.
///
/// - Source: Catmull and Rom, *A class of local interpolating splines*, 1974.
enum CornerCurve {
  /// The height at a part of the way, from 0 to 1, between the second and the third of four corners.
  static func height(
    at t: Double, _ before: Double, _ one: Double, _ two: Double, _ after: Double
  ) -> Double {
    let (slope, slopeAfter) = ((two - before) / 2, (after - one) / 2)
    let (square, cube) = (t * t, t * t * t)
    return (2 * cube - 3 * square + 1) * one + (cube - 2 * square + t) * slope
      + (3 * square - 2 * cube) * two + (cube - square) * slopeAfter
  }
}
