// SPDX-License-Identifier: MIT

internal import Text

/// What the program calls itself.
enum ProgramText {
  static let name = "radial-audio"
  static let version = "0.1.0"

  /// What `--version` prints, without a line break.
  static let versionLine = "\(name) \(version)"

  /// A name as one word of a shell; in quotes as it is where no shell can be told of it.
  static func quoted(_ name: String) -> String { ShellText.word(name) ?? ShellText.quoted(name) }

  /// A line that calls it with some arguments, as a shell reads it; `nil` where none can be typed.
  static func line(_ arguments: [String]) -> String? { ShellText.line([name] + arguments) }
}
