// SPDX-License-Identifier: MIT
internal import Glibc

/// The terminal of this process: its size, and what it answers to a question.
public struct Terminal: ~Copyable {
  /// How large the window of a terminal is.
  public struct Size: Sendable, Hashable {
    /// Cells across and down; positive.
    public let columns, rows: Int
    /// Pixels across and down; 0 if the terminal does not say.
    public let width, height: Int
  }

  /// The size of the terminal that standard output is, or else of the one that controls this process;
  /// `nil` without one, or if its size is not known. Calls `ioctl` with `TIOCGWINSZ`.
  public static var size: Size? {
    if let size = size(of: StandardStreams.current.output) { return size }
    guard let terminal = try? FileDescriptor.reading("/dev/tty") else { return nil }
    return size(of: terminal.rawValue)
  }

  /// The width of the terminal that a descriptor is, in columns; `nil` if it is none, or if that is not
  /// known. Calls `ioctl` with `TIOCGWINSZ`.
  static func columnCount(of number: Int32) -> Int? {
    var size = winsize()
    let isTerminal = unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0
    return isTerminal && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  private static func size(of number: Int32) -> Size? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Size(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel))
  }

  private let descriptor: FileDescriptor

  /// Opens the terminal that controls this process, so that it hands over each byte at once and shows
  /// none of them, until this value is gone, the process is stopped, or ends by a signal. `nil` if there
  /// is none, or if the process is in the background. Calls `tcsetattr`.
  public init?() {
    guard let descriptor = try? FileDescriptor.updating("/dev/tty"),
      tcgetpgrp(descriptor.rawValue) == getpgrp()
    else { return nil }
    self.descriptor = descriptor
    self.descriptor.stopWaiting()
    TerminalMode.listen()
    TerminalMode.takeKeys(self.descriptor.rawValue)
  }

  deinit { TerminalMode.restore() }

  /// Asks a question, and returns what comes back until `isComplete` says so of all bytes so far, for at
  /// most these milliseconds, and less if the process is asked to end. Bytes that come too late are
  /// dropped as far as they have come.
  public borrowing func answer(
    to question: [UInt8], milliseconds: Int, until isComplete: ([UInt8]) -> Bool
  ) -> [UInt8] {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var answer: [UInt8] = []
    do throws(SystemError) {
      try descriptor.write(question.span) {
        Interruption.signal != nil || ContinuousClock.now >= end
      }
      while answer.count < Terminal.longestAnswer {
        let left = Int32(ContinuousClock.now.duration(to: end) / .milliseconds(1))
        let isReady = try FileDescriptor.waitForAny(
          [(descriptor.rawValue, .reading), (Interruption.bell, .reading)],
          milliseconds: max(left, 0))
        guard isReady[0], !isReady[1] else { break }
        let bytes = try descriptor.bytes(atMost: 4096)
        answer += bytes
        if bytes.isEmpty || isComplete(answer) { return answer }
      }
    } catch {
      // A terminal that is gone answers nothing more.
    }
    _ = tcflush(descriptor.rawValue, TCIFLUSH)
    return answer
  }

  /// More is not an answer.
  private static let longestAnswer = 1 << 16
}
