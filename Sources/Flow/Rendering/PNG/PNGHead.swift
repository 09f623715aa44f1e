// SPDX-License-Identifier: MIT
internal import Drawing

/// The parts of a PNG file before its pixels.
enum PNGHead {
  /// The signature, IHDR, PLTE and tRNS if the format has them, and the zlib header in an IDAT of
  /// its own.
  static func bytes(for pixmap: Pixmap) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let bitDepth: UInt8 = 8
    append(
      "IHDR",
      bigEndian(UInt32(pixmap.width)) + bigEndian(UInt32(pixmap.height))
        + [bitDepth, colorType(of: pixmap.format), 0, 0, 0][...], to: &bytes)
    // The colours are sRGB, with the perceptual intent.
    append("sRGB", [0], to: &bytes)
    if case .indexed(let palette) = pixmap.format {
      append("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] }[...], to: &bytes)
      if palette.contains(where: { $0.alpha != 255 }) {
        append("tRNS", palette.map(\.alpha)[...], to: &bytes)
      }
    }
    // Deflate with a window of 32 KiB, fastest; 0x7801 is a multiple of 31.
    append("IDAT", [0x78, 0x01], to: &bytes)
    return bytes
  }

  private static func colorType(of format: Pixmap.Format) -> UInt8 {
    switch format {
    case .indexed: 3
    case .rgb: 2
    case .rgba: 6
    }
  }

  /// Appends a chunk: length, type, data, and the CRC of type and data.
  static func append(_ type: String, _ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + data.count + 12)
    bytes += bigEndian(UInt32(data.count))
    let start = bytes.count
    bytes += type.utf8
    bytes += data
    bytes += bigEndian(CRC32.checksum(bytes.span.extracting(start..<bytes.count)))
  }

  /// The four bytes of a number, the highest first.
  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }
}
