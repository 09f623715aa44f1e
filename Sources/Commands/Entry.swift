// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Views

/// The program: from its arguments to its exit status.
public enum Entry {
  /// Takes care of the descriptors of this process; ends it where it may have too few.
  ///
  /// To be called before anything else, and outside of any task.
  public static func prepare() {
    StandardStreams.secure()
    guard !StandardStreams.haveRoomBesideThem() else { return }
    let error = Diagnostic(
      "too few files may be open at once", hint: Diagnostic.openFilesHint, status: .ioError)
    StandardError.write(error.text)
    Machine.exit(error.status.rawValue)
  }

  /// Runs the command that the arguments, without the program's own name, ask for.
  public static func run(_ arguments: [String]) async -> Int32 {
    Interruption.setFarewell(Diagnostic.interruption().text)
    Interruption.listen()
    do throws(Diagnostic) {
      try await dispatch(arguments)
      return ExitStatus.success.rawValue
    } catch {
      Interruption.leave()
      StandardError.write(
        error.status.isInterruption
          ? Interruption.farewell : error.withCommand(arguments).text)
      return error.status.rawValue
    }
  }

  private static func dispatch(_ arguments: [String]) async throws(Diagnostic) {
    // Asked for by scripts again and again; the option tables take longer to make than all the rest.
    if arguments == ["--version"] { return try printing(ProgramText.versionLine + "\n") }
    switch try request(arguments) {
    case .help: try printing(program.help())
    case .version: try printing(ProgramText.versionLine + "\n")
    case .command("render", let rest): try await render(ViewName.view(in: rest), rest)
    case .command("plan", let rest): try plan(ViewName.view(in: rest), rest)
    case .command("meter", let rest):
      guard let command = try parsed(MeterCommand.spec, rest) else { return }
      try command.run()
    case .command("normalize", let rest):
      guard let command = try parsed(NormalizeCommand.spec, rest) else { return }
      try command.run()
    case .command("verify", let rest):
      guard let command = try parsed(VerifyCommand.spec, rest) else { return }
      try command.run()
    case .command("completions", let rest):
      guard let command = try parsed(CompletionsCommand.spec, rest) else { return }
      try printing(program.completions(for: command.shell))
    case .command("manual", let rest):
      guard try parsed(ManualCommand.spec, rest) != nil else { return }
      try printing(
        program.manPage(exitStatuses: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))
    case .command(let name, _):
      preconditionFailure("\(name) is in the list of commands, and not here")
    }
  }

  static func request(_ arguments: [String]) throws(Diagnostic) -> ProgramSpec.Request {
    do { return try program.request(arguments) } catch { throw Diagnostic(error, command: nil) }
  }

  /// Reads a command's arguments; `nil` where help or the version was asked for, and printed.
  private static func parsed<Options>(
    _ spec: CommandSpec<Options>, _ arguments: [String]
  ) throws(Diagnostic) -> Options? {
    switch try outcome(spec, arguments) {
    case .values(let options, _): return options
    case .help: try printing(program.help(for: spec))
    case .version: try printing(ProgramText.versionLine + "\n")
    }
    return nil
  }

  static func outcome<Options>(
    _ spec: CommandSpec<Options>, _ arguments: [String]
  ) throws(Diagnostic) -> Parser<Options>.Outcome {
    do { return try Parser(spec).parse(arguments, into: spec.defaults) } catch {
      throw Diagnostic(error, command: spec.name)
    }
  }

  private static func render<SomeView: View>(
    _ view: SomeView.Type, _ arguments: [String]
  ) async throws(Diagnostic) {
    let parsed: ParsedArguments<RenderCommand<SomeView>>
    do { parsed = try RenderCommand<SomeView>.parse(arguments) } catch {
      throw Diagnostic(error, command: "render")
    }
    switch parsed {
    case .command(let command): try await command.run(commandLine: ["render"] + arguments)
    case .help: try printing(program.help(for: RenderCommand<SomeView>.spec))
    case .version: try printing(ProgramText.versionLine + "\n")
    }
  }

  private static func plan<SomeView: View>(
    _ view: SomeView.Type, _ arguments: [String]
  ) throws(Diagnostic) {
    let parsed: ParsedArguments<PlanCommand<SomeView>>
    do { parsed = try PlanCommand<SomeView>.parse(arguments) } catch {
      throw Diagnostic(error, command: "plan")
    }
    switch parsed {
    case .command(let command): try command.run()
    case .help: try printing(program.help(for: PlanCommand<SomeView>.spec))
    case .version: try printing(ProgramText.versionLine + "\n")
    }
  }

  /// Writes text to standard output.
  private static func printing(_ text: String) throws(Diagnostic) {
    let output = try DataOutput("-", replacing: true)
    do throws(PipelineError) {
      try output.write(Array(text.utf8))
      try output.commit()
    } catch { throw Diagnostic(error) }
  }

  static let program = ProgramSpec(
    name: ProgramText.name,
    summary: "Turn sound into radial pictures, frame by frame, and into numbers.",
    version: ProgramText.version,
    paragraphs: [
      "The peak and average level of a track, sixty times a second, become four curves that grow by "
        + "one degree a tick. Audio comes from anything that libsndfile reads, and from anything else "
        + "where ffmpeg is installed."
    ],
    commands: descriptions(ViewCatalog.all[0]) + [
      MeterCommand.spec.erased, NormalizeCommand.spec.erased, VerifyCommand.spec.erased,
      CompletionsCommand.spec.erased, ManualCommand.spec.erased,
    ])

  /// The commands that have the options of a view.
  private static func descriptions<SomeView: View>(
    _ view: SomeView.Type
  ) -> [CommandDescription] {
    [RenderCommand<SomeView>.spec.erased, PlanCommand<SomeView>.spec.erased]
  }
}
