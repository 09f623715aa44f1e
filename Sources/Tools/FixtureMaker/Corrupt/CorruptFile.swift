// SPDX-License-Identifier: MIT

/// A file that is broken on purpose, or odd: a good one, and what was done to it.
package struct CorruptFile {
  /// The file's path inside the folder `Corrupt`.
  package let name: String

  /// What it was before.
  let base: String

  /// What was done to it, in words.
  let change: String

  /// The whole file.
  package let bytes: [UInt8]

  /// A file made of the bytes of a good one.
  init(_ name: String, of base: Base, _ change: String, _ edit: ([UInt8]) -> [UInt8]) {
    self.name = name
    self.base = base.description
    self.change = change
    bytes = edit(base.bytes)
  }

  /// A good file to make broken ones of.
  struct Base {
    let description: String
    let bytes: [UInt8]
  }

  /// A file of which a good one is of no use.
  init(_ name: String, _ change: String, _ bytes: [UInt8]) {
    self.init(name, of: Base(description: "nothing", bytes: []), change) { _ in bytes }
  }

  /// All of them, in the order of the page that explains them.
  package static var all: [CorruptFile] {
    wave + waveHeaders + samples + chunked + flac + mpegAudio + ogg + logos + brokenLogos
      + constants
  }
}

extension [UInt8] {
  /// The bytes with others in place of as many from `offset` on.
  func replacing(_ offset: Int, with bytes: [UInt8]) -> [UInt8] {
    self[..<offset] + bytes + self[(offset + bytes.count)...]
  }

  /// The bytes with others before the one at `offset`.
  func inserting(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
    self[..<offset] + bytes + self[offset...]
  }

  /// The bytes with the lowest bit of one of them turned.
  func turningBit(at offset: Int) -> [UInt8] { replacing(offset, with: [self[offset] ^ 1]) }

  /// A number as bytes, the lowest first.
  static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(littleEndian: number)
    return buffer.bytes
  }

  /// A number as bytes, the highest first.
  static func big(_ number: some FixedWidthInteger) -> [UInt8] { little(number.byteSwapped) }
}
