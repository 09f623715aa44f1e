// SPDX-License-Identifier: MIT

/// Reads a command line by the rules of GNU programs.
///
/// Options and operands may be mixed; `--` ends the options; `-` is an operand. A value is the next
/// argument, or follows `=` or its letter directly. Long names may be abbreviated.
public struct Parser<Root: Sendable>: Sendable {
  private let spec: CommandSpec<Root>

  /// The result of parsing.
  public enum Outcome {
    /// The values.
    case values(Root)
    /// A text about the command or the program.
    case request(HelpRequest)
  }

  /// A parser for the command.
  public init(_ spec: CommandSpec<Root>) { self.spec = spec }

  /// Parses the arguments after the command's name into a copy of `base`.
  ///
  /// `--help` and `--version` win over errors after them. Any argument is taken as a value,
  /// whatever it looks like (`--floor -160`), except the full long name of an option: then the
  /// value is missing.
  public func parse(_ arguments: [String], into base: Root) throws(UsageError) -> Outcome {
    try parse(Line(arguments, of: spec.description), into: base)
  }

  /// Parses a line that was split for this command. The values of the options in `ignored` are
  /// checked, and not stored.
  package func parse(
    _ line: Line, into base: Root, ignoring ignored: Set<String> = []
  ) throws(UsageError) -> Outcome {
    var root = base
    var given: Set<String> = []
    // The last rows of the description are those of every command, which set nothing.
    for use in line.uses where use.option < spec.options.count {
      let option = spec.options[use.option]
      let name = option.description.name
      let isFirst = given.insert(name).inserted
      do throws(ArgumentValueError) {
        var changed = root
        try option.set(&changed, use.text, isFirst)
        if !ignored.contains(name) { root = changed }
      } catch {
        let choices = option.description.value?.choices ?? []
        let fault = UsageError(error, in: use.text, for: use.form, choices: choices)
        throw use.origin.map { .inFile($0, fault) } ?? fault
      }
    }
    if let error = line.error { throw error }
    if let request = line.request { return .request(request) }
    try assign(line.operands.map(\.word), to: &root)
    return .values(root)
  }

  private func assign(_ words: [String], to root: inout Root) throws(UsageError) {
    var words = words[...]
    for operand in spec.operands {
      let row = operand.description
      let taken = operand.takesRest ? words : words.prefix(1)
      guard !taken.isEmpty else {
        if row.isOptional { continue }
        throw .missingOperand(row.name)
      }
      words = words.dropFirst(taken.count)
      for (index, word) in taken.enumerated() {
        do throws(ArgumentValueError) {
          try operand.set(&root, word, index == 0)
        } catch {
          throw UsageError(error, in: word, for: row.name, choices: row.value.choices)
        }
      }
    }
    if let extra = words.first { throw .extraOperand(extra) }
  }
}
