// SPDX-License-Identifier: MIT

/// A picture placed in a scene, scaled to a rectangle.
public struct PlacedImage: Sendable, Hashable {
  /// The pixels.
  public let bitmap: Bitmap

  /// The original PNG file, byte for byte, to embed in an SVG; if `nil`, the pixels are embedded.
  public let png: [UInt8]?

  /// The upper left corner, in points from the centre of the canvas.
  public let origin: Point

  /// The width and the height of the rectangle, in points; positive.
  public let width, height: Double

  /// How far around its middle it is visible, in points; infinite for all of it.
  public let visibleRadius: Double

  /// The greatest distance of a picture from the centre, in points; far beyond any canvas.
  public static let farthest = 1_000_000.0

  /// Whether it is within ``farthest``, as every picture that is drawn must be.
  public var isWithinReach: Bool {
    [origin.x, origin.y, origin.x + width, origin.y + height].allSatisfy {
      abs($0) <= PlacedImage.farthest
    }
  }

  /// A picture at its position.
  public init(
    bitmap: Bitmap, png: [UInt8]?, origin: Point, width: Double, height: Double,
    visibleRadius: Double = .infinity
  ) {
    self.bitmap = bitmap
    self.png = png
    self.origin = origin
    self.width = width
    self.height = height
    self.visibleRadius = visibleRadius
  }

  /// A square picture as a disc.
  public init(disc bitmap: Bitmap, center: Point, radius: Double) {
    self.init(
      bitmap: bitmap, png: nil, origin: Point(x: center.x - radius, y: center.y - radius),
      width: 2 * radius, height: 2 * radius, visibleRadius: radius)
  }

  /// The circle that clips a round picture; `nil` if all of it is visible.
  public var clip: (center: Point, radius: Double)? {
    guard visibleRadius.isFinite else { return nil }
    return (Point(x: origin.x + width / 2, y: origin.y + height / 2), visibleRadius)
  }
}
