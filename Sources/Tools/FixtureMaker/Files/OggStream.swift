// SPDX-License-Identifier: MIT

/// A logical Ogg stream of FLAC: a page for each packet.
///
/// - Source: RFC 3533; RFC 9639, section 10.1.
struct OggStream {
  /// The number that tells it from other streams of the file.
  var serial: UInt32

  /// What it holds.
  var flac: FLACFile

  /// The pages: the stream information, the comment, and one for each frame.
  var pages: [[UInt8]] {
    var opening = ByteBuffer()
    opening.append([0x7F])
    opening.append(tag: "FLAC")
    opening.append([1, 0, 0, 1])
    opening.append(tag: "fLaC")
    opening.append([0, 0, 0, 34])
    opening.append(flac.streamInformation)
    // The last metadata block: a comment without vendor and fields.
    let comment: [UInt8] = [0x84, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]
    let frames = flac.frames
    let bodies = [opening.bytes, comment] + frames.map(\.bytes)
    var position = 0
    return bodies.enumerated().map { index, body in
      if index >= 2 { position += frames[index - 2].length }
      return OggStream.page(
        body, serial: serial, sequence: UInt32(index), position: UInt64(position),
        flags: index == 0 ? 2 : index == bodies.count - 1 ? 4 : 0)
    }
  }

  /// The whole stream.
  var bytes: [UInt8] { pages.flatMap { $0 } }

  /// A page that holds one packet; the flag 2 is for the first page of a stream, 4 for the last.
  static func page(
    _ packet: [UInt8], serial: UInt32, sequence: UInt32, position: UInt64, flags: UInt8
  ) -> [UInt8] {
    var page = ByteBuffer()
    page.append(tag: "OggS")
    page.append([0, flags])
    page.append(littleEndian: position)
    page.append(littleEndian: serial)
    page.append(littleEndian: sequence)
    page.append(littleEndian: UInt32(0))
    // A packet is as many lacing values of 255 as fit, and the rest.
    page.append([UInt8(packet.count / 255 + 1)])
    page.append([UInt8](repeating: 255, count: packet.count / 255))
    page.append([UInt8(packet.count % 255)])
    page.append(packet)
    return withChecksum(page.bytes)
  }

  /// A page with the checksum that its bytes have.
  static func withChecksum(_ page: [UInt8]) -> [UInt8] {
    var checksum = ByteBuffer()
    let cleared = page.replacing(22, with: [0, 0, 0, 0])
    checksum.append(littleEndian: Checksum.oggCRC32(cleared))
    return cleared.replacing(22, with: checksum.bytes)
  }
}
