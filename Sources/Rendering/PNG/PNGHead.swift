// SPDX-License-Identifier: MIT
internal import Drawing

/// The parts of a PNG file before its pixels.
enum PNGHead {
  /// The signature, IHDR, PLTE and tRNS if the format has them, and the zlib header in an IDAT of
  /// its own.
  static func bytes(for pixmap: Pixmap) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let bitDepth: UInt8 = 8
    bytes += chunk(
      "IHDR",
      bigEndian(UInt32(pixmap.width)) + bigEndian(UInt32(pixmap.height))
        + [bitDepth, colorType(of: pixmap.format), 0, 0, 0][...])
    // The colours are sRGB, with the perceptual intent.
    bytes += chunk("sRGB", [0])
    if case .indexed(let palette) = pixmap.format {
      bytes += chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] }[...])
      if palette.contains(where: { $0.alpha != 255 }) {
        bytes += chunk("tRNS", palette.map(\.alpha)[...])
      }
    }
    // Deflate with a window of 32 KiB, fastest; 0x7801 is a multiple of 31.
    return bytes + chunk("IDAT", [0x78, 0x01])
  }

  private static func colorType(of format: Pixmap.Format) -> UInt8 {
    switch format {
    case .indexed: 3
    case .rgb: 2
    case .rgba: 6
    }
  }

  /// A chunk: length, type, data, and the CRC of type and data.
  static func chunk(_ type: StaticString, _ data: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = bigEndian(UInt32(data.count))
    bytes.reserveCapacity(data.count + 12)
    bytes += type.description.utf8
    bytes += data
    bytes += bigEndian(CRC32.checksum(bytes.span.extracting(4..<bytes.count)))
    return bytes
  }

  /// The four bytes of a number, the highest first.
  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }
}
