// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Text

/// Something that `plan` says: a row of text, members of its JSON, or both.
struct PlanRow {
  /// The name and the text of the row, if it has one.
  var row: (name: String, text: String)?
  /// The members of the JSON object: in bytes, seconds and pixels.
  var members: [JSONMember] = []

  /// A fact for people and programs; for programs only if the text is `nil`.
  init(_ name: String, _ text: String?, _ members: [JSONMember] = []) {
    row = text.map { (name, $0) }
    self.members = members
  }

  /// A fact for programs; people read it in another row, or not at all.
  init(_ members: [JSONMember]) { self.members = members }

  /// The options that files have.
  init(_ presets: [Preset]) {
    let texts = presets.map { preset in
      "--\(preset.name)" + (preset.text.map { " \(ProgramText.quoted($0))" } ?? "")
        + " (\(preset.origin))"
    }
    let values = presets.map { preset in
      JSONValue.object([
        JSONMember("name", .text(preset.name)), JSONMember("value", .text(preset.text)),
        JSONMember("origin", .text(preset.origin)),
      ])
    }
    self.init(
      "options", texts.isEmpty ? nil : texts.joined(separator: ", "),
      [JSONMember("options", .array(values))])
  }

  /// A text that is the same for both; `null` in JSON if there is none.
  init(_ name: String, key: String, _ text: String?) {
    self.init(name, text, [JSONMember(key, .text(text))])
  }
}

extension [PlanRow] {
  /// Aligned lines of names and texts.
  var text: String {
    let rows = compactMap(\.row)
    let width = rows.reduce(0) { Swift.max($0, $1.name.count) } + 2
    return rows.reduce("") { text, row in
      let gap = String(repeating: " ", count: width - row.name.count)
      return text + row.name + gap + LineText.escaped(row.text) + "\n"
    }
  }

  /// One JSON object.
  var json: JSONValue {
    .object([JSONMember("schema", "radial-audio/plan/1")] + flatMap(\.members))
  }
}

extension JSONValue {
  static func whole(_ number: Int?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }

  static func decimal(_ number: Double?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }
}
