// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform
internal import Rendering

/// The value of `--show`: how a picture is drawn into the terminal if no file is named.
enum ShowChoice: NamedValue, Hashable {
  /// In the best way that the terminal knows, and not at all elsewhere.
  case auto
  /// In one way, wherever standard output goes.
  case way(PictureProtocol)
  /// Not at all.
  case none

  var name: String {
    switch self {
    case .auto: "auto"
    case .way(let way): way.rawValue
    case .none: "none"
    }
  }

  static var all: [ShowChoice] { [.auto] + PictureProtocol.allCases.map { .way($0) } + [.none] }

  /// `--show`.
  static func option<Root: Sendable>(
    into target: any WritableKeyPath<Root, ShowChoice> & Sendable
  ) -> Option<Root> {
    .value(
      "show", into: target, affects: .nothing,
      help:
        "Draw the picture into the terminal if no file is named: auto does so on a terminal, in the best "
        + "way that it knows, none never; \(PictureProtocol.choice) (two coarse pixels in each cell) "
        + "choose the way, also for a pipe.")
  }

  /// The options that say that there is to be a file, where they are typed.
  static let fileOptions: Set = ["output", "format", "overwrite", "existing", "output-dir"]

  /// Whether pictures may be drawn into the terminal.
  var mayShow: Bool {
    switch self {
    case .auto: StandardStreams.outputIsTerminal
    case .way: true
    case .none: false
    }
  }

  /// Asks the terminal how to draw, and for its screen; `nil` if it shows no pictures.
  func place() -> ShownPlace? {
    switch self {
    case .none: return nil
    case .way(let way): return ShownPlace(way: way, screen: AskedTerminal.known.screen)
    case .auto:
      let asked = AskedTerminal.known
      return asked.ways.first.map { ShownPlace(way: $0, screen: asked.screen) }
    }
  }
}

/// What is known of the terminal that standard output is.
struct AskedTerminal {
  /// What it says of itself; nothing if there is none, or if it does not answer.
  let answers: TerminalAnswers
  /// Its screen; of 80x24 cells if its size is not known.
  let screen: TerminalScreen
  /// The ways in which it shows pictures, the best first.
  let ways: [PictureProtocol]

  /// How long an answer may take, in milliseconds: every terminal gives the last one, and most at once.
  private static let patience = (here: 500, remote: 2000)

  /// What it said: it is asked once.
  static let known = ask()

  /// Asks it, in one go.
  private static func ask() -> AskedTerminal {
    let term = Environment.value("TERM") ?? ""
    let isAble = StandardStreams.outputIsTerminal && !["", "dumb"].contains(term)
    let isWithinOther = ["TMUX", "STY"].contains { Environment.value($0) != nil }
    var answers = TerminalAnswers([])
    if isAble, let terminal = Terminal() {
      let isRemote = Environment.value("SSH_CONNECTION") != nil
      let bytes = terminal.answer(
        to: TerminalAnswers.question(isWithinOther: isWithinOther),
        milliseconds: isRemote ? patience.remote : patience.here
      ) { TerminalAnswers($0).isComplete }
      answers = TerminalAnswers(bytes)
      // Old terminals show the question for kitty.
      if !answers.takesKitty, StandardError.isTerminal {
        StandardError.write(StandardError.erasure)
      }
    }
    // Within another one, these may be of the terminal around it.
    if answers.name.isEmpty, !isWithinOther {
      answers.name = Environment.value("TERM_PROGRAM") ?? ""
    }
    let size = Terminal.size
    let screen = answers.screen(
      columns: size?.columns ?? 80, rows: size?.rows ?? 24, width: size?.width ?? 0,
      height: size?.height ?? 0,
      hasTrueColor: ["truecolor", "24bit"].contains(Environment.value("COLORTERM") ?? ""))
    let ways = PictureProtocol.allCases.filter { way in
      isAble && way.isTaken(by: answers) && (way != .blocks || isUnicode)
    }
    return AskedTerminal(answers: answers, screen: screen, ways: ways)
  }

  /// Whether the terminal reads UTF-8: unless the locale names another charset.
  private static var isUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value)
      .first { !$0.isEmpty }
    guard let charset = locale?.split(separator: ".").dropFirst().first?.lowercased() else {
      return true
    }
    return charset.hasPrefix("utf-8") || charset.hasPrefix("utf8")
  }
}
