// SPDX-License-Identifier: MIT

/// The arguments of one command while they are read.
struct CommandLineReader<Root: Sendable> {
  let spec: CommandSpec<Root>
  let arguments: [String]
  var root: Root
  private(set) var given: Set<String> = []
  private(set) var request: Parser<Root>.Outcome?
  /// Where options, or the ends of their values, stand in the arguments, by their long names.
  private(set) var places: [String: [Int]] = [:]
  /// How many arguments were read.
  private(set) var position = 0

  init(spec: CommandSpec<Root>, arguments: [String], root: Root) {
    self.spec = spec
    self.arguments = arguments
    self.root = root
  }

  mutating func next() -> String? {
    guard position < arguments.count else { return nil }
    defer { position += 1 }
    return arguments[position]
  }

  mutating func rest() -> [(offset: Int, element: String)] {
    defer { position = arguments.count }
    return Array(arguments.enumerated().dropFirst(position))
  }

  /// Reads an option such as `--name` or `--name=value`, given without its two hyphens.
  mutating func readLong(_ word: String) throws(UsageError) {
    let (name, attached) = word.cut(at: "=")
    let (index, spelling) = try find(name)
    let row = spec.description.options[index]
    let form = "--\(spelling)"
    guard row.value == nil else {
      return try apply(index, as: form, text: value(of: form, attached: attached))
    }
    if let attached { throw .unexpectedValue(option: form, value: attached) }
    try apply(index, as: form, text: "", isNegated: spelling != row.name)
  }

  /// Reads letters such as `q`, `j4` or `qfpng`, given without their hyphen.
  mutating func readCluster(_ word: String) throws(UsageError) {
    var letters = word.unicodeScalars[...]
    while request == nil, let scalar = letters.popFirst() {
      let letter = Character(scalar)
      guard let index = spec.description.options.firstIndex(where: { $0.letter == letter }) else {
        throw unknownLetter(letter, in: word)
      }
      let form = "-\(letter)"
      guard spec.description.options[index].value != nil else {
        try apply(index, as: form, text: "")
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return try apply(index, as: form, text: value(of: form, attached: attached))
    }
  }

  private mutating func apply(
    _ index: Int, as form: String, text: String, isNegated: Bool = false
  ) throws(UsageError) {
    guard index < spec.options.count else {
      let isHelp = spec.description.options[index] == .help
      request = isHelp ? .help : .version
      return
    }
    let option = spec.options[index]
    let isFirst = given.insert(option.description.name).inserted
    places[option.description.name, default: []].append(position - 1)
    do throws(ArgumentValueError) {
      try option.set(&root, .init(text: text, isFirst: isFirst, isNegated: isNegated))
    } catch {
      let choices = option.description.value?.choices ?? []
      throw UsageError(error, in: text, for: form, choices: choices)
    }
  }

  /// What is attached, or the next argument, unless it is another option's full name.
  private mutating func value(of form: String, attached: String?) throws(UsageError) -> String {
    if let attached { return attached }
    let spellings = spec.description.options.flatMap(\.spellings)
    guard let word = next(), !spellings.contains(where: { "--\($0)" == word }) else {
      throw .missingValue(option: form)
    }
    return word
  }

  /// The row with this long name, or the only one that begins with it.
  private func find(_ name: String) throws(UsageError) -> (index: Int, spelling: String) {
    let rows = spec.description.options.enumerated().flatMap { index, row in
      row.spellings.map { (index: index, spelling: $0) }
    }
    if let exact = rows.first(where: { $0.spelling == name }) { return exact }
    let fitting = name.isEmpty ? [] : rows.filter { $0.spelling.utf8.starts(with: name.utf8) }
    if fitting.count > 1 {
      throw .ambiguousOption("--\(name)", candidates: fitting.map { "--\($0.spelling)" })
    }
    guard let only = fitting.first else {
      throw .unknownOption("--\(name)", suggestion: suggestion(for: name))
    }
    return only
  }

  /// The unknown letter, or the whole word where it is rather a long name with one hyphen.
  private func unknownLetter(_ letter: Character, in word: String) -> UsageError {
    let name = word.cut(at: "=").head
    guard name.count > 2, let suggestion = suggestion(for: name) else {
      return .unknownOption("-\(letter)", suggestion: nil)
    }
    return .unknownOption("-\(name)", suggestion: suggestion)
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.nearest(to: name, in: spec.description.options.flatMap(\.spellings))
      .map { "--\($0)" }
  }
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
