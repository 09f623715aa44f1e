// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization
internal import Text

/// The standard error stream: messages and progress.
public enum StandardError {
  /// Whether a person reads it on a terminal. Calls `isatty`.
  public static var isTerminal: Bool { isatty(2) == 1 }

  /// How many calls are silent now, and where standard error led before the first of them.
  private static let silence = Mutex((count: 0, before: Int32(-1)))

  /// Calls a library that writes to standard error by itself, and lets nothing of that through.
  ///
  /// What other threads write in the meantime is lost as well. Calls `dup2`.
  public static func silenced<Result>(if isNoisy: Bool, _ call: () -> Result) -> Result {
    guard isNoisy else { return call() }
    silence.withLock { state in
      state.count += 1
      guard state.count == 1 else { return }
      state.before = fcntl(2, F_DUPFD_CLOEXEC, 3)
      guard state.before >= 0, let nothing = try? FileDescriptor.writing("/dev/null") else {
        return
      }
      dup2(nothing.rawValue, 2)
    }
    defer {
      silence.withLock { state in
        state.count -= 1
        guard state.count == 0, state.before >= 0 else { return }
        dup2(state.before, 2)
        close(state.before)
      }
    }
    return call()
  }

  /// Writes text; where that fails there is nobody to tell.
  public static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  }
}

/// The machine.
public enum Machine {
  /// The words that the process was started with, its own name first, without loss: see
  /// ``RawText``.
  public static var arguments: [String] {
    (0..<Int(CommandLine.argc)).map { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return "" }
      return unsafe String(rawCString: word)
    }
  }

  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
