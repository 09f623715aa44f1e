// SPDX-License-Identifier: MIT
internal import Arguments

/// A command of the program, with what it was told.
protocol Command: Sendable {
  /// Its name, its options and operands, those of every view among them.
  static var description: CommandDescription { get }

  /// The same, without the options of the views that these arguments do not choose.
  static func description(for arguments: [String]) -> CommandDescription

  /// Reads the arguments that follow the command's name.
  ///
  /// - Throws: what is wrong with them.
  static func read(_ arguments: [String]) throws(Diagnostic) -> Invocation

  /// What it was told; equal texts of it mean equal runs.
  var meaning: any Sendable { get }

  /// What goes on where a run of it was ended: the line to be typed, and what that means. `nil` for
  /// commands that begin anew.
  var resumption: (line: String, meaning: any Sendable)? { get }

  /// How it speaks of itself.
  var report: ReportOptions { get }

  /// Does it.
  ///
  /// - Throws: what ``Diagnostic/init(thrown:)`` knows.
  func run() throws
}

extension Command {
  static func description(for arguments: [String]) -> CommandDescription { description }

  var resumption: (line: String, meaning: any Sendable)? { nil }

  var report: ReportOptions { ReportOptions() }

  /// Reads words over defaults, and makes a command of what they set.
  static func read<Options>(
    _ words: CommandWords, _ spec: CommandSpec<Options>, over base: Options,
    _ make: (Options, _ given: Set<String>) throws(Diagnostic) -> any Command
  ) throws(Diagnostic) -> Invocation {
    let outcome: Parser<Options>.Outcome
    do { outcome = try Parser(spec).parse(words, into: base) } catch {
      throw Diagnostic(error, command: spec.name, words: words)
    }
    switch outcome {
    case .values(let options, let given):
      try Diagnostic.checkForAddresses(words, spec.description)
      return .command(try make(options, given))
    case .help: return .text(ProgramSpec.radialAudio.help(for: spec))
    case .version: return .version
    }
  }
}

/// A command that is nothing but its options.
protocol PlainCommand: Command {
  /// Its name, its options and operands, and its help.
  static var spec: CommandSpec<Self> { get }
}

extension PlainCommand {
  static var description: CommandDescription { spec.description }

  var meaning: any Sendable { self }

  static func read(_ arguments: [String]) throws(Diagnostic) -> Invocation {
    let words = CommandWords(arguments, of: description)
    return try read(words, spec, over: spec.defaults) { command, _ in command }
  }
}
