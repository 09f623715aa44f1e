// SPDX-License-Identifier: MIT
internal import Text

/// What is wrong with a command line.
///
/// Options are given as they are written (`--format`, `-j`), values in the user's own words.
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
  /// A required option is missing.
  case missingOption(String)
  /// Two options exclude each other.
  case conflict(String, String)
  /// A required operand is missing.
  case missingOperand(String)
  /// There are more operands than the command has.
  case extraOperand(String)
  /// No command has this name.
  case unknownCommand(String, suggestion: String?)
  /// There is no command.
  case missingCommand
  /// Values that cannot be together, in words.
  case contradiction(String)
}

extension UsageError {
  /// The error in one line, in the words of GNU programs, without a full stop.
  ///
  /// Line breaks and control characters of the user's words are shown as escapes.
  public var message: String { LineText.escaped(wording) }

  /// `Try 'radial-audio render --help' for more information.`
  public static func helpHint(program: String, command: String? = nil) -> String {
    "Try '\(program)\(command.map { " \($0)" } ?? "") --help' for more information."
  }

  /// A refused value, with the nearest choice as the hint if the type gave none.
  init(
    _ error: ArgumentValueError, in value: String, for option: String, choices: [String]
  ) {
    let nearest = Suggestion.nearest(to: value, in: choices)
    self = .badValue(
      option: option, value: value, reason: error.reason,
      hint: error.hint ?? nearest.map { "did you mean '\($0)'?" })
  }

  private var wording: String {
    switch self {
    case .unknownOption(let given, let suggestion):
      "unrecognized option '\(given)'" + Self.meant(suggestion)
    case .ambiguousOption(let given, let candidates):
      "option '\(given)' is ambiguous; possibilities: "
        + candidates.map { "'\($0)'" }.joined(separator: " ")
    case .missingValue(let option): "option '\(option)' requires an argument"
    case .unexpectedValue(let option, let value):
      "option '\(option)' doesn't allow an argument, but got '\(value)'"
    case .badValue(let option, let value, let reason, let hint):
      "invalid argument '\(value)' for '\(option)': \(reason)" + (hint.map { "; \($0)" } ?? "")
    case .missingOption(let option): "missing option '\(option)'"
    case .conflict(let first, let second): "'\(first)' and '\(second)' exclude each other"
    case .missingOperand(let name): "missing operand '\(name)'"
    case .extraOperand(let word): "extra operand '\(word)'"
    case .unknownCommand(let given, let suggestion):
      "unrecognized command '\(given)'" + Self.meant(suggestion)
    case .missingCommand: "missing command"
    case .contradiction(let reason): reason
    }
  }

  private static func meant(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
