// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// A pipe of our own: what is written to one end is read from the other.
public struct Pipe: ~Copyable, Sendable {
  /// The end to read from.
  public let reader: FileDescriptor

  /// The end to write to.
  public let writer: FileDescriptor

  /// A new pipe, closed on `exec`. Calls `pipe2`.
  public init() throws(SystemError) {
    unsafe try self.init { ends in unsafe pipe2(ends, O_CLOEXEC) }
  }

  /// A new one for much that is written at once, such as pictures: it holds 1 MiB where the system
  /// allows it, instead of 64 KiB, so whoever writes and whoever reads wait less often for each
  /// other. Calls `pipe2` and `fcntl` with `F_SETPIPE_SZ`.
  public static func wide() throws(SystemError) -> Pipe {
    let pipe = try Pipe()
    // Systems have 1 MiB as the most for a program without privileges, and may have less.
    _ = fcntl(pipe.writer.rawValue, Int32(linux_set_pipe_size), 1 << 20)
    return pipe
  }

  /// A new one of two sockets, for ``FileDescriptor/writeSome(_:)``. Calls `socketpair`.
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

  /// Gives the reading end away and closes the writing one.
  public consuming func intoReader() -> FileDescriptor { reader }

  /// Gives the writing end away and closes the reading one.
  public consuming func intoWriter() -> FileDescriptor { writer }
}
