// SPDX-License-Identifier: MIT
internal import Platform

/// The sizes in bytes that the headers of Windows Media and AVI files declare, which ffmpeg does
/// not check.
enum DeclaredSize {
  /// Whether a file has fewer bytes than its header declares; `false` for other formats.
  static func isMissed(by window: borrowing ByteWindow) throws(SystemError) -> Bool {
    let bytes = try window.bytes(at: 0, 16_384)
    let size = bytes.has("AVI ", at: 8) ? sizeOfAVI(bytes) : sizeOfASF(bytes)
    // One byte may be the padding of the last chunk.
    return size.map { $0 > UInt64(window.count) + 1 } ?? false
  }

  /// - Source: Microsoft, *AVI RIFF File Reference*. A writer to a pipe leaves 0 or all ones.
  private static func sizeOfAVI(_ bytes: [UInt8]) -> UInt64? {
    bytes.number(at: 4, 4, bigEndian: false).flatMap { $0 < 0xFFFF_0000 ? $0 + 8 : nil }
  }

  /// - Source: Microsoft, *Advanced Systems Format Specification*, 3.2, File Properties Object.
  private static func sizeOfASF(_ bytes: [UInt8]) -> UInt64? {
    let properties: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53,
      0x65,
    ]
    guard bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]),
      let start = bytes.indices.first(where: { bytes[$0...].starts(with: properties) }),
      let size = bytes.number(at: start + 40, 8, bigEndian: false),
      let flags = bytes.number(at: start + 88, 4, bigEndian: false)
    else { return nil }
    // A broadcast does not know its end.
    return flags & 1 == 0 ? size : nil
  }
}
