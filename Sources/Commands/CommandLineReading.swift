// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

/// What a command line asks for, found without doing it: nothing is opened, written or printed.
package enum CommandLineReading {
  /// It is refused; the text is what the user is told.
  case refused(String)
  /// A text is to be printed.
  case text(String)
  /// A command is to be run with these options; of `render` also the line to go on with after an
  /// interruption.
  case options(String, resuming: String?)

  /// Reads the arguments without the program's own name.
  package init(_ arguments: [String]) {
    do throws(Diagnostic) {
      self = try CommandLineReading.reading(arguments)
    } catch { self = .refused(error.withCommand(arguments).text) }
  }

  private static func reading(_ arguments: [String]) throws(Diagnostic) -> CommandLineReading {
    switch try Entry.request(arguments) {
    case .help: .text(Entry.program.help())
    case .version: .text(ProgramText.versionLine + "\n")
    case .command("render", let rest): try render(ViewName.view(in: rest), rest)
    case .command("plan", let rest): try plan(ViewName.view(in: rest), rest)
    case .command("meter", let rest): try options(MeterCommand.spec, rest)
    case .command("normalize", let rest): try options(NormalizeCommand.spec, rest)
    case .command("verify", let rest): try options(VerifyCommand.spec, rest)
    case .command("completions", let rest): try options(CompletionsCommand.spec, rest)
    case .command(_, let rest): try options(ManualCommand.spec, rest)
    }
  }

  private static func options<Options>(
    _ spec: CommandSpec<Options>, _ arguments: [String]
  ) throws(Diagnostic) -> CommandLineReading {
    switch try Entry.outcome(spec, arguments) {
    case .values(let options, _): .options(String(reflecting: options), resuming: nil)
    case .help: .text(Entry.program.help(for: spec))
    case .version: .text(ProgramText.versionLine + "\n")
    }
  }

  private static func render<SomeView: View>(
    _ view: SomeView.Type, _ arguments: [String]
  ) throws(Diagnostic) -> CommandLineReading {
    let parsed: ParsedArguments<RenderCommand<SomeView>>
    do { parsed = try RenderCommand<SomeView>.parse(arguments) } catch {
      throw Diagnostic(error, command: "render")
    }
    switch parsed {
    case .help: return .text(Entry.program.help(for: RenderCommand<SomeView>.spec))
    case .version: return .text(ProgramText.versionLine + "\n")
    case .command(let command):
      var options = command.options
      _ = try OutputNames(options.output, options.format)
      (options.overwrites, options.resumes) = (false, true)
      return .options(
        String(reflecting: options), resuming: ShellWords.resuming(["render"] + arguments))
    }
  }

  private static func plan<SomeView: View>(
    _ view: SomeView.Type, _ arguments: [String]
  ) throws(Diagnostic) -> CommandLineReading {
    let parsed: ParsedArguments<PlanCommand<SomeView>>
    do { parsed = try PlanCommand<SomeView>.parse(arguments) } catch {
      throw Diagnostic(error, command: "plan")
    }
    switch parsed {
    case .help: return .text(Entry.program.help(for: PlanCommand<SomeView>.spec))
    case .version: return .text(ProgramText.versionLine + "\n")
    case .command(let command):
      return .options(String(reflecting: command.options), resuming: nil)
    }
  }

  /// The names of all commands and options, as they are written.
  package static var vocabulary: [String] {
    let commands = Entry.program.commands
    let options = commands.flatMap { $0.options.map { "\n--\($0.name)" } }
    let choices = commands.flatMap { $0.options.flatMap { $0.value?.choices ?? [] } }
    return Array(Set(commands.map(\.name) + options + choices)).sorted()
  }
}
