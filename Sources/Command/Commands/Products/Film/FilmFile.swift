// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views
internal import Writing

/// A film in a file, or in a pipe.
struct FilmFile: Product {
  let drawing: DrawingRequest
  /// What is asked of the film.
  let request: FilmRequest
  let recipe: FilmRecipe
  /// The file name, or `-`.
  var output: String { drawing.options.output }

  /// The options of films.
  let own: FilmOptions

  var options: DrawingOptions { drawing.options }

  /// Whether the output is a pipe or a device.
  var isPipe: Bool { request.isPiped }

  /// Settles the kind of the film. With `--shard` it is a part of one. If it `joins` parts, the user's
  /// own words for ffmpeg are for these.
  init(
    _ drawing: DrawingRequest, _ own: FilmOptions, joins: Bool = false
  ) throws(Diagnostic) {
    (self.drawing, self.own) = (drawing, own)
    let (options, output) = (drawing.options, drawing.options.output)
    try DataOutput.checkName(output)
    let isPipe = output == "-" || [.pipe, .other].contains(Folder.kind(of: output))
    var request = FilmRequest(
      try FilmFile.container(output, own.container, isPipe: isPipe))
    (request.codec, request.quality) = (own.codec, own.quality)
    // Services play a canvas without sound, or refuse one with it, and take no other streams.
    request.isBare = drawing.line.text(of: "size")?.lowercased() == "canvas"
    let isSilent = request.isBare && !drawing.given.contains("sound")
    request.isPart = options.frames.shard != nil
    request.sound = isSilent || request.isPart ? .none : own.sound.choice
    // By the name in its file: where this is does not matter to others.
    request.comment = drawing.lookRemark(drawing.view.lookName).map { "look \($0)" }
    request.encoderWords = joins ? [] : own.encoderWords.words
    (request.isTransparent, request.isPiped) = (options.background.alpha < 255, isPipe)
    self.request = request
    do {
      let settled = try FilmRecipe(request)
      let rate = options.frames.rate ?? settled.defaultRate ?? .sixty
      recipe = try settled.fitted(to: options.picture, rate: rate)
    } catch { throw Diagnostic(error) }
  }

  private static func container(
    _ output: String, _ chosen: FilmContainer?, isPipe: Bool
  ) throws(Diagnostic) -> FilmContainer {
    let implied = FileKind(of: output)?.container
    if let chosen, let implied, chosen != implied {
      throw .contradiction(of: chosen.name, output)
    }
    if let container = chosen ?? implied { return container }
    guard !isPipe else {
      throw .unknownFormat(
        of: output, choices: FilmContainer.all.filter(\.isStream).map(\.name))
    }
    throw .wrongName(
      output, for: "a film", ends: FilmContainer.all.flatMap(\.fileExtensions),
      orElse: "add --format; \(ProgramText.name) render makes pictures, and page a web page")
  }

  func make() throws(Diagnostic) {
    try checkSources()
    if options.printsCommand {
      let film = try drawing.film(
        recipe, isPlanned: true, soundPath: own.sound.path, copyingWith: try? .find())
      if film.sound.isNone, film.recipe.hasSound, !film.run.frames.isEmpty {
        let name = inputName(options.input)
        options.report.warn(
          "\(name) cannot be read twice, so this film is silent; name a file to have its sound")
      }
      return try DataOutput.print(try PrintedFilm(film, drawing, soundPath: own.sound.path).bytes)
    }
    let ffmpeg = try recipe.helper()
    try write(with: ffmpeg) { () throws(Diagnostic) in
      try drawing.film(recipe, soundPath: own.sound.path, copyingWith: ffmpeg)
    }
  }

  /// Opens the output, reads the film, and makes it.
  func write(
    with ffmpeg: FFmpeg?, _ film: () throws(Diagnostic) -> Film
  ) throws(Diagnostic) {
    let file = try openOutput(replacing: options.existing.replaces)
    let film = try film()
    try tellNotes(of: film)
    _ = try write(film, file.place, ffmpeg)
    do { try file.commit() } catch { throw Diagnostic(output: output, error) }
  }

  /// Refuses to overwrite one of the film's inputs.
  func checkSources() throws(Diagnostic) {
    guard output != "-" else { return }
    for source in drawing.inputPaths {
      guard source != "-", Folder.areSame(source, output) else { continue }
      throw Diagnostic(
        "\(output): the film would replace its own input", hint: "name another file with -o",
        status: .cannotCreate)
    }
  }

  func openOutput(replacing: Bool) throws(Diagnostic) -> OutputFile {
    try Diagnostic.checkTerminal(output, "a film")
    do { return try OutputFile(output, replacing: replacing) } catch {
      throw Diagnostic(output: output, error)
    }
  }

  /// Tells the user what may be unexpected.
  func tellNotes(of film: Film) throws(Diagnostic) {
    guard !film.run.frames.isEmpty else { return }
    if let loss = film.loss { options.report.warn(loss) }
    for note in try film.notes(drawing.view) { options.report.note(note) }
  }

