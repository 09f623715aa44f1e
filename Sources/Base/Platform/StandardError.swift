// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// The standard error stream: messages and progress.
public enum StandardError {
  /// The descriptor for messages: 2, or a copy of it after standard error was silenced once.
  private static let messages = Atomic<Int32>(2)

  /// Whether the last line was neither ended nor erased, like a progress bar.
  private static let isWithinLine = Atomic<Bool>(false)

  /// The descriptor for messages of this thread.
  private static var descriptor: Int32 {
    let own = StandardStreams.current.errors
    return own == 2 ? messages.load(ordering: .acquiring) : own
  }

  /// Whether it is a terminal. Calls `isatty`.
  public static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in columns; `nil` if unknown. Calls `ioctl` with `TIOCGWINSZ`.
  public static var columnCount: Int? { Terminal.columnCount(of: descriptor) }

  /// The control sequence that erases the current line of a terminal.
  public static let erasure = "\r\u{1B}[K"

  /// Writes text; errors are ignored, since there is nowhere to report them.
  public static func write(_ text: String) {
    guard !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    let isWhole = bytes.last == UInt8(ascii: "\n") || bytes.suffix(4).elementsEqual(erasure.utf8)
    isWithinLine.store(!isWhole, ordering: .relaxed)
    try? FileDescriptor.write(bytes.span, to: descriptor)
  }

  /// The two targets of descriptor 2, which stay open: a copy of the original, where messages go
  /// from now on, and `/dev/null`. `nil` if they cannot be opened.
  private static let ends: (own: Int32, nothing: Int32)? = {
    guard let own = try? FileDescriptor.duplicating(2),
      let nothing = try? FileDescriptor.writing("/dev/null")
    else { return nil }
    let numbers = (own: own.release(), nothing: nothing.release())
    messages.store(numbers.own, ordering: .releasing)
    return numbers
  }()

  private static let switching = Mutex(())

  /// Calls a library that writes to standard error, and suppresses its output; this program's own
  /// messages still appear. Calls `dup2`.
  ///
  /// Only one such call runs at a time, and it must not be nested.
  public static func silenced<Result>(if isNoisy: Bool, _ call: () -> Result) -> Result {
    guard isNoisy, let ends else { return call() }
    return switching.withLock { _ in
      dup2(ends.nothing, 2)
      defer { dup2(ends.own, 2) }
      return call()
    }
  }
}

/// For signal handlers.
extension StandardError {
  /// Initializes the atomics, which a handler must not be the first to use.
  static func prepare() {
    _ = (messages.load(ordering: .relaxed), isWithinLine.load(ordering: .relaxed))
  }

  /// Writes whole lines as far as possible without waiting: the reader may be what hangs. Uses only
  /// what a signal handler may: `poll`, `write`.
  static func writeAtOnce(_ lines: UnsafePointer<CChar>) {
    if isWithinLine.load(ordering: .relaxed) { _ = unsafe writeAtOnce("\n", 1) }
    var place = 0
    let count = unsafe strlen(lines)
    while place < count {
      // A pipe that is ready takes at least this much.
      guard let written = unsafe writeAtOnce(lines + place, min(count - place, 512)) else { return }
      place += written
    }
  }

  /// Writes some bytes, if possible without waiting; returns how many.
  private static func writeAtOnce(_ text: UnsafePointer<CChar>, _ count: Int) -> Int? {
    let number = messages.load(ordering: .acquiring)
    var question = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&question, 1, 0) == 1, question.revents & Int16(POLLOUT) != 0 else {
      return nil
    }
    let written = unsafe Glibc.write(number, text, count)
    return written > 0 ? written : nil
  }
}
