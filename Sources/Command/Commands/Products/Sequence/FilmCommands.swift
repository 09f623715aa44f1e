// SPDX-License-Identifier: MIT
internal import Drawing
internal import Filming
internal import Pipeline
internal import Rendering
internal import Signal
internal import Text
internal import Writing

/// The commands that make a film from the frames of a run, with sound.
struct FilmCommands {
  /// The `film` command that does everything in one step.
  private var direct: String?
  /// The command that converts SVG to PNG for ffmpeg; `nil` for PNG.
  private var rasterize: String?
  /// The command that writes the sound of a score; `nil` for other inputs.
  private var sound: String?
  /// The command that makes the film.
  private var film: String?
  /// What the film lacks, if anything.
  private var note: String?

  var facts: [Fact] {
    [
      Fact("direct", .direct, direct), Fact("PNG first", .rasterize, rasterize),
      Fact("sound first", .synth, sound), Fact("film", .film, film),
      Fact("note", .note, note),
    ]
  }

  /// The commands for the frames of a sequence; none if it has no frames.
  init(
    _ drawing: DrawingRequest, _ sequence: SequenceRun, _ pattern: FramePattern
  ) throws(Diagnostic) {
    let (options, run, frames) = (drawing.options, sequence.run, sequence.frames)
    guard !frames.isEmpty else { return }
    direct = drawing.line(
      for: FilmOutput.self,
      without: ["output", "format", "overwrite", "existing", "jobs", "shard"],
      adding: drawing.shardWords(run))
    let isSilent = options.input == "-"
    var pictures = ShellText.operand(pattern.printfPattern)
    if sequence.kind == .svg {
      let drawings = pictures
      pictures = drawings.dropLast(3) + "png"
      rasterize =
        "for i in $(seq \(frames.lowerBound) \(frames.upperBound - 1)); do rsvg-convert -o "
        + ShellText.output(ofFormat: pictures, variable: "i") + " "
        + ShellText.output(ofFormat: drawings, variable: "i") + "; done"
    }
    let isTransparent = run.scenes.background.alpha < 255
    let recipe: FilmRecipe
    do { recipe = try FilmRecipe(.ofFrames(isTransparent: isTransparent)) } catch {
      throw Diagnostic(error)
    }
    let encoding = SampleEncoding(
      run.summary.format, recipe,
      drawn: options.track.channels == .mix ? (0, run.summary.format.channel(1)) : run.channels,
      chooses: false)
    let source = SampleSource(
      .track(options.track.request(for: options.input)), encoding, of: run)
    let name = OutputName.default(
      "film",
      for: options.input, fileExtension: recipe.container.fileExtensions[0])
    let made = Film(run, recipe, isSilent ? .none : .samples(source), demuxing: run.demuxing)
    sound = isSilent ? nil : options.soundCommand(run.summary)
    film =
      FFmpegLine(typed: made, files: pictures, sound: made.soundInput(options, nil), output: name)
      .line
    note =
      isSilent
      ? "the film is silent: standard input cannot be read twice; name the file to add its sound"
      : film == nil ? "the film's command cannot be typed: a name ends in a line break" : nil
  }
}

extension FilmRequest {
  /// A film from frame files: in the default format, or in an editor's format if the frames are
  /// transparent.
  fileprivate static func ofFrames(isTransparent: Bool) -> FilmRequest {
    var request = FilmRequest(isTransparent ? .editing : .default)
    request.isTransparent = isTransparent
    request.codec = isTransparent ? nil : .x264
    return request
  }
}
