// SPDX-License-Identifier: MIT
public import JSON

extension Instrument {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/instrument/1"

  /// The size limit of a text in bytes.
  public static let maxBytes = 32 << 20

  /// The greatest number of events.
  public static let maxEvents = 100_000

  /// The longest time, in seconds: eleven days.
  public static let longestTime = 1e6

  /// Reads JSON text strictly: no unknown keys, and every value within its limits.
  ///
  /// - Throws: `JSONReadingError`, with the place in the text.
  public init(json text: [UInt8]) throws(JSONReadingError) {
    self = try JSONField.read(text, schema: Instrument.schema, Instrument.init)
  }

  private init(_ root: JSONField) throws(JSONContentError) {
    let all = try root.object()
    let word = try all.required("kind")
    guard let kind = InstrumentKind(rawValue: try word.string()) else {
      throw word.expecting(
        InstrumentKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or "))
    }
    let common = ["schema", "kind", "duration", "sampleRate", "events"]
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
    sampleRate =
      try fields["sampleRate"]?.integer(in: Instrument.sampleRates) ?? Instrument.defaultSampleRate
  }
}

extension JSONFields {
  /// The events, if there are any.
  func events<Event>(
    _ read: (JSONField) throws(JSONContentError) -> Event
  ) throws(JSONContentError) -> [Event] {
    guard let list = self["events"] else { return [] }
    var events: [Event] = []
    for field in try list.array(0...Instrument.maxEvents) { events.append(try read(field)) }
    return events
  }

  /// The time of an event, in seconds.
  func time(_ key: String) throws(JSONContentError) -> Double {
    try required(key).number(
      in: 0...Instrument.longestTime, "seconds from 0 to \(Int(Instrument.longestTime))")
  }
}
