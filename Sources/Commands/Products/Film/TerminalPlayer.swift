// SPDX-License-Identifier: MIT
internal import Drawing
internal import Filming
internal import Platform
internal import Rendering

/// mpv in place of a window, which draws into the terminal.
struct TerminalPlayer {
  let path: String
  /// The arguments that choose its output, behind all others.
  let words: [String]
  /// The size to draw, if the user has chosen none.
  let size: PixelSize

  /// What mpv calls the ways to show pictures.
  private static let outputs: [(way: PictureProtocol, name: String)] = [
    (.kitty, "kitty"), (.sixel, "sixel"), (.blocks, "tct"),
  ]
  /// Those of the mpv on the PATH, which is asked once.
  private static let known: [(way: PictureProtocol, name: String)] = {
    let lines = Player.all[0].path.map { Subprocess.output(of: $0, ["--vo=help"]) } ?? ""
    let listed = Set(
      lines.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
    return outputs.filter { listed.contains($0.name) }
  }()
  /// Larger pictures come late: terminals take in each of them as a text.
  private static let largest = (width: 960, height: 540)
  /// Pixels to draw across and down for one of half blocks, into which mpv makes them smaller.
  private static let fineness = 4

  /// `nil` if there is to be a window: there is a screen, or standard output is no terminal, and the user
  /// has not chosen a way.
  init?(_ drawing: DrawingRequest) throws(Diagnostic) {
    let show = drawing.options.show
    switch show {
    case .none: return nil
    case .auto where Player.hasScreen || !StandardStreams.outputIsTerminal: return nil
    case .auto, .way: break
    }
    guard let path = Player.all[0].path else {
      throw Diagnostic(
        "mpv, which shows films in a terminal, was not found on the PATH",
        hint:
          "install it (apt-get install mpv), or leave out --show and run it in a desktop session",
        status: .helperAbsent)
    }
    let known = TerminalPlayer.known
    let asked = AskedTerminal.known
    let wanted = if case .way(let way) = show { [way] } else { asked.ways }
    guard let output = wanted.lazy.compactMap({ way in known.first { $0.way == way } }).first else {
      throw Diagnostic(
        "this mpv cannot draw into the terminal" + (show == .auto ? "" : " by \(show.name)"),
        hint: known.isEmpty
          ? "run it in a desktop session"
          : "choose --show \(known.map(\.way.name).joined(separator: " or "))",
        status: show == .auto ? .helperAbsent : .usage)
    }
    let room = output.way.room(on: asked.screen)
    self.path = path
    words =
      ["--vo=\(output.name)"]
      + (output.way == .kitty
        ? []
        : output.way == .blocks
          ? [
            "--vo-tct-width=\(room.width)", "--vo-tct-height=\(room.height / 2)",
            "--vo-tct-256=\(asked.screen.hasTrueColor ? "no" : "yes")",
          ] : ["--vo-sixel-width=\(room.width)", "--vo-sixel-height=\(room.height)"])
    let scale = output.way == .blocks ? TerminalPlayer.fineness : 1
    let drawn = drawing.options.size
    let factor = min(
      1, Double(min(room.width * scale, TerminalPlayer.largest.width)) / Double(drawn.width),
      Double(min(room.height * scale, TerminalPlayer.largest.height)) / Double(drawn.height))
    func even(_ side: Int) -> Int { max(Int(Double(side) * factor / 2) * 2, 2) }
    size = PixelSize(width: even(drawn.width), height: even(drawn.height))
  }
}
