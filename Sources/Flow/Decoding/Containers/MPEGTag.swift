// SPDX-License-Identifier: MIT

/// The tag that encoders put into a silent first frame: how many frames follow it.
///
/// Tools that cut and join files leave wrong ones behind.
///
/// - Source: Xing and LAME, *MP3 Info Tag*, revision 1; Fraunhofer VBRI.
struct MPEGTag: Sendable, Hashable {
  /// The number of frames after the tag's own.
  let frameCount: Int

  /// Whether the frame at an offset has a tag, even an invalid one; such a frame has no sound.
  static func isMark(_ bytes: [UInt8], in frame: MPEGFrame, at offset: Int) -> Bool {
    let place = offset + frame.tagOffset
    return bytes.has("Xing", at: place) || bytes.has("Info", at: place)
      || bytes.has("VBRI", at: offset + 36)
  }

  /// Reads the tag of the frame at an offset; `nil` if it has none, or one without a frame count.
  init?(_ bytes: [UInt8], in frame: MPEGFrame, at offset: Int) {
    let place = offset + frame.tagOffset
    let count: UInt64?
    if bytes.has("Xing", at: place) || bytes.has("Info", at: place) {
      guard let flags = bytes.number(at: place + 4, 4, bigEndian: true), flags & 1 != 0 else {
        return nil
      }
      count = bytes.number(at: place + 8, 4, bigEndian: true)
    } else if bytes.has("VBRI", at: offset + 36) {
      count = bytes.number(at: offset + 50, 4, bigEndian: true)
    } else {
      return nil
    }
    // 0 or all ones: the writer could not come back to fill in the count.
    guard let count, count > 0, count < UInt32.max else { return nil }
    frameCount = Int(count)
  }

  /// The size of a tag for texts and pictures at an offset; `nil` if there is none.
  ///
  /// - Source: ID3v2.4.0, 3.1; ID3v1; APEv2.
  static func sizeOfTag(_ bytes: [UInt8], at offset: Int) -> Int? {
    if bytes.has("TAG", at: offset) { return 128 }
    if bytes.has("APETAGEX", at: offset) {
      // Header and footer look alike; the footer's size counts what is before it.
      let isHeader = bytes.number(at: offset + 20, 4, bigEndian: false).map { $0 >> 29 & 1 == 1 }
      let size = bytes.number(at: offset + 12, 4, bigEndian: false).map { Int($0) }
      return 32 + (isHeader == true ? size ?? 0 : 0)
    }
    guard bytes.has("ID3", at: offset), offset + 10 <= bytes.count else { return nil }
    let size = bytes[offset + 6..<offset + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return 10 + size + (bytes[offset + 5] & 0x10 != 0 ? 10 : 0)
  }
}
