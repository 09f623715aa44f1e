// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The greatest nesting depth of arrays and objects.
  public static let depthLimit = 64

  /// Reads a JSON text: exactly one value, in UTF-8.
  ///
  /// Strict: no comments, no trailing commas, no byte order mark, no duplicate keys. The caller
  /// limits the size; time and memory are proportional to it.
  ///
  /// - Source: RFC 8259.
  /// - Throws: ``JSONSyntaxError``.
  public init(parsing text: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(text: text)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw parser.error(.byteOrderMark) }
    parser.skipSpace()
    self = try parser.value()
    parser.skipSpace()
    if parser.position < text.count { throw parser.error(.trailingText) }
  }

  /// Reads a JSON text.
  ///
  /// - Throws: ``JSONSyntaxError``.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// A recursive descent parser over bytes; strings are in `JSONParser+String.swift`.
struct JSONParser {
  let text: [UInt8]
  var position = 0
  private var depth = 0

  init(text: [UInt8]) { self.text = text }

  /// The byte at the position; `nil` at the end.
  var next: UInt8? { position < text.count ? text[position] : nil }

  func error(_ situation: JSONSyntaxError.Situation, at place: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(situation, at: place ?? position, in: text)
  }

  /// The error that the byte at the position is unexpected.
  func unexpected() -> JSONSyntaxError {
    error(next.map { .unexpectedByte($0) } ?? .unexpectedEnd)
  }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
  }

  mutating func expect(_ character: Unicode.Scalar) throws(JSONSyntaxError) {
    guard next == UInt8(ascii: character) else { throw unexpected() }
    position += 1
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a value without leading space.
  mutating func value() throws(JSONSyntaxError) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): try nested { (parser) throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["): try nested { (parser) throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    default: .number(try number())
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for scalar in word.unicodeScalars { try expect(scalar) }
    return value
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    guard depth < JSONValue.depthLimit else { throw error(.tooDeep(limit: JSONValue.depthLimit)) }
    depth += 1
    position += 1
    skipSpace()
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    var elements: [JSONValue] = []
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return .array(elements) }
      try expect(",")
      skipSpace()
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    var members: [JSONMember] = []
    var keys: Set<String> = []
    if take("}") { return .object(members) }
    while true {
      let place = position
      guard next == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      guard keys.insert(key).inserted else { throw error(.duplicateKey(key), at: place) }
      skipSpace()
      try expect(":")
      skipSpace()
      members.append(JSONMember(key, try value()))
      skipSpace()
      if take("}") { return .object(members) }
      try expect(",")
      skipSpace()
    }
  }
}

extension JSONParser {
  /// Reads a number by the grammar of RFC 8259 section 6.
  mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = position
    _ = take("-")
    let digitsStart = position
    try digits()
    if text[digitsStart] == UInt8(ascii: "0") && position > digitsStart + 1 {
      throw error(.leadingZero, at: digitsStart)
    }
    let integerEnd = position
    if take(".") { try digits() }
    let mantissaEnd = position
    var exponent: Int32? = 0
    if take("e") || take("E") {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      let exponentStart = position
      try digits()
      exponent = Int32((isNegative ? "-" : "") + ascii(exponentStart..<position))
    }
    guard let double = Double(ascii(start..<position)), double.isFinite else {
      throw error(.numberTooLarge, at: start)
    }
    return JSONNumber(
      double: double,
      integer: JSONParser.integer(
        text[start..<integerEnd], text[integerEnd..<mantissaEnd].dropFirst(), exponent))
  }

  /// The exact value of a number if it is whole and fits; `exponent` is `nil` if it is huge.
  private static func integer(
    _ integer: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, _ exponent: Int32?
  ) -> Int? {
    var digits = Array(integer + fraction)
    var places = (exponent.map { Int($0) } ?? .max / 2) - fraction.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      places += 1
    }
    if digits.allSatisfy({ $0 == UInt8(ascii: "-") }) { return 0 }
    guard (0...18).contains(places) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: places))
  }

  /// Reads one or more digits.
  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw unexpected() }
  }

  private func ascii(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}
