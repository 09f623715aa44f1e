// SPDX-License-Identifier: MIT
internal import JSON

extension ToneBank {
  /// Reads a tone bank; it has the tutorial's four tones if the text has none.
  init(_ fields: JSONFields) throws(JSONContentError) {
    var tones = ToneBank.tutorial
    if let list = fields["tones"] {
      tones = []
      for field in try list.array(1...ToneBank.maxTones) { tones.append(try Tone(field)) }
    }
    let events = try fields.events { field throws(JSONContentError) in
      try Event(field, toneCount: tones.count)
    }
    self.init(tones: tones, events: events)
  }
}

extension ToneBank.Tone {
  fileprivate init(_ field: JSONField) throws(JSONContentError) {
    let fields = try field.object(["frequency", "velocity"])
    self.init(
      frequency: Double(try fields.required("frequency").integer(in: 0...127)),
      velocity: Double(try fields.required("velocity").integer(in: 0...127)))
  }
}

extension ToneBank.Event {
  fileprivate init(_ field: JSONField, toneCount: Int) throws(JSONContentError) {
    let fields = try field.object(["time", "tone", "frequency", "velocity", "glide"])
    func dial(_ key: String) throws(JSONContentError) -> Int? {
      try fields[key].map { dial throws(JSONContentError) in try dial.integer(in: 0...127) }
    }
    self.init(
      time: try fields.time("time"),
      tone: try fields.required("tone").integer(in: 0...toneCount - 1),
      frequency: try dial("frequency"), velocity: try dial("velocity"),
      glide: fields["glide"] == nil ? 0 : try fields.time("glide"))
    guard frequency != nil || velocity != nil else {
      throw JSONContentError(path: field.path, problem: .missingKey("frequency' or 'velocity"))
    }
  }
}
