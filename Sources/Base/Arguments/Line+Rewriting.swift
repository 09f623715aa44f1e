// SPDX-License-Identifier: MIT

extension Line {
  /// The operands and typed options for another command, followed by the words in `added`.
  /// Options that the other command lacks, and those named in `dropped`, are left out. For words that
  /// were parsed without an error.
  package func rewritten(
    for other: CommandDescription, without dropped: Set<String>, adding added: [String] = []
  ) -> [String] {
    let known = Set(other.options.map(\.name)).subtracting(dropped)
    var options: [String] = []
    for use in uses
    where use.origin == nil && known.contains(command.options[use.option].name) {
      let row = command.options[use.option]
      options.append("--\(row.name)")
      if row.value != nil { options.append(use.text) }
    }
    options += added
    let words = operands.map(\.word)
    // After `--` nothing is an option.
    return words.contains { $0 != "-" && $0.hasPrefix("-") }
      ? options + ["--"] + words : words + options
  }
}
