// SPDX-License-Identifier: MIT

/// The header of an MPEG audio frame.
struct MPEGFrame: Sendable {
  /// Its size in bytes, including the header.
  let size: Int

  /// The sample frames in it.
  let sampleFrames: Int

  /// Version, layer and sample rate, which are the same in all frames of a stream.
  let kind: UInt16

  /// Whether it is of layer I.
  var isLayerI: Bool { kind >> 9 & 3 == 3 }

  /// The offset of the encoder's tag in a silent frame: after the header and the side information
  /// of layer III.
  let tagOffset: Int

  /// The bytes of a header.
  static let headerSize = 4

  /// Reads the header at an offset; `nil` if there is none, or if it does not tell the frame's
  /// size.
  ///
  /// - Source: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset + MPEGFrame.headerSize <= bytes.count, bytes[offset] == 0xFF else {
      return nil
    }
    let (second, third) = (bytes[offset + 1], bytes[offset + 2])
    // One of the four versions is 2.5, one is reserved; the lowest of the four layers is reserved.
    let (version, layer) = (second >> 3 & 3, 4 - Int(second >> 1 & 3))
    guard second & 0xE0 == 0xE0, version != 1, layer < 4 else { return nil }
    let (index, rate) = (Int(third >> 4), Int(third >> 2 & 3))
    guard (1...14).contains(index), rate < 3 else { return nil }
    let isVersion1 = version == 3
    let bits = 1000 * MPEGFrame.kilobits(isVersion1: isVersion1, layer: layer)[index - 1]
    // Version 2 has half the rates of version 1, and version 2.5 a quarter.
    let sampleRate = [44_100, 48_000, 32_000][rate] / (isVersion1 ? 1 : version == 2 ? 2 : 4)
    let padding = Int(third >> 1 & 1)
    sampleFrames = layer == 1 ? 384 : layer == 3 && !isVersion1 ? 576 : 1152
    size =
      layer == 1
      ? (12 * bits / sampleRate + padding) * 4  // Counted in slots of four bytes.
      : sampleFrames / 8 * bits / sampleRate + padding
    kind = UInt16(second & 0x1E) << 8 | UInt16(third & 0x0C)
    let isMono = bytes[offset + 3] >> 6 == 3
    tagOffset = MPEGFrame.headerSize + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
  }

  /// The bit rates with the numbers 1 to 14, in kbit/s.
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

/// Consecutive frames.
extension MPEGFrame {
  /// This many headers in a row cannot be chance: random bytes have two about once in a gigabyte,
  /// three once in a hundred terabytes.
  private static let chainLength = 3

  /// The greatest length of a chain, from its first byte to the end of its last header: the longest
  /// frames are those of layer II at 160 kbit/s and 8000 Hz.
  static let chainReach = (chainLength - 1) * 2881 + headerSize

  /// The offset of the first chain of frames; `nil` if there is none.
  static func chain(in bytes: [UInt8], from start: Int = 0) -> Int? {
    bytes.indices.dropFirst(start).first { bytes[$0] == 0xFF && isChain(bytes, at: $0) }
  }

  /// Whether the beginning of an input is MPEG audio. Quiet 32-bit samples have many bytes of all
  /// ones, and chains of three by chance: longer chains are required if there are enough bytes.
  static func isStream(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == 0xFF && isChain(bytes, at: $0, length: 8) }
  }

  private static func isChain(
    _ bytes: [UInt8], at start: Int, length: Int = chainLength
  ) -> Bool {
    guard let first = MPEGFrame(bytes, at: start) else { return false }
    var place = start + first.size
    for count in 1..<length {
      if count >= chainLength, start < chainReach, place + headerSize > bytes.count { return true }
      guard let next = MPEGFrame(bytes, at: place), next.kind == first.kind else { return false }
      place += next.size
    }
    return true
  }
}
