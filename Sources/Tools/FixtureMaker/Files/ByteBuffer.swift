// SPDX-License-Identifier: MIT

/// Bytes of a file in the making.
struct ByteBuffer {
  /// What has been written so far.
  private(set) var bytes: [UInt8] = []

  /// Appends bytes as they are.
  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends the ASCII characters of a tag such as `RIFF`.
  mutating func append(tag: StaticString) {
    bytes.append(contentsOf: String(describing: tag).utf8)
  }

  /// Appends a number, lowest byte first.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a number, highest byte first.
  mutating func append(bigEndian number: some FixedWidthInteger) {
    append(littleEndian: number.byteSwapped)
  }
}
