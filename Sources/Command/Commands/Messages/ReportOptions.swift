// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Platform
internal import Synchronization
internal import Text

/// How a run reports, and where its messages go.
struct ReportOptions {
  var style = ProgressStyle.auto
  var isQuiet = false
  /// What takes the messages of one track of several; standard error if `nil`.
  var buffer: MessageBuffer?
  /// The track of several that is worked on.
  var track: TrackWork.Part?

  static let table: [Option<ReportOptions>] = Option.section(
    "Messages",
    [
      .flag(
        "quiet", letter: "q", into: \.isQuiet, affects: .nothing,
        help: "Show warnings and errors only."),
      .value(
        "progress", into: \.style, affects: .nothing,
        help:
          "How to show progress: bar is one line that changes, lines prints a new line every 5 s, "
          + "json is for scripts; auto is bar on a terminal, and lines elsewhere."),
    ])

  /// The style with `auto` resolved.
  var resolvedStyle: ProgressStyle {
    if isQuiet { return .none }
    return style == .auto ? (StandardError.isTerminal ? .bar : .lines) : style
  }

  /// Writes whole lines.
  func write(_ lines: String) {
    if let buffer { buffer.append(lines) } else { StandardError.write(lines) }
  }

  /// Prints a remark, unless quiet. On a terminal the name of `output` in it is a link to that file.
  func note(_ text: String, output: String? = nil) {
    guard !isQuiet, style != .none, style != .json else { return }
    var line = LineText.escaped(text)
    if let output { line = TerminalText.errors.linking(output, in: line) }
    write("\(ProgramText.name): \(line)\n")
  }

  /// Prints a warning.
  func warn(_ text: String, hint: String? = nil) {
    write(lines("warning", text, hint: hint, .errors))
  }

  /// What the user sees of an error: `radial-audio: error: …` and, if there is one, `hint: …`, each in one
  /// line, whatever the names in it contain, and a line for each row of its list; or an object of JSON.
  func lines(of error: Diagnostic, in terminal: TerminalText = .errors) -> String {
    error.isSilent
      ? "" : lines("error", error.message, hint: error.hint, list: error.list, terminal)
  }

  /// The warning of an option without an effect.
  func lines(of option: IgnoredOption, in terminal: TerminalText = .errors) -> String {
    lines("warning", option.message, hint: option.hint, terminal)
  }

  /// Sets what a signal that ends the process prints. A track of several leaves that to all of them.
  func setExitMessage(_ error: Diagnostic) {
    if buffer == nil { Interruption.setExitMessage(lines(of: error)) }
  }

  private func lines(
    _ level: String, _ text: String, hint: String?, list: [HelpRow] = [],
    _ terminal: TerminalText
  ) -> String {
    guard style == .json else {
      let hintLine =
        hint.map { terminal.styled("hint:", .cyan) + " \(LineText.escaped($0))\n" } ?? ""
      let width = list.map(\.word.count).max() ?? 0
      let rows = list.map { row in
        let gap = String(repeating: " ", count: width + 2 - row.word.count)
        return "  \(terminal.styled(row.word, .cyan))\(gap)\(row.meaning)\n"
      }
      let word = terminal.styled("\(level):", .bold, level == "error" ? .red : .yellow)
      return "\(ProgramText.name): \(word) \(LineText.escaped(text))\n" + hintLine
        + rows.joined()
    }
    let members = [("level", level), ("message", text)] + (hint.map { [("hint", $0)] } ?? [])
    return JSONValue.object(members.map { JSONMember($0.0, .text($0.1)) }).text + "\n"
  }
}

/// The messages of one track of several, until they are printed together.
final class MessageBuffer: Sendable {
  private let lines = Mutex("")

  func append(_ more: String) { lines.withLock { $0 += more } }

  var text: String { lines.withLock(\.self) }
}
