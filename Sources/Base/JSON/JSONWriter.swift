// SPDX-License-Identifier: MIT
internal import Text

extension JSONValue {
  /// Appends the value as JSON text in one line, without spaces.
  ///
  /// Numbers are written in the fewest digits that read back as the same `Double`.
  public func write(to text: inout [UInt8]) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): value.write(to: &text)
    case .string(let value): JSONText.append(value, to: &text)
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
        JSONText.append(member.key, to: &text)
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

  /// A text from outside, such as a name, for other readers: what is not UTF-8 in it is U+FFFD. `null` for
  /// none.
  public static func text(_ text: String?) -> JSONValue {
    text.map { .string(JSONText.valid($0)) } ?? .null
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
