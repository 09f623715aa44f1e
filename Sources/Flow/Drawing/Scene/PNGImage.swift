// SPDX-License-Identifier: MIT

/// A PNG file, both encoded and decoded: an SVG embeds the file, other formats draw the pixels.
public struct PNGImage: Sendable, Hashable {
  /// The bytes of the whole file.
  public let bytes: [UInt8]

  /// Its pixels: 8 bits for each of red, green, blue, alpha; the file's gamma is not applied.
  public let bitmap: Bitmap

  /// A file and its pixels.
  public init(bytes: [UInt8], bitmap: Bitmap) {
    self.bytes = bytes
    self.bitmap = bitmap
  }
}
