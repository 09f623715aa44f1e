// SPDX-License-Identifier: MIT

/// A value with its path in the whole text, for strict reading: anything unexpected throws an error
/// that says where it is and what was expected.
public struct JSONField: Sendable {
  /// One step of the path to a value.
  public enum Step: Sendable, Hashable {
    /// To the value of an object's key.
    case key(String)
    /// To an element of an array, counted from 0.
    case index(Int)
  }

  /// The value.
  public let value: JSONValue
  /// Its path.
  public let path: [Step]

  /// A value; without a path it is the whole text.
  public init(_ value: JSONValue, path: [Step] = []) {
    self.value = value
    self.path = path
  }

  /// The error that another value was expected here.
  public func expecting(_ expected: String) -> JSONContentError {
    JSONContentError(path: path, problem: .unexpected(found: value.shown, expected: expected))
  }

  /// The values of an object's keys.
  ///
  /// - Throws: ``JSONContentError`` if it is not an object, or has keys that are not in `known`.
  public func object(_ known: [String]? = nil) throws(JSONContentError) -> JSONFields {
    guard case .object(let members) = value else { throw expecting("an object") }
    for member in members {
      guard let known, !known.contains(member.key) else { continue }
      throw JSONContentError(path: path + [.key(member.key)], problem: .unknownKey(known: known))
    }
    return JSONFields(field: self, members: members)
  }

  /// The elements of an array.
  ///
  /// - Throws: ``JSONContentError`` if it is not an array, or has another number of elements.
  public func array(_ counts: ClosedRange<Int>) throws(JSONContentError) -> [JSONField] {
    guard case .array(let elements) = value else { throw expecting("an array") }
    guard counts.contains(elements.count) else {
      let limits =
        counts.count == 1
        ? "\(counts.lowerBound)"
        : elements.count < counts.lowerBound
          ? "\(counts.lowerBound) or more" : "at most \(counts.upperBound)"
      let found = "an array of \(elements.count) element\(elements.count == 1 ? "" : "s")"
      throw JSONContentError(
        path: path, problem: .unexpected(found: found, expected: "of \(limits)"))
    }
    return elements.enumerated().map { JSONField($1, path: path + [.index($0)]) }
  }

  /// A number within limits.
  ///
  /// - Throws: ``JSONContentError``.
  public func number(
    in range: ClosedRange<Double>, _ expected: String? = nil
  ) throws(JSONContentError) -> Double {
    guard case .number(let number) = value, range.contains(number.double) else {
      throw expecting(
        expected ?? "a number from \(range.lowerBound.shown) to \(range.upperBound.shown)")
    }
    return number.double
  }

  /// A whole number within limits.
  ///
  /// - Throws: ``JSONContentError``.
  public func integer(in range: ClosedRange<Int>) throws(JSONContentError) -> Int {
    guard case .number(let number) = value, let integer = number.integer, range.contains(integer)
    else {
      let limit = range.upperBound == .max ? " on" : " to \(range.upperBound)"
      throw expecting("a whole number from \(range.lowerBound)\(limit)")
    }
    return integer
  }

  /// True or false.
  ///
  /// - Throws: ``JSONContentError``.
  public func bool() throws(JSONContentError) -> Bool {
    guard case .bool(let bool) = value else { throw expecting("true or false") }
    return bool
  }

  /// A string.
  ///
  /// - Throws: ``JSONContentError``.
  public func string() throws(JSONContentError) -> String {
    guard case .string(let string) = value else { throw expecting("a string") }
    return string
  }
}

/// The values of an object's keys.
public struct JSONFields: Sendable {
  /// The object.
  public let field: JSONField
  fileprivate let members: [JSONMember]

  /// The value of a key; `nil` if it is absent.
  public subscript(_ key: String) -> JSONField? {
    members.first { $0.key == key }
      .map { JSONField($0.value, path: field.path + [.key(key)]) }
  }

  /// The value of a required key.
  ///
  /// - Throws: ``JSONContentError``.
  public func required(_ key: String) throws(JSONContentError) -> JSONField {
    guard let found = self[key] else {
      throw JSONContentError(path: field.path, problem: .missingKey(key))
    }
    return found
  }
}

/// An unexpected value.
public struct JSONContentError: Error, Sendable, Hashable {
  /// The path of the value.
  public let path: [JSONField.Step]
  /// What is wrong with it.
  public let problem: Problem

  /// What can be wrong.
  public enum Problem: Sendable, Hashable {
    /// The value is not what was expected.
    case unexpected(found: String, expected: String)
    /// A key of an object is missing.
    case missingKey(String)
    /// The last key of the path is unknown.
    case unknownKey(known: [String])
  }

  /// An error at a place.
  public init(path: [JSONField.Step], problem: Problem) {
    self.path = path
    self.problem = problem
  }
}

extension JSONContentError: CustomStringConvertible {
  /// The value and its problem: `tones[2].velocity is 128, not a whole number from 0 to 127`.
  public var description: String {
    let name = path.isEmpty ? "the text" : pathText.quoted
    return switch problem {
    case .unexpected(let found, let expected): "\(name) is \(found), not \(expected)"
    case .missingKey(let key):
      path.isEmpty ? "there is no '\(key)'" : "\(name) has no '\(key)'"
    case .unknownKey(let known):
      "\(name) is not a known key; the keys are \(known.joined(separator: ", "))"
    }
  }

  /// The path as programmers write it: `tones[2].velocity`.
  public var pathText: String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
  }

  /// The line and the column of the value in its text, both from 1; for an unknown key, those of
  /// the key.
  public func place(in text: [UInt8]) -> (line: Int, column: Int) {
    var parser = JSONParser(text: text)
    let offset = (try? parser.offset(of: path[...])) ?? 0
    let place = JSONSyntaxError(.unexpectedEnd, at: offset, in: text)
    return (place.line, place.column)
  }
}

extension JSONParser {
  /// Finds the start of a value in a text that is known to be valid up to there.
  fileprivate mutating func offset(of path: ArraySlice<JSONField.Step>) throws(JSONSyntaxError)
    -> Int
  {
    skipSpace()
    guard let step = path.first else { return position }
    position += 1
    var index = 0
    while true {
      skipSpace()
      let start = position
      var isFound = false
      switch step {
      case .key(let wanted):
        isFound = try string() == wanted
        skipSpace()
        try expect(":")
        skipSpace()
        // An unknown key is reported at its own position.
        if isFound, path.count == 1 { return start }
      case .index(let wanted): isFound = index == wanted
      }
      if isFound { return try offset(of: path.dropFirst()) }
      _ = try value()
      skipSpace()
      try expect(",")
      index += 1
    }
  }
}

extension JSONValue {
  /// The value in a few words for messages: short values are shown as they are.
  fileprivate var shown: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number.double.shown
    case .string(let string): string.quoted
    case .array, .object: "\(kind)"
    }
  }
}

extension String {
  /// The text in quotation marks for messages, shortened if it is long.
  var quoted: String {
    let most = 60
    let isLong = unicodeScalars.dropFirst(most).first != nil
    return isLong ? "'\(String(unicodeScalars.prefix(most)))...'" : "'\(self)'"
  }
}

extension Double {
  /// Without a fraction if it is whole.
  fileprivate var shown: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
