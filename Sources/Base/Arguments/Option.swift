// SPDX-License-Identifier: MIT

/// One row of a command's table: how an option is written, what it sets, and its help.
public struct Option<Root>: Sendable {
  package var description: OptionDescription
  let set: @Sendable (inout Root, String, _ isFirst: Bool) throws(ArgumentValueError) -> Void
  /// The value in an options struct as text for the command line; `on` or `off` for a flag.
  let text: @Sendable (Root) -> String
  private let showsDefault: Bool

  /// An option without a value that stores `value`.
  public static func flag(
    _ name: String, letter: Character? = nil,
    into target: any WritableKeyPath<Root, Bool> & Sendable,
    value: Bool = true, affects: Effect = .pixels, help: String
  ) -> Self {
    Self(
      description: OptionDescription(name: name, letter: letter, help: help, affects: affects),
      set: { root, _, _ throws(ArgumentValueError) in root[keyPath: target] = value },
      text: { root in root[keyPath: target] == value ? "on" : "off" }, showsDefault: false)
  }

  /// An option with a value; if given twice, the last one counts.
  ///
  /// The metavariable names the value in the help; without one, the help shows the choices joined
  /// by `|`. A shell completes the choices unless `completion` says otherwise. If `showsDefault` is
  /// false, the help does not show the default.
  public static func value<Value: ArgumentValue>(
    _ name: String, letter: Character? = nil, _ metavariable: String? = nil,
    into target: any WritableKeyPath<Root, Value> & Sendable, completion: CompletionKind? = nil,
    showsDefault: Bool = true, affects: Effect = .pixels, help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: letter, help: help,
        value: ValueDescription(Value.self, metavariable, completion), affects: affects),
      set: { root, word, _ throws(ArgumentValueError) in
        root[keyPath: target] = try Value(argument: word)
      },
      text: { root in root[keyPath: target].argumentText }, showsDefault: showsDefault)
  }

  /// An option with a number in a range; `hint` says which numbers are allowed.
  public static func number(
    _ name: String, _ metavariable: String,
    into target: any WritableKeyPath<Root, Double> & Sendable, in range: ClosedRange<Double>,
    hint: String, affects: Effect = .pixels, help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: nil, help: help,
        value: ValueDescription(Double.self, metavariable, nil), affects: affects),
      set: { root, word, _ throws(ArgumentValueError) in
        root[keyPath: target] = try Double(argument: word, in: range, hint: hint)
      },
      text: { root in root[keyPath: target].argumentText }, showsDefault: true)
  }

  /// An option with a value that may be given several times; the first use replaces the defaults.
  public static func repeated<Value: ArgumentValue>(
    _ name: String, letter: Character? = nil, _ metavariable: String? = nil,
    into target: any WritableKeyPath<Root, [Value]> & Sendable, completion: CompletionKind? = nil,
    affects: Effect = .pixels, help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: letter, help: help,
        value: ValueDescription(Value.self, metavariable, completion), isRepeated: true,
        affects: affects),
      set: { root, word, isFirst throws(ArgumentValueError) in
        let value = try Value(argument: word)
        if isFirst { root[keyPath: target] = [] }
        root[keyPath: target].append(value)
      },
      text: { root in root[keyPath: target].map(\.argumentText).joined(separator: ", ") },
      showsDefault: true)
  }

  /// The rows under a heading of the help page; rows that already have a heading keep it.
  public static func section(_ heading: String, _ rows: [Self]) -> [Self] {
    rows.map { row in
      var row = row
      row.description.heading = row.description.heading ?? heading
      return row
    }
  }

  /// The row, of which a shared file of options may say this.
  public func sharing(_ sharing: Sharing) -> Self {
    var row = self
    row.description.ownSharing = sharing
    return row
  }

  /// The rows of a part's table as rows of the whole, such as a view's options at `\.view`.
  public static func group<Part>(
    _ table: [Option<Part>], at part: any WritableKeyPath<Root, Part> & Sendable
  ) -> [Self] {
    table.map { row in
      Self(
        description: row.description,
        set: { root, word, isFirst throws(ArgumentValueError) in
          try row.set(&root[keyPath: part], word, isFirst)
        },
        text: { root in row.text(root[keyPath: part]) }, showsDefault: row.showsDefault)
    }
  }

  /// The rows of another table as rows without an effect: their values are checked, and not stored.
  package static func ignored<Other: Sendable>(
    _ table: [Option<Other>], of other: Other
  ) -> [Self] {
    table.map { row in
      var description = row.description
      (description.isListed, description.affects) = (false, .nothing)
      return Self(
        description: description,
        set: { _, word, isFirst throws(ArgumentValueError) in
          var copy = other
          try row.set(&copy, word, isFirst)
        },
        text: { _ in "" }, showsDefault: false)
    }
  }

  /// The default that the help shows; empty for none.
  func defaultText(_ defaults: Root) -> String { showsDefault ? text(defaults) : "" }

  /// The settings of all options of a table, in its order.
  public static func settings(_ table: [Self], of root: Root) -> [OptionSetting] {
    table.map {
      OptionSetting(
        name: $0.description.name, value: $0.text(root), affects: $0.description.affects)
    }
  }
}

/// What an option has to do with the rendered frames.
public enum Effect: Sendable, Hashable {
  /// Its value changes the frames.
  case pixels
  /// The content of the file that it names changes the frames.
  case pixelsByContent
  /// It does not change them, or something else records its effect.
  case nothing
}

/// The value of an option.
public struct OptionSetting: Sendable, Hashable {
  /// The long name.
  public let name: String
  /// The value as on the command line, or `on` or `off` for a flag; empty for none.
  public let value: String
  /// What it has to do with the frames.
  public let affects: Effect
}
