// SPDX-License-Identifier: MIT
internal import Drawing
internal import Filming
internal import Pipeline
internal import Rendering
internal import Signal
internal import Text

/// The shell commands that make a film, from frames that `render` pipes or has written.
struct PrintedFilm {
  /// The commands in one line.
  let line: String

  /// The commands for a film with the options of a command line.
  ///
  /// - Throws: an error if a name in them cannot be typed.
  init<Drawing: DrawingCommand>(
    _ film: ReadFilm, _ arguments: [String], of: Drawing.Type
  ) throws(Diagnostic) {
    let (recipe, rate) = (film.recipe, film.prepared.schedule.rate)
    var output = ["-o", "-", "--fps", "\(rate)", "--format"]
    switch recipe.feed {
    case .planar(let chroma): output += ["y4m"] + (chroma == .full ? ["--chroma", "444"] : [])
    case .rgba: output += ["rgba"]
    case .rgb24: output += ["rgb24"]
    }
    let render = Drawing.rewritten(
      arguments, for: RenderCommand.self,
      without: ["output", "format", "chroma", "overwrite", "no-space-check", "fps"],
      adding: output)
    let typed = TypedFilm(recipe, film.sound, output: film.job.output)
    let ffmpeg = ["ffmpeg"] + typed.words(fromStreamOf: film.prepared, film.soundFile)
    guard let first = ProgramText.line(["render"] + render), let second = ShellText.line(ffmpeg)
    else {
      throw PrintedFilm.untypable
    }
    // ffmpeg cannot play an instrument.
    let sound = film.sound.isNone ? nil : film.job.options.soundCommand(film.prepared.summary)
    line = (sound.map { "\($0) && " } ?? "") + "\(first) | \(second)"
  }

  /// The error that a command cannot be printed.
  static var untypable: Diagnostic {
    Diagnostic(
      "the command cannot be typed: a name ends in a line break", hint: "rename the file",
      status: .usage)
  }
}
