// SPDX-License-Identifier: MIT
internal import Filming
internal import Pages
internal import Pipeline
internal import Platform
internal import Signal

/// A page for browsers.
struct PageFile: Product {
  let drawing: ChosenDrawing

  private var options: RenderOptions { drawing.options }
  private var output: String { options.output }

  /// Scenes and sound above these sizes in bytes, as they are in the page, get a note.
  private static let mostScenes = 20_000_000
  private static let mostSound = 32_000_000

  init(_ drawing: ChosenDrawing) throws(Diagnostic) {
    self.drawing = drawing
    let output = drawing.options.output
    try DataOutput.checkName(output)
    if let promised = FileKind.promised(by: output), promised.fileExtension != "html" {
      let film = drawing.line(for: FilmCommand.self, without: ["jobs", "sound"])
      throw Diagnostic(
        "\(output): ends in .\(promised.fileExtension), but a page is HTML",
        hint: (promised.kind == .film ? film : nil) ?? "end the name in .html", status: .usage)
    }
    if output == "-", StandardStreams.outputIsTerminal {
      throw Diagnostic(
        "a page cannot be shown on a terminal", hint: "name a file with -o", status: .usage)
    }
  }

  func make() throws {
    do { try write() } catch let error as FilmError {
      throw Diagnostic(PageError.film(error))
    } catch let error as PageError { throw Diagnostic(error) }
  }

  private func write() throws {
    let channels = options.channels
    var open = try OpenFilm(
      drawing.request(), options.pageSound.recipe,
      heard: drawing.given.contains("channels") ? (channels.left, channels.right) : nil,
      soundPath: options.film.soundPath)
    drawing.noteSilence(of: open, "page", isWanted: options.pageSound != .none)
    let file = try drawing.output(for: "html")
    let page: Page, scenes: PageScenes
    do {
      let run = try drawing.read(&open.run)
      guard !run.frames.isEmpty else { throw Diagnostic.noFrame(in: options.input) }
      page = Page(run, try PageSound(options.pageSound, of: run, open), isLoop: options.loops)
      let progress = Progress(
        .frames(run.frames.count, run.schedule.rate, name: "page"), options.report)
      do {
        defer { progress.finish() }
        scenes = try page.scenes(jobs: options.jobCount) {
          progress.advance()
          return Interruption.signal == nil
        }
      }
      try file.write(page.document(scenes: scenes, at: output == "-" ? "page.html" : output))
    } catch {
      file.discard()
      throw error
    }
    try file.commit()
    report(page, scenes)
  }

  private func report(_ page: Page, _ scenes: PageScenes) {
    let sound = page.sound.size
    if scenes.size > PageFile.mostScenes {
      options.report.note(
        "the picture takes \(Quantity.bytes(scenes.size)); --fps 30 makes it smaller")
    }
    if sound > PageFile.mostSound {
      options.report.note(
        "the sound takes \(Quantity.bytes(sound)); --sound aac makes it smaller, and --sound link "
          + "leaves it out")
    }
    guard output != "-" else { return }
    let rate = page.run.schedule.rate
    let seconds =
      Double(page.run.frames.count) * Double(rate.denominator) / Double(rate.numerator)
    let parts =
      [("picture", scenes.size)] + (sound == 0 ? [] : [("sound", sound)])
    options.report.note(
      "\(Quantity.length(seconds)) in \(output): "
        + parts.map { "\(Quantity.bytes($1)) of \($0)" }.joined(separator: ", "))
  }
}

extension Diagnostic {
  init(_ error: PageError) {
    switch error {
    case .noFrames: self.init("there is no frame to draw", status: .badData)
    case .tooLarge(let bytes):
      self.init(
        "the page would have \(Quantity.bytes(bytes)), more than browsers read",
        hint: "use --sound link or --fps 30, or make pages of parts with --start and --duration",
        status: .usage)
    case .uncopied(let choice, let obstacle):
      self.init(
        "--sound \(choice.rawValue) takes the whole file as it is, and \(obstacle.words)",
        hint: "use --sound aac or none", status: .usage)
    case .unplayable(let path):
      self.init(
        "\(path): browsers do not play files of this kind", hint: "use --sound aac",
        status: .usage)
    case .film(.noEncoder):
      self.init(
        "ffmpeg, which encodes the sound, was not found on the PATH",
        hint: "install ffmpeg (apt-get install ffmpeg), or use --sound embed or none",
        status: .helperAbsent)
    case .film(let error): self.init(error)
    }
  }
}
