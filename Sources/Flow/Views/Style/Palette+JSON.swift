// SPDX-License-Identifier: MIT
internal import Drawing
public import JSON

extension Palette {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/palette/1"

  /// The palette as JSON text, with a line feed at the end.
  public var json: [UInt8] {
    var text = "{ \"schema\": \"\(Palette.schema)\",\n  \(fields(indent: "  "))"
    if !scenes.isEmpty {
      let objects = scenes.map { "    { \($0.fields(indent: "      ")) }" }
      text += ",\n  \"scenes\": [\n\(objects.joined(separator: ",\n")) ]"
    }
    return Array("\(text) }\n".utf8)
  }

  /// The five fields, in two lines.
  private func fields(indent: String) -> String {
    let colors = ramp.map { "\"\($0)\"" }.joined(separator: ", ")
    return "\"background\": \"\(background)\", \"ink\": \"\(ink)\", \"ink2\": \"\(ink2)\", "
      + "\"accent\": \"\(accent)\",\n\(indent)\"ramp\": [\(colors)]"
  }

  /// Reads JSON text strictly: background and ink, and where they are given the schema, the three other
  /// fields and the scenes, which have the same fields, no others, in any order. Colours are opaque, in
  /// CSS notation.
  ///
  /// - Throws: `JSONReadingError`, with the place in the text.
  public init(json text: [UInt8]) throws(JSONReadingError) {
    self = try JSONField.read(text, schema: Palette.schema, isRequired: false, Palette.init(field:))
  }

  /// Reads a value of another JSON text.
  init(field root: JSONField) throws(JSONContentError) {
    let names = ["background", "ink", "ink2", "accent", "ramp"]
    let fields = try root.object(["schema"] + names + ["scenes"])
    try self.init(fields: fields)
    guard let list = try fields["scenes"]?.array(Palette.sceneCount...Palette.sceneCount) else {
      return
    }
    var scenes: [Palette] = []
    for scene in list { scenes.append(try Palette(fields: try scene.object(names))) }
    self = with(scenes: scenes)
  }

  private init(fields: JSONFields) throws(JSONContentError) {
    func color(_ field: JSONField) throws(JSONContentError) -> Color {
      guard let color = Color(parsing: try field.string()), color.alpha == 255 else {
        throw field.expecting("an opaque colour")
      }
      return color
    }
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
