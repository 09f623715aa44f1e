// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// A pipe of our own: what is written to one end is read from the other.
public struct Pipe: ~Copyable, Sendable {
  /// The end to read from.
  public let reader: FileDescriptor

  /// The end to write to.
  public let writer: FileDescriptor

  /// The most bytes that ``peek(_:until:)`` shows: the usual capacity of a pipe.
  public static let peekLimit = 65_536

  /// A new pipe, closed on `exec`. Calls `pipe2`.
  public init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    _ = try retrying {
      unsafe withUnsafeMutablePointer(to: &ends) {
        unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe2($0, O_CLOEXEC) }
      }
    }
    reader = FileDescriptor(owning: ends.0)
    writer = FileDescriptor(owning: ends.1)
  }

  /// Gives the reading end away and closes the writing one.
  public consuming func intoReader() -> FileDescriptor { reader }

  /// How long a writer may pause within a header, in microseconds: a pipe of many small pieces is
  /// full before it holds what it could.
  private static let mostPatience: UInt32 = 3_000_000

  /// The first bytes that wait in a pipe; they stay there for the next reader.
  ///
  /// Waits until `isEnough` says so of the bytes, or the writers are gone, or a pipe can hold no
  /// more. Empty: the writers closed it without writing.
  ///
  /// - Source: Linux `tee(2)`, which copies without consuming, and `poll(2)`.
  public static func peek(
    _ pipe: borrowing FileDescriptor, until isEnough: ([UInt8]) -> Bool
  ) throws(SystemError) -> [UInt8] {
    let capacity = max(fcntl(pipe.rawValue, Int32(linux_get_pipe_size)), 4096)
    var seen: [UInt8] = []
    var pauseInMicroseconds: UInt32 = 500
    var waitedInMicroseconds: UInt32 = 0
    while true {
      // Asked before the look, so that what was written just before the end is seen as well.
      let ended = try hasNoWriter(pipe)
      let bytes = try copyOfContents(pipe)
      if ended || bytes.count >= peekLimit || (!bytes.isEmpty && isEnough(bytes)) { return bytes }
      // No call waits for a pipe to hold more than it does: look again, a little later each time.
      if bytes.count > seen.count { (pauseInMicroseconds, waitedInMicroseconds) = (500, 0) }
      let isFull = bytes.count > Int(capacity) - 4096 || waitedInMicroseconds > mostPatience
      if bytes.count == seen.count, isFull { return bytes }
      seen = bytes
      usleep(pauseInMicroseconds)
      waitedInMicroseconds += pauseInMicroseconds
      pauseInMicroseconds = min(pauseInMicroseconds * 2, 20_000)
    }
  }

  /// Waits until the pipe holds something or is closed; says whether nobody can write to it.
  private static func hasNoWriter(_ pipe: borrowing FileDescriptor) throws(SystemError) -> Bool {
    var question = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
    _ = try retrying { unsafe poll(&question, 1, -1) }
    return question.revents & Int16(POLLHUP) != 0
  }

  private static func copyOfContents(
    _ pipe: borrowing FileDescriptor
  ) throws(SystemError) -> [UInt8] {
    let copy = try Pipe()
    let (source, target) = (pipe.rawValue, copy.writer.rawValue)
    let count = try retrying { () -> Int in
      let count = tee(source, target, peekLimit, UInt32(linux_splice_nonblocking))
      return count < 0 && errno == EAGAIN ? 0 : count
    }
    return try copy.reader.readAll(limit: count)
  }
}
