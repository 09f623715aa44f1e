// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Rendering

/// Logos: PNG files through libpng. libpng is the system's, without instrumentation; our code
/// between it and Swift has it.
enum ImageHarness {
  static let harness = Harness(
    name: "image", longestInput: 65_536, words: words, repair: PNGChunks.repair, check: check)

  private static let words = [
    "\u{0}\u{0}\u{0}\rIHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT",
    "bKGD", "hIST", "pHYs", "sPLT", "tIME", "tEXt", "zTXt", "iTXt", "eXIf", "acTL", "oFFs", "pCAL",
    "sCAL", "sTER", "vpAg",
  ]

  /// A picture of more pixels shows nothing that a smaller one does not, and takes longer.
  private static let maxPixels = 1 << 20

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    _ = ImageIntegrity.isWholePNG(bytes)
    if let (width, height) = PNGChunks.size(bytes) {
      let isRefused =
        max(width, height) > PNGImage.largestSide
        || width * height > PNGImage.maxPixels
      guard isRefused || width * height <= maxPixels else { return }
    }
    let image: PNGImage
    do { image = try PNGImage(bytes: bytes, path: "image") } catch { return }
    let bitmap = image.bitmap
    try law(image.bytes == bytes, "the file is kept as it is")
    try law(PNGChunks.size(bytes).map { $0 == (bitmap.width, bitmap.height) } == true, "its size")
    try law(bitmap.pixels.count == 4 * bitmap.width * bitmap.height, "four bytes a pixel")
  }
}
