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

  /// Reads JSON text strictly: the schema and the five fields, no others, in any order. Colours are
  /// opaque, in CSS notation.
  ///
  /// - Throws: ``JSONReadingError``.
  public init(json text: [UInt8]) throws(JSONReadingError) {
    self = try JSONField.read(text, schema: Palette.schema, Palette.init)
  }

  private init(_ root: JSONField) throws(JSONContentError) {
    func color(_ field: JSONField) throws(JSONContentError) -> Color {
      guard let color = Color(parsing: try field.string()), color.alpha == 255 else {
        throw field.expecting("an opaque colour")
      }
      return color
    }
    let fields = try root.object(["schema", "background", "ink", "ink2", "accent", "ramp"])
    var ramp: [Color] = []
    for step in try fields.required("ramp").array(Palette.rampCount...Palette.rampCount) {
      ramp.append(try color(step))
    }
    self.init(
      background: try color(fields.required("background")), ink: try color(fields.required("ink")),
      ink2: try color(fields.required("ink2")), accent: try color(fields.required("accent")),
      ramp: ramp)
  }
}
