// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

/// What a command line asks for, understood and not done yet: nothing was opened or written.
enum Invocation {
  /// A text is to be printed.
  case text(String)
  /// A command is to be run.
  case command(any Command)

  /// Reads the arguments without the program's own name.
  init(_ arguments: [String]) throws(Diagnostic) {
    // Asked for by scripts again and again; the option tables take longer to make than all the rest.
    if arguments == ["--version"] {
      self = .version
      return
    }
    let program = ProgramSpec.radialAudio
    let request: ProgramSpec.Request
    do { request = try program.request(arguments) } catch { throw Diagnostic(error, command: nil) }
    switch request {
    case .help: self = .text(program.help())
    case .version: self = .version
    case .command(let index, let rest):
      let commands = ProgramSpec.commands(drawing: ViewName.view(in: rest))
      self = try Invocation.reading(commands[index], rest)
    }
  }

  private static var version: Invocation { .text(ProgramText.versionLine + "\n") }

  private static func reading<SomeCommand: Command>(
    _ command: SomeCommand.Type, _ arguments: [String]
  ) throws(Diagnostic) -> Invocation {
    let outcome: Parser<SomeCommand.Options>.Outcome
    do { outcome = try command.read(arguments) } catch {
      throw Diagnostic(error, command: command.spec.name)
    }
    switch outcome {
    case .values(let options, _): return .command(try command.init(options, arguments))
    case .help: return .text(ProgramSpec.radialAudio.help(for: command.spec))
    case .version: return .version
    }
  }
}

extension ProgramSpec {
  /// The whole program.
  static let radialAudio = ProgramSpec(
    name: ProgramText.name,
    summary: "Turn sound into radial pictures, frame by frame, and into numbers.",
    version: ProgramText.version,
    paragraphs: [
      "The peak and average level of a track, sixty times a second, become four curves that grow by "
        + "one degree a tick. Audio comes from anything that libsndfile reads, and from anything else "
        + "where ffmpeg is installed."
    ],
    commands: commands(drawing: ViewCatalog.all[0]).map { $0.description })

  /// All commands, in the order of the help, with the options of a view where they draw.
  fileprivate static func commands<SomeView: View>(
    drawing view: SomeView.Type
  ) -> [any Command.Type] {
    [
      RenderCommand<SomeView>.self, PlanCommand<SomeView>.self, MeterCommand.self,
      NormalizeCommand.self, VerifyCommand.self, CompletionsCommand.self, ManualCommand.self,
    ]
  }
}

extension Command {
  /// Its help without the type of its options.
  fileprivate static var description: CommandDescription { spec.erased }
}
