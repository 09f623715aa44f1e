// SPDX-License-Identifier: MIT

/// Whether the bytes of an image file are all there.
public enum ImageIntegrity {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes begin as a PNG does, as far as they go.
  public static func beginsAsPNG(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count))
  }

  /// Whether the bytes begin as an SVG of ours does, as far as they go.
  public static func beginsAsSVG(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).elementsEqual("<svg".utf8.prefix(bytes.count))
  }

  /// Whether the bytes are a PNG in which every chunk is in place with its right checksum, from the
  /// signature to the end mark. The pixels are not decoded.
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

  /// Whether the bytes begin as an SVG and end with the end of the picture.
  public static func isWholeSVG(_ bytes: [UInt8]) -> Bool {
    let end = bytes.reversed().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return beginsAsSVG(bytes) && end.starts(with: "</svg>".utf8.reversed())
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
