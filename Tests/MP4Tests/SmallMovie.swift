// SPDX-License-Identifier: MIT
import MP4

/// A movie for tests, whose parameter sets are only as much as the writer looks at.
enum SmallMovie {
  static let sequence: [UInt8] = [0x67, 0x42, 0xC0, 0x0A, 0xDA]
  static let picture: [UInt8] = [0x68, 0xCE, 0x38, 0x80]

  static func make(
    width: Int = 16, height: Int = 32, rate: (numerator: Int, denominator: Int) = (30_000, 1001),
    sequence: [UInt8] = sequence, picture: [UInt8] = picture, tags: [MP4Tag: String] = [:],
    cover: [UInt8] = []
  ) throws(MP4Error) -> MP4Movie {
    try MP4Movie(
      width: width, height: height, rate: rate, sequenceParameters: sequence,
      pictureParameters: picture, tags: tags, cover: cover)
  }
}
