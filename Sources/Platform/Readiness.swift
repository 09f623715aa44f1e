// SPDX-License-Identifier: MIT
internal import Glibc

extension FileDescriptor {
  /// What a descriptor is waited for.
  public enum Purpose: Sendable, Hashable {
    /// That it can be read without waiting, or is at its end.
    case reading
    /// That it takes bytes without waiting, or never will again.
    case writing
  }

  /// Waits until one of several descriptors, by their numbers, is ready, or so many milliseconds
  /// have passed; says which are. Files are always ready. Calls `poll`.
  ///
  /// - Throws: without a limit, ``SystemError/interrupted`` once the process was asked to end and
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
    // `poll` passes over a negative number.
    questions.append(pollfd(fd: Interruption.bell, events: Int16(POLLIN), revents: 0))
    _ = try retrying { unsafe poll(&questions, nfds_t(questions.count), -1) }
    let areReady = questions.dropLast().map { $0.revents != 0 }
    guard areReady.contains(true) else { throw .interrupted }
    return areReady
  }

  /// Writes as many bytes as are taken without waiting; gives their number. A reader that is gone is
  /// an error, and no signal, whatever the process has chosen for that. Calls `send`.
  ///
  /// - Precondition: it is a socket, as of ``Pipe/ofSockets()``.
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
