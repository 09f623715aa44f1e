// SPDX-License-Identifier: MIT

/// A message of OSC: an address, and arguments.
///
/// - Source: *The Open Sound Control 1.0 Specification*, 2002, and the further types of OSC 1.1.
package struct OSCMessage: Hashable, Sendable {
  /// Where it goes, such as `/radial-audio/look`.
  package let address: String
  /// What it says.
  package let arguments: [Argument]

  /// An argument; others than these are known and left out.
  package enum Argument: Hashable, Sendable {
    /// `i`, `f`, `d`, `h`, `T` and `F`.
    case number(Double)
    /// `s` and `S`.
    case text(String)
    /// Something else.
    case other
  }

  /// Why bytes are not messages.
  package enum Fault: Error, Hashable, Sendable {
    /// They are no OSC.
    case malformed
    /// Bundles are in each other more than ``OSCMessage/deepest`` times.
    case tooDeep
  }

  /// How many bundles may be in each other.
  package static let deepest = 8

  package init(_ address: String, _ arguments: [Argument] = []) {
    (self.address, self.arguments) = (address, arguments)
  }

  /// The messages in a datagram: a message, or a bundle of messages and bundles, whose times do not count.
  package static func messages(in bytes: ArraySlice<UInt8>) throws(Fault) -> [OSCMessage] {
    var messages: [OSCMessage] = []
    try add(bytes, depth: 0, to: &messages)
    return messages
  }

  private static func add(
    _ bytes: ArraySlice<UInt8>, depth: Int, to messages: inout [OSCMessage]
  ) throws(Fault) {
    var reader = OSCReader(rest: bytes)
    let address = try reader.text()
    guard address == "#bundle" else { return messages.append(try OSCMessage(address, &reader)) }
    guard depth < deepest else { throw .tooDeep }
    _ = try reader.skip(8)
    while !reader.isAtEnd {
      let size = Int(try reader.word())
      try add(reader.skip(size), depth: depth + 1, to: &messages)
    }
  }

  private init(_ address: String, _ reader: inout OSCReader) throws(Fault) {
    guard address.hasPrefix("/") else { throw .malformed }
    self.address = address
    // Old senders leave out the types of no arguments.
    let types = reader.isAtEnd ? "," : try reader.text()
    guard types.hasPrefix(",") else { throw .malformed }
    var arguments: [Argument] = []
    for type in types.unicodeScalars.dropFirst() {
      let argument: Argument =
        switch type {
        case "i": .number(Double(Int32(bitPattern: try reader.word())))
        case "f": .number(Double(Float(bitPattern: try reader.word())))
        case "h": .number(Double(Int64(bitPattern: try reader.longWord())))
        case "d": .number(Double(bitPattern: try reader.longWord()))
        case "T": .number(1)
        case "F": .number(0)
        case "s", "S": .text(try reader.text())
        default: try reader.other(type)
        }
      arguments.append(argument)
    }
    guard reader.isAtEnd else { throw .malformed }
    self.arguments = arguments
  }
}

/// Reads what OSC is made of: everything fills whole words of four bytes, big-endian.
private struct OSCReader {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }

  /// The next bytes.
  mutating func skip(_ count: Int) throws(OSCMessage.Fault) -> ArraySlice<UInt8> {
    guard count <= rest.count, count.isMultiple(of: 4) else { throw .malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func word() throws(OSCMessage.Fault) -> UInt32 {
    try skip(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func longWord() throws(OSCMessage.Fault) -> UInt64 {
    UInt64(try word()) << 32 | UInt64(try word())
  }

  /// Text in UTF-8, and one to four zero bytes.
  mutating func text() throws(OSCMessage.Fault) -> String {
    let count = rest.prefix { $0 != 0 }.count
    let bytes = try skip(count + 4 - count % 4)
    guard bytes.dropFirst(count).allSatisfy({ $0 == 0 }),
      let text = String(validating: bytes.prefix(count), as: UTF8.self)
    else { throw .malformed }
    return text
  }

  /// Reads over an argument of another type.
  mutating func other(_ type: Unicode.Scalar) throws(OSCMessage.Fault) -> OSCMessage.Argument {
    switch type {
    case "N", "I", "[", "]": break
    case "c", "r", "m": _ = try word()
    case "t": _ = try longWord()
    case "b":
      let size = Int(try word())
      _ = try skip((size + 3) / 4 * 4)
    default: throw .malformed
    }
    return .other
  }
}
