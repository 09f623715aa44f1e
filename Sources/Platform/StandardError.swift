// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// The standard error stream: messages and progress.
public enum StandardError {
  /// Where messages go: descriptor 2, or a second one for the same once that was ever silenced.
  private static let messages = Atomic<Int32>(2)

  /// Whether the last line has neither ended nor been erased, as that of a progress bar.
  private static let isWithinLine = Atomic<Bool>(false)

  /// Whether a person reads it on a terminal. Calls `isatty`.
  public static var isTerminal: Bool { isatty(messages.load(ordering: .acquiring)) == 1 }

  /// How many columns the terminal has now; `nil` where it does not say. Calls `ioctl` with
  /// `TIOCGWINSZ`.
  public static var columnCount: Int? {
    var size = winsize()
    let answer = unsafe ioctl(messages.load(ordering: .acquiring), UInt(TIOCGWINSZ), &size)
    return answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// What takes away the line that has not ended, on a terminal.
  public static let erasure = "\r\u{1B}[K"

  /// Writes text; where that fails there is nobody to tell.
  public static func write(_ text: String) {
    guard !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    let number = messages.load(ordering: .acquiring)
    let isWhole = bytes.last == UInt8(ascii: "\n") || bytes.suffix(4).elementsEqual(erasure.utf8)
    isWithinLine.store(!isWhole, ordering: .relaxed)
    try? FileDescriptor.write(bytes.span, to: number)
  }

  /// The two descriptors between which number 2 is switched, which stay open: one for what it leads
  /// to, where messages go from now on, and `/dev/null`. `nil` where they cannot be opened.
  private static let ends: (own: Int32, nothing: Int32)? = {
    guard let own = try? FileDescriptor.duplicating(2),
      let nothing = try? FileDescriptor.writing("/dev/null")
    else { return nil }
    let numbers = (own: own.release(), nothing: nothing.release())
    messages.store(numbers.own, ordering: .releasing)
    return numbers
  }()

  private static let switching = Mutex(())

  /// Calls a library that writes to standard error by itself, and lets nothing of that through;
  /// messages of this program are not held back. Calls `dup2`.
  ///
  /// Only one such call is made at a time; it must not make another one.
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
  /// Makes the numbers, which a handler must not be the first to use.
  static func prepare() {
    _ = (messages.load(ordering: .relaxed), isWithinLine.load(ordering: .relaxed))
  }

  /// Writes whole lines, as far as they are taken without waiting: who reads them may be what
  /// hangs. Does only what a signal handler may: `poll`, `write`.
  static func writeAtOnce(_ lines: UnsafePointer<CChar>) {
    if isWithinLine.load(ordering: .relaxed) { _ = unsafe writeAtOnce("\n", 1) }
    var place = 0
    let count = unsafe strlen(lines)
    while place < count {
      // A pipe that is ready takes as much at the least.
      guard let written = unsafe writeAtOnce(lines + place, min(count - place, 512)) else { return }
      place += written
    }
  }

  /// Writes some bytes, if any are taken now; gives how many.
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
