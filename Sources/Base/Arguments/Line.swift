// SPDX-License-Identifier: MIT

/// A command line split into options and operands by the rules of GNU programs: what was typed,
/// beside the values that a ``Parser`` makes of it.
package struct Line: Sendable {
  /// One use of an option.
  struct Use: Sendable {
    /// The option's index in the description.
    let option: Int
    /// The option as it was written, in full.
    let form: String
    /// Its value; empty for a flag.
    let text: String
    /// The index of the option, or of its value's last word, in the arguments; `nil` if it was not
    /// typed.
    let place: Int?
    /// The file and the line in which it stands, if it was not typed.
    var origin: String? = nil
    /// That file.
    var file: Substring? { origin.flatMap { text in text.lastIndex(of: ":").map { text[..<$0] } } }
  }

  /// The options in use, in order; first those of files.
  private(set) var uses: [Use] = []
  /// The operands with their indices in the arguments.
  package private(set) var operands: [(place: Int, word: String)] = []
  /// What wins over errors after it.
  private(set) var request: HelpRequest?
  /// The options of files that the command does not have.
  package private(set) var passedOver: [Preset] = []
  /// The first error in the arguments.
  package private(set) var error: UsageError?

  package let command: CommandDescription
  /// The arguments after the command's name, and the options of files.
  package let words: GivenWords
  /// The arguments after the command's name.
  package var arguments: [String] { words.arguments }
  /// Whether to continue after `--help`.
  private let readsOn: Bool
  /// How many arguments were taken.
  private var position = 0

  /// Splits the arguments after a command's name: up to `--help` or `--version`, or to the end to
  /// find out which help is meant.
  package init(
    _ arguments: [String], of command: CommandDescription, pastRequests readsOn: Bool = false
  ) {
    self.init(GivenWords(arguments), of: command, pastRequests: readsOn)
  }

  /// The line with options from files. Those that are typed as well, whose rivals are typed, or that
  /// the command lacks are left out.
  package init(
    _ words: GivenWords, of command: CommandDescription, pastRequests readsOn: Bool = false
  ) {
    self.command = command
    self.words = words
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
    addPresets()
  }

  /// Adds the options of files, unless only a text is asked for.
  private mutating func addPresets() {
    guard !words.presets.isEmpty, request == nil || readsOn else { return }
    let typed = given
    let rivals = command.rivals.filter { !typed.isDisjoint(with: $0) }.flatMap(\.self)
    var added: [Use] = []
    for preset in words.presets where !typed.contains(preset.name) && !rivals.contains(preset.name)
    {
      guard let index = command.options.firstIndex(where: { $0.name == preset.name }) else {
        passedOver.append(preset)
        continue
      }
      let form = "--\(preset.name)"
      let error: UsageError? =
        switch (command.options[index].value, preset.text) {
        case (nil, let value?): .unexpectedValue(option: form, value: value)
        case (_?, nil): .missingValue(option: form)
        default: nil
        }
      if let error {
        self.error = self.error ?? .inFile(preset.origin, error)
      } else {
        added.append(
          Use(
            option: index, form: form, text: preset.text ?? "", place: nil, origin: preset.origin))
      }
    }
    // Of rivals, that of a later file counts.
    for pair in command.rivals {
      func isRival(_ use: Use) -> Bool { pair.contains(command.options[use.option].name) }
      guard let last = added.last(where: isRival) else { continue }
      added.removeAll { isRival($0) && $0.option != last.option && $0.file != last.file }
    }
    uses = added + uses
  }

  /// The line without those options of files that have these long names, and texts that are to be left out;
  /// by default all.
  package func withoutPresets(
    _ names: Set<String>, where isLeftOut: (String) -> Bool = { _ in true }
  ) -> Line {
    var line = self
    line.uses.removeAll {
      $0.origin != nil && names.contains(command.options[$0.option].name) && isLeftOut($0.text)
    }
    return line
  }

  /// The text of the last use of an option, by its long name; empty for a flag, `nil` if it was not
  /// typed.
  package func text(of name: String) -> String? {
    uses.last { command.options[$0.option].name == name }?.text
  }

  /// The long names of the options in use.
  package var given: Set<String> { Set(uses.map { command.options[$0.option].name }) }

  /// The long names of the options that were typed, abbreviated or not.
  package var typed: Set<String> {
    Set(uses.filter { $0.origin == nil }.map { command.options[$0.option].name })
  }

  /// The options that are in use because a file has them.
  package var presets: [Preset] {
    uses.compactMap { use in
      let row = command.options[use.option]
      return use.origin.map {
        Preset(name: row.name, text: row.value == nil ? nil : use.text, origin: $0)
      }
    }
  }

  /// The arguments with operands replaced.
  package func replacingOperands(_ replacement: (String) -> String?) -> [String] {
    operands.reduce(into: arguments) { words, operand in
      if let word = replacement(operand.word) { words[operand.place] = word }
    }
  }

  /// The arguments without the flags of these long names.
  package func arguments(without flags: Set<String>) -> [String] {
    let places = uses.filter { flags.contains(command.options[$0.option].name) }
      .compactMap(\.place)
    return arguments.indices.filter { !places.contains($0) }.map { arguments[$0] }
  }

  private var isComplete: Bool { request != nil && !readsOn }

  /// The typed options except those with some long names, each as a single word; no operands.
  package func options(without names: Set<String>) -> [String] {
    uses.compactMap { use in
      let row = command.options[use.option]
      guard use.origin == nil, !names.contains(row.name) else { return nil }
      return row.value == nil ? "--\(row.name)" : "--\(row.name)=\(use.text)"
    }
  }

  private mutating func next() -> String? {
    guard position < arguments.count else { return nil }
    defer { position += 1 }
    return arguments[position]
  }

  /// Adds an option such as `--name` or `--name=value`, given without its two hyphens.
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

  /// Adds letters such as `q`, `j4` or `qfpng`, given without their hyphen.
  ///
  /// A long name with a single hyphen is an error, not a letter with a value: `-overwrite` does not
  /// name a file.
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
    if row == .help {
      request = form == "-h" ? .shortHelp : .help
    } else if row == .version {
      request = .version
    } else {
      uses.append(Use(option: index, form: form, text: text, place: position - 1))
    }
  }

  /// The attached value, or the next argument unless it is an option's full name.
  private mutating func value(of form: String, attached: String?) throws(UsageError) -> String {
    if let attached { return attached }
    guard let word = next(), !command.options.contains(where: { "--\($0.name)" == word }) else {
      throw .missingValue(option: form)
    }
    return word
  }

  /// The index of the option with this long name, or of the only one that begins with it. If
  /// several do and the name has three letters or more, the only one that also has a letter wins:
  /// it is used more often.
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

  /// The error for a word after a single hyphen that begins with no option letter: it is probably a
  /// long name.
  private func unknownWord(_ name: String) -> UsageError {
    .unknownOption("-\(name)", suggestion: name.count > 2 ? suggestion(for: name) : nil)
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.nearest(to: name, in: command.options.map(\.name)).map { "--\($0)" }
  }
}

/// What may be asked for instead of a run.
public enum HelpRequest: Hashable, Sendable {
  /// The page of what most people need: `-h`.
  case shortHelp
  /// The whole help page: `--help`.
  case help
  /// The version line.
  case version
}

extension OptionDescription {
  /// Whether `name` abbreviates the long name.
  package func begins(with name: String) -> Bool { self.name.utf8.starts(with: name.utf8) }
}

extension String {
  /// The text after the prefix, or nil if it does not begin with it; scalars are compared, not
  /// characters, so that a combining mark after a hyphen hides nothing.
  func dropping(prefix: String) -> String? {
    guard unicodeScalars.starts(with: prefix.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(prefix.unicodeScalars.count))
  }

  /// The parts before and after the first separator.
  func cut(at separator: Unicode.Scalar) -> (head: String, tail: String?) {
    guard let index = unicodeScalars.firstIndex(of: separator) else { return (self, nil) }
    let tail = unicodeScalars[unicodeScalars.index(after: index)...]
    return (String(unicodeScalars[..<index]), String(tail))
  }
}
