// SPDX-License-Identifier: MIT

/// Checks whether image files are complete.
public enum ImageIntegrity {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes are the beginning of a PNG file, however few they are.
  public static func beginsAsPNG(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count))
  }

  /// Whether the bytes are the beginning of one of our SVG files, however few they are.
  public static func beginsAsSVG(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).elementsEqual("<svg".utf8.prefix(bytes.count))
  }

  /// Whether the bytes are a PNG file with all chunks and correct checksums, from the signature to
  /// IEND. The pixels are not decoded.
  ///
  /// - Source: W3C, *Portable Network Graphics*, section 5.
  public static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: signature) else { return false }
    var place = signature.count
    while bytes.count - place >= 12 {
      let length = number(bytes, at: place)
      guard length <= bytes.count - place - 12 else { return false }
      let end = place + 8 + length
      let checksum = CRC32.checksum(bytes.span.extracting(place + 4..<end))
      guard Int(checksum) == number(bytes, at: end) else { return false }
      if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return end + 4 == bytes.count }
      place = end + 4
    }
    return false
  }

  /// Whether the bytes are one of our SVG files, up to the closing tag.
  public static func isWholeSVG(_ bytes: [UInt8]) -> Bool {
    let end = bytes.reversed().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return beginsAsSVG(bytes) && end.starts(with: "</svg>".utf8.reversed())
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
