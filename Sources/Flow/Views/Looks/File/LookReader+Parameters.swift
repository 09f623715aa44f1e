// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import JSON

/// Parameters, and variants of them.
extension LookReader {
  /// Whether a word is free for a parameter or a value.
  mutating func isFree(_ word: String, _ place: String) -> Bool {
    guard LookReader.isName(word, inExpressions: true) else {
      fault(place, "'\(word.prefix(40))' is not a name: a small letter, then letters and digits")
      return false
    }
    let isTaken =
      LookName.written[word] != nil || LookFunction.written[word] != nil
      || ColorSlot(rawValue: word) != nil || word == LookParameter.pulse.name
      || vocabulary.parameters[word] != nil
    if isTaken { fault(place, "there is a '\(word)' already; choose another name") }
    return !isTaken
  }

  mutating func readParameters(_ value: JSONValue, into file: inout LookFile) {
    let members = members(value, "parameters")
    if members.count > 32 { fault("parameters", "there are more than 32") }
    for member in members.prefix(32) {
      let place = "parameters.\(member.key.prefix(40))"
      guard isFree(member.key, place) else { continue }
      let keys = self.members(
        member.value, place, known: ["default", "range", "step", "unit", "help"])
      guard let usual = usual(member.value["default"], "\(place).default") else {
        vocabulary.faulty.insert(member.key)
        continue
      }
      if case .colors = usual,
        let other = keys.first(where: { !["default", "help"].contains($0.key) })
      {
        fault(place, "'\(other.key)' is of numbers, and '\(member.key)' is a colour")
      }
      var range = 0.0...1.0
      if let given = member.value["range"] {
        if case .array(let ends) = given, ends.count == 2, case .number(let low) = ends[0],
          case .number(let high) = ends[1], low.double < high.double,
          max(abs(low.double), abs(high.double)) <= 100_000
        {
          range = low.double...high.double
        } else {
          fault("\(place).range", "two numbers are expected, the smaller one first")
          range = -100_000...100_000
        }
      }
      var parameter = LookParameter(
        member.key, usual, in: range,
        help: text(member.value["help"], "\(place).help", most: 200))
      parameter.step = number(
        member.value["step"], "\(place).step", in: 0...100_000, usual: 0)
      let unit = text(member.value["unit"], "\(place).unit", most: 40)
      if !["", "pt", "s", "°", "dB"].contains(unit) {
        fault("\(place).unit", "one of pt, s, °, dB is expected")
      }
      parameter.unit = unit
      if case .number = usual { _ = setting(parameter, usual.text, "\(place).default") }
      file.parameters.append(parameter)
      vocabulary.parameters[member.key] = usual
    }
  }

  /// The usual value of a parameter: a number, a colour, or four; a colour may be an expression.
  mutating func usual(_ value: JSONValue?, _ place: String) -> LookParameter.Value? {
    switch value {
    case .number(let number)?: return .number(number.double)
    case .string?, .array?:
      var list = [value ?? .null]
      if case .array(let colors)? = value { list = colors }
      guard [1, 4].contains(list.count) else { break }
      // What is known before the run does not depend on other parameters.
      let own = vocabulary.parameters
      vocabulary.parameters = [:]
      defer { vocabulary.parameters = own }
      var texts: [String] = []
      for color in list {
        guard case .string(let text) = color else { break }
        if Double(text) != nil {
          fault(place, "a number stands without quotes")
        } else if Color(parsing: text) == nil {
          _ = expression(color, place, .color, in: [.once], isConstant: true)
        }
        texts.append(text)
      }
      if texts.count == list.count { return .colors(texts) }
    default: break
    }
    fault(place, "a number, a colour, or a list of four colours is expected")
    return nil
  }

  /// A value of a parameter, if it can have it.
  mutating func setting(
    _ parameter: LookParameter, _ text: String, _ place: String
  ) -> LookSetting? {
    do {
      _ = try parameter.value(typed: text)
      return LookSetting(parameter.name, text)
    } catch {
      fault(place, error.reason + (error.hint.map { "; \($0)" } ?? ""))
      return nil
    }
  }

  mutating func readVariants(_ value: JSONValue, into file: inout LookFile) {
    let variants = members(value, "variants")
    if variants.count > 16 { fault("variants", "there are more than 16") }
    for variant in variants.prefix(16) {
      let place = "variants.\(variant.key.prefix(40))"
      guard LookReader.isName(variant.key, inExpressions: false) else {
        fault(place, "a name of small letters, digits and hyphens is expected")
        continue
      }
      var values: [LookSetting] = []
      let known = file.parameters + [.pulse]
      for member in members(variant.value, place, known: known.map(\.name)) {
        guard let parameter = known.first(where: { $0.name == member.key }) else { continue }
        let place = "\(place).\(member.key)"
        switch member.value {
        case .number(let number):
          values += [setting(parameter, number.double.argumentText, place)].compactMap(\.self)
        case .string(let text): values += [setting(parameter, text, place)].compactMap(\.self)
        default: fault(place, "a number, a colour, or \"four, colours, with, commas\" is expected")
        }
      }
      file.variants.append((variant.key, values))
    }
  }
}
