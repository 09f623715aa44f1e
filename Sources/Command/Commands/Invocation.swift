// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding

/// A parsed command line: nothing was opened or written yet.
enum Invocation {
  /// Print a text.
  case text(String)
  /// Run a command; the line is what was typed.
  case command(any Command, Line)

  /// Parses the arguments without the program's own name.
  init(_ arguments: [String]) throws(Diagnostic) {
    // Scripts ask for this again and again, and building the option tables would take most of the
    // time.
    if [["--version"], ["-V"], ["version"]].contains(arguments) {
      self = .version
      return
    }
    let program = ProgramSpec.radialAudio
    let request: ProgramSpec.Request
    do { request = try program.request(arguments) } catch { throw Diagnostic(error, command: nil) }
    switch request {
    case .text(.shortHelp): self = .page(program.shortHelp(width: TerminalText.pageWidth))
    case .text(.help):
      let exits = HelpTable("Exit status", ExitStatus.rows)
      self = .page(program.help(width: TerminalText.pageWidth, tables: [exits]))
    case .text(.version): self = .version
    case .command(let index, let rest):
      let command = ProgramSpec.commandTypes[index]
      self = try .read(command, command.readsFiles ? OptionsFile.words(rest) : GivenWords(rest))
    }
  }

  /// Reads the words of a command. A file of options is for many runs: an option in it that is not for
  /// this one is left out.
  static func read(
    _ command: any Command.Type, _ words: GivenWords
  ) throws(Diagnostic) -> Invocation {
    do { return try command.read(words) } catch {
      guard error.isForOtherRuns, error.presets.count == 1 else { throw error }
      var fewer = words
      fewer.presets.removeAll { error.presets.contains($0.name) }
      return try Invocation.read(command, fewer)
    }
  }

  /// Prints a page of help.
  static func page(_ text: String) -> Invocation {
    .text(TerminalText.output.styled(page: text))
  }

  /// Prints the version line, and below it the versions that a bug report should include.
  static var version: Invocation {
    let libraries = LinkedLibraries.versions.joined(separator: ", ")
    return .text("\(ProgramText.versionLine)\n\(libraries)\n")
  }
}

extension ProgramSpec {
  /// The whole program.
  static let radialAudio = ProgramSpec(
    name: ProgramText.name,
    summary: "Turn sound into films, pictures and numbers.",
    version: ProgramText.version,
    paragraphs: [
      "A view draws what it measures in the sound: levels as curves round a centre, as needles on "
        + "dials, as a spectrum with the pitch, or a whole track as one figure. One reading of the "
        + "meters is a tick; by default there are 60 ticks and 60 frames a second. The input is "
        + "any file that libsndfile reads, any other audio if ffmpeg is installed, or an "
        + "instrument, a small file that synth --example prints.",
      "Your own defaults are options in ~/.config/radial-audio/options, one on each line, such as "
        + "'palette dusk'; --options FILE reads others for one run.",
    ],
    commands: commandTypes.map { type in
      ProgramCommand(name: type.name, summary: type.summary) { type.description }
    },
    examples: [
      Example("radial-audio film song.ogg", "Make song.mp4, a film of the song with its sound."),
      Example("radial-audio film song.ogg --size square", "The same as a square of 1080x1080."),
      Example(
        "radial-audio render song.ogg", "Write images into the folder frames, for an editor."),
      Example(
        "radial-audio poster song.ogg -o song.png", "Draw the whole song as one image, song.png."),
      Example("radial-audio meter song.ogg -o song.csv", "Write the levels as a table."),
    ])

  /// All commands, in the order of the help.
  static let commandTypes: [any Command.Type] = [
    DrawnCommand<FilmOutput>.self, DrawnCommand<PageOutput>.self, DrawnCommand<RenderOutput>.self,
    DrawnCommand<PosterOutput>.self, LooksCommand.self, DrawnCommand<PlanOutput<RenderOutput>>.self,
    DrawnCommand<WatchOutput>.self, MeterCommand.self, LoudnessCommand.self,
    NormalizeCommand.self, SynthCommand.self,
    PaletteCommand.self, VerifyCommand.self, DoctorCommand.self, CompletionsCommand.self,
    ManualCommand.self,
  ]
}
