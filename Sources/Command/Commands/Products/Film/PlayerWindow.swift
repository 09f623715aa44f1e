// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Text
internal import Views

/// A film that is shown in a window while it is drawn.
struct PlayerWindow: Product {
  let drawing: DrawingRequest
  private let live: LiveOptions
  private let recipe: FilmRecipe

  init(_ drawing: DrawingRequest, _ live: LiveOptions) throws(Diagnostic) {
    (self.drawing, self.live) = (drawing, live)
    do { recipe = try .preview() } catch { throw Diagnostic(error) }
  }

  func make() throws(Diagnostic) {
    guard !drawing.options.printsCommand else { return try printCommand() }
    let other = "make a film: \(drawing.filmLine(output: nil) ?? "\(ProgramText.name) film")"
    try Player.requireScreen(orElse: other)
    let (player, path) = try Player.found(orElse: other)
    let words = try player.filmWords(isFullScreen: live.isFullScreen, live.delay)
    let ffmpeg = try recipe.helper()
    let files = EditedFiles(drawing)
    let shared = files.map { _ in SharedReadings(coverSide: drawing.options.picture.height) }
    let film = try drawing.film(recipe, copyingWith: nil, sharing: shared)
    let edits = files.flatMap { files in
      shared.map { EditedFilm(files, $0, rate: film.run.schedule.rate, drawing.options.report) }
    }
    guard !film.run.frames.isEmpty else { return }
    let writer = FilmWriter(film, ffmpeg)
    try drawing.checkMemory(writer.memory)
    do {
      try writer.show(
        in: path, words, isEndless: drawing.options.frames.loops, edits: edits,
        stalled: player.stalled(drawing)
      ) { Interruption.signal == nil }
    } catch { throw Diagnostic(error) }
  }

  private func printCommand() throws(Diagnostic) {
    _ = try drawing.film(recipe, isPlanned: true, copyingWith: nil)
    // The codec of transparent pictures has no choice.
    let isOpaque = drawing.options.background.alpha == 255
    // Players repeat files, not pipes.
    let file =
      drawing.options.frames.loops
      ? OutputName.default("film", for: drawing.options.input, fileExtension: "mkv") : nil
    let film = drawing.line(
      for: FilmOutput.self, without: [],
      adding: ["-o", file ?? "-"] + (file == nil ? ["--format", "matroska"] : [])
        + (isOpaque ? ["--quality", "draft"] : []))
    let player = Player.find() ?? Player.all[0]
    let words =
      [player.name]
      + (try player.filmWords(
        isFullScreen: live.isFullScreen, live.delay, typedOf: file ?? "-"))
    guard let film, let show = ShellText.line(words) else { throw PrintedFilm.untypable }
    let line = file == nil ? "\(film) | \(show)\(player.pipedEnd)" : "\(film) && \(show)"
    try DataOutput.print(RawText.bytes(line + "\n"))
  }
}
