// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Text

/// A film that is shown in a window while it is drawn.
struct Screen: Product {
  private let drawing: ChosenDrawing
  private let recipe: FilmRecipe

  init(_ drawing: ChosenDrawing) throws(Diagnostic) {
    self.drawing = drawing
    do { recipe = try .preview() } catch { throw Diagnostic(error) }
  }

  func make() throws {
    guard !drawing.options.film.printsCommand else { return try printCommand() }
    guard let player = Player.find(), let path = player.path else {
      throw Diagnostic(
        "neither mpv nor ffplay, which show films, was found on the PATH",
        hint: "install mpv (apt-get install mpv), or make a film: "
          + (drawing.filmLine(output: nil) ?? "\(ProgramText.name) film"),
        status: .helperAbsent)
    }
    do {
      let ffmpeg = try FFmpeg.find()
      let film = try drawing.film(recipe, copyingWith: nil)
      guard !film.run.frames.isEmpty else { return }
      let writer = FilmWriter(film, ffmpeg)
      try drawing.checkMemory(writer.memory)
      Player.requireScreen()
      try writer.show(in: path, player.words) { Interruption.signal == nil }
    } catch let error as FilmError { throw Diagnostic(error) }
  }

  private func printCommand() throws {
    _ = try drawing.film(recipe, isPlanned: true, copyingWith: nil)
    // The codec of transparent pictures has no choice.
    let isOpaque = drawing.options.background.alpha == 255
    let film = drawing.line(
      for: FilmCommand.self, without: ["print-command"],
      adding: ["-o", "-", "--format", "matroska"] + (isOpaque ? ["--quality", "draft"] : []))
    guard let film, let player = Player.find() ?? Player.all.first else {
      throw PrintedFilm.untypable
    }
    let words = [player.name] + player.words
    try DataOutput.print(RawText.bytes("\(film) | \(words.joined(separator: " "))\n"))
  }
}

/// A program that plays films.
private struct Player {
  let name: String
  /// Its arguments to play standard input.
  let words: [String]

  static let all = [
    Player(
      name: "mpv",
      words: [
        "--msg-level=all=fatal", "--stop-playback-on-init-failure", "--audio-fallback-to-null",
        "--no-input-terminal", "-",
      ]),
    Player(name: "ffplay", words: ["-v", "error", "-autoexit", "-i", "-"]),
  ]

  var path: String? {
    SearchPath.executable(named: name, in: SearchPath.fromEnvironment)
  }

  /// Makes players fail without a screen: SDL, by which both may show pictures, would show them to
  /// nobody.
  static func requireScreen() {
    let isX11 = Environment.value("DISPLAY") != nil
    let isWayland = Environment.value("WAYLAND_DISPLAY") != nil
    Environment.setDefault("SDL_VIDEODRIVER", isX11 ? "x11" : isWayland ? "wayland" : "KMSDRM")
  }

  static func find() -> Player? { all.first { $0.path != nil } }
}
