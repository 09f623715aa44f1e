// SPDX-License-Identifier: MIT

/// The words of a command line by the rules of GNU programs: which options are used, with which
/// texts, and which words are operands. No text is read as a value yet.
package struct CommandWords {
  /// One use of an option.
  struct Use {
    /// The option's place in the description.
    let option: Int
    /// The option as it was written, in full.
    let form: String
    /// Its value; empty for a flag.
    let text: String
    /// Where the option, or the end of its value, stands in the arguments.
    let place: Int
  }

  /// The options that are used, in order.
  private(set) var uses: [Use] = []
  /// The operands, and where they stand.
  package private(set) var operands: [(place: Int, word: String)] = []
  /// `help` or `version`, whatever is wrong behind it.
  private(set) var request: OptionDescription?
  /// What is wrong with the arguments behind all that was found.
  package private(set) var error: UsageError?

  let command: CommandDescription
  private let arguments: [String]
  /// Whether what stands behind `--help` is taken apart as well.
  private let readsOn: Bool
  /// How many arguments were taken.
  private var position = 0

  /// Takes the arguments that follow a command's name apart: up to `--help` or `--version`, or to
  /// the end for those who ask what the help is to be of.
  package init(
    _ arguments: [String], of command: CommandDescription, pastRequests readsOn: Bool = false
  ) {
    self.command = command
    self.arguments = arguments
    self.readsOn = readsOn
    do throws(UsageError) {
      while !isComplete, let word = next() {
        if word == "--" {
          while let operand = next() { operands.append((position - 1, operand)) }
        } else if let name = word.dropping(prefix: "--") {
          try addLong(name)
        } else if word != "-", let letters = word.dropping(prefix: "-") {
          try addCluster(letters)
        } else {
          operands.append((position - 1, word))
        }
      }
    } catch { self.error = error }
  }

  /// The text of the last use of an option, by its long name.
  package func text(of name: String) -> String? {
    uses.last { command.options[$0.option].name == name }?.text
  }

  /// The arguments with another word in place of one of them.
  package func replacing(_ place: Int, with word: String) -> [String] {
    var words = arguments
    words[place] = word
    return words
  }

  /// Where options of these long names stand, however they are abbreviated; not where the same word
  /// is an operand or another option's value.
  package func places(of names: [String]) -> Set<Int> {
    Set(uses.filter { names.contains(command.options[$0.option].name) }.map(\.place))
  }

  private var isComplete: Bool { request != nil && !readsOn }
  /// The options that are used, without those of some long names, each in a word of its own; none of
  /// the operands.
  package func options(without names: Set<String>) -> [String] {
    uses.compactMap { use in
      let row = command.options[use.option]
      guard !names.contains(row.name) else { return nil }
      return row.value == nil ? "--\(row.name)" : "--\(row.name)=\(use.text)"
    }
  }

  private mutating func next() -> String? {
    guard position < arguments.count else { return nil }
    defer { position += 1 }
    return arguments[position]
  }

  /// Takes an option such as `--name` or `--name=value`, given without its two hyphens.
  private mutating func addLong(_ word: String) throws(UsageError) {
    let (name, attached) = word.cut(at: "=")
    let index = try find(name)
    let form = "--\(command.options[index].name)"
    guard command.options[index].value == nil else {
      return add(index, form, try value(of: form, attached: attached))
    }
    if let attached { throw .unexpectedValue(option: form, value: attached) }
    add(index, form, "")
  }

  /// Takes letters such as `q`, `j4` or `qfpng`, given without their hyphen.
  ///
  /// A long name with one hyphen is a mistake, and not a letter with a value: `-overwrite` names no
  /// file.
  private mutating func addCluster(_ word: String) throws(UsageError) {
    let name = word.cut(at: "=").head
    if name.count > 1, command.options.contains(where: { $0.name == name }) {
      throw .unknownOption("-\(name)", suggestion: "--\(name)")
    }
    var letters = word.unicodeScalars[...]
    while !isComplete, let scalar = letters.popFirst() {
      let letter = Character(scalar)
      guard let index = command.options.firstIndex(where: { $0.letter == letter }) else {
        let isFirst = letters.count + 1 == word.unicodeScalars.count
        throw isFirst ? unknownWord(name) : .unknownOption("-\(letter)", suggestion: nil)
      }
      guard command.options[index].value != nil else {
        add(index, "-\(letter)", "")
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return add(index, "-\(letter)", try value(of: "-\(letter)", attached: attached))
    }
  }

  private mutating func add(_ index: Int, _ form: String, _ text: String) {
    let row = command.options[index]
    if row == .help || row == .version {
      request = row
    } else {
      uses.append(Use(option: index, form: form, text: text, place: position - 1))
    }
  }

  /// What is attached, or the next argument, unless it is another option's full name.
  private mutating func value(of form: String, attached: String?) throws(UsageError) -> String {
    if let attached { return attached }
    guard let word = next(), !command.options.contains(where: { "--\($0.name)" == word }) else {
      throw .missingValue(option: form)
    }
    return word
  }

  /// The row with this long name, or the only one that begins with it; of several, where three
  /// letters are given, the only one that has a letter as well: the others are used less.
  private func find(_ name: String) throws(UsageError) -> Int {
    if let exact = command.options.firstIndex(where: { $0.name == name }) { return exact }
    var fitting =
      name.isEmpty
      ? [] : command.options.indices.filter { command.options[$0].begins(with: name) }
    let usual = fitting.filter { command.options[$0].letter != nil }
    if usual.count == 1, name.utf8.count >= 3 { fitting = usual }
    if fitting.count > 1 {
      throw .ambiguousOption(
        "--\(name)", candidates: fitting.map { "--\(command.options[$0].name)" })
    }
    guard let only = fitting.first else {
      throw .unknownOption("--\(name)", suggestion: suggestion(for: name))
    }
    return only
  }

  /// A word behind one hyphen that begins with no letter of an option: rather a long name.
  private func unknownWord(_ name: String) -> UsageError {
    .unknownOption("-\(name)", suggestion: name.count > 2 ? suggestion(for: name) : nil)
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.nearest(to: name, in: command.options.map(\.name)).map { "--\($0)" }
  }
}

extension OptionDescription {
  /// Whether the long name may be abbreviated so.
  package func begins(with name: String) -> Bool { self.name.utf8.starts(with: name.utf8) }
}

extension String {
  /// The rest of the word, or nil if it does not begin so; scalars are compared, not characters,
  /// so that a combining mark behind a hyphen hides nothing.
  func dropping(prefix: String) -> String? {
    guard unicodeScalars.starts(with: prefix.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(prefix.unicodeScalars.count))
  }

  /// What stands before the first separator, and what stands behind it.
  func cut(at separator: Unicode.Scalar) -> (head: String, tail: String?) {
    guard let index = unicodeScalars.firstIndex(of: separator) else { return (self, nil) }
    let tail = unicodeScalars[unicodeScalars.index(after: index)...]
    return (String(unicodeScalars[..<index]), String(tail))
  }
}
