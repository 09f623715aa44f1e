// SPDX-License-Identifier: MIT
public import JSON
internal import Signal
internal import Text

extension ConstantsSet {
  /// The name of the JSON text's schema.
  public static let schema = "radial-audio/constants/3"

  /// The constants as JSON text: keys in a fixed order, a line for each channel, figures with five
  /// decimals, a line feed at the end.
  public var json: [UInt8] {
    let objects = all.map(\.json).joined(separator: ",\n")
    let text = "{ \"schema\": \"\(ConstantsSet.schema)\", \"constants\": [\n\(objects) ] }\n"
    return Array(text.utf8)
  }

  /// Reads the JSON text that ``json`` writes, strictly: all keys, no others, in any order.
  ///
  /// Figures with more than five decimals are rounded to five. Figures may be `null` only where the
  /// count of silent ticks and the other meter allow it. The ballistics are among `kinds`.
  ///
  /// - Throws: `JSONReadingError`, with the place in the text.
  public init(
    json text: [UInt8], kinds: [Ballistics] = Ballistics.allCases
  ) throws(JSONReadingError) {
    self = try JSONField.read(text, schema: ConstantsSet.schema) {
      (root) throws(JSONContentError) in
      try ConstantsSet(root, kinds)
    }
  }

  private init(_ root: JSONField, _ kinds: [Ballistics]) throws(JSONContentError) {
    var all: [Constants] = []
    for field in try root.object(["schema", "constants"]).required("constants").array(1...Int.max) {
      let next = try Constants(field, kinds)
      guard !all.contains(where: { $0.ballistics == next.ballistics }) else {
        throw field.expecting("one with other ballistics than those before it")
      }
      all.append(next)
    }
    self.all = all
  }
}

extension Constants {
  fileprivate var json: String {
    let floor = JSONValue.number(JSONNumber(floor.value)).text
    let lines = channels.map { channel in
      let meters = ChannelLevel.Meter.allCases.map { meter in
        "\"\(meter.rawValue)\": \(channel.figures[meter]?.json ?? "null")"
      }
      return "\n    { \(meters.joined(separator: ", ")) }"
    }
    let parameters = ballistics.parameters.map { "\"\($0.name)\": \($0.text), " }.joined()
    return """
      { "ballistics": "\(ballistics.name)", \(parameters)\
      "tickRate": "\(tickRate)", "floor": \(floor),
        "ticks": \(ticks), "silentTicks": \(silentTicks),
        "range": { "left": \(range.left), "right": \(range.right), \
      "peak": \(range.peak?.json ?? "null"), "average": \(range.average?.json ?? "null") },
        "channels": [\(lines.joined(separator: ",")) ] }
      """
  }

  fileprivate init(_ root: JSONField, _ kinds: [Ballistics]) throws(JSONContentError) {
    let kind = kinds.first { root.value["ballistics"] == .string($0.name) }
    let fields = try root.object(
      ["ballistics"] + (kind?.parameters.map(\.name) ?? [])
        + ["tickRate", "floor", "ticks", "silentTicks", "range", "channels"])
    guard let kind else {
      let names = kinds.map { "'\($0.name)'" }
      throw try fields.required("ballistics")
        .expecting("one of \(names.joined(separator: ", "))")
    }
    var values: ParameterValues = [:]
    for parameter in kind.parameters {
      values[parameter.name] = try fields.required(parameter.name).number(in: parameter.range)
    }
    ballistics = kind.setting(values)
    let rate = try fields.required("tickRate")
    guard case .string(let word) = rate.value, let tickRate = try? Rate(parsing: word) else {
      throw rate.expecting("a rate such as '60' or '30000/1001'")
    }
    self.tickRate = tickRate
    floor = Decibels(try fields.required("floor").number(in: -Constants.most...Constants.most))
    ticks = try fields.required("ticks").integer(in: 0...Int.max)
    let silentTicks = try fields.required("silentTicks")
    self.silentTicks = try silentTicks.integer(in: 0...Int.max)
    var channels: [Channel] = []
    for field in try fields.required("channels").array(1...Int.max) {
      channels.append(try Channel(field))
    }
    self.channels = channels
    range = try Range(fields.required("range"), channels)
    // There are ticks that are not silent if and only if some peak meter has figures.
    guard self.silentTicks <= ticks, (self.silentTicks == ticks) == isSilent else {
      throw silentTicks.expecting("what 'ticks' and the channels' figures allow")
    }
  }

  /// The greatest figure that can be written, in dB.
  fileprivate static let most = DecimalText.bound - 0.00001
}

extension Constants.Channel {
  fileprivate init(_ field: JSONField) throws(JSONContentError) {
    let meters = ChannelLevel.Meter.allCases
    let fields = try field.object(meters.map(\.rawValue))
    var figures: [ChannelLevel.Meter: Constants.Figures] = [:]
    for meter in meters {
      figures[meter] = try Constants.Figures(fields.required(meter.rawValue))
    }
    self.figures = figures
    // An average never exceeds its peak, so it is at the floor where the peak is.
    if peak == nil, average != nil {
      throw try fields.required("peak").expecting("figures like those of the average")
    }
  }
}

extension Constants.Range {
  fileprivate init(
    _ field: JSONField, _ channels: [Constants.Channel]
  ) throws(JSONContentError) {
    let all = ChannelLevel.Meter.allCases
    let fields = try field.object(["left", "right"] + all.map(\.rawValue))
    left = try fields.required("left").integer(in: 0...channels.count - 1)
    right = try fields.required("right").integer(in: 0...channels.count - 1)
    var meters: [ChannelLevel.Meter: LevelRange] = [:]
    for meter in all {
      let levels = try fields.required(meter.rawValue)
      meters[meter] = try LevelRange(levels)
      guard meters[meter] != nil else { continue }
      // The meter read the levels of its range, and its peak is never lower.
      guard meters[.peak] != nil else {
        throw try fields.required("peak").expecting("levels like those of the average")
      }
      guard channels[left].figures[meter] ?? channels[right].figures[meter] != nil else {
        throw levels.expecting("null, as the channels' figures")
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

  fileprivate init?(_ field: JSONField) throws(JSONContentError) {
    guard field.value != .null else { return nil }
    var ends: [Double] = []
    for level in try field.array(2...2) {
      let level = try level.number(in: -1e8...1e8)
      let units = DecimalText.units(of: level, places: Constants.places)
      ends.append(Double(units) / Constants.unitsInDecibel)
    }
    guard ends[0] <= ends[1] else { throw field.expecting("two levels, the lower one first") }
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

  fileprivate init?(_ field: JSONField) throws(JSONContentError) {
    if field.value == .null { return nil }
    let fields = try field.object(Quantile.allCases.map(\.rawValue))
    var units: [Quantile: Int] = [:]
    var limit = Constants.most
    for quantile in Quantile.allCases {
      limit = try fields.required(quantile.rawValue).number(in: 0...limit)
      units[quantile] = DecimalText.units(of: limit, places: Constants.places)
    }
    self.init { units[$0] ?? 0 }
  }
}
