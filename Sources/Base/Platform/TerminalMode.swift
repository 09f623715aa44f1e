// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

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
    for number in [SIGTSTP, SIGQUIT] where !Interruption.isIgnored(number) { handle(number) }
  }

  /// Restores the terminal, and then lets the signal do what it does to programs that do not handle it.
  /// Where no shell could let the process go on again, the system drops the signal that stops it.
  private static func handle(_ number: Int32) {
    Interruption.handle(number) { number in
      TerminalMode.restore()
      _ = signal(number, SIG_DFL)
      _ = raise(number)
      var (mine, before) = (sigset_t(), sigset_t())
      _ = unsafe sigemptyset(&mine)
      _ = unsafe sigaddset(&mine, number)
      // It comes here, and returns when the process goes on.
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mine, &before)
      _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      TerminalMode.handle(number)
    }
  }

  /// Initializes the atomics, which a handler must not be the first to use.
  static func prepare() {
    _ = (terminal.load(ordering: .relaxed), cleared.load(ordering: .relaxed))
  }
}
