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
    frame = MPEGFrame(bytes, at: header).map { start + header..<start + header + $0.size }
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

/// A frame of MPEG audio, by its header.
struct MPEGFrame: Sendable {
  /// Its bytes, the header included.
  let size: Int

  /// Version, layer and sample rate, which are the same in all frames of a stream.
  private let kind: UInt16

  /// Reads the header at an offset; `nil` if none stands there, or if it does not say how long the
  /// frame is.
  ///
  /// - Source: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset + 4 <= bytes.count, bytes[offset] == 0xFF else { return nil }
    let (second, third) = (bytes[offset + 1], bytes[offset + 2])
    // Of the four versions one is 2.5, one means nothing; of the four layers the lowest is none.
    let (version, layer) = (second >> 3 & 3, 4 - Int(second >> 1 & 3))
    guard second & 0xE0 == 0xE0, version != 1, layer < 4 else { return nil }
    let (index, rate) = (Int(third >> 4), Int(third >> 2 & 3))
    guard (1...14).contains(index), rate < 3 else { return nil }
    let isVersion1 = version == 3
    let bits = 1000 * MPEGFrame.kilobits(isVersion1: isVersion1, layer: layer)[index - 1]
    // Version 2 has half the rates of version 1, and version 2.5 a quarter.
    let sampleRate = [44_100, 48_000, 32_000][rate] / (isVersion1 ? 1 : version == 2 ? 2 : 4)
    let padding = Int(third >> 1 & 1)
    size =
      switch layer {
      case 1: (12 * bits / sampleRate + padding) * 4  // Counted in slots of four bytes.
      case 3 where !isVersion1: 72 * bits / sampleRate + padding
      default: 144 * bits / sampleRate + padding
      }
    kind = UInt16(second & 0x1E) << 8 | UInt16(third & 0x0C)
  }

  /// What the numbers of bit rates from 1 to 14 mean.
  private static func kilobits(isVersion1: Bool, layer: Int) -> [Int] {
    switch (isVersion1, layer) {
    case (true, 1): Array(stride(from: 32, through: 448, by: 32))
    case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (false, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}

/// Frames behind each other.
extension MPEGFrame {
  /// So many headers that lead from one to the next are no accident: random bytes have two about once
  /// in a gigabyte, and three once in a hundred terabytes.
  private static let chainLength = 3

  /// No chain reaches further, from its first byte to the end of its last header: the longest
  /// frames are those of layer II at 160 kbit/s and 8000 Hz.
  private static let chainReach = (chainLength - 1) * 2881 + 4

  /// Whether frames follow each other anywhere in a file from `start` on. Reads no more than it must,
  /// in pieces, and leaves the position of the file where it is.
  static func follow(
    in file: borrowing FileDescriptor, from start: Int
  ) throws(SystemError) -> Bool {
    let pieceSize = 1 << 16
    var offset = start
    while true {
      let bytes = try file.bytes(at: offset, count: pieceSize)
      if bytes.indices.contains(where: { bytes[$0] == 0xFF && isChain(bytes, at: $0) }) {
        return true
      }
      guard bytes.count == pieceSize else { return false }
      offset += pieceSize - chainReach
    }
  }

  private static func isChain(_ bytes: [UInt8], at start: Int) -> Bool {
    guard let first = MPEGFrame(bytes, at: start) else { return false }
    var place = start + first.size
    for _ in 1..<chainLength {
      guard let next = MPEGFrame(bytes, at: place), next.kind == first.kind else { return false }
      place += next.size
    }
    return true
  }
}
