// SPDX-License-Identifier: MIT
internal import JSON
internal import Signal
internal import Text

extension Constants {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/constants/2"

  /// The constants as JSON text: keys in a fixed order, a line for each channel, figures with five
  /// decimals, a line feed at the end.
  public var json: [UInt8] {
    let floor = JSONValue.number(JSONNumber(floor.value)).text
    let lines = channels.map { channel in
      let meters = ChannelLevel.Meter.allCases.map { meter in
        "\"\(meter.rawValue)\": \(channel.figures[meter]?.json ?? "null")"
      }
      return "\n    { \(meters.joined(separator: ", ")) }"
    }
    let fall = ballistics.fall.map { "\"fall\": \(JSONValue.number(JSONNumber($0)).text), " } ?? ""
    let text = """
      { "schema": "\(Constants.schema)", "ballistics": "\(ballistics.name)", \(fall)\
      "tickRate": "\(tickRate)", "floor": \(floor),
        "ticks": \(ticks), "silentTicks": \(silentTicks),
        "range": { "left": \(range.left), "right": \(range.right), \
      "peak": \(range.peak?.json ?? "null"), "average": \(range.average?.json ?? "null") },
        "channels": [\(lines.joined(separator: ",")) ] }

      """
    return Array(text.utf8)
  }

  /// Reads the JSON text that ``json`` writes, strictly: all keys, no others, in any order.
  ///
  /// Figures with more than five decimals are rounded to five. Figures may be `null` only where the
  /// count of silent ticks and the other meter allow it.
  ///
  /// - Throws: ``ConstantsError``.
  public init(json text: [UInt8]) throws(ConstantsError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch { throw .syntax(error) }
    try Constants.checkSchema(of: value)
    let fields = try ConstantsFields(
      value, path: "",
      keys: ["schema", "ballistics"]
        + (value["ballistics"] == .string(Ballistics.petal().name) ? ["fall"] : [])
        + ["tickRate", "floor", "ticks", "silentTicks", "range", "channels"])

    let name = try fields.string("ballistics")
    guard let ballistics = Ballistics.allCases.first(where: { $0.name == name }) else {
      throw .unknownBallistics(found: name)
    }
    self.ballistics = try ballistics.fall == nil ? ballistics : .petal(fall: fields.fall())
    let rate = try fields.string("tickRate")
    do { tickRate = try Rate(parsing: rate) } catch {
      throw .malformedTickRate(found: rate, reason: error)
    }
    let floor = try fields.number("floor").double
    guard abs(floor) < DecimalText.bound else { throw .outOfRange(path: "floor", found: floor) }
    self.floor = Decibels(floor)
    ticks = try fields.count("ticks")
    silentTicks = try fields.count("silentTicks")

    var channels: [Channel] = []
    for (index, channel) in try fields.array("channels").enumerated() {
      channels.append(try Channel(channel, path: "channels[\(index)]"))
    }
    guard !channels.isEmpty else { throw .noChannels }
    self.channels = channels
    range = try Range(fields, key: "range", channels)
    // There are ticks that are not silent if and only if some peak meter has figures.
    guard silentTicks <= ticks, (silentTicks == ticks) == isSilent else {
      throw .silenceContradicted(path: "silentTicks")
    }
  }

  /// The schema is checked first: with another schema, unknown keys would be a useless message.
  private static func checkSchema(of value: JSONValue) throws(ConstantsError) {
    guard value.kind == .object else {
      throw .wrongKind(path: "", expected: .object, found: value.kind)
    }
    guard let schema = value["schema"] else { throw .missingKey(path: "schema") }
    guard case .string(let name) = schema else {
      throw .wrongKind(path: "schema", expected: .string, found: schema.kind)
    }
    guard name == Constants.schema else { throw .unknownSchema(found: name) }
  }
}

extension Constants.Channel {
  fileprivate init(_ value: JSONValue, path: String) throws(ConstantsError) {
    let meters = ChannelLevel.Meter.allCases
    let fields = try ConstantsFields(value, path: path, keys: meters.map(\.rawValue))
    var figures: [ChannelLevel.Meter: Constants.Figures] = [:]
    for meter in meters {
      figures[meter] = try Constants.Figures(fields, key: meter.rawValue)
    }
    self.figures = figures
    // An average never exceeds its peak, so it is at the floor where the peak is.
    if peak == nil && average != nil { throw .silenceContradicted(path: "\(path).peak") }
  }
}

