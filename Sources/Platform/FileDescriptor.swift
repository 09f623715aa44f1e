// SPDX-License-Identifier: MIT
internal import Glibc

/// An open file, pipe or device: owned, not copied, closed when it goes out of scope.
///
/// Calls that a signal interrupts are made again; short writes are continued.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number by which C functions know it; valid while the owner lives.
  public let rawValue: Int32

  /// Takes over a descriptor that C code has opened.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { _ = close(rawValue) }

  /// Opens a file for reading. Calls `open` with `O_RDONLY | O_CLOEXEC`.
  public static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
    try opened { unsafe open(path, O_RDONLY | O_CLOEXEC) }
  }

  /// Opens a file for reading and changing. Calls `open` with `O_RDWR | O_CLOEXEC`.
  public static func updating(_ path: String) throws(SystemError) -> FileDescriptor {
    try opened { unsafe open(path, O_RDWR | O_CLOEXEC) }
  }

  /// Opens a device or a pipe for writing. Calls `open` with `O_WRONLY | O_CLOEXEC`.
  static func writing(_ path: String) throws(SystemError) -> FileDescriptor {
    try opened { unsafe open(path, O_WRONLY | O_CLOEXEC) }
  }

  /// Creates a file that must not exist yet, for reading and writing. Calls `open` with
  /// `O_CREAT | O_EXCL`.
  public static func creating(_ path: String) throws(SystemError) -> FileDescriptor {
    try opened { unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
  }

  /// A second descriptor for one that somebody else owns. Calls `fcntl` with `F_DUPFD_CLOEXEC`.
  public static func duplicating(_ rawValue: Int32) throws(SystemError) -> FileDescriptor {
    try opened { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) }
  }

  private static func opened(_ call: () -> Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(call))
  }

  /// Gives the descriptor away; the new owner closes it.
  public consuming func release() -> Int32 {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// Writes all the bytes. Calls `write` until none is left.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try FileDescriptor.write(bytes, to: rawValue)
  }

  /// The same for a descriptor that somebody else owns.
  static func write(_ bytes: Span<UInt8>, to number: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written..<bytes.count)
      written += try retrying {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Writes all the bytes from `offset` on; the position stays. Calls `pwrite`.
  public borrowing func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written..<bytes.count)
      let place = offset + written
      written += try retrying {
        unsafe rest.withUnsafeBytes { unsafe pwrite(rawValue, $0.baseAddress, $0.count, place) }
      }
    }
  }

  /// Reads as many bytes as come, at most to the end of the buffer, and puts them behind its first
  /// `start`; gives their number, 0 at the end. Calls `poll` and `read`.
  ///
  /// - Throws: what the system says; ``SystemError/interrupted`` where nothing has come yet and the
  ///   process was asked to end.
  public borrowing func read(
    into buffer: inout MutableSpan<UInt8>, from start: Int = 0
  ) throws(SystemError) -> Int {
    precondition((0...buffer.count).contains(start))
    while true {
      _ = try FileDescriptor.waitForAny([(rawValue, .reading)])
      do throws(SystemError) {
        return try retrying {
          unsafe buffer.withUnsafeMutableBytes {
            unsafe Glibc.read(rawValue, $0.baseAddress?.advanced(by: start), $0.count - start)
          }
        }
      } catch {
        // Who opened it may have chosen not to wait, and another reader may have been faster.
        guard error.code == EAGAIN else { throw error }
      }
    }
  }

  /// Closes it and reports what the system held back until now, such as a full disk.
  public consuming func closeReporting() throws(SystemError) {
    let rawValue = self.release()
    if close(rawValue) != 0, errno != EINTR { throw .current }
  }
}

/// Makes a C call again for as long as a signal interrupts it; throws its `errno` when it gives −1.
func retrying<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .current }
  }
}
