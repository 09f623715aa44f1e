// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// A pipe: what is written to one end is read from the other.
public struct Pipe: ~Copyable, Sendable {
  /// The end to read from.
  public let reader: FileDescriptor

  /// The end to write to.
  public let writer: FileDescriptor

  /// A new pipe, closed on `exec`. Calls `pipe2`.
  public init() throws(SystemError) {
    unsafe try self.init { ends in unsafe pipe2(ends, O_CLOEXEC) }
  }

  /// A new one for large writes, such as pictures: it holds 1 MiB where the system allows it,
  /// instead of 64 KiB, so the writer and the reader wait less often for each other. Calls `pipe2`
  /// and `fcntl` with `F_SETPIPE_SZ`.
  public static func wide() throws(SystemError) -> Pipe {
    let pipe = try Pipe()
    // 1 MiB is the usual limit for a program without privileges; it may be lower.
    _ = fcntl(pipe.writer.rawValue, Int32(linux_set_pipe_size), 1 << 20)
    return pipe
  }

  /// A new one made of two sockets, for ``FileDescriptor/writeSome(_:)``. Calls `socketpair`.
  public static func ofSockets() throws(SystemError) -> Pipe {
    unsafe try Pipe { ends in
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      return unsafe socketpair(AF_UNIX, kind, 0, ends)
    }
  }

  private init(_ call: (UnsafeMutablePointer<Int32>) -> Int32) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    _ = try retrying {
      unsafe withUnsafeMutablePointer(to: &ends) {
        unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe call($0) }
      }
    }
    reader = FileDescriptor(owning: ends.0)
    writer = FileDescriptor(owning: ends.1)
  }

  /// Gives up the reading end and closes the writing end.
  public consuming func intoReader() -> FileDescriptor { reader }

  /// Gives up the writing end and closes the reading end.
  public consuming func intoWriter() -> FileDescriptor { writer }
}