  /// Makes a film, with progress, and gives where it flashes most.
  func write(
    _ film: Film, _ target: OutputFile.Place, _ ffmpeg: FFmpeg?
  ) throws(Diagnostic) -> Flashes {
    guard !film.run.frames.isEmpty else {
      throw Diagnostic(
        "\(inputName(options.input)): has no frames to film"
          + (options.frames.shard.map { " in --shard \($0.argumentText)" } ?? ""), status: .badData)
    }
    if own.checksSpace, case .file(let path) = target {
      let folder = Folder.parent(of: path)
      if let lack = try film.lack(in: folder) {
        throw Diagnostic(
          "\(folder): \(lack)",
          hint: "free some space, choose another disk with -o, or start anyway with "
            + "--no-space-check",
          status: .ioError)
      }
    }
    var writer = FilmWriter(film, ffmpeg, jobs: options.jobCount)
    while writer.jobs > 1, !Machine.hasMemory(writer.memory) {
      writer = FilmWriter(film, ffmpeg, jobs: writer.jobs / 2)
    }
    try drawing.checkMemory(writer.memory)
    let rate = film.run.schedule.rate
    let progress = Progress(.frames(film.frames.count, rate, name: "film"), options.report)
    let flashes: Flashes
    do throws(FilmError) {
      defer { progress.finish() }
      flashes = try writer.write(to: target) {
        progress.advance()
        return Interruption.signal == nil
      } finishing: {
        progress.finishing()
      }
      progress.note(flashes)
    } catch {
      throw Diagnostic(error, film.recipe, output: output, ffmpeg)
    }
    let seconds = Double(progress.elapsed / 100_000_000) / 10
    if output != "-" {
      options.report.note(
        "\(counted(film.frames.count, "frame")) at \(rate) a second in \(output)"
          + "\(film.run.scenesRemark), \(film.recipe.description), \(seconds) s", output: output)
    }
    if flashes.areLarge {
      options.report.warn(
        "\(flashes.words), which can cause seizures", hint: drawing.hintOnFlashes(of: film))
    } else if flashes.areNotable {
      options.report.note("\(flashes.words): less than a quarter of it")
    }
    return flashes
  }
}

extension Flashes {
  /// Where the picture flashes most: `at 35.0 s 12 % of the picture flashes more than three times a second`.
  var words: String {
    share == 0
      ? "nothing flashes more than three times a second"
      : "at \(DecimalText.text(seconds, places: 1)) s \(max(Int((100 * share).rounded()), 1)) % of the "
        + "picture flashes more than three times a second"
  }
}

extension DrawingRequest {
  /// What may stop flashes of a film: the options of its look that change large parts of the picture.
  func hintOnFlashes(of film: Film) -> String {
    func takes<Options: ViewOptions>(_ view: Options, _ name: String) -> Bool {
      Options.Drawn.hasOption(name) && !view.unusedOptions.contains(name)
    }
    let ways = [
      view.pulses ? "--set pulse=0" : nil,
      film.run.sceneCount > 1 ? "--scenes none" : nil,
      takes(view, "palette") ? "another --palette" : nil,
    ].compactMap(\.self)
    return (ways.isEmpty ? "" : "try \(ways.joined(separator: ", ")); otherwise ")
      + "show the film with a warning before it"
  }
}

extension FilmRecipe {
  /// ffmpeg; `nil` if it is not found and not needed.
  func helper() throws(Diagnostic) -> FFmpeg? {
    do { return needsEncoder ? try .find() : try? .find() } catch { throw Diagnostic(error) }
  }
}

extension DrawingRequest {
  /// Says that readings without their sound make a silent film or page.
  func noteSilence(of open: borrowing OpenFilm, _ productName: String, isWanted: Bool) {
    guard open.isSilent, isWanted else { return }
    options.report.note(
      "\(options.input) has no samples, so the \(productName) is silent; --sound FILE adds the sound"
    )
  }

  /// Reads the track for a film, and decides about its sound. `inParts`, also the hash of its samples
  /// for the notes of the parts. It shows what `shown` makes of the run.
  func film(
    _ recipe: FilmRecipe, isPlanned: Bool = false, inParts: Bool = false, soundPath: String? = nil,
    copyingWith ffmpeg: FFmpeg?, sharing shared: SharedReadings? = nil,
    as shown: (ReadRun) throws(Diagnostic) -> ReadRun = { $0 }
  ) throws(Diagnostic) -> Film {
    var request = request()
    request.shared = shared
    request.track.hashesSamples = inParts
    var open: OpenFilm
    do {
      open = try OpenFilm(
        request, recipe,
        choosesChannels: given.contains("channels") && options.track.channels != .mix,
        soundPath: soundPath, isPlanned: isPlanned)
    } catch { throw Diagnostic(error) }
    noteSilence(of: open, "film", isWanted: recipe.hasSound)
    let run = try shown(try read(&open.run))
    do { return try open.film(of: run, copyingWith: ffmpeg) } catch { throw Diagnostic(error) }
  }
}
