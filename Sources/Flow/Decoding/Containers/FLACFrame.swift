// SPDX-License-Identifier: MIT

/// A FLAC frame header.
struct FLACFrame {
  /// Whether the number is that of a sample frame, or that of a frame, all but the last of equal
  /// size.
  private let countsSampleFrames: Bool
  private let number: Int
  private let blockSize: Int
  /// The sample rate in Hz; `nil` for that of the stream.
  private let sampleRate: Int?

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

  /// The sample frames that a file with these first bytes declares; `nil` if it does not say.
  static func declaredCount(fileStart bytes: [UInt8]) -> Int? {
    bytes.number(at: 18, 8, bigEndian: true).map { Int($0 & 0xF_FFFF_FFFF) }.flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  /// The first frame in the bytes with another sample rate than `rate`: where it begins, and its rate.
  /// Frames of the stream are at one of the sample frames in `range`, and all but the last have
  /// `blockSize` of them if they are of equal size.
  static func change(
    ofRate rate: Int, in bytes: [UInt8], at range: Range<Int>, blockSize: Int
  ) -> (frame: Int, rate: Int)? {
    for place in bytes.indices where bytes[place] == 0xFF {
      guard let frame = FLACFrame(bytes, at: place), let other = frame.sampleRate, other != rate
      else { continue }
      let start = frame.number * (frame.countsSampleFrames ? 1 : blockSize)
      if range.contains(start) { return (start, other) }
    }
    return nil
  }

  /// Reads the header at a position; `nil` if there is none. It ends in a checksum.
  ///
  /// - Source: RFC 9639, 9.1.
  private init?(_ bytes: [UInt8], at start: Int) {
    guard start + 16 <= bytes.count, bytes[start + 1] & 0xFE == 0xF8, bytes[start + 3] & 1 == 0
    else { return nil }
    let (size, rate) = (Int(bytes[start + 2] >> 4), Int(bytes[start + 2] & 15))
    guard size > 0, rate < 15 else { return nil }
    // The number of the frame is coded like a UTF-8 character, in up to seven bytes.
    let ones = (~bytes[start + 4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    let place = start + 4 + max(ones, 1)
    let sizeOfBlockSize = size == 6 ? 1 : size == 7 ? 2 : 0
    let end = place + sizeOfBlockSize + (rate == 12 ? 1 : rate > 12 ? 2 : 0)
    guard end < bytes.count, FLACFrame.checksum(bytes[start..<end]) == bytes[end] else {
      return nil
    }
    let written = bytes[place + sizeOfBlockSize..<end].reduce(0) { $0 << 8 | Int($1) }
    sampleRate = FLACFrame.rates[rate] ?? [12: written * 1000, 13: written, 14: written * 10][rate]
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

  /// The usual sample rates in Hz by their codes.
  private static let rates = [
    1: 88_200, 2: 176_400, 3: 192_000, 4: 8000, 5: 16_000, 6: 22_050, 7: 24_000, 8: 32_000,
    9: 44_100,
    10: 48_000, 11: 96_000,
  ]

  /// CRC-8 with the polynomial 0x07, initial value 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 != 0 ? 0x07 : 0) }
    }
  }
}
