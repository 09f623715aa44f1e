// SPDX-License-Identifier: MIT

/// One row of a command's table: how an option is written, what it sets, what help says of it.
public struct Option<Root>: Sendable {
  package var description: OptionDescription
  let set: @Sendable (inout Root, Occurrence) throws(ArgumentValueError) -> Void
  let defaultText: @Sendable (Root) -> String

  /// One use of the option on the command line.
  struct Occurrence {
    let text: String
    var isFirst = true
    var isNegated = false
  }

  /// An option without a value that stores `value`.
  ///
  /// A negatable flag is written `--name` or `--no-name`, and the latter stores the opposite.
  public static func flag(
    _ name: String, letter: Character? = nil,
    into target: any WritableKeyPath<Root, Bool> & Sendable,
    value: Bool = true, isNegatable: Bool = false, help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: letter, help: help, isNegatable: isNegatable),
      set: { root, use throws(ArgumentValueError) in
        root[keyPath: target] = use.isNegated ? !value : value
      },
      defaultText: { root in
        guard isNegatable else { return "" }
        return root[keyPath: target] == value ? "on" : "off"
      })
  }

  /// An option with a value; given twice, the last one counts.
  ///
  /// The metavariable names the value in help; without one, help shows the choices joined by `|`.
  /// A shell completes the choices unless `completion` says otherwise. Where `showsDefault` is
  /// false, help leaves out the default that the options struct holds. The absence of a required
  /// option is a ``UsageError/missingOption(_:)``.
  public static func value<Value: ArgumentValue>(
    _ name: String, letter: Character? = nil, _ metavariable: String? = nil,
    into target: any WritableKeyPath<Root, Value> & Sendable, completion: CompletionKind? = nil,
    isRequired: Bool = false, showsDefault: Bool = true, help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: letter, help: help,
        value: ValueDescription(Value.self, metavariable, completion), isRequired: isRequired),
      set: { root, use throws(ArgumentValueError) in
        root[keyPath: target] = try Value(argument: use.text)
      },
      defaultText: { root in showsDefault ? root[keyPath: target].argumentText : "" })
  }

  /// An option with a value that may be given several times; the first use drops the defaults.
  public static func repeated<Value: ArgumentValue>(
    _ name: String, letter: Character? = nil, _ metavariable: String? = nil,
    into target: any WritableKeyPath<Root, [Value]> & Sendable, completion: CompletionKind? = nil,
    help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name: name, letter: letter, help: help,
        value: ValueDescription(Value.self, metavariable, completion), isRepeated: true),
      set: { root, use throws(ArgumentValueError) in
        let value = try Value(argument: use.text)
        if use.isFirst { root[keyPath: target] = [] }
        root[keyPath: target].append(value)
      },
      defaultText: { root in root[keyPath: target].map(\.argumentText).joined(separator: ", ") })
  }

  /// The rows under a heading of the help page; rows that have a heading keep it.
  public static func section(_ heading: String, _ rows: [Self]) -> [Self] {
    rows.map { row in
      var row = row
      row.description.heading = row.description.heading ?? heading
      return row
    }
  }

  /// The rows of a part's table as rows of the whole, such as a view's options at `\.view`.
  public static func group<Part>(
    _ table: [Option<Part>], at part: any WritableKeyPath<Root, Part> & Sendable
  ) -> [Self] {
    table.map { row in
      Self(
        description: row.description,
        set: { root, use throws(ArgumentValueError) in
          try row.set(
            &root[keyPath: part],
            .init(text: use.text, isFirst: use.isFirst, isNegated: use.isNegated))
        },
        defaultText: { root in row.defaultText(root[keyPath: part]) })
    }
  }
}
