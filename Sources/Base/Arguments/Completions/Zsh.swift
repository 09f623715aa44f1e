// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The script works as the autoloaded file `_NAME` of `fpath`, whose function has that name, and
  /// when it is sourced.
  var zshCompletions: String {
    let function = completionFunction
    let names = commands.map { command in
      "\(command.name.backslashed(":")):\(command.summary.backslashed("\\:"))".shellQuoted
    }
    let general = [OptionDescription.help, .version].flatMap(zshSpecs)
    return """
      #compdef \(name)
      \(function)() {
        local curcontext=$curcontext state line
        local -a commands=(
      \(names.map { "    \($0)" }.joined(separator: "\n"))
        )
        typeset -A opt_args
        _arguments -C -S \(general.joined(separator: " ")) '1: :->command' '*:: :->arguments' && return
        case $state in
        command) _describe command commands ;;
        arguments)
          case $words[1] in
      \(commands.map(\.description).map(zshCase).joined(separator: "\n"))
          esac
          ;;
        esac
      }
      if [[ $funcstack[1] == _\(name) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(name)
      fi

      """
  }

  private func zshCase(_ command: CommandDescription) -> String {
    let operands = command.operands.map { operand in
      let position = operand.isRepeated ? "*:" : ":"
      return (position + Self.zshValue(operand.value)).shellQuoted
    }
    let specs = command.options.flatMap(zshSpecs) + operands
    return """
          \(command.name))
            _arguments -s -S \\
      \(specs.map { "        \($0)" }.joined(separator: " \\\n"))
            ;;
      """
  }

  /// One spec for each form; a form excludes the others unless the option repeats.
  private func zshSpecs(_ option: OptionDescription) -> [String] {
    let forms = option.forms.joined(separator: " ")
    let exclusion =
      option == .help || option == .version ? "(- *)" : option.isRepeated ? "*" : "(\(forms))"
    let help = option.help.backslashed("\\[]:")
    return option.forms.map { form in
      guard let value = option.value else { return "\(exclusion)\(form)[\(help)]".shellQuoted }
      let mark = form.hasPrefix("--") ? "=" : "+"
      return "\(exclusion)\(form)\(mark)[\(help)]:\(Self.zshValue(value))".shellQuoted
    }
  }

  private static func zshValue(_ value: ValueDescription) -> String {
    let action =
      switch value.completion {
      case .none: " "
      case .file: "_files"
      case .directory: "_files -/"
      case .choices(let words):
        "(" + words.map { $0.backslashed("\\ ():$`\"'") }.joined(separator: " ") + ")"
      case .choicesBy(let option, let choices):
        "{case $opt_args[--\(option)] in "
          + choices.map { "\($0.value)) compadd \($0.words.joined(separator: " "));; " }.joined()
          + "*) compadd \(choices.allWords.joined(separator: " "));; esac}"
      }
    return "\(value.metavariable.backslashed("\\:")):\(action)"
  }
}
