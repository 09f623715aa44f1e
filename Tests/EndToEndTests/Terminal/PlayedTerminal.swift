// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A terminal whose part the test plays: it answers the questions of a program.
final class PlayedTerminal {
  private let master: Int32
  private let terminal: Int32
  private let path: String

  /// A terminal of so many cells, and pixels if it tells them.
  init(columns: Int = 80, rows: Int = 24, width: Int = 800, height: Int = 480) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(width),
      ws_ypixel: UInt16(height))
    var (master, terminal) = (Int32(-1), Int32(-1))
    guard openpty(&master, &terminal, nil, nil, &size) == 0, let name = ttyname(terminal) else {
      throw CommandError(description: "there is no pseudo terminal")
    }
    for descriptor in [master, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    (self.master, self.terminal, path) = (master, terminal, String(cString: name))
  }

  deinit { for descriptor in [master, terminal] { close(descriptor) } }

  /// Whether it waits for whole lines, and shows what is typed.
  var isOrdinary: Bool {
    var mode = termios()
    tcgetattr(terminal, &mode)
    return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// Runs a command whose standard output and input are the terminal, which controls it. When the
  /// question has come to its end, it answers these bytes.
  func run(
    _ command: CommandRun, answering answer: String?
  ) throws -> (shown: [UInt8], result: CommandResult) {
    guard let setsid = InstalledTool.setsid.path else {
      throw CommandError(description: "setsid is not installed")
    }
    var command = command
    command.wrapper = [setsid, "--ctty", "--wait"] + command.wrapper
    (command.input, command.output) = (.file(path), .file(path))
    command.environment.merge(
      [
        "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "TMUX": nil,
        "STY": nil, "TERM_PROGRAM": nil, "SSH_CONNECTION": nil,
      ]
    ) { own, _ in own }
    let run = try command.start()
    var (shown, isAnswered) = ([UInt8](), false)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    _ = run.wait {
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { break }
        shown += buffer[..<count]
      }
      if !isAnswered, let answer, shown.contains(Array("\u{1B}[c".utf8)) {
        isAnswered = true
        let bytes = Array(answer.utf8)
        _ = write(master, bytes, bytes.count)
      }
      return run.hasEnded
    }
    let result = try run.wait()
    while case let count = read(master, &buffer, buffer.count), count > 0 {
      shown += buffer[..<count]
    }
    return (shown, result)
  }
}
