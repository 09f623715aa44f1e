// SPDX-License-Identifier: MIT
internal import Glibc

/// The keys that are typed in the terminal of this process while it is in the foreground. They come at
/// once, and the terminal does not show them; its own keys, such as Ctrl-C, work as before.
///
/// The terminal gets back what it had when this goes out of scope, when the process is stopped with Ctrl-Z,
/// and at an end by force; see ``Interruption``.
public final class KeyReader: Sendable {
  private let terminal: FileDescriptor

  /// `nil` if standard error is not a terminal, or if no terminal controls the process. Nothing changes before
  /// the first ``number``. Calls `open` of `/dev/tty`, and `sigaction`.
  public init?() {
    guard StandardError.isTerminal,
      let terminal = try? FileDescriptor.reading("/dev/tty")
    else { return nil }
    terminal.stopWaiting()
    self.terminal = terminal
    TerminalMode.listen()
  }

  deinit { TerminalMode.restore() }

  /// The number of a descriptor that can be read when a key was typed; `nil` while another process is in the
  /// foreground. Calls `tcgetpgrp`, and `tcsetattr` if the terminal still waits for whole lines.
  public var number: Int32? {
    guard tcgetpgrp(terminal.rawValue) == getpgrp() else { return nil }
    TerminalMode.takeKeys(terminal.rawValue)
    return terminal.rawValue
  }

  /// The bytes of the keys that were typed since the last call: empty if there are none, `nil` if the
  /// terminal is gone. Does not wait. Calls `read`.
  public func typed() -> [UInt8]? {
    guard let number else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(number, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil }
    return Array(bytes.prefix(count))
  }
}
