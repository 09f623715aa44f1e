// SPDX-License-Identifier: MIT

/// A FLAC frame header.
struct FLACFrame {
  /// Whether the number is that of a sample frame, or that of a frame, all but the last of equal
  /// size.
  private let countsSampleFrames: Bool
  private let number: Int
  private let blockSize: Int

  /// Whether the bytes have a frame that begins at sample frame `first` or later.
  static func isFound(in bytes: [UInt8], from first: Int) -> Bool {
    let frames = bytes.indices.lazy.filter { bytes[$0] == 0xFF }
      .compactMap { FLACFrame(bytes, at: $0) }
    let blockSize = frames.map(\.blockSize).max() ?? 0
    return frames.contains { $0.number * ($0.countsSampleFrames ? 1 : blockSize) >= first }
  }

  /// The sample frames in each block of a file that begins with these bytes, but for the last one; `nil`
  /// if they differ, or if the file does not say.
  ///
  /// - Source: RFC 9639, 8.2.
  static func blockSize(fileStart bytes: [UInt8]) -> Int? {
    guard bytes.count >= 12, bytes.starts(with: "fLaC".utf8), bytes[4] & 0x7F == 0 else {
      return nil
    }
    guard bytes[8] == bytes[10], bytes[9] == bytes[11] else { return nil }
    let size = Int(bytes[8]) << 8 | Int(bytes[9])
    return size >= 16 ? size : nil
  }

  /// Reads the header at a position; `nil` if there is none. It ends in a checksum.
  ///
  /// - Source: RFC 9639, 9.1.
  private init?(_ bytes: [UInt8], at start: Int) {
    guard start + 16 <= bytes.count, bytes[start + 1] & 0xFE == 0xF8, bytes[start + 3] & 1 == 0
    else { return nil }
    let (size, sampleRate) = (Int(bytes[start + 2] >> 4), bytes[start + 2] & 15)
    guard size > 0, sampleRate < 15 else { return nil }
    // The number of the frame is coded like a UTF-8 character, in up to seven bytes.
    let ones = (~bytes[start + 4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    let place = start + 4 + max(ones, 1)
    let sizeOfBlockSize = size == 6 ? 1 : size == 7 ? 2 : 0
    let end = place + sizeOfBlockSize + (sampleRate == 12 ? 1 : sampleRate > 12 ? 2 : 0)
    guard end < bytes.count, FLACFrame.checksum(bytes[start..<end]) == bytes[end] else {
      return nil
    }
    countsSampleFrames = bytes[start + 1] & 1 == 1
    number = bytes[start + 5..<place]
      .reduce(Int(bytes[start + 4] & (0xFF >> UInt8(ones + 1)))) { $0 << 6 | Int($1 & 0x3F) }
    blockSize =
      switch size {
      case 1: 192
      case 2...5: 576 << (size - 2)
      case 6: Int(bytes[place]) + 1
      case 7: (Int(bytes[place]) << 8 | Int(bytes[place + 1])) + 1
      default: 256 << (size - 8)
      }
  }

  /// CRC-8 with the polynomial 0x07, initial value 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 != 0 ? 0x07 : 0) }
    }
  }
}
