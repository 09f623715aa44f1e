// SPDX-License-Identifier: MIT

internal import Text

/// The names of the program.
enum ProgramText {
  static let name = "radial-audio"
  static let version = "0.1.0"

  /// The first line of `--version`.
  static let versionLine = "\(name) \(version)"

  /// A name as one shell word; in plain quotes if no shell can express it.
  static func quoted(_ name: String) -> String { ShellText.word(name) ?? ShellText.quoted(name) }

  /// A command line of the program as shell text; `nil` if it cannot be typed.
  static func line(_ arguments: [String]) -> String? { ShellText.line([name] + arguments) }
}
