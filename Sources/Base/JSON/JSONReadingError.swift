// SPDX-License-Identifier: MIT

/// Why a text cannot be read as one of a schema.
public enum JSONReadingError: Error, Hashable, Sendable {
  /// The text is not JSON.
  case syntax(JSONSyntaxError)
  /// The text has another schema.
  case unknownSchema(found: String, expected: String)
  /// A value is not valid.
  case content(JSONContentError, line: Int, column: Int)
}

extension JSONReadingError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .syntax(let error): "is not JSON: \(error)"
    case .unknownSchema(let found, let expected):
      "has the schema \(found.quoted), not '\(expected)'"
    case .content(let error, let line, let column): "line \(line), column \(column): \(error)"
    }
  }
}

extension JSONField {
  /// Reads a JSON text whose key `schema` has the given value, or is absent if it is not
  /// required; `read` reads the whole.
  ///
  /// - Throws: ``JSONReadingError``.
  public static func read<Value>(
    _ text: [UInt8], schema: String, isRequired: Bool = true,
    _ read: (JSONField) throws(JSONContentError) -> Value
  ) throws(JSONReadingError) -> Value {
    let root: JSONField
    do { root = JSONField(try JSONValue(parsing: text)) } catch { throw .syntax(error) }
    // The schema is checked first: with another schema, unknown keys would be a useless message.
    if case .string(let found)? = root.value["schema"], found != schema {
      throw .unknownSchema(found: found, expected: schema)
    }
    do {
      let fields = try root.object()
      if isRequired || fields["schema"] != nil { _ = try fields.required("schema").string() }
      return try read(root)
    } catch {
      let place = error.place(in: text)
      throw .content(error, line: place.line, column: place.column)
    }
  }
}
