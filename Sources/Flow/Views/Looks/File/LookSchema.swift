// SPDX-License-Identifier: MIT
internal import Analysis
public import JSON

extension LookFile {
  /// A schema of looks, with which editors complete keys and words.
  ///
  /// - Source: JSON Schema, draft 7.
  public static var jsonSchema: JSONValue {
    let layer = object(
      LookKey.common + LookMark.allCases.flatMap(\.keys) + [.layers], required: [])
    return JSONValue.object([
      JSONMember("$schema", "http://json-schema.org/draft-07/schema#"),
      JSONMember("title", "A look of radial-audio"), JSONMember("type", "object"),
      JSONMember("required", .array(["schema", "name", "layers"])),
      JSONMember("additionalProperties", false),
      JSONMember("properties", .object(fileProperties)),
      JSONMember("definitions", .object([JSONMember("layer", layer)])),
    ])
  }

  private static var fileProperties: [JSONMember] {
    let layouts = words(FigureLayout.allCases.map(\.rawValue))
    let palettes = words(Palette.names)
    let values = map(of: value, most: 64)
    let properties: [String: JSONValue] = [
      "schema": .object([JSONMember("const", .string(schema))]), "name": text(most: 40),
      "by": text(most: 80), "summary": text(most: 200),
      "meters": words(Ballistics.usual.map(\.name)),
      "palette": either(palettes, type("object")), "turn": either(type("number"), words(["lock"])),
      "layout": either(layouts, list(of: layouts, 1, FigureLayout.allCases.count)),
      "parameters": map(of: parameter, most: 32),
      "variants": map(of: map(of: either(type("number"), type("string")), most: 33), most: 16),
      "values": values, "track": track, "fills": type("boolean"), "cover": value,
      "logo": type("number"),
      "camera": .object([
        JSONMember("type", "object"), JSONMember("additionalProperties", false),
        JSONMember(
          "properties", .object(Camera.allCases.map { JSONMember($0.rawValue, value) })),
      ]),
      "layers": list(of: layerReference, 1, 64),
    ]
    return keys.map { JSONMember($0, properties[$0] ?? true) }
  }

  private static var track: JSONValue {
    .object([
      JSONMember("type", "object"), JSONMember("additionalProperties", false),
      JSONMember(
        "properties",
        .object([
          JSONMember("turns", list(of: type("integer"), 2, 2)),
          JSONMember("cells", type("integer")), JSONMember("window", type("number")),
          JSONMember("stretch", type("boolean")), JSONMember("spiral", type("boolean")),
        ])),
    ])
  }

  private static var parameter: JSONValue {
    .object([
      JSONMember("type", "object"), JSONMember("required", .array(["default"])),
      JSONMember("additionalProperties", false),
      JSONMember(
        "properties",
        .object([
          JSONMember(
            "default", either(type("number"), type("string"), list(of: type("string"), 4, 4))),
          JSONMember("range", list(of: type("number"), 2, 2)),
          JSONMember("step", type("number")), JSONMember("unit", words(["pt", "s", "°", "dB"])),
          JSONMember("help", text(most: 200)),
        ])),
    ])
  }

  /// An object with some of the keys of a layer.
  private static func object(_ keys: [LookKey], required: [JSONValue]) -> JSONValue {
    var known: [LookKey] = []
    for key in keys where !known.contains(key) { known.append(key) }
    return .object([
      JSONMember("type", "object"), JSONMember("additionalProperties", false),
      JSONMember("required", .array(required)),
      JSONMember("properties", .object(known.map { JSONMember($0.rawValue, property($0)) })),
    ])
  }

  private static func property(_ key: LookKey) -> JSONValue {
    let layouts = words(FigureLayout.allCases.map(\.rawValue))
    return switch key {
    case .name: text(most: 40)
    case .mark: words(LookMark.allCases.map(\.rawValue))
    case .side: words(LookSide.allCases.map(\.rawValue))
    case .only: either(layouts, list(of: layouts, 1, FigureLayout.allCases.count))
    case .when: words(LookDomain.Event.allCases.map(\.rawValue))
    case .first: words(LookDomain.First.allCases.map(\.rawValue))
    case .curve: words(LookCurve.allCases.map(\.rawValue))
    case .layers: list(of: layerReference, 1, 64)
    case .radius: either(value, object([.from, .to], required: []))
    case .gradient: object([.from, .to, .steps, .color], required: ["from", "to", "color"])
    case .domain:
      either(
        words(LookDomain.Kind.allCases.filter { $0 != .past }.map(\.rawValue)),
        .object([
          JSONMember("type", "object"), JSONMember("additionalProperties", false),
          JSONMember("maxProperties", 1),
          JSONMember(
            "properties",
            .object(
              LookDomain.Kind.allCases.map { kind in
                JSONMember(kind.rawValue, object(kind.keys, required: []))
              })),
        ]))
    case .color: text(most: LookParser.mostCharacters)
    default: value
    }
  }

  // MARK: - Pieces

  private static var layerReference: JSONValue {
    .object([JSONMember("$ref", "#/definitions/layer")])
  }
  /// A number, or an expression.
  private static var value: JSONValue {
    either(type("number"), text(most: LookParser.mostCharacters))
  }
  private static func type(_ name: String) -> JSONValue {
    .object([JSONMember("type", .string(name))])
  }
  private static func text(most: Int) -> JSONValue {
    .object([JSONMember("type", "string"), JSONMember("maxLength", .number(JSONNumber(most)))])
  }
  private static func words(_ words: [String]) -> JSONValue {
    .object([JSONMember("enum", .array(words.map { .string($0) }))])
  }
  private static func either(_ choices: JSONValue...) -> JSONValue {
    .object([JSONMember("anyOf", .array(choices))])
  }
  private static func list(of element: JSONValue, _ least: Int, _ most: Int) -> JSONValue {
    .object([
      JSONMember("type", "array"), JSONMember("items", element),
      JSONMember("minItems", .number(JSONNumber(least))),
      JSONMember("maxItems", .number(JSONNumber(most))),
    ])
  }
  private static func map(of element: JSONValue, most: Int) -> JSONValue {
    .object([
      JSONMember("type", "object"), JSONMember("additionalProperties", element),
      JSONMember("maxProperties", .number(JSONNumber(most))),
    ])
  }
}
