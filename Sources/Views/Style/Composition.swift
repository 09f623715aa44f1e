// SPDX-License-Identifier: MIT
public import Drawing

/// Where a figure stands on a sheet, and how large it is there.
public struct Composition: Sendable, Hashable {
  /// The figure's centre, in points from the centre of the canvas.
  public let center: Point
  /// How many times as long all its lengths are drawn; 1 for a figure that fills a sheet whose
  /// shorter side is 432 points.
  public let scale: Double

  /// A place and a size.
  public init(center: Point = .origin, scale: Double = 1) {
    self.center = center
    self.scale = scale
  }
}
