// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// The keys that are typed in the terminal of this process while it is in the foreground. They come at
/// once, and the terminal does not show them; its own keys, such as Ctrl-C, work as before.
///
/// The terminal gets back what it had when this goes out of scope, when the process is stopped with Ctrl-Z,
/// and at an end by force; see ``Interruption``.
public final class KeyReader: Sendable {
  private let terminal: FileDescriptor

  /// `nil` if standard error is no terminal, or if no terminal controls the process. Nothing changes before
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

/// What was changed of the terminal. Other programs of a pipeline, such as ffmpeg, may change and restore
/// it too, so only what was changed here is undone.
enum TerminalMode {
  private static let terminal = Atomic<Int32>(-1)
  /// The flags that were cleared; 0 if nothing was changed.
  private static let cleared = Atomic<UInt32>(0)
  private static let areSignalsHandled = Atomic<Bool>(false)

  /// Hands out keys at once, without showing them.
  static func takeKeys(_ number: Int32) {
    var mode = termios()
    guard cleared.load(ordering: .relaxed) == 0, unsafe tcgetattr(number, &mode) == 0 else {
      return
    }
    let flags = mode.c_lflag & tcflag_t(ICANON | ECHO)
    guard flags != 0 else { return }
    terminal.store(number, ordering: .relaxed)
    cleared.store(flags, ordering: .sequentiallyConsistent)
    mode.c_lflag &= ~flags
    _ = unsafe tcsetattr(number, TCSANOW, &mode)
  }

  /// Undoes it. A signal handler may call it: it calls `tcgetattr` and `tcsetattr` only.
  static func restore() {
    let flags = cleared.exchange(0, ordering: .sequentiallyConsistent)
    var mode = termios()
    let number = terminal.load(ordering: .relaxed)
    guard flags != 0, unsafe tcgetattr(number, &mode) == 0 else { return }
    mode.c_lflag |= flags
    _ = unsafe tcsetattr(number, TCSANOW, &mode)
  }

  /// Restores the terminal before Ctrl-Z stops the process, and before Ctrl-\ ends it.
  static func listen() {
    prepare()
    guard !areSignalsHandled.exchange(true, ordering: .relaxed) else { return }
    for number in [SIGTSTP, SIGQUIT] where !Interruption.isIgnored(number) {
      Interruption.handle(number) { number in
        TerminalMode.restore()
        guard number == SIGQUIT else {
          _ = raise(SIGSTOP)
          return
        }
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
    }
  }

  /// Initializes the atomics, which a handler must not be the first to use.
  static func prepare() {
    _ = (terminal.load(ordering: .relaxed), cleared.load(ordering: .relaxed))
  }
}
