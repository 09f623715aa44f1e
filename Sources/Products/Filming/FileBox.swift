// SPDX-License-Identifier: MIT
internal import Platform

/// A box at the top level of an MP4 or QuickTime file.
///
/// - Source: ISO/IEC 14496-12:2015, 4.2.
struct FileBox {
  /// Four characters.
  let type: [UInt8]
  /// Where its contents begin, and where they should end, maybe beyond the end of the file.
  let contents: Range<Int>

  /// The box that begins at a place; `nil` if what is there cannot be one.
  init?(
    at place: Int, in file: borrowing FileDescriptor, ofBytes count: Int
  ) throws(SystemError) {
    let head = try file.bytes(at: place, count: 16)
    guard head.count >= 8 else { return nil }
    let short = Int(bigEndian: head[0..<4])
    // 1: the length follows in 64 bits. 0: the box is the last one, and has no end of its own.
    guard short != 1 || head.count == 16 else { return nil }
    let length =
      short == 1 ? Int(bigEndian: head[8...]) : short == 0 ? count - place : short
    let start = short == 1 ? 16 : 8
    guard length >= start else { return nil }
    type = Array(head[4..<8])
    contents = place + start..<place + min(length, Int.max - place)
  }
}

extension Int {
  /// The number of bytes, the highest first.
  init(bigEndian bytes: ArraySlice<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int($1) } }
}
