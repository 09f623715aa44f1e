// SPDX-License-Identifier: MIT
internal import Platform

/// The tag that encoders put into the first MPEG audio frame: how many bytes the file has.
///
/// A tag is believed only if it fits the file: cutting and joining tools leave false ones behind.
///
/// - Source: Xing and LAME, *MP3 Info Tag*, revision 1; Fraunhofer VBRI.
struct MPEGTag: Sendable, Hashable {
  /// The bytes of the MPEG frames, this one included, that the tag speaks of.
  let promisedBytes: Int

  /// The bytes that there are from this frame to the end of the file.
  let availableBytes: Int

  /// The bytes of the frame that the tag stands in; `nil` if its header does not say how many.
  let frame: Range<Int>?

  /// Whether the tag speaks of this file: it may be shorter than promised, but not longer.
  ///
  /// Up to a twentieth is left to tags at the end of the file.
  var isCredible: Bool { promisedBytes * 20 >= availableBytes * 19 }

  /// Finds the tag; `nil` if there is none, or it does not say how many bytes there are.
  init?(_ window: borrowing ByteWindow) throws(SystemError) {
    let start = try MPEGTag.endOfID3(window)
    let bytes = try window.bytes(at: start, 65_536)
    let header = bytes.indices.first { index in
      bytes[index] == 0xFF
        && Container(beginning: Array(bytes[index..<min(index + 3, bytes.count)])) == .mpegAudio
    }
    guard let header else { return nil }
    let isVersion1 = bytes[header + 1] & 0x08 != 0
    let isMono = bytes.count > header + 3 && bytes[header + 3] >> 6 == 3
    let sideInformation = isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    availableBytes = window.count - start - header
    frame = MPEGTag.frameSize(Array(bytes[header..<min(header + 4, bytes.count)]))
      .map { start + header..<start + header + $0 }
    let tag = header + 4 + sideInformation
    if bytes.has("Xing", at: tag) || bytes.has("Info", at: tag) {
      guard let flags = bytes.number(at: tag + 4, 4, bigEndian: true), flags & 2 != 0 else {
        return nil
      }
      let place = tag + 8 + (flags & 1 != 0 ? 4 : 0)
      guard let count = bytes.number(at: place, 4, bigEndian: true) else { return nil }
      // All ones: who wrote it could not come back to say how many.
      guard count < UInt32.max else { return nil }
      promisedBytes = Int(count)
    } else if bytes.has("VBRI", at: header + 36) {
      guard let count = bytes.number(at: header + 46, 4, bigEndian: true) else { return nil }
      promisedBytes = Int(count)
    } else {
      return nil
    }
  }

  /// The bytes of a frame of layer III, by its header.
  ///
  /// - Source: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3.
  private static func frameSize(_ header: [UInt8]) -> Int? {
    guard header.count == 4, header[1] >> 1 & 3 == 1 else { return nil }
    let isVersion1 = header[1] & 0x08 != 0
    let kilobits =
      isVersion1
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let (index, rate) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
    guard (1...14).contains(index), rate < 3 else { return nil }
    // Version 2 has half the rates of version 1, and version 2.5 a quarter.
    let divisor = isVersion1 ? 1 : header[1] & 0x10 != 0 ? 2 : 4
    let sampleRate = [44_100, 48_000, 32_000][rate] / divisor
    let size = (isVersion1 ? 144_000 : 72_000) * kilobits[index - 1] / sampleRate
    return size + Int(header[2] >> 1 & 1)
  }

  /// The first byte behind the ID3v2 tags at the beginning.
  private static func endOfID3(_ window: borrowing ByteWindow) throws(SystemError) -> Int {
    var start = 0
    for _ in 0..<8 {
      let tag = try window.bytes(at: start, 10)
      guard tag.count == 10, tag.has("ID3") else { break }
      let size = tag[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      start += 10 + size + (tag[5] & 0x10 != 0 ? 10 : 0)
    }
    return start
  }
}
