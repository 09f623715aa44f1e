// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// One `complete` line for each command, option and operand.
  var fishCompletions: String {
    var lines = ["# fish completion for \(name)", fishValue, "complete -c \(name) -f"]
    for command in commands {
      lines.append(line("__fish_use_subcommand", "-a \(command.name)", command.summary))
    }
    for option in [OptionDescription.help, .version] {
      lines.append(self.option(option, "__fish_use_subcommand"))
    }
    for command in commands.map(\.description) {
      let condition = "__fish_seen_subcommand_from \(command.name)"
      lines += command.options.map { option($0, condition) }
      lines += command.operands.compactMap { operand in
        let arguments = arguments(operand.value.completion)
        return arguments.isEmpty ? nil : line(condition, arguments, operand.help)
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// A function that prints the value of an option on the command line.
  private var fishValue: String {
    """
    function _\(completionFunction)_value
        set -l words (commandline -opc)
        set -l value ''
        for place in (seq (count $words))
            switch $words[$place]
                case $argv[1]
                    set value $words[(math $place + 1)]
                case "$argv[1]=*"
                    set value (string replace -- "$argv[1]=" '' $words[$place])
            end
        end
        echo "$value"
    end
    """
  }

  private func option(_ option: OptionDescription, _ condition: String) -> String {
    let letter = option.letter.map { "-s \($0) " } ?? ""
    let value = option.value.map { value in
      let arguments = arguments(value.completion)
      return value.completion == .file ? " -r \(arguments)" : " -x \(arguments)"
    }
    return line(condition, letter + "-l \(option.name)" + (value ?? ""), option.brief)
  }

  private func line(_ condition: String, _ arguments: String, _ help: String) -> String {
    let description = help.isEmpty ? "" : " -d \(Self.quoted(help))"
    let words = arguments.hasSuffix(" ") ? String(arguments.dropLast()) : arguments
    return "complete -c \(name) -n \(Self.quoted(condition)) \(words)\(description)"
  }

  private func arguments(_ kind: CompletionKind) -> String {
    switch kind {
    case .none: ""
    case .file: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    case .choices(let words): "-a " + Self.quoted(Self.choices(words))
    case .choicesBy(let option, let choices):
      "-a "
        + Self.quoted(
          "(switch (_\(completionFunction)_value --\(option));"
            + choices.map { "case \($0.value); printf '%s\\n' \(Self.choices($0.words));" }.joined()
            + "case '*'; printf '%s\\n' \(Self.choices(choices.allWords)); end)")
    }
  }

  /// Words that end in a tab: without it fish would repeat the option's description behind each.
  private static func choices(_ words: [String]) -> String {
    words.map { $0.backslashed("\\ $'\"()") + "\\t" }.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String { "'" + text.backslashed("\\'") + "'" }
}
