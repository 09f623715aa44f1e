// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// A number, or a colour, of a look that can be set with `--set`.
public struct LookParameter: Sendable, Hashable {
  /// What it is called.
  public let name: String
  /// What it is if it is not set.
  public let usual: Value
  /// The limits of a number.
  public let range: ClosedRange<Double>
  /// The distance of the numbers that it can be, from the smallest one on; 0 for any.
  public var step = 0.0
  /// The unit of a number: `pt`, `s`, `°`, `dB`, or empty.
  public var unit = ""
  /// What it changes, in a few words.
  public let help: String

  /// A number, or colours.
  public enum Value: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// One colour, or four: peak left, peak right, average left, average right. Those that are not set can
    /// be expressions that are known before the run, such as `if(own, ink, ink2)`.
    case colors([String])

    /// As it is typed.
    public var text: String {
      switch self {
      case .number(let number): number.argumentText
      case .colors(let colors): Set(colors).count == 1 ? colors[0] : colors.joined(separator: ",")
      }
    }
  }

  /// A parameter: its limits are for numbers.
  init(
    _ name: String, _ usual: Value, in range: ClosedRange<Double> = 0...1, step: Double = 0,
    unit: String = "", help: String
  ) {
    (self.name, self.usual, self.range, self.step) = (name, usual, range, step)
    (self.unit, self.help) = (unit, help)
  }

  /// The parameter that most looks have.
  static let pulse = LookParameter(
    "pulse", .number(1),
    help: "how far the bass and the loudness open the heart; 0 draws no rings of hits")

  /// The parameters of a look with a place for a logo, whose usual width is 0 if it fits in.
  static func logo(width: Double, x: Double = 0.5, y: Double = 0.5) -> [LookParameter] {
    [
      LookParameter(
        "logo-width", .number(width), in: min(width, 0.001)...100_000, unit: "pt",
        help: "width of the logo" + (width > 0 ? "" : "; 0 fits it in")),
      LookParameter("logo-x", .number(x), in: -100...100, help: "share of it left of the centre"),
      LookParameter("logo-y", .number(y), in: -100...100, help: "share of it above the centre"),
    ]
  }

  /// What it can be, for help: `0 to 210 pt`, or `a colour`.
  public var choices: String {
    switch usual {
    case .number:
      [range.lowerBound, range.upperBound].map(\.argumentText).joined(separator: " to ")
        + (unit.isEmpty ? "" : " \(unit)")
        + (step == 0 ? "" : " in steps of \(step.argumentText)")
    case .colors(let colors): colors.count == 1 ? "a colour" : "one colour or four"
    }
  }

  /// Reads a value as it was typed, such as `40` or `#ff8800`.
  func value(typed text: String) throws(ArgumentValueError) -> Value {
    if case .colors(let usual) = usual {
      let colors = text.listParts.compactMap { Color(parsing: $0) }
      guard colors.count == text.listParts.count, [1, usual.count].contains(colors.count) else {
        throw ArgumentValueError(
          "not \(choices)", hint: "\(name) is \(choices), such as '#ff8800' or gold")
      }
      return .colors(usual.indices.map { colors[$0 % colors.count].description })
    }
    let isWithUnit = !unit.isEmpty && text.hasSuffix(unit)
    let text = isWithUnit ? String(text.dropLast(unit.count)) : text
    let number = try Double(argument: text, in: range, hint: "\(name) is from \(choices)")
    let steps = step == 0 ? 0 : (number - range.lowerBound) / step
    guard abs(steps - steps.rounded()) < 1e-6 else {
      throw ArgumentValueError(
        "between two steps",
        hint: "\(name) goes from \(range.lowerBound.argumentText) in steps of \(step.argumentText)")
    }
    return .number(number)
  }
}

/// A parameter with a value: what `--set` takes.
public struct LookSetting: Sendable, Hashable, ArgumentValue {
  /// The name of the parameter.
  public let name: String
  /// The value as it was typed.
  public let value: String

  /// A parameter with a value.
  init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Reads a name and a value with an equals sign between.
  public init(argument: String) throws(ArgumentValueError) {
    guard let place = argument.firstIndex(of: "="), place != argument.startIndex else {
      throw ArgumentValueError(
        argument.first == "=" ? "there is no name before '='" : "there is no '='",
        hint: "write NAME=VALUE, such as rim=40")
    }
    self.init(
      String(argument[..<place]), String(argument[place...].dropFirst()))
  }

  /// As it is read.
  public var argumentText: String { "\(name)=\(value)" }
}

extension Look {
  /// Refuses settings that the look does not have.
  func check(_ settings: [LookSetting]) throws(UsageError) {
    for setting in settings {
      do { _ = try value(of: setting) } catch {
        throw UsageError(error, in: setting.argumentText, for: "--set", choices: [])
      }
    }
  }

  /// The values of the parameters that are set; the last setting of a name counts, and those that the look does
  /// not have count for nothing.
  func values(of settings: [LookSetting]) -> [String: LookParameter.Value] {
    (variant + settings).reduce(into: [:]) { values, setting in
      if let value = try? value(of: setting) { values[setting.name] = value }
    }
  }

  private func value(of setting: LookSetting) throws(ArgumentValueError) -> LookParameter.Value {
    if let parameter = parameters.first(where: { $0.name == setting.name }) {
      return try parameter.value(typed: setting.value)
    }
    let names = parameters.map(\.name)
    let near = Suggestion.nearest(to: setting.name, in: names)
    throw ArgumentValueError(
      "the look \(name) has no '\(setting.name)'",
      hint: near.map { "did you mean '\($0)'?" }
        ?? (names.isEmpty ? "nothing can be set of it" : "it has \(names.joined(separator: ", "))"))
  }
}
