// SPDX-License-Identifier: MIT

/// A value with the way to it from the whole text, for reading strictly: whatever is not as it
/// should be throws an error that says where it stands and what was expected there.
public struct JSONField: Sendable {
  /// One step of the way to a value.
  public enum Step: Sendable, Hashable {
    /// To the value of a key of an object.
    case key(String)
    /// To an element of an array, from 0.
    case index(Int)
  }

  /// The value.
  public let value: JSONValue
  /// The way to it.
  public let path: [Step]

  /// A value, the whole text's unless there is a way to it.
  public init(_ value: JSONValue, path: [Step] = []) {
    self.value = value
    self.path = path
  }

  /// What is said of the value: that another one was expected.
  public func expecting(_ expected: String) -> JSONContentError {
    JSONContentError(path: path, problem: .unexpected(found: value.shown, expected: expected))
  }

  /// The values of an object's keys.
  ///
  /// - Throws: ``JSONContentError`` if it is no object, or has other keys than `known`.
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
  /// - Throws: ``JSONContentError`` if it is no array, or has another number of elements.
  public func array(_ counts: ClosedRange<Int>) throws(JSONContentError) -> [JSONField] {
    guard case .array(let elements) = value else { throw expecting("an array") }
    guard counts.contains(elements.count) else {
      let limits =
        elements.count < counts.lowerBound
        ? "of \(counts.lowerBound) or more" : "of at most \(counts.upperBound)"
      throw JSONContentError(
        path: path,
        problem: .unexpected(found: "an array of \(elements.count)", expected: limits))
    }
    return elements.enumerated().map { JSONField($1, path: path + [.index($0)]) }
  }

  /// A number within limits.
  ///
  /// - Throws: ``JSONContentError``.
  public func number(
    in range: ClosedRange<Double>, _ expected: String
  ) throws(JSONContentError) -> Double {
    guard case .number(let number) = value, range.contains(number.double) else {
      throw expecting(expected)
    }
    return number.double
  }

  /// A whole number within limits.
  ///
  /// - Throws: ``JSONContentError``.
  public func integer(in range: ClosedRange<Int>) throws(JSONContentError) -> Int {
    guard case .number(let number) = value, let integer = number.integer, range.contains(integer)
    else { throw expecting("a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return integer
  }

  /// True or false.
  ///
  /// - Throws: ``JSONContentError``.
  public func bool() throws(JSONContentError) -> Bool {
    guard case .bool(let bool) = value else { throw expecting("true or false") }
    return bool
  }

  /// A text.
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

  /// The value of a key; `nil` where there is none.
  public subscript(_ key: String) -> JSONField? {
    members.first { $0.key == key }
      .map { JSONField($0.value, path: field.path + [.key(key)]) }
  }

  /// The value of a key that has to be there.
  ///
  /// - Throws: ``JSONContentError``.
  public func required(_ key: String) throws(JSONContentError) -> JSONField {
    guard let found = self[key] else {
      throw JSONContentError(path: field.path, problem: .missingKey(key))
    }
    return found
  }
}

/// A value that is not as it should be.
public struct JSONContentError: Error, Sendable, Hashable {
  /// The way to the value.
  public let path: [JSONField.Step]
  /// What is wrong with it.
  public let problem: Problem

  /// What can be wrong.
  public enum Problem: Sendable, Hashable {
    /// It is another one than was expected.
    case unexpected(found: String, expected: String)
    /// An object has not got the key.
    case missingKey(String)
    /// The last key of the path is none of those known.
    case unknownKey(known: [String])
  }

  /// An error at a place.
  public init(path: [JSONField.Step], problem: Problem) {
    self.path = path
    self.problem = problem
  }
}

extension JSONContentError: CustomStringConvertible {
  /// The value and what is wrong: `tones[2].velocity is 128, not a whole number from 0 to 127`.
  public var description: String {
    let name = path.isEmpty ? "the text" : "'\(pathText)'"
    return switch problem {
    case .unexpected(let found, let expected): "\(name) is \(found), not \(expected)"
    case .missingKey(let key):
      path.isEmpty ? "there is no '\(key)'" : "\(name) has no '\(key)'"
    case .unknownKey(let known):
      "\(name) means nothing here; the keys are \(known.joined(separator: ", "))"
    }
  }

  /// The way to the value, as programs write it: `tones[2].velocity`.
  public var pathText: String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
  }

  /// The line and the column of the value in the text that it was read from, both from 1; those of a
  /// key that is not known.
  public func place(in text: [UInt8]) -> (line: Int, column: Int) {
    var parser = JSONParser(text: text)
    let offset = (try? parser.offset(of: path[...])) ?? 0
    let place = JSONSyntaxError(.unexpectedEnd, at: offset, in: text)
    return (place.line, place.column)
  }
}

extension JSONParser {
  /// Where a value begins, in a text that is known to be right up to there.
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
        // An unknown key is shown by its own place.
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
  /// A few words for messages: the value itself where it is short.
  fileprivate var shown: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number.integer.map(String.init) ?? "\(number.double)"
    case .string(let string): string.count <= 40 ? "'\(string)'" : "a long string"
    case .array, .object: "\(kind)"
    }
  }
}
