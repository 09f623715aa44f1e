// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The function reads `--name=value` as three words, as bash splits it.
  var bashCompletions: String {
    let function = completionFunction
    let words = commands.map(\.name) + ["--help", "--version"]
    return """
      # bash completion for \(name)
      \(function)_reply() {
        local line
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen "$@" -- "$cur")
      }
      \(function)_value() {
        local i
        for ((i = ${#COMP_WORDS[@]} - 2; i > 1; i--)); do
          if [[ ${COMP_WORDS[i]} == "$1" ]]; then
            [[ ${COMP_WORDS[i+1]} == = ]] && ((i++))
            printf '%s' "${COMP_WORDS[i+1]}"
            return
          fi
        done
      }
      \(function)() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} ended= i
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          \(function)_reply -W \(Self.bashWords(words))
          return
        fi
        if [[ $cur == = ]]; then
          cur=
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((i = 2; i < COMP_CWORD; i++)); do
          if [[ ${COMP_WORDS[i]} == -- ]]; then
            ended=1
            prev=
          fi
        done
        case ${COMP_WORDS[1]}:$prev in
      \(commands.map(\.description).map(bashCases).joined(separator: "\n"))
        esac
      }
      complete -F \(function) \(name)

      """
  }

  private func bashCases(_ command: CommandDescription) -> String {
    var lines: [String] = []
    for option in command.options {
      guard let value = option.value else { continue }
      let patterns = option.forms.map { "\(command.name):\($0)" }.joined(separator: " | ")
      lines.append("\(patterns)) \(bashReply(value.completion)) ;;")
    }
    var kinds: [CompletionKind] = []
    for kind in command.operands.map(\.value.completion) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    let operands = kinds.filter { $0 != .none }.map(bashReply).joined(separator: "; ")
    let forms = Self.bashWords(command.options.flatMap(\.forms))
    return
      (lines + [
        "\(command.name):*)",
        "  if [[ $cur == -* && -z $ended ]]; then",
        "    \(completionFunction)_reply -W \(forms)",
        "  else",
        "    \(operands.isEmpty ? ":" : operands)",
        "  fi",
        "  ;;",
      ]).map { "    " + $0 }.joined(separator: "\n")
  }

  private func bashReply(_ kind: CompletionKind) -> String {
    let reply = "\(completionFunction)_reply"
    return switch kind {
    case .none: ":"
    case .file: "compopt -o filenames 2>/dev/null; \(reply) -f"
    case .directory: "compopt -o filenames 2>/dev/null; \(reply) -d"
    case .choices(let words): "\(reply) -W \(Self.bashWords(words))"
    case .choicesBy(let option, let choices):
      "case $(\(completionFunction)_value --\(option)) in "
        + choices.map { "\($0.value)) \(bashReply(.choices($0.words))) ;; " }.joined()
        + "*) \(bashReply(.choices(choices.allWords))) ;; esac"
    }
  }

  /// A list of words for `compgen -W`, which expands it a second time.
  private static func bashWords(_ words: [String]) -> String {
    words.map { $0.backslashed(" \\$`\"'*?[]~") }.joined(separator: " ").shellQuoted
  }
}
