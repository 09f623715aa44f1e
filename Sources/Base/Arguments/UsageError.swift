// SPDX-License-Identifier: MIT
internal import Text

/// What is wrong with a command line.
///
/// Options are shown as they were written (`--format`, `-j`), values as the user typed them.
public enum UsageError: Error, Hashable, Sendable {
  /// No option has this name.
  case unknownOption(String, suggestion: String?)
  /// The abbreviation fits several options.
  case ambiguousOption(String, candidates: [String])
  /// The option's value is missing.
  case missingValue(option: String)
  /// A flag was given a value.
  case unexpectedValue(option: String, value: String)
  /// The value of an option or operand cannot be used.
  case badValue(option: String, value: String, reason: String, hint: String?)
  /// Two options cannot be used together.
  case conflict(String, String)
  /// A required operand is missing.
  case missingOperand(String)
  /// There are more operands than the command has.
  case extraOperand(String)
  /// No command has this name.
  case unknownCommand(String, suggestion: String?)
  /// No command was given.
  case missingCommand
  /// Values that contradict each other, or the run, in words, with a hint; `of` are the long names of the
  /// options.
  case contradiction(String, hint: String? = nil, of: [String] = [])
  /// An error in a line of a file of options, which is named first.
  indirect case inFile(String, UsageError)

  /// The long names of the options that are right, and for other runs.
  package var contradictory: [String] {
    switch self {
    case .conflict(let one, let other): [one, other].map { String($0.drop { $0 == "-" }) }
    case .contradiction(_, _, let options): options
    default: []
    }
  }

  /// The error without the file in which it is.
  package var withoutFile: UsageError {
    if case .inFile(_, let error) = self { error } else { self }
  }
}

extension UsageError: CustomStringConvertible {
  /// The error in one line, in the words of GNU programs, without a full stop.
  ///
  /// Line breaks and control characters in the user's words are shown as escapes.
  public var description: String { LineText.escaped(wording) }

  /// `Try 'radial-audio render --help' for more information.`
  public static func helpHint(program: String, command: String? = nil) -> String {
    "Try '\(program)\(command.map { " \($0)" } ?? "") --help' for more information."
  }

  /// What to type instead, for the command that was called; `nil` if only the help can answer.
  package func hint(program: String, command: CommandDescription?) -> String? {
    let options = command?.options ?? []
    switch self {
    case .unknownOption(_, let suggestion), .unknownCommand(_, let suggestion):
      return suggestion.map(Self.meant)
    case .missingValue(let form):
      guard let row = options.first(where: { $0.forms.contains(form) }), let value = row.value
      else { return nil }
      return value.metavariable.hasPrefix("COLOR")
        ? "quote a colour that begins with #, which a shell takes for a comment: "
          + "\(form) '#101820'" : "write \(form) \(value.metavariable)"
    case .unexpectedValue(let form, _): return "write \(form) without a value"
    case .badValue(_, _, _, let hint), .contradiction(_, let hint, _): return hint
    case .conflict: return "leave one of them out"
    case .ambiguousOption: return "write one of them in full"
    case .missingOperand, .extraOperand:
      guard let command else { return nil }
      return "write \(([program, command.name] + command.synopsis).joined(separator: " "))"
    case .missingCommand: return "begin with one of these"
    case .inFile(_, let error): return error.hint(program: program, command: command)
    }
  }

  /// A refused value; the hint begins with the nearest choice.
  package init(
    _ error: ArgumentValueError, in value: String, for option: String, choices: [String]
  ) {
    let nearest = Suggestion.nearest(to: value, in: choices).map(Self.meant)
    let hints = [nearest, error.hint].compactMap(\.self)
    self = .badValue(
      option: option, value: value, reason: error.reason,
      hint: hints.isEmpty ? nil : hints.joined(separator: " Otherwise "))
  }

  private var wording: String {
    switch self {
    case .unknownOption(let given, _): "unrecognized option '\(given)'"
    case .ambiguousOption(let given, let candidates):
      "option '\(given)' is ambiguous; possibilities: "
        + candidates.map { "'\($0)'" }.joined(separator: " ")
    case .missingValue(let option): "option '\(option)' requires an argument"
    case .unexpectedValue(let option, let value):
      "option '\(option)' doesn't allow an argument, but got '\(value)'"
    case .badValue(let option, let value, let reason, _):
      "invalid argument '\(value)' for '\(option)': \(reason)"
    case .conflict(let first, let second): "'\(first)' and '\(second)' cannot be used together"
    case .missingOperand(let name): "missing operand '\(name)'"
    case .extraOperand(let word): "extra operand '\(word)'"
    case .unknownCommand(let given, _): "unrecognized command '\(given)'"
    case .missingCommand: "missing command"
    case .contradiction(let reason, _, _): reason
    case .inFile(let origin, let error): "\(origin): \(error.wording)"
    }
  }

  private static func meant(_ suggestion: String) -> String { "did you mean '\(suggestion)'?" }
}
