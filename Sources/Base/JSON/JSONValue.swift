// SPDX-License-Identifier: MIT
// JSON: a strict reader and a plain writer.

/// A JSON value; objects keep the order of their keys.
///
/// - Source: RFC 8259.
public enum JSONValue: Sendable, Hashable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string, with its escapes decoded.
  case string(String)
  /// The elements of an array.
  case array([JSONValue])
  /// The members of an object, in order; no key occurs twice.
  case object([JSONMember])

  /// What kind of value it is.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The value of an object's key; `nil` if it is absent, or if the value is not an object.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

/// The kinds of JSON values.
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
  /// `null`
  case null
  /// `true` or `false`
  case bool
  /// A number.
  case number
  /// A text.
  case string
  /// `[…]`
  case array
  /// `{…}`
  case object
}

/// One member of an object.
public struct JSONMember: Sendable, Hashable {
  /// The name of the member.
  public let key: String

  /// The value of the member.
  public let value: JSONValue

  /// A member with a name and a value.
  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// A JSON number.
public struct JSONNumber: Sendable, Hashable {
  /// The nearest `Double`; always finite.
  public let double: Double

  /// The exact value if the number is whole and fits.
  public let integer: Int?

  /// A whole number.
  public init(_ integer: Int) {
    self.double = Double(integer)
    self.integer = integer
  }

  /// Any finite number.
  public init(_ double: Double) {
    precondition(double.isFinite)
    self.double = double
    self.integer = nil
  }

  /// A number that was read.
  init(double: Double, integer: Int?) {
    self.double = double
    self.integer = integer
  }
}

extension JSONKind: CustomStringConvertible {
  /// The kind in words: `an array`.
  public var description: String {
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
