// SPDX-License-Identifier: MIT

/// A rectangle of pixels in memory: RGBA, 8 bits each, straight alpha, row-major, no padding.
public struct Bitmap: Sendable, Hashable {
  /// Pixels across; positive.
  public let width: Int

  /// Pixels down; positive.
  public let height: Int

  /// `width × height × 4` bytes.
  public let pixels: [UInt8]

  /// A bitmap of the given pixels.
  ///
  /// - Precondition: both sides are positive, and `pixels` has four bytes for each pixel.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 4)
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
