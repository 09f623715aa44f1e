// SPDX-License-Identifier: MIT
internal import Text

/// A shell that has completions.
public enum Shell: String, CaseIterable, Sendable, ArgumentValue {
  /// GNU Bash 3.2 and later.
  case bash
  /// The Z shell 5.
  case zsh
  /// The friendly interactive shell 3.
  case fish
}

extension ProgramSpec {
  /// A script that completes the program's commands, options, choices and files.
  public func completions(for shell: Shell) -> String {
    let program = ProgramSpec(
      name: name, summary: summary, version: version,
      commands: commands.map { ProgramCommand($0.description.withoutRepetitions) })
    return switch shell {
    case .bash: program.bashCompletions
    case .zsh: program.zshCompletions
    case .fish: program.fishCompletions
    }
  }

  /// The name of the shell function, such as `_radial_audio`.
  var completionFunction: String { "_" + name.map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension String {
  /// The text with a backslash before each of the characters.
  func backslashed(_ characters: String) -> String {
    reduce(into: "") { $0 += characters.contains($1) ? "\\\($1)" : "\($1)" }
  }

  /// The text as one single-quoted word of bash and zsh.
  var shellQuoted: String { ShellText.quoted(self) }
}
