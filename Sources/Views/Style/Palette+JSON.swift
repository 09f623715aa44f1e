// SPDX-License-Identifier: MIT
internal import Drawing
public import JSON

/// Why a text is not a palette.
///
/// A `path` names a value in the JSON text, as in `ramp[2]`; it is empty for the whole text.
public enum PaletteError: Error, Hashable, Sendable {
  /// The text is not JSON; the error has the line and the column.
  case syntax(JSONSyntaxError)
  /// The schema is not ``Palette/schema``.
  case unknownSchema(found: String)
  /// A key is absent.
  case missingKey(path: String)
  /// A key that the schema does not have.
  case unknownKey(path: String)
  /// A value of the wrong kind.
  case wrongKind(path: String, expected: JSONKind, found: JSONKind)
  /// The ramp does not have eight colours.
  case rampCount(found: Int)
  /// A word that is not a colour.
  case notAColor(path: String, found: String)
  /// A colour is transparent.
  case notOpaque(path: String, found: String)
}

extension Palette {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/palette/1"

  /// The palette as JSON text, with a line feed at the end.
  public var json: [UInt8] {
    let text = """
      { "schema": "\(Palette.schema)",
        "background": "\(background)", "ink": "\(ink)", "ink2": "\(ink2)", "accent": "\(accent)",
        "ramp": [\(ramp.map { "\"\($0)\"" }.joined(separator: ", "))] }

      """
    return Array(text.utf8)
  }

  /// Reads JSON text strictly: the schema and the five fields, no others, in any order. Colours are
  /// opaque, in CSS notation.
  ///
  /// - Throws: ``PaletteError``.
  public init(json text: [UInt8]) throws(PaletteError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch { throw .syntax(error) }
    guard case .object(let members) = value else {
      throw .wrongKind(path: "", expected: .object, found: value.kind)
    }
    func field(_ key: String) throws(PaletteError) -> JSONValue {
      guard let field = value[key] else { throw .missingKey(path: key) }
      return field
    }
    func string(_ value: JSONValue, _ path: String) throws(PaletteError) -> String {
      guard case .string(let string) = value else {
        throw .wrongKind(path: path, expected: .string, found: value.kind)
      }
      return string
    }
    func color(_ value: JSONValue, _ path: String) throws(PaletteError) -> Color {
      let text = try string(value, path)
      guard let color = Color(parsing: text) else { throw .notAColor(path: path, found: text) }
      guard color.alpha == 255 else { throw .notOpaque(path: path, found: text) }
      return color
    }
    // The schema is checked first: with another schema, unknown keys would be a useless message.
    let schema = try string(field("schema"), "schema")
    guard schema == Palette.schema else { throw .unknownSchema(found: schema) }
    let keys = ["schema", "background", "ink", "ink2", "accent", "ramp"]
    for member in members where !keys.contains(member.key) { throw .unknownKey(path: member.key) }
    let list = try field("ramp")
    guard case .array(let steps) = list else {
      throw .wrongKind(path: "ramp", expected: .array, found: list.kind)
    }
    guard steps.count == Palette.rampCount else { throw .rampCount(found: steps.count) }
    var ramp: [Color] = []
    for (index, step) in steps.enumerated() { ramp.append(try color(step, "ramp[\(index)]")) }
    self.init(
      background: try color(field("background"), "background"), ink: try color(field("ink"), "ink"),
      ink2: try color(field("ink2"), "ink2"), accent: try color(field("accent"), "accent"),
      ramp: ramp)
  }
}

extension PaletteError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file: `has no 'ink'`.
  public var description: String {
    switch self {
    case .syntax(let error): "is not JSON: \(error)"
    case .unknownSchema(let found): "has the schema '\(found)', not '\(Palette.schema)'"
    case .missingKey(let path): "has no '\(path)'"
    case .unknownKey(let path): "has an unknown key '\(path)'"
    case .wrongKind(let path, let expected, let found):
      (path.isEmpty ? "is" : "'\(path)' is") + " \(found), not \(expected)"
    case .rampCount(let found): "'ramp' has \(found) colours, not \(Palette.rampCount)"
    case .notAColor(let path, let found): "'\(path)' is '\(found)', which is not a colour"
    case .notOpaque(let path, let found): "'\(path)' is '\(found)', which is not opaque"
    }
  }
}
