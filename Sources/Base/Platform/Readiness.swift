// SPDX-License-Identifier: MIT
internal import Glibc

extension FileDescriptor {
  /// What to wait for.
  public enum Purpose: Sendable, Hashable {
    /// The descriptor can be read without waiting, or is at its end.
    case reading
    /// The descriptor can be written without waiting, or never again.
    case writing
  }

  /// Waits until one of several descriptors, by their numbers, is ready, or for at most some
  /// milliseconds; returns which ones are ready. Files are always ready. Calls `poll`.
  ///
  /// - Throws: without a limit, ``SystemError/interrupted`` if the process was asked to end and
  ///   none is ready.
  public static func waitForAny(
    _ wanted: [(number: Int32, purpose: Purpose)], milliseconds: Int32? = nil
  ) throws(SystemError) -> [Bool] {
    var questions = wanted.map { number, purpose in
      pollfd(fd: number, events: Int16(purpose == .reading ? POLLIN : POLLOUT), revents: 0)
    }
    guard milliseconds == nil else {
      _ = try retrying { unsafe poll(&questions, nfds_t(questions.count), milliseconds ?? 0) }
      return questions.map { $0.revents != 0 }
    }
    // `poll` ignores negative numbers.
    questions.append(pollfd(fd: Interruption.bell, events: Int16(POLLIN), revents: 0))
    _ = try retrying { unsafe poll(&questions, nfds_t(questions.count), -1) }
    let areReady = questions.dropLast().map { $0.revents != 0 }
    guard areReady.contains(true) else { throw .interrupted }
    return areReady
  }

  /// Makes a write that would wait fail instead, for ``write(_:unless:)``. Calls `fcntl`.
  public borrowing func stopWaiting() {
    _ = fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
  }

  /// Writes all the bytes to a pipe. While the pipe is full, asks `isAbandoned` several times a
  /// second: a reader that has ended may have left the pipe to a process that never reads it.
  ///
  /// - Precondition: the pipe does not wait, see ``stopWaiting()``.
  /// - Throws: the system's error; ``SystemError/brokenPipe`` also if the pipe is abandoned.
  public borrowing func write(
    _ bytes: Span<UInt8>, unless isAbandoned: () -> Bool
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      do throws(SystemError) {
        let rest = bytes.extracting(written...)
        written += try retrying {
          unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
        }
      } catch {
        guard error.code == EAGAIN else { throw error }
        let isReady = try FileDescriptor.waitForAny([(rawValue, .writing)], milliseconds: 200)[0]
        if !isReady, isAbandoned() { throw .brokenPipe }
      }
    }
  }

  /// Writes as many bytes as possible without waiting; returns their number. If the reader is gone,
  /// that is an error, never a signal. Calls `send`.
  ///
  /// - Precondition: the descriptor is a socket, see ``Pipe/ofSockets()``.
  public borrowing func writeSome(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return try retrying {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(rawValue, $0.baseAddress, $0.count, flags)
      }
      return count < 0 && errno == EAGAIN ? 0 : count
    }
  }
}
