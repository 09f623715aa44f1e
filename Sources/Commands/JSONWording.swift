// SPDX-License-Identifier: MIT
internal import JSON

extension JSONSyntaxError.Situation {
  /// What was met, in words.
  var wording: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte):
      (33...126).contains(byte)
        ? "unexpected '\(Character(Unicode.Scalar(byte)))'" : "unexpected byte \(byte)"
    case .trailingText: "more text after the value"
    case .byteOrderMark: "a byte order mark"
    case .invalidUTF8: "bytes that are no UTF-8"
    case .controlCharacter(let byte): "an unescaped control character (\(byte)) in a string"
    case .unknownEscape: "an unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .leadingZero: "a number with a superfluous 0"
    case .numberTooLarge: "a number that is too large"
    case .duplicateKey(let key): "the key '\(key)' for the second time"
    case .tooDeep(let limit): "more than \(limit) brackets inside each other"
    }
  }
}

extension JSONKind {
  /// The kind, in words.
  var wording: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
