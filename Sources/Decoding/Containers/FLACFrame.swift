// SPDX-License-Identifier: MIT

/// The headers of FLAC's frames, each of which ends in a checksum.
enum FLACFrame {
  /// Whether the header of a frame stands anywhere in some bytes.
  static func isFound(in bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == 0xFF && isHeader(bytes, at: $0) }
  }

  /// - Source: RFC 9639, 9.1.
  private static func isHeader(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 16 <= bytes.count, bytes[start + 1] & 0xFE == 0xF8, bytes[start + 3] & 1 == 0
    else { return false }
    let (blockSize, sampleRate) = (bytes[start + 2] >> 4, bytes[start + 2] & 15)
    guard blockSize > 0, sampleRate < 15 else { return false }
    // The number of the frame is written as UTF-8 writes numbers, in up to seven bytes.
    let ones = (~bytes[start + 4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return false }
    let numberSize = max(ones, 1)
    let sizeOfBlockSize = blockSize == 6 ? 1 : blockSize == 7 ? 2 : 0
    let sizeOfSampleRate = sampleRate == 12 ? 1 : sampleRate > 12 ? 2 : 0
    let end = start + 4 + numberSize + sizeOfBlockSize + sizeOfSampleRate
    guard end < bytes.count else { return false }
    return checksum(bytes[start..<end]) == bytes[end]
  }

  /// CRC-8 of polynomial 0x07, from 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 != 0 ? 0x07 : 0) }
    }
  }
}
