// SPDX-License-Identifier: MIT

/// The tag that encoders put into a first frame of silence: how many frames follow it.
///
/// Cutting and joining tools leave false ones behind.
///
/// - Source: Xing and LAME, *MP3 Info Tag*, revision 1; Fraunhofer VBRI.
struct MPEGTag: Sendable, Hashable {
  /// The frames behind that of the tag.
  let frameCount: Int

  /// Whether a frame that stands at an offset is that of a tag, whatever the tag says: it holds no
  /// sound.
  static func isMark(_ bytes: [UInt8], in frame: MPEGFrame, at offset: Int) -> Bool {
    let place = offset + frame.tagOffset
    return bytes.has("Xing", at: place) || bytes.has("Info", at: place)
      || bytes.has("VBRI", at: offset + 36)
  }

  /// Reads the tag in a frame that stands at an offset; `nil` if it has none, or one that does not
  /// say how many frames there are.
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
    // None, or all ones: who wrote it could not come back to say how many.
    guard let count, count > 0, count < UInt32.max else { return nil }
    frameCount = Int(count)
  }

  /// The bytes of a tag of words and pictures that begins at an offset; `nil` if none does.
  ///
  /// - Source: ID3v2.4.0, 3.1; ID3v1; APEv2.
  static func sizeOfTag(_ bytes: [UInt8], at offset: Int) -> Int? {
    if bytes.has("TAG", at: offset) { return 128 }
    if bytes.has("APETAGEX", at: offset) {
      // Its header and its footer look alike; the footer's size counts what stands before it.
      let isHeader = bytes.number(at: offset + 20, 4, bigEndian: false).map { $0 >> 29 & 1 == 1 }
      let size = bytes.number(at: offset + 12, 4, bigEndian: false).map { Int($0) }
      return 32 + (isHeader == true ? size ?? 0 : 0)
    }
    guard bytes.has("ID3", at: offset), offset + 10 <= bytes.count else { return nil }
    let size = bytes[offset + 6..<offset + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return 10 + size + (bytes[offset + 5] & 0x10 != 0 ? 10 : 0)
  }
}
