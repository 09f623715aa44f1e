// SPDX-License-Identifier: MIT
internal import Filming
internal import Platform
internal import Text

/// A program that shows pictures in a window.
struct Player {
  let name: String
  private let quiet, fullScreen, film, endless, live: [String]

  /// mpv, or else ffplay, which shows live pictures some frames later.
  static let all = [
    Player(
      name: "mpv",
      quiet: [
        "--msg-level=all=fatal", "--no-input-terminal", "--title=radial-audio",
        "--autofit-larger=100%x100%",
      ],
      fullScreen: ["--fullscreen"],
      film: ["--stop-playback-on-init-failure", "--audio-fallback-to-null"],
      endless: ["--loop-file=inf"],
      live: ["--no-osc", "--profile=low-latency", "--untimed", "--no-cache"]),
    Player(
      name: "ffplay", quiet: ["-v", "error", "-window_title", "radial-audio"], fullScreen: ["-fs"],
      film: ["-autoexit", "-i"], endless: ["-loop", "0"],
      live: ["-fflags", "nobuffer", "-flags", "low_delay", "-framedrop", "-autoexit", "-i"]),
  ]

  var path: String? {
    SearchPath.executable(named: name, in: SearchPath.fromEnvironment)
  }

  /// Without a graphics card x11 is the fastest, and others that mpv would take first stand still.
  private var outputs: [String] { name == "mpv" ? ["--vo=gpu,x11,"] : [] }

  /// What it reads. Where mpv finds no graphics card, it closes its standard input.
  private var source: String { name == "mpv" ? "fd://3" : "-" }

  static func find() -> Player? { all.first { $0.path != nil } }

  /// A player and its path; `other` is what the user can do without one.
  static func found(orElse other: String) throws(Diagnostic) -> (player: Player, path: String) {
    guard let player = find(), let path = player.path else {
      throw Diagnostic(
        "neither mpv nor ffplay, which show pictures, was found on the PATH",
        hint: "install mpv (apt-get install mpv), or \(other)", status: .helperAbsent)
    }
    return (player, path)
  }

  /// The end of a line that is typed to show what comes by a pipe.
  var pipedEnd: String { name == "mpv" ? " \(source) 3<&0 </dev/null" : " \(source)" }

  /// Its arguments to show a film from standard input; or those to type, for a file that it shows
  /// again and again, or for `-`, before ``pipedEnd``.
  func filmWords(
    isFullScreen: Bool, _ delay: PictureDelay, typedOf file: String? = nil
  ) throws(Diagnostic) -> [String] {
    guard delay == .none || name == "mpv" else {
      throw Diagnostic(
        "--delay: \(name) cannot show the picture later than the sound",
        hint: "install mpv (apt-get install mpv)", status: .helperAbsent)
    }
    // The sound comes earlier by so much.
    let sound = delay == .none ? [] : ["--audio-delay=-\(delay.argumentText)"]
    return quiet + (isFullScreen ? fullScreen : []) + outputs
      + (file ?? "-" == "-" ? [] : endless) + film + sound
      + (file == "-" ? [] : [file.map(ShellText.operand) ?? source])
  }

  /// Says that it shows nothing, and what else can be typed; ``requireScreen(orElse:)`` and the list of
  /// outputs leave out what is known to fail.
  func stalled(_ drawing: DrawingRequest) -> @Sendable () -> Void {
    let line = drawing.line(for: WatchOutput.self, without: [], adding: ["--print-command"])
    let other = name == "mpv" ? "mpv --vo=x11, or with ffplay" : "mpv"
    return { [name, report = drawing.options.report] in
      report.warn(
        "\(name) has taken no picture for 5 s, so it seems to show nothing",
        hint: "end it with Ctrl-C; \(line ?? "--print-command") prints a line to type, "
          + "which may work with \(other)")
    }
  }

  /// Its arguments to show each frame of a stream at once. The thread with which mpv reads would keep a
  /// second of frames when it is slower than these come; versions before 0.30 have no such option.
  func liveWords(isFullScreen: Bool, isTyped: Bool = false) -> [String] {
    let knows =
      name == "mpv" && path.map { PlayerProcess.isOption("demuxer-thread", of: $0) } ?? true
    return quiet + (isFullScreen ? fullScreen : []) + outputs + live
      + (knows ? ["--demuxer-thread=no"] : []) + (isTyped ? [] : [source])
  }

  /// Requires a display for windows, and that players use it: SDL would silently use a dummy device
  /// otherwise. `other` is what the user can do without one.
  static func requireScreen(orElse other: String) throws(Diagnostic) {
    let drivers = [("DISPLAY", "x11"), ("WAYLAND_DISPLAY", "wayland")]
    guard let driver = drivers.first(where: { Environment.value($0.0) != nil })?.1 else {
      throw Diagnostic(
        "there is no screen, which watch needs: neither DISPLAY nor WAYLAND_DISPLAY is set",
        hint: "run it in a desktop session, or \(other)", status: .helperAbsent)
    }
    Environment.setDefault("SDL_VIDEODRIVER", driver)
  }
}
