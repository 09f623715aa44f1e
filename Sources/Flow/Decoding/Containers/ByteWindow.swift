// SPDX-License-Identifier: MIT
internal import Platform

/// Random access to the bytes of a file or of a part of it, or of the first part of a pipe.
struct ByteWindow: ~Copyable {
  /// How many bytes there are.
  private(set) var count: Int

  /// Where they begin in the file.
  private(set) var start = 0

  /// Whether more may follow, because only the first part of a pipe is known.
  let isOnlyTheBeginning: Bool

  private let head: [UInt8]
  private let file: FileDescriptor?

  /// A whole file of `count` bytes.
  init(file: consuming FileDescriptor, count: Int) {
    self.count = count
    isOnlyTheBeginning = false
    head = []
    self.file = consume file
  }

  /// The file at a path.
  init(path: String) throws(SystemError) {
    let file = try FileDescriptor.reading(path)
    let (kind, size) = try file.status()
    self.init(file: file, count: kind == .regular ? size : 0)
  }

  /// The first part of something longer.
  init(beginning: [UInt8]) {
    count = beginning.count
    isOnlyTheBeginning = true
    head = beginning
    file = nil
  }

  /// Keeps a part only: its first byte has the offset 0 from now on.
  mutating func narrow(to part: Range<Int>) {
    (start, count) = (start + part.lowerBound, part.count)
  }

  /// The number of the file's descriptor; −1 for a pipe.
  var number: Int32 {
    switch file {
    case .some(let file): file.rawValue
    case .none: -1
    }
  }

  /// Up to `length` bytes at `offset`; fewer only at the end.
  borrowing func bytes(at offset: Int, _ length: Int) throws(SystemError) -> [UInt8] {
    guard offset >= 0, length > 0, offset < count else { return [] }
    switch file {
    case .some(let file):
      return try file.bytes(at: start + offset, count: min(length, count - offset))
    case .none:
      return Array(head[start + offset..<start + min(offset + length, count)])
    }
  }
}

/// Reading numbers from bytes.
extension [UInt8] {
  /// The unsigned number of `length` bytes at `offset`; `nil` beyond the end.
  func number(at offset: Int, _ length: Int, bigEndian: Bool) -> UInt64? {
    guard offset >= 0, offset + length <= count else { return nil }
    let digits = self[offset..<offset + length]
    return bigEndian
      ? digits.reduce(0) { $0 << 8 | UInt64($1) }
      : digits.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes at `offset` are these ASCII letters.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let expected = Array(text.description.utf8)
    return offset >= 0 && offset + expected.count <= count
      && Array(self[offset..<offset + expected.count]) == expected
  }
}