extension Constants.Range {
  fileprivate init(
    _ parent: ConstantsFields, key: String, _ channels: [Constants.Channel]
  ) throws(ConstantsError) {
    let names = ChannelLevel.Meter.allCases.map(\.rawValue)
    let fields = try ConstantsFields(
      parent.value(key), path: parent.path(key), keys: ["left", "right"] + names)
    func channel(_ key: String) throws(ConstantsError) -> Int {
      let number = try fields.count(key)
      guard channels.indices.contains(number) else {
        throw .outOfRange(path: fields.path(key), found: Double(number))
      }
      return number
    }
    left = try channel("left")
    right = try channel("right")
    var meters: [ChannelLevel.Meter: LevelRange] = [:]
    for meter in ChannelLevel.Meter.allCases {
      meters[meter] = try LevelRange(fields, key: meter.rawValue)
      guard meters[meter] != nil else { continue }
      // The meter read the levels of its range, and its peak is never lower.
      guard meters[.peak] != nil else { throw .silenceContradicted(path: fields.path("peak")) }
      guard channels[left].figures[meter] ?? channels[right].figures[meter] != nil else {
        throw .silenceContradicted(path: "channels[\(left)].\(meter.rawValue)")
      }
    }
    self.meters = meters
  }
}

extension LevelRange {
  fileprivate var json: String {
    let ends = [low, high].map { DecimalText.text($0, places: Constants.places) }
    return "[\(ends.joined(separator: ", "))]"
  }

  fileprivate init?(_ parent: ConstantsFields, key: String) throws(ConstantsError) {
    guard try parent.value(key) != .null else { return nil }
    let values = try parent.array(key)
    var ends: [Double] = []
    for case .number(let number) in values where abs(number.double) < DecimalText.bound / 2 {
      let units = DecimalText.units(of: number.double, places: Constants.places)
      ends.append(Double(units) / Constants.unitsInDecibel)
    }
    guard values.count == 2, ends.count == 2, ends[0] <= ends[1] else {
      throw .noRange(path: parent.path(key))
    }
    self.init(low: ends[0], high: ends[1])
  }
}

extension Constants.Figures {
  fileprivate var json: String {
    let members = Quantile.allCases.map { quantile in
      let figure = DecimalText.text(self[quantile], places: Constants.places)
      return "\"\(quantile.rawValue)\": \(figure)"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  fileprivate init?(_ parent: ConstantsFields, key: String) throws(ConstantsError) {
    let value = try parent.value(key)
    if value == .null { return nil }
    let fields = try ConstantsFields(
      value, path: parent.path(key), keys: Quantile.allCases.map(\.rawValue))
    var units: [Quantile: Int] = [:]
    var limit = Double.infinity
    for quantile in Quantile.allCases {
      let figure = try fields.number(quantile.rawValue).double
      let path = fields.path(quantile.rawValue)
      guard figure >= 0, figure < DecimalText.bound else {
        throw .outOfRange(path: path, found: figure)
      }
      guard figure <= limit else {
        throw .notOrdered(path: path, found: figure, limit: limit)
      }
      limit = figure
      let count = DecimalText.units(of: figure, places: Constants.places)
      // A figure that rounds up to the bound cannot be written.
      guard Double(count) < DecimalText.bound * Constants.unitsInDecibel else {
        throw .outOfRange(path: path, found: figure)
      }
      units[quantile] = count
    }
    self.init { units[$0] ?? 0 }
  }
}

/// The members of a JSON object whose keys were checked.
private struct ConstantsFields {
  private let object: JSONValue
  private let place: String

  /// - Throws: for another kind of value, for an absent key, and for one that is not in `keys`.
  init(_ value: JSONValue, path: String, keys: [String]) throws(ConstantsError) {
    guard case .object(let members) = value else {
      throw .wrongKind(path: path, expected: .object, found: value.kind)
    }
    object = value
    place = path
    for member in members where !keys.contains(member.key) {
      throw .unknownKey(path: self.path(member.key))
    }
    for key in keys where value[key] == nil { throw .missingKey(path: self.path(key)) }
  }

  func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  func value(_ key: String) throws(ConstantsError) -> JSONValue {
    guard let value = object[key] else { throw .missingKey(path: path(key)) }
    return value
  }

  func string(_ key: String) throws(ConstantsError) -> String {
    let value = try value(key)
    guard case .string(let string) = value else { throw wrongKind(key, .string, value) }
    return string
  }

  func number(_ key: String) throws(ConstantsError) -> JSONNumber {
    let value = try value(key)
    guard case .number(let number) = value else { throw wrongKind(key, .number, value) }
    return number
  }

  func array(_ key: String) throws(ConstantsError) -> [JSONValue] {
    let value = try value(key)
    guard case .array(let array) = value else { throw wrongKind(key, .array, value) }
    return array
  }

  /// A whole number that is not negative.
  func count(_ key: String) throws(ConstantsError) -> Int {
    let number = try number(key)
    guard let integer = number.integer else {
      throw .notWhole(path: path(key), found: number.double)
    }
    guard integer >= 0 else { throw .outOfRange(path: path(key), found: number.double) }
    return integer
  }

  /// How fast petals fall.
  func fall() throws(ConstantsError) -> Double {
    let fall = try number("fall").double
    guard Ballistics.falls.contains(fall) else {
      throw .outOfRange(path: path("fall"), found: fall)
    }
    return fall
  }

  private func wrongKind(
    _ key: String, _ expected: JSONKind, _ found: JSONValue
  ) -> ConstantsError {
    .wrongKind(path: path(key), expected: expected, found: found.kind)
  }
}
