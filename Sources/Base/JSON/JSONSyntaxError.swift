// SPDX-License-Identifier: MIT

/// Where and why bytes are not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Situation: Sendable, Hashable {
    /// The text ends too early.
    case unexpectedEnd
    /// An unexpected byte.
    case unexpectedByte(UInt8)
    /// More text after the value.
    case trailingText
    /// A byte order mark, which RFC 8259 forbids.
    case byteOrderMark
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A control character in a string that is not escaped.
    case controlCharacter(UInt8)
    /// A backslash before a character that has no escape.
    case unknownEscape(UInt8)
    /// Half of a surrogate pair.
    case loneSurrogate(UInt16)
    /// A number that begins with a superfluous 0.
    case leadingZero
    /// A number beyond the largest `Double`.
    case numberTooLarge
    /// A key that occurs twice in its object; the position is that of the second one.
    case duplicateKey(String)
    /// Arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  public let situation: Situation

  /// The line, from 1.
  public let line: Int

  /// The character in its line (Unicode scalar), from 1.
  public let column: Int

  /// The byte, from 0.
  public let offset: Int

  /// What may be meant; empty if that is not clear.
  private let advice: String

  /// Counts lines and columns up to the byte at `offset`.
  init(_ situation: Situation, at offset: Int, in text: [UInt8]) {
    self.situation = situation
    self.offset = offset
    advice = situation.advice(after: text[..<min(offset, text.count)])
    var (line, column) = (1, 1)
    for byte in text[..<min(offset, text.count)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The position and what is wrong there: `line 3, column 7: unexpected ','`.
  public var description: String { "line \(line), column \(column): \(situation)\(advice)" }
}

extension JSONSyntaxError.Situation: CustomStringConvertible {
  /// What people mean by a byte that is no JSON behind others.
  fileprivate func advice(after text: ArraySlice<UInt8>) -> String {
    guard case .unexpectedByte(let byte) = self else { return "" }
    let before = text.last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
    switch (before, byte) {
    case (UInt8(ascii: ","), UInt8(ascii: "}")), (UInt8(ascii: ","), UInt8(ascii: "]")):
      return "; leave out the comma before it"
    case (_, UInt8(ascii: "/")): return "; JSON has no comments"
    case (_, UInt8(ascii: "'")): return "; texts stand in double quotes"
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")), (UInt8(ascii: "]"), _), (UInt8(ascii: "}"), _),
      (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "\"")):
      return "; a comma is missing before it"
    default: return ""
    }
  }

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte):
      (33...126).contains(byte)
        ? "unexpected '\(Character(Unicode.Scalar(byte)))'" : "unexpected byte \(byte)"
    case .trailingText: "more text after the value"
    case .byteOrderMark: "a byte order mark"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .controlCharacter(let byte): "an unescaped control character (\(byte)) in a string"
    case .unknownEscape: "an unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .leadingZero: "a number with a superfluous 0"
    case .numberTooLarge: "a number that is too large"
    case .duplicateKey(let key): "the key \(key.quoted) for the second time"
    case .tooDeep(let limit): "brackets nested more than \(limit) deep"
    }
  }
}
