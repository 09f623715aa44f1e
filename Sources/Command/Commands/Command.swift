// SPDX-License-Identifier: MIT
// Commands: the command line. A command is a name, its text, and what it makes: see `Product`. All words
// for users are in Messages; libraries throw cases with values.
internal import Arguments

/// A command of the program, with its options.
protocol Command: Sendable {
  /// The word that chooses it.
  static var name: String { get }

  /// One sentence for the list of commands.
  static var summary: String { get }

  /// Its name, options and operands, including those of every view.
  static var description: CommandDescription { get }

  /// Whether it takes options from files.
  static var readsFiles: Bool { get }

  /// Parses the words after the command's name.
  ///
  /// - Throws: the error in them.
  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation

  /// All its settings; if their text is equal, runs are equal.
  var meaning: any Sendable { get }

  /// How to continue an interrupted run: the line to type, and its meaning. `nil` for commands that
  /// start over.
  var resumption: (line: String, meaning: any Sendable)? { get }

  /// How it reports.
  var report: ReportOptions { get }

  /// The options that were given and have no effect.
  var ignored: [IgnoredOption] { get }

  /// Runs it.
  func run() throws(Diagnostic)
}

extension Command {
  static var readsFiles: Bool { true }

  var resumption: (line: String, meaning: any Sendable)? { nil }

  var report: ReportOptions { ReportOptions() }

  var ignored: [IgnoredOption] { [] }

  /// Parses a line over defaults, and makes a command from the result. The values of options in
  /// `ignored` are checked only; `help` is the spec for the help page, if it is another one.
  static func read<Options>(
    _ line: Line, _ spec: CommandSpec<Options>, over base: Options,
    ignoring ignored: Set<String> = [], help: @autoclosure () -> CommandSpec<Options>? = nil,
    _ make: (Options) throws(Diagnostic) -> any Command
  ) throws(Diagnostic) -> Invocation {
    if let error = Diagnostic.misread(line) { throw error }
    let outcome: Parser<Options>.Outcome
    do { outcome = try Parser(spec).parse(line, into: base, ignoring: ignored) } catch {
      throw Diagnostic(error, command: spec.name, line: line)
    }
    switch outcome {
    case .values(let options):
      try Diagnostic.checkForAddresses(line)
      try OptionsFile.check(line.passedOver)
      do { return .command(try make(options), line) } catch { throw error.naming(line.presets) }
    case .request(.shortHelp):
      return .page(
        ProgramSpec.radialAudio.shortHelp(for: help() ?? spec, width: TerminalText.pageWidth))
    case .request(.help):
      return .page(
        ProgramSpec.radialAudio.help(for: help() ?? spec, width: TerminalText.pageWidth))
    case .request(.version): return .version
    }
  }
}

/// A command that consists of its options.
protocol PlainCommand: Command {
  /// Its name, options, operands and help.
  static var spec: CommandSpec<Self> { get }

  /// What runs after this line: itself by default.
  ///
  /// - Throws: an error if its options contradict each other.
  func settled(by line: Line) throws(Diagnostic) -> any Command
}

extension PlainCommand {
  static var description: CommandDescription { wholeSpec.description }

  private static var wholeSpec: CommandSpec<Self> { readsFiles ? spec.readingFiles : spec }

  var meaning: any Sendable { self }

  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation {
    let spec = wholeSpec
    let line = Line(words, of: spec.description)
    return try read(line, spec, over: spec.defaults) { (command) throws(Diagnostic) in
      try command.settled(by: line)
    }
  }

  func settled(by line: Line) throws(Diagnostic) -> any Command { self }
}
