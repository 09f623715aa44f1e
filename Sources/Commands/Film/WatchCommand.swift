// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Text

/// `watch`: shows a track as a film in a window.
struct WatchCommand: DrawingCommand {
  let drawing: ChosenDrawing
  private let arguments: [String]
  private let job: FilmJob

  static let outline = DrawingOutline(
    name: "watch", summary: "Show a track in a window, with its sound.",
    paragraphs: [
      "Reads the track, and then draws it while mpv or ffplay shows it, whichever is installed; "
        + "ffmpeg is needed as well. Close the window to end it."
    ],
    examples: [
      Example("radial-audio watch song.ogg", "Show and play the song."),
      Example(
        "radial-audio watch song.ogg --view gauge --size 720x720 -s 1:00",
        "Show its meters from the second minute on."),
    ],
    outputTable: Option.section(
      "Output",
      RenderOptions.outputTable(["fps", "frames"]) + [
        .flag(
          "print-command", into: \.film.printsCommand, shapes: .nothing,
          help: "Print the shell commands that do the same, and show nothing.")
      ]))

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    job = try FilmJob(preview: drawing)
    self.drawing = drawing
    self.arguments = arguments
  }

  func run() throws {
    if drawing.options.film.printsCommand {
      _ = try job.read(keepsSamples: false, ffmpeg: nil)
      // The codec of transparent pictures has no choice.
      let isOpaque = drawing.options.background.alpha == 255
      let film = WatchCommand.rewritten(
        arguments, for: FilmCommand.self, without: ["print-command"],
        adding: ["-o", "-", "--format", "matroska"] + (isOpaque ? ["--quality", "draft"] : []))
      guard let line = ProgramText.line(["film"] + film),
        let player = Player.find() ?? Player.all.first
      else { throw PrintedFilm.untypable }
      try DataOutput.print(
        RawText.bytes(line + " | " + ([player.name] + player.words).joined(separator: " ") + "\n"))
      return
    }
    guard let player = Player.find(), let path = player.path else {
      throw Diagnostic(
        "neither mpv nor ffplay, which show films, was found on the PATH",
        hint: "install mpv (apt-get install mpv), or make a film: "
          + (WatchCommand.filmLine(arguments, output: nil) ?? "\(ProgramText.name) film"),
        status: .helperAbsent)
    }
    do {
      let ffmpeg = try FFmpeg.find()
      let film = try job.read(keepsSamples: true, ffmpeg: nil)
      guard !film.frames.isEmpty else { return }
      let writer = FilmWriter(film.prepared, film.recipe, film.sound, ffmpeg)
      try drawing.checkMemory(writer.memory)
      Player.requireScreen()
      try writer.show(in: path, player.words) { Interruption.signal == nil }
    } catch let error as FilmError { throw Diagnostic(error) }
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
