// SPDX-License-Identifier: MIT

/// A command of a program: its name, and its description, which is made when it is needed.
public struct ProgramCommand: Sendable {
  /// The word that chooses the command.
  public let name: String
  /// One sentence for the list of commands.
  public let summary: String
  private let describe: @Sendable () -> CommandDescription

  /// A command whose tables of options are made only for its help, the completions and the manual.
  public init(
    name: String, summary: String, description: @escaping @Sendable () -> CommandDescription
  ) {
    self.name = name
    self.summary = summary
    describe = description
  }

  /// A command that is described already.
  public init(_ description: CommandDescription) {
    self.init(name: description.name, summary: description.summary) { description }
  }

  package var description: CommandDescription { describe() }
}

/// A program of several commands.
public struct ProgramSpec: Sendable {
  /// The name by which it is called.
  public let name: String
  /// One sentence for the top of the help.
  public let summary: String
  /// The version number.
  public let version: String
  let paragraphs: [String]
  package let commands: [ProgramCommand]
  package let examples: [Example]

  /// What the arguments of the program request.
  public enum Request: Hashable, Sendable {
    /// A text about the program.
    case text(HelpRequest)
    /// A command, by its index in the list, with the remaining arguments for its ``Parser``.
    case command(index: Int, arguments: [String])
  }

  /// A program; the help lists the commands in this order.
  public init(
    name: String, summary: String, version: String, paragraphs: [String] = [],
    commands: [ProgramCommand], examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.version = version
    self.paragraphs = paragraphs
    self.commands = commands
    self.examples = examples
  }

  /// The description of the command of this name.
  package func command(_ name: String?) -> CommandDescription? {
    commands.first { $0.name == name }?.description
  }

  /// What `--version` prints, without a line break.
  public var versionLine: String { "\(name) \(version)" }

  /// Finds the command in the program's arguments. `help`, `help COMMAND` and `version` mean
  /// `-h`, `COMMAND --help` and `--version`.
  ///
  /// - Throws: `missingCommand`, `unknownCommand`, or the parser's errors for an option before the
  ///   command.
  public func request(_ arguments: [String]) throws(UsageError) -> Request {
    guard let word = arguments.first else { throw .missingCommand }
    switch word {
    case "help":
      guard arguments.count > 1 else { return .text(.shortHelp) }
      return try request([arguments[1], "--help"] + arguments.dropFirst(2))
    case "version", "-V": return .text(.version)
    default: break
    }
    guard word == "-" || !word.utf8.starts(with: "-".utf8) else { return try general(word) }
    guard let index = commands.firstIndex(where: { $0.name == word }) else {
      throw .unknownCommand(
        word, suggestion: Suggestion.nearest(to: word, in: commands.map(\.name)))
    }
    return .command(index: index, arguments: Array(arguments.dropFirst()))
  }

  private func general(_ word: String) throws(UsageError) -> Request {
    let spec = CommandSpec(name: name, summary: summary, options: [], defaults: ())
    switch try Parser(spec).parse([word], into: ()) {
    case .request(let request): return .text(request)
    case .values: throw .missingCommand
    }
  }
}
