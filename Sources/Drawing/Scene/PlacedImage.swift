// SPDX-License-Identifier: MIT

/// A picture placed in a scene, scaled to a rectangle.
public struct PlacedImage: Sendable, Hashable {
  /// The pixels.
  public let bitmap: Bitmap

  /// The original PNG file, byte for byte, to embed in an SVG.
  public let png: [UInt8]

  /// The upper left corner, in points from the centre of the canvas.
  public let origin: Point

  /// The width and the height of the rectangle, in points; positive.
  public let width, height: Double

  /// The greatest distance of a picture from the centre, in points; far beyond any canvas.
  public static let farthest = 1_000_000.0

  /// Whether it is within ``farthest``, as every picture that is drawn must be.
  public var isWithinReach: Bool {
    [origin.x, origin.y, origin.x + width, origin.y + height].allSatisfy {
      abs($0) <= PlacedImage.farthest
    }
  }

  /// A picture at its position.
  public init(bitmap: Bitmap, png: [UInt8], origin: Point, width: Double, height: Double) {
    self.bitmap = bitmap
    self.png = png
    self.origin = origin
    self.width = width
    self.height = height
  }
}
