// SPDX-License-Identifier: MIT
internal import Glibc

/// An open file, pipe or device: owned, not copied, closed when it goes out of scope.
///
/// Interrupted calls are repeated; short writes are continued.
public struct FileDescriptor: ~Copyable, Sendable {
  /// Its number for C functions; valid during the owner's lifetime.
  public let rawValue: Int32

  /// Takes over a descriptor that C code has opened.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { _ = close(rawValue) }

  /// Opens a file for reading. Calls `open` with `O_RDONLY | O_CLOEXEC`.
  public static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
    try opened { unsafe open(path, O_RDONLY | O_CLOEXEC) }
  }

  /// Opens a regular file for reading; `nil` for a folder, a device, or a pipe, for whose writer
  /// nobody waits. Calls `open` with `O_RDONLY | O_NONBLOCK | O_CLOEXEC`, and `fstat`.
  public static func readingRegular(_ path: String) throws(SystemError) -> FileDescriptor? {
    let file = try opened { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard try file.status().kind == .regular else { return nil }
    return file
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

  /// A second descriptor for one with another owner. Calls `fcntl` with `F_DUPFD_CLOEXEC`.
  public static func duplicating(_ rawValue: Int32) throws(SystemError) -> FileDescriptor {
    try opened { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) }
  }

  private static func opened(_ call: () -> Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(call))
  }

  /// Gives up the descriptor; the new owner closes it.
  public consuming func release() -> Int32 {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// Writes all the bytes. Calls `write` until none is left.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try FileDescriptor.write(bytes, to: rawValue)
  }

  /// Writes bytes to a descriptor with another owner.
  static func write(_ bytes: Span<UInt8>, to number: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written..<bytes.count)
      written += try retrying {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Writes all the bytes at `offset`; the position does not change. Calls `pwrite`.
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

  /// Reads the bytes that are available, up to the end of the buffer, to its index `start`; returns
  /// their number, 0 at the end. Calls `poll` and `read`.
  ///
  /// - Throws: the system's error; ``SystemError/interrupted`` if the process was asked to end
  ///   while nothing was available.
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
        // The descriptor may be non-blocking, and another reader may have been faster.
        guard error.code == EAGAIN else { throw error }
      }
    }
  }

  /// Closes it and reports a delayed error, such as a full disk.
  public consuming func closeReporting() throws(SystemError) {
    let rawValue = self.release()
    if close(rawValue) != 0, errno != EINTR { throw .current }
  }
}

/// Repeats a C call while a signal interrupts it; throws its `errno` if it returns −1.
func retrying<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .current }
  }
}

extension FileDescriptor {
  /// All bytes of a file; `nil` if it has more than `limit`.
  public static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    guard Folder.kind(of: path) != .directory else { throw SystemError.isDirectory }
    let bytes = try reading(path).readAll(limit: limit + 1)
    return bytes.count <= limit ? bytes : nil
  }
}
