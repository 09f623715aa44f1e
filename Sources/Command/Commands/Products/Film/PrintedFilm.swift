// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Filming
internal import Pipeline
internal import Rendering
internal import Signal
internal import Text
internal import Writing

/// The shell commands that make a film, from frames that `render` pipes or has written.
struct PrintedFilm {
  /// The commands in one line.
  let line: String

  /// The line with its end, as it is printed.
  var bytes: [UInt8] { RawText.bytes(line + "\n") }

  /// The commands for a film with the options of a command line.
  ///
  /// - Throws: an error if a name in them cannot be typed.
  init(_ film: Film, _ drawing: DrawingRequest, soundPath: String?) throws(Diagnostic) {
    if film.recipe.isOwn {
      line = try PrintedFilm.ownLine(film, drawing, soundPath)
      return
    }
    let (recipe, rate) = (film.recipe, film.run.schedule.rate)
    var output = ["-o", "-", "--fps", "\(rate)", "--format"]
    switch recipe.feed {
    case .planar(let chroma): output += [(chroma == .full ? RawKind.fullY4M : .y4m).rawValue]
    case .rgba: output += ["rgba"]
    case .rgb24: output += ["rgb24"]
    }
    let render = drawing.line(
      for: RenderOutput.self,
      without: [
        "output", "format", "overwrite", "no-space-check", "fps", "shard",
      ],
      adding: output + drawing.shardWords(film.run))
    let options = drawing.options
    let ffmpeg = FFmpegLine(
      typed: film, sound: film.soundInput(options, soundPath), output: options.output)
    let cover = FFmpegLine(typedForCoverOf: film, output: options.output)
    guard let render, let encode = ffmpeg.line, let extract = cover.map(\.line) ?? "" else {
      throw PrintedFilm.untypable
    }
    // ffmpeg cannot play a score.
    let sound = film.sound.isNone ? nil : options.soundCommand(film.run.summary)
    let chapters = try PrintedFilm.chapters(of: film, options.output)
    line =
      ([sound, cover == nil ? nil : extract, chapters].compactMap(\.self) + [
        "\(render) | \(encode)"
      ])
      .joined(separator: " && ")
  }

  /// The command that writes the chapters of a film; `nil` if it has none.
  private static func chapters(of film: Film, _ output: String) throws(Diagnostic) -> String? {
    guard let (words, file) = FFmpegLine.chapterWords(typedFor: film, output: output) else {
      return nil
    }
    guard let line = ShellText.line(words), let name = ShellText.line([file]) else {
      throw untypable
    }
    return "\(line) > \(name)"
  }

  /// The name of the silent film with the pictures of a film.
  private static func pictures(of output: String) -> String {
    "\(PartPattern.split(output).stem)-pictures.mp4"
  }

  /// The commands for a film whose pictures the program codes itself: a silent film, and one with its
  /// pictures and the sound.
  private static func ownLine(
    _ film: Film, _ drawing: DrawingRequest, _ soundPath: String?
  ) throws(Diagnostic) -> String {
    let options = drawing.options
    let name = film.isMuxed ? PrintedFilm.pictures(of: options.output) : options.output
    // The pictures of a film that is lossless by default are in a file that is not.
    let quality = film.recipe.quality
    let isUsual = quality == .standard || drawing.given.contains("quality")
    let pictures = drawing.line(
      for: FilmOutput.self,
      without: Set(["output", "sound", "overwrite"]).union(
        film.isMuxed ? ["format"] : []),
      adding: ["-o", ShellText.operand(name), "--sound", "none"]
        + (isUsual ? [] : ["--quality", quality.rawValue]))
    guard let pictures else { throw untypable }
    if !film.isMuxed { return pictures }
    let ffmpeg = FFmpegLine(
      typed: film, pictures: name, sound: film.soundInput(options, soundPath),
      output: options.output)
    let cover = FFmpegLine(typedForCoverOf: film, output: options.output)
    guard let encode = ffmpeg.line, let extract = cover.map(\.line) ?? "" else { throw untypable }
    let sound = film.sound.isNone ? nil : options.soundCommand(film.run.summary)
    let chapters = try chapters(of: film, options.output)
    return ([sound, cover == nil ? nil : extract, chapters, pictures, encode].compactMap(\.self))
      .joined(separator: " && ")
  }

  /// The error that a command cannot be printed.
  static var untypable: Diagnostic {
    Diagnostic(
      "the command cannot be typed: a name ends in a line break", hint: "rename the file",
      status: .usage)
  }
}

extension FFmpegLine {
  /// The command; `nil` if it cannot be typed.
  var line: String? { ShellText.line(["ffmpeg"] + words) }
}

extension Film {
  /// The file with the sound of the frames, and where the part of it begins; `nil` for all of it.
  func soundInput(
    _ options: DrawingOptions, _ soundPath: String?
  ) -> (input: [String], start: Int?) {
    let isWhole = run.frames.count == run.schedule.frameCount
    guard run.summary.score == nil else {
      return (["-i", ShellText.operand(options.scoreSound)], isWhole ? nil : 0)
    }
    let (track, summary) = (options.track, run.summary)
    let isAll = isWhole && track.start == .zero && track.duration == nil && summary.damage == nil
    let format = track.raw?.ffmpegWords ?? Demuxing.typedWords(demuxing)
    return (
      format + ["-i", ShellText.operand(soundPath ?? options.input)],
      isAll ? nil : track.start.sampleFrame(sampleRate: summary.format.sampleRate)
    )
  }
}

extension DrawingOptions {
  /// The name of the file for the sound of a score, in commands for the user's ffmpeg.
  fileprivate var scoreSound: String {
    OutputName.default("sound", for: input, fileExtension: SoundKind.wav.rawValue)
  }

  /// The command that writes the sound of a score's part; `nil` if it cannot be typed, and
  /// for other inputs.
  func soundCommand(_ summary: TrackSummary) -> String? {
    guard summary.score != nil else { return nil }
    var words = ["synth", input, "-o", scoreSound]
    if track.start != .zero { words += ["--start", track.start.argumentText] }
    if let duration = track.duration { words += ["--duration", duration.argumentText] }
    return ProgramText.line(words)
  }
}

extension HeaderlessSamples {
  /// The input options for ffmpeg.
  fileprivate var ffmpegWords: [String] {
    ["-f", sampleFormat.rawValue, "-ar", "\(sampleRate)", "-ac", "\(channelCount)"]
  }
}
