// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Pages
internal import Pipeline
internal import Platform
internal import Signal

/// A page for browsers.
struct PageFile: Product {
  let drawing: DrawingRequest

  private let own: PageOptions

  var options: DrawingOptions { drawing.options }
  var output: String { options.output }

  /// Scenes and sound above these sizes in bytes, as they are in the page, get a note.
  private static let maxScenes = 20_000_000
  private static let maxSound = 32_000_000

  /// What makes a page smaller.
  fileprivate static let smallerHint =
    "use --sound link or --fps 30, or make pages of parts with --start and --duration"

  init(_ drawing: DrawingRequest, _ own: PageOptions) throws(Diagnostic) {
    (self.drawing, self.own) = (drawing, own)
    let output = drawing.options.output
    try DataOutput.checkName(output)
    if let promised = FileKind.promised(by: output), !promised.isPage {
      let film = drawing.line(for: FilmOutput.self, without: ["jobs", "sound"])
      throw .wrongName(
        output, for: "a page", ends: ["html"],
        orElse: promised.isFilm ? film.map { "type \($0)" } : nil)
    }
    try Diagnostic.checkTerminal(output, "a page")
  }

  /// Reads the track, and finds the source of its sound.
  func read(_ open: inout OpenFilm) throws(Diagnostic) -> (ReadRun, PageSoundSource) {
    let run = try drawing.read(&open.run)
    guard !run.frames.isEmpty else { throw Diagnostic.noFrame(in: options.input) }
    do { return (run, try PageSoundSource(own.sound.choice, of: run, open)) } catch {
      throw Diagnostic(error)
    }
  }

  func open() throws(Diagnostic) -> OpenFilm {
    let open: OpenFilm
    do throws(FilmError) {
      open = try OpenFilm(
        drawing.request(), own.sound.choice.recipe,
        choosesChannels: drawing.given.contains("channels") && options.track.channels != .mix,
        soundPath: own.sound.path)
    } catch { throw Diagnostic(PageError.film(error)) }
    drawing.noteSilence(of: open, "page", isWanted: own.sound.choice != .none)
    return open
  }

  func make() throws(Diagnostic) {
    var open = try open()
    let file = try drawing.output(for: "html")
    let (run, source) = try read(&open)
    var encodes = false
    if case .samples = source { encodes = true }
    let page = Page(run, try sound(from: source, of: run), isLoop: options.frames.loops)
    let progress = Progress(
      .frames(run.frames.count, run.schedule.rate, name: "page"), options.report)
    let scenes: PageScenes
    do throws(PageError) {
      defer { progress.finish() }
      scenes = try page.scenes(jobs: options.jobCount) {
        progress.advance()
        return Interruption.signal == nil
      }
      progress.finishing()
      do throws(PipelineError) {
        try page.write(scenes, at: output == "-" ? "page.html" : output) {
          (bytes) throws(PipelineError) in
          guard Interruption.signal == nil else { throw .interrupted }
          try file.write(bytes)
        }
      } catch { throw .film(.pipeline(error)) }
    } catch { throw Diagnostic(error) }
    try file.commit()
    report(page, scenes, encodes: encodes)
  }

  /// The sound of a page; with progress if it is encoded.
  private func sound(
    from source: PageSoundSource, of run: ReadRun
  ) throws(Diagnostic) -> PageSound {
    do throws(PageError) {
      guard case .samples(let samples, _) = source else { return try PageSound(source) }
      if let recipe = try? own.sound.choice.recipe, let loss = samples.loss(recipe, of: "page") {
        options.report.warn(loss)
      }
      let reading = ReadingProgress(
        run.summary.format, samples.sampleFrames, options.report, name: "sound")
      return try reading.reporting { (progress) throws(PageError) in
        try PageSound(source, progress: progress)
      }
    } catch { throw Diagnostic(error) }
  }

  private func report(_ page: Page, _ scenes: PageScenes, encodes: Bool) {
    let sound = page.sound.size
    if scenes.size > PageFile.maxScenes {
      options.report.note(
        "the picture takes \(Quantity.bytes(scenes.size)); --fps 30 makes it smaller")
    }
    if sound > PageFile.maxSound {
      options.report.note(
        "the sound takes \(Quantity.bytes(sound)); "
          + (encodes ? "" : "--sound aac makes it smaller, and ") + "--sound link leaves it out")
    }
    guard output != "-" else { return }
    let rate = page.run.schedule.rate
    let seconds =
      Double(page.run.frames.count) * Double(rate.denominator) / Double(rate.numerator)
    let parts =
      [("picture", scenes.size)] + (sound == 0 ? [] : [("sound", sound)])
    options.report.note(
      "\(Quantity.length(seconds)) in \(output)\(page.run.scenesRemark): "
        + parts.map { "\(Quantity.bytes($1)) of \($0)" }.joined(separator: ", "), output: output)
  }
}

extension Diagnostic {
  init(_ error: PageError) {
    switch error {
    case .noFrames: self.init("there is no frame to draw", status: .badData)
    case .tooLarge:
      self.init(
        "the page would have more than \(Quantity.bytes(Page.maxBytes)), too many for browsers",
        hint: PageFile.smallerHint, status: .usage)
    case .noMemory(let bytes):
      self.init(
        "the rest of the page takes \(Quantity.bytes(bytes)) of memory, which is not available",
        hint: "\(PageFile.smallerHint), or \(Diagnostic.memoryHint)", status: .ioError)
    case .uncopied(let choice, let obstacle):
      self.init(
        "--sound \(choice.rawValue) takes the whole file as it is, and \(obstacle.words)",
        hint: "use --sound aac or none", status: .usage, for: ["sound"])
    case .unplayable(let path):
      self.init(
        "\(path): browsers do not play files of this kind", hint: "use --sound aac",
        status: .usage, for: ["sound"])
    case .film(.noEncoder):
      self.init(
        "ffmpeg, which encodes the sound, was not found on the PATH",
        hint: "install ffmpeg (apt-get install ffmpeg), or use --sound embed or none",
        status: .helperAbsent)
    case .film(let error): self.init(error)
    }
  }
}
