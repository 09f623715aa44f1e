// SPDX-License-Identifier: MIT

/// What a shell completes where a value is expected.
public enum CompletionKind: Hashable, Sendable {
  /// Nothing, file names, folder names, or these words.
  case none, file, directory, choices([String])
  /// Words that depend on the value of another option, by its long name; without a value that has
  /// words of its own, all words.
  case choicesBy(option: String, [ValueChoices])
}

/// The words that fit a value of another option.
public struct ValueChoices: Hashable, Sendable {
  /// The value of the other option.
  public let value: String
  /// What a shell completes with it.
  public let words: [String]

  /// A value and its words.
  public init(_ value: String, _ words: [String]) {
    self.value = value
    self.words = words
  }
}

extension [ValueChoices] {
  /// The words of all values, each once.
  var allWords: [String] {
    var words: [String] = []
    for word in flatMap(\.words) where !words.contains(word) { words.append(word) }
    return words
  }
}

/// What help, completions and the man page need to know about a value.
package struct ValueDescription: Hashable, Sendable {
  package let metavariable: String
  package private(set) var choices: [String]
  package var completion: CompletionKind

  init<Value: ArgumentValue>(
    _ type: Value.Type, _ metavariable: String?, _ completion: CompletionKind?
  ) {
    choices = Value.choices
    self.metavariable = metavariable ?? (choices.isEmpty ? "VALUE" : choices.joined(separator: "|"))
    self.completion = completion ?? (choices.isEmpty ? .none : .choices(choices))
  }

  /// Whether a text is one of the choices, or a word of the metavariable such as `auto`.
  package func hasWord(_ text: String) -> Bool {
    choices.contains(text) || metavariable.split(separator: "|").contains(Substring(text))
  }

  /// Adds the choices of another value for the same option.
  mutating func addChoices(of other: ValueDescription) {
    addChoices(other.choices)
    if case .choices(let words) = completion, case .choices(let more) = other.completion {
      completion = .choices(words + more.filter { !words.contains($0) })
    }
  }

  /// Adds choices for the help.
  package mutating func addChoices(_ words: [String]) {
    choices += words.filter { !choices.contains($0) }
  }
}

/// What a file of options that comes from others may say of an option.
public enum Sharing: Sendable, Hashable {
  /// Any value.
  case free
  /// Its value, which may name an input: one in the folder of that file or below.
  case input
  /// Nothing: it names an output, a network or words for another program, or takes a guard away. It counts
  /// where it is typed, and in the user's own defaults.
  case typed
}

/// An option without the type of the struct it sets.
package struct OptionDescription: Hashable, Sendable {
  package let name: String
  package let letter: Character?
  package var help: String
  package var heading: String?
  package var value: ValueDescription?
  package var defaultText = ""
  /// Other defaults, each with its label.
  package private(set) var otherDefaults: [String] = []
  package var isRepeated = false
  package var affects = Effect.nothing
  /// Whether help and the manual list it; if not, they say where it is listed.
  package var isListed = true
  /// What a shared file may say of it, if its row says that.
  var ownSharing: Sharing?

  /// What a shared file of options may say of it; nothing if its value names a file or a folder, unless
  /// its row says otherwise.
  package var sharing: Sharing {
    guard ownSharing == nil, let value else { return ownSharing ?? .free }
    let namesFile = [.file, .directory].contains(value.completion)
    return namesFile || value.metavariable.contains("FILE") ? .typed : .free
  }

  static let optionsFile: OptionDescription = {
    var row = OptionDescription(
      name: "options", letter: nil,
      help:
        "Read options from a file, one on each line: palette dusk. Options the command lacks are "
        + "ignored; the command line wins. The file may not name outputs, or files outside its folder. "
        + "none leaves out your own defaults.",
      heading: "General", value: ValueDescription(String.self, "FILE", .file))
    row.isRepeated = true
    return row
  }()
  static let help = OptionDescription(
    name: "help", letter: "h", help: "Show this help and exit.", heading: "General")
  static let version = OptionDescription(
    name: "version", letter: nil, help: "Show the version and exit.", heading: "General")

  /// Every form with its hyphens, the letter first.
  package var forms: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The help text up to its first full stop, for completion lists.
  var brief: String {
    let stops = [".", ";", ":", ","]
    let words = help.split(separator: " ")
    let end = words.firstIndex { word in stops.contains { word.hasSuffix($0) } }
    let text = words.prefix(through: end ?? words.endIndex - 1).joined(separator: " ")
    return stops.contains { text.hasSuffix($0) } ? String(text.dropLast()) : text
  }

  /// The first words of the help text, and the default.
  var shortHelp: String {
    defaultText.isEmpty ? "\(brief)." : "\(brief). [default:\u{A0}\(defaultText)]"
  }

  /// The help text with the choices that the metavariable does not show, and the default.
  var fullHelp: String {
    var text = help
    if let value, !value.metavariable.hasPrefix(value.choices.joined(separator: "|")) {
      text += " [choices: \(value.choices.joined(separator: ", "))]"
    }
    guard !defaultText.isEmpty || !otherDefaults.isEmpty else { return text }
    let defaults = [defaultText.isEmpty ? "none" : defaultText] + otherDefaults
    return text + " [default:\u{A0}\(defaults.joined(separator: "; "))]"
  }

  /// Adds the default of the same option elsewhere, unless it is the same.
  mutating func addDefault(of other: OptionDescription, _ label: String) {
    guard other.defaultText != defaultText else { return }
    let text = other.defaultText.isEmpty ? "none" : other.defaultText
    otherDefaults.append("\(label):\u{A0}\(text)")
  }
}
