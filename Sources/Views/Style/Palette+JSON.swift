// SPDX-License-Identifier: MIT
internal import Drawing
public import JSON

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

  /// Reads JSON text strictly: background and ink, and where they are given the schema and the three
  /// other fields, no others, in any order. Colours are opaque, in CSS notation.
  ///
  /// - Throws: `JSONReadingError`, with the place in the text.
  public init(json text: [UInt8]) throws(JSONReadingError) {
    self = try JSONField.read(text, schema: Palette.schema, isRequired: false, Palette.init)
  }

  private init(_ root: JSONField) throws(JSONContentError) {
    func color(_ field: JSONField) throws(JSONContentError) -> Color {
      guard let color = Color(parsing: try field.string()), color.alpha == 255 else {
        throw field.expecting("an opaque colour")
      }
      return color
    }
    let fields = try root.object(["schema", "background", "ink", "ink2", "accent", "ramp"])
    func given(_ key: String) throws(JSONContentError) -> Color? {
      guard let field = fields[key] else { return nil }
      return try color(field)
    }
    var ramp: [Color]?
    if let steps = try fields["ramp"]?.array(Palette.rampCount...Palette.rampCount) {
      ramp = []
      for step in steps { ramp?.append(try color(step)) }
    }
    self.init(
      background: try color(fields.required("background")), ink: try color(fields.required("ink")),
      ink2: try given("ink2"), accent: try given("accent"), ramp: ramp)
  }
}
