// SPDX-License-Identifier: MIT
public import JSON

/// Why a text does not describe an instrument.
public enum InstrumentError: Error, Hashable, Sendable {
  /// The text is not JSON.
  case syntax(JSONSyntaxError)
  /// The schema is not ``Instrument/schema``.
  case unknownSchema(found: String)
  /// A value is not valid.
  case content(JSONContentError, line: Int, column: Int)
}

extension InstrumentError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .syntax(let error): "is not JSON: \(error)"
    case .unknownSchema(let found):
      "has the schema '\(found)'; an instrument has '\(Instrument.schema)'"
    case .content(let error, let line, let column): "line \(line), column \(column): \(error)"
    }
  }
}

extension Instrument {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/instrument/1"

  /// The size limit of a text in bytes.
  public static let mostBytes = 32 << 20

  /// The greatest number of events.
  public static let mostEvents = 100_000

  /// The longest time, in seconds: eleven days.
  public static let longestTime = 1e6

  /// Reads JSON text strictly: no unknown keys, and every value within its limits.
  ///
  /// - Throws: ``InstrumentError``.
  public init(json text: [UInt8]) throws(InstrumentError) {
    let root: JSONField
    do { root = JSONField(try JSONValue(parsing: text)) } catch { throw .syntax(error) }
    // The schema is checked first: with another schema, unknown keys would be a useless message.
    if case .string(let found)? = root.value["schema"], found != Instrument.schema {
      throw .unknownSchema(found: found)
    }
    do { try self.init(root) } catch {
      let place = error.place(in: text)
      throw .content(error, line: place.line, column: place.column)
    }
  }

  private init(_ root: JSONField) throws(JSONContentError) {
    let all = try root.object()
    _ = try all.required("schema").string()
    let word = try all.required("kind")
    guard let kind = InstrumentKind(rawValue: try word.string()) else {
      throw word.expecting(
        InstrumentKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or "))
    }
    let common = ["schema", "kind", "duration", "events"]
    let fields: JSONFields
    switch kind {
    case .tones:
      fields = try root.object(common + ["tones"])
      parts = .tones(try ToneBank(fields))
    case .wheels:
      fields = try root.object(common + ["wheels", "scale", "pan"])
      parts = .wheels(try WheelNetwork(fields))
    }
    duration = try fields["duration"].map { field throws(JSONContentError) in
      try field.number(
        in: 0.001...Instrument.longestTime, "seconds from 0.001 to \(Int(Instrument.longestTime))")
    }
  }
}

extension JSONFields {
  /// The events, if there are any.
  func events<Event>(
    _ read: (JSONField) throws(JSONContentError) -> Event
  ) throws(JSONContentError) -> [Event] {
    guard let list = self["events"] else { return [] }
    var events: [Event] = []
    for field in try list.array(0...Instrument.mostEvents) { events.append(try read(field)) }
    return events
  }

  /// The time of an event, in seconds.
  func time(_ key: String) throws(JSONContentError) -> Double {
    try required(key).number(
      in: 0...Instrument.longestTime, "seconds from 0 to \(Int(Instrument.longestTime))")
  }
}
