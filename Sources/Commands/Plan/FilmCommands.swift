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
  /// The `film` command that does everything in one step; `nil` without frames.
  let direct: String?
  /// The command that converts SVG to PNG for ffmpeg; `nil` for PNG.
  let rasterize: String?
  /// The command that writes the sound of an instrument; `nil` for other inputs.
  let sound: String?
  /// The command that makes the film; `nil` without frames.
  let film: String?
  /// What the film lacks, if anything.
  let note: String?

  init(
    _ options: RenderOptions, _ work: RenderWork, _ pattern: FramePattern, direct: String?
  ) throws(Diagnostic) {
    let frames = work.frames
    guard !frames.isEmpty else {
      (self.direct, rasterize, sound, film, note) = (nil, nil, nil, nil, nil)
      return
    }
    self.direct = direct
    let isSilent = options.input == "-"
    var pictures = ShellText.operand(pattern.printfPattern)
    if work.kind == .svg {
      let drawings = pictures
      pictures = drawings.dropLast(3) + "png"
      rasterize =
        "for i in $(seq \(frames.lowerBound) \(frames.upperBound - 1)); do rsvg-convert -o "
        + ShellText.output(ofFormat: pictures, variable: "i") + " "
        + ShellText.output(ofFormat: drawings, variable: "i") + "; done"
    } else {
      rasterize = nil
    }
    let isTransparent = work.prepared.scenes.background.alpha < 255
    let recipe: FilmRecipe
    do { recipe = try FilmRecipe(.ofFrames(isTransparent: isTransparent)) } catch {
      throw Diagnostic(error)
    }
    // ffmpeg may take a doubled % for a wildcard, unless it is told not to.
    var input = pictures.contains("%%") ? ["-pattern_type", "sequence"] : []
    input += ["-framerate", "\(work.schedule.rate)"]
    if frames.lowerBound > 0 { input += ["-start_number", "\(frames.lowerBound)"] }
    input += ["-i", pictures]
    let prepared = work.prepared
    let encoding = SampleEncoding(
      channelCount: prepared.summary.format.channelCount, pair: nil, drawn: prepared.channels,
      most: recipe.mostChannels)
    let source = SampleSource(
      .track(options.track.request(for: options.input)), encoding, of: prepared)
    let name = OutputName.usual(
      "film",
      for: options.input, fileExtension: recipe.container.fileExtensions[0])
    let typed = TypedFilm(recipe, isSilent ? .none : .samples(source), output: name)
    sound = isSilent ? nil : options.soundCommand(prepared.summary)
    film = ShellText.line(
      ["ffmpeg"]
        + typed.words(
          fromFiles: input, count: frames.count, prepared.soundFile(options), of: prepared,
          ground: prepared.scenes.background.hexadecimal))
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
    var request = FilmRequest(isTransparent ? .editing : .usual)
    request.isTransparent = isTransparent
    return request
  }
}
