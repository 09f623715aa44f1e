// SPDX-License-Identifier: MIT
internal import JSON

extension WheelNetwork {
  /// The greatest distance of a wheel from the origin along each axis, in points.
  private static let farthest = 1e6
  /// Frequencies, in Hz.
  private static let frequencies = 1.0...100_000

  /// Reads a wheel network.
  init(_ fields: JSONFields) throws(JSONContentError) {
    var wheels: [Wheel] = []
    for field in try fields.required("wheels").array(1...WheelNetwork.maxWheels) {
      wheels.append(try WheelNetwork.wheel(field, audio: wheels.isEmpty))
    }
    let fieldsOfEvents = try fields["events"]?.array(0...Instrument.maxEvents) ?? []
    let events = try fields.events { field throws(JSONContentError) in
      try WheelNetwork.event(field)
    }
    try WheelNetwork.check(
      zip(events, fieldsOfEvents).sorted { $0.0.time < $1.0.time }, count: wheels.count)
    var scale = WheelNetwork.tutorialScale
    if let list = fields["scale"] {
      scale = []
      for field in try list.array(1...128) {
        scale.append(
          try field.number(in: WheelNetwork.frequencies, "Hz from 1 to 100000"))
      }
    }
    self.init(
      wheels: wheels, events: events, scale: scale, pan: try fields["pan"]?.bool() ?? true)
  }

  /// Makes sure that every event, in order of time, is about a wheel that exists.
  private static func check(
    _ events: [(event: Event, field: JSONField)], count: Int
  ) throws(JSONContentError) {
    var count = count
    for (event, field) in events {
      switch event.change {
      case .add:
        guard count < maxWheels else {
          throw JSONContentError(
            path: field.path,
            problem: .unexpected(
              found: "wheel number \(maxWheels + 1)", expected: "one of \(maxWheels) at most"))
        }
        count += 1
      case .set(let wheel, _, _, _, _):
        guard wheel < count else {
          throw JSONContentError(
            path: field.path + [.key("wheel")],
            problem: .unexpected(
              found: "\(wheel)",
              expected: "the number of a wheel that is there then (0 to \(count - 1))"))
        }
      }
    }
  }

  private static func wheel(
    _ field: JSONField, audio: Bool
  ) throws(JSONContentError) -> Wheel {
    let fields = try field.object(["x", "y", "radius", "audio"])
    return Wheel(
      x: try place(fields.required("x")), y: try place(fields.required("y")),
      radius: try fields["radius"].map(radius) ?? 100,
      audio: try fields["audio"]?.bool() ?? audio)
  }

  private static func event(_ field: JSONField) throws(JSONContentError) -> Event {
    guard field.value["add"] == nil else {
      let fields = try field.object(["time", "add"])
      return Event(
        time: try fields.time("time"), .add(try wheel(fields.required("add"), audio: false)))
    }
    let fields = try field.object(["time", "wheel", "x", "y", "radius", "audio"])
    guard ["x", "y", "radius", "audio"].contains(where: { fields[$0] != nil }) else {
      throw JSONContentError(
        path: field.path, problem: .missingKey("x', 'y', 'radius' or 'audio"))
    }
    let change = Change.set(
      wheel: try fields.required("wheel").integer(in: 0...maxWheels - 1),
      x: try fields["x"].map(place), y: try fields["y"].map(place),
      radius: try fields["radius"].map(radius), audio: try fields["audio"]?.bool())
    return Event(time: try fields.time("time"), change)
  }

  private static func place(_ field: JSONField) throws(JSONContentError) -> Double {
    try field.number(in: -farthest...farthest, "points from -\(Int(farthest)) to \(Int(farthest))")
  }

  private static func radius(_ field: JSONField) throws(JSONContentError) -> Double {
    try field.number(
      in: radii, "points from \(Int(radii.lowerBound)) to \(Int(radii.upperBound))")
  }
}
