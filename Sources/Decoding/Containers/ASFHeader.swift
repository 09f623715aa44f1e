// SPDX-License-Identifier: MIT
internal import Platform

/// The header of Windows Media files, which ffmpeg does not hold against the file.
enum ASFHeader {
  /// Whether a file has fewer bytes than its header says; `false` for files of other kinds.
  ///
  /// - Source: Microsoft, *Advanced Systems Format Specification*, 3.2, File Properties Object.
  static func isCutOff(_ window: borrowing ByteWindow) throws(SystemError) -> Bool {
    let properties: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53,
      0x65,
    ]
    let bytes = try window.bytes(at: 0, 16_384)
    guard bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]),
      let start = bytes.indices.first(where: { bytes[$0...].starts(with: properties) }),
      let size = bytes.number(at: start + 40, 8, bigEndian: false),
      let flags = bytes.number(at: start + 88, 4, bigEndian: false)
    else { return false }
    // What is broadcast does not know its end.
    return flags & 1 == 0 && size > UInt64(window.count)
  }
}
