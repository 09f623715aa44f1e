// SPDX-License-Identifier: MIT

/// MP3 of digital silence: one channel at 44 100 Hz and 32 kbit/s, 104 bytes a frame.
///
/// Side information and main data of nothing but zeros say that every coefficient is zero.
/// - Source: ISO/IEC 11172-3, 2.4.1; the tag by Xing, *Variable Bitrate Header*.
enum MPEGAudio {
  /// The bytes of a frame.
  static let frameSize = 104

  /// Frames of 1152 samples each.
  static func silence(frames count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame }
  }

  /// Frames of as many bytes at 22 050 Hz, of 576 samples each.
  static func slowSilence(frames count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame.replacing(1, with: [0xF3, 0x40]) }
  }

  /// A frame with a tag that tells the numbers of frames and bytes.
  static func tag(frames: UInt32, bytes: UInt32) -> [UInt8] {
    var tag = ByteBuffer()
    tag.append(tag: "Xing")
    tag.append(bigEndian: UInt32(3))
    tag.append(bigEndian: frames)
    tag.append(bigEndian: bytes)
    // Behind the header and the side information of one channel.
    return frame.replacing(4 + 17, with: tag.bytes)
  }

  private static let frame: [UInt8] =
    [0xFF, 0xFB, 0x10, 0xC0] + [UInt8](repeating: 0, count: frameSize - 4)
}
