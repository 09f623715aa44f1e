// SPDX-License-Identifier: MIT

/// A command without the type of its options: enough for help, completions and the man page.
public struct CommandDescription: Hashable, Sendable {
  /// The word that chooses the command.
  public let name: String
  /// One sentence for the list of commands.
  public let summary: String
  package let paragraphs: [String]
  package var options: [OptionDescription]
  package let operands: [OperandDescription]
  package let examples: [Example]
  /// The last line of the help page.
  package let closing: String
  /// More facts about it, as words with their meanings.
  package let tables: [HelpTable]
  /// The long names of the options that most people need, for the page of `-h`, in its order; if
  /// there are none, `-h` shows the whole help.
  package let mainOptions: [String]
  /// Long names of options of which only one counts.
  let rivals: [[String]]

  /// The options under their headings in the help, in order of first occurrence.
  var sections: [(heading: String, options: [OptionDescription])] {
    var headings: [String] = []
    let listed = options.filter(\.isListed)
    for row in listed where !headings.contains(row.heading ?? "Options") {
      headings.append(row.heading ?? "Options")
    }
    return headings.map { heading in
      (heading, listed.filter { ($0.heading ?? "Options") == heading })
    }
  }

  /// The words after the command in a usage line: operands and `[OPTION]...`.
  package var synopsis: [String] { operands.map(\.synopsis) + ["[OPTION]..."] }

  /// The command with the options of another command of the same name added, for completions and
  /// the man page. Defaults of the other that differ are marked with the label.
  package func merged(
    with other: CommandDescription, as label: String
  ) -> CommandDescription {
    var result = self
    func place(of row: OptionDescription) -> Int? {
      result.options.firstIndex { $0.name == row.name && $0.heading == row.heading }
    }
    for (index, row) in other.options.enumerated() {
      if let place = place(of: row) {
        result.options[place].addDefault(of: row, label)
        if let value = row.value { result.options[place].value?.addChoices(of: value) }
      } else {
        let next = other.options[index...].lazy.compactMap(place).first
        result.options.insert(row, at: next ?? result.options.count)
      }
    }
    return result
  }

  /// The command with completions of an option that depend on the value of another one.
  package func completing(
    _ name: String, by option: String, _ choices: [ValueChoices]
  ) -> CommandDescription {
    var result = self
    for place in options.indices where options[place].name == name {
      result.options[place].value?.completion = .choicesBy(option: option, choices)
    }
    return result
  }

  /// The command with each option once.
  var withoutRepetitions: CommandDescription {
    var result = self
    result.options = options.enumerated().filter { index, row in
      options.firstIndex { $0.name == row.name } == index
    }.map(\.element)
    return result
  }

  /// Stops the program if the table contradicts itself.
  func check() {
    let names = options.map(\.name)
    for word in names + [name] {
      precondition(Self.isName(word), "'\(word)' is no name for an option or a command")
    }
    precondition(Set(names).count == names.count, "\(name): an option occurs twice: \(names)")
    let letters = options.compactMap(\.letter)
    precondition(Set(letters).count == letters.count, "\(name): a letter occurs twice: \(letters)")
    precondition(letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    for (operand, next) in zip(operands, operands.dropFirst()) {
      precondition(!operand.isRepeated, "\(name): \(next.name) cannot follow \(operand.name)")
    }
  }

  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-")
      && word.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
  }
}

/// Words with their meanings, such as the columns of a table that a command prints.
public struct HelpTable: Hashable, Sendable {
  /// The title of the words.
  public let heading: String
  /// The words with their meanings.
  public let rows: [HelpRow]

  /// A table of words and their meanings.
  public init(_ heading: String, _ rows: [HelpRow]) {
    self.heading = heading
    self.rows = rows
  }
}

/// A word with its meaning.
public struct HelpRow: Hashable, Sendable {
  /// The word as it is written.
  public let word: String
  /// What it means, as a sentence.
  public let meaning: String

  /// A word and its meaning.
  public init(_ word: String, _ meaning: String) {
    self.word = word
    self.meaning = meaning
  }
}
