// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Pipeline
internal import Platform
internal import Signal
internal import Text

/// `film`: renders a track as a film with its sound.
struct FilmCommand: DrawingCommand {
  let drawing: ChosenDrawing
  private let arguments: [String]
  private let job: FilmJob

  private var options: RenderOptions { drawing.options }

  static let outline = DrawingOutline(
    name: "film", summary: "Make a film of a track, with its sound.",
    paragraphs: [
      "ffmpeg, which has to be installed, encodes the pictures and the sound while they are drawn. "
        + "The end of the name sets the format: mp4 and m4v (H.264 and AAC, for uploads), mov "
        + "(also ProRes, for editors), webm (VP9), mkv (lossless), gif, apng, webp. With "
        + "--background none, mov and webm are transparent.",
      "The film has the sound of the frames that it shows, exact to the sample; ffmpeg 5.1 puts Opus "
        + "in webm and mkv 7 ms too early. The file appears when it is complete.",
      BatchOutline.paragraph,
    ],
    examples: [
      Example("radial-audio film song.ogg", "Make song.mp4, 1920x1080 at 60 frames a second."),
      Example(
        "radial-audio film song.flac -o teaser.mp4 --size 1080x1080 -s 54 -d 10",
        "Make a square film of ten seconds."),
      Example(
        "radial-audio film album --output-dir films --one-scale",
        "Make a film of each track of a folder, all on one scale."),
      Example(
        "radial-audio film song.wav -o overlay.mov --background none --stroke white",
        "Make a film that an editor lays over another one."),
    ],
    outputTable: Option.section(
      "Output",
      [
        .value(
          "output", letter: "o", "FILE", into: \.output, completion: .file, shapes: .nothing,
          help: "File to write; by default the track's name with .mp4, in this folder. - is "
            + "standard output, which needs --format."),
        .value(
          "format", letter: "f", into: \.film.container, shapes: .nothing,
          help: "Kind of film, if the end of its name does not set it."),
      ] + FilmOptions.codingTable
        + [
          .flag(
            "overwrite", into: \.overwrites, shapes: .nothing,
            help: "Replace the file if it exists.")
        ] + RenderOptions.outputTable(["fps", "frames"])
        + [
          .value(
            "shard", "I/N", into: \.shard, shapes: .nothing,
            help:
              "Film the I-th of N equal parts, counted from 1, for several machines. Parts with "
              + "--sound none can be joined with ffmpeg's concat, and the sound added then.")
        ] + RenderOptions.outputTable(["no-space-check"])),
    batch: BatchOutline(
      remedy: "skip-existing", hasScale: true,
      // Two at a time: ffmpeg uses several processors for a film, but not all of them all the time.
      mostTracks: 2,
      output: { path, words in
        let format = words.text(of: "format").flatMap { try? FilmContainer(argument: $0) }
        return "\(path).\((format ?? .usual).fileExtensions[0])"
      },
      isThere: { path, _ in Folder.hasEntry(path) }))

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    job = try FilmJob(drawing)
    self.drawing = job.drawing
    self.arguments = arguments
  }

  func run() throws {
    try job.checkSources()
    if options.film.printsCommand {
      let film = try job.read(keepsSamples: false, ffmpeg: try? .find())
      if film.sound.isNone, film.recipe.hasSound, !film.frames.isEmpty {
        let name = inputName(options.input)
        warn("\(name) cannot be read twice, so this film is silent; name a file to have its sound")
      }
      try DataOutput.print(
        RawText.bytes(try PrintedFilm(film, arguments, of: FilmCommand.self).line + "\n"))
      return
    }
    let ffmpeg: FFmpeg
    do throws(FilmError) { ffmpeg = try .find() } catch { throw Diagnostic(error) }
    let file = try openOutput()
    let place = file.place
    do {
      let film = try job.read(keepsSamples: true, ffmpeg: ffmpeg)
      try make(film, place, ffmpeg)
    } catch {
      file.discard()
      throw error
    }
    do { try file.commit() } catch { throw Diagnostic(output: job.output, error) }
  }

  private func openOutput() throws(Diagnostic) -> OutputFile {
    if job.output == "-", StandardStreams.outputIsTerminal {
      throw Diagnostic(
        "a film cannot be shown on a "
          + "terminal", hint: "name a file with -o, or pipe it into a program", status: .usage)
    }
    do { return try OutputFile(job.output, replacing: options.overwrites) } catch {
      throw Diagnostic(output: job.output, error)
    }
  }

  private func make(_ film: ReadFilm, _ target: OutputFile.Place, _ ffmpeg: FFmpeg) throws {
    guard !film.frames.isEmpty else {
      throw Diagnostic(
        "\(inputName(options.input)): has no frames to film"
          + (options.shard.map { " in --shard \($0.argumentText)" } ?? ""), status: .badData)
    }
    for note in try film.notes() { options.report.note(note) }
    if options.checksSpace, case .file(let path) = target {
      let folder = Folder.parent(of: path)
      if let lack = film.lack(in: folder) {
        throw Diagnostic(
          "\(folder): \(lack)",
          hint: "free some space, choose another disk with -o, or start anyway with "
            + "--no-space-check",
          status: .ioError)
      }
    }
    let writer = FilmWriter(film.prepared, film.recipe, film.sound, ffmpeg)
    try drawing.checkMemory(writer.memory)
    let rate = film.prepared.schedule.rate
    let stage = Progress.Stage(
      noun: "frames", total: film.frames.count,
      microseconds: 1e6 * Double(rate.denominator) / Double(rate.numerator), name: "film")
    let progress = Progress(stage, options.report)
    do throws(FilmError) {
      defer { progress.finish() }
      try writer.run(to: target) {
        progress.advance()
        return Interruption.signal == nil
      } finishing: {
        progress.finishing()
      }
    } catch {
      throw Diagnostic(error, film, output: job.output, ffmpeg)
    }
    let seconds = Double(progress.elapsed / 100_000_000) / 10
    if job.output != "-" {
      options.report.note(
        "\(counted(film.frames.count, "frame")) at \(rate) a second in \(job.output), "
          + "\(film.description), \(seconds) s")
    }
  }
}
