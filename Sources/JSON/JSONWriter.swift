// SPDX-License-Identifier: MIT

extension JSONValue {
  /// Appends the value as JSON text in one line, without spaces.
  ///
  /// Numbers are written in the fewest digits that read back as the same `Double`.
  public func write(to text: inout [UInt8]) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): value.write(to: &text)
    case .string(let value): JSONValue.write(string: value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSONValue.write(string: member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// The value as JSON text in one line, without spaces.
  public var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a string with its quotation marks; only characters that need it are escaped.
  public static func write(string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): text.append(contentsOf: #"\""#.utf8)
      case UInt8(ascii: "\\"): text.append(contentsOf: #"\\"#.utf8)
      case 0x08: text.append(contentsOf: #"\b"#.utf8)
      case 0x09: text.append(contentsOf: #"\t"#.utf8)
      case 0x0A: text.append(contentsOf: #"\n"#.utf8)
      case 0x0C: text.append(contentsOf: #"\f"#.utf8)
      case 0x0D: text.append(contentsOf: #"\r"#.utf8)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        text.append(contentsOf: #"\u00"#.utf8)
        text.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}

extension JSONNumber {
  /// Appends the number: whole numbers without a fraction, others in the fewest digits that read
  /// back as the same `Double`.
  public func write(to text: inout [UInt8]) {
    // An integer cannot be −0, which the text `-0` stands for.
    let isNegativeZero = double == 0 && double.sign == .minus
    // Whole as a `Double`, it is read again as an integer, however it was written.
    if let whole = integer ?? Int(exactly: double), !isNegativeZero {
      text.append(contentsOf: whole.description.utf8)
      return
    }
    var digits = double.description
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    text.append(contentsOf: digits.utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
