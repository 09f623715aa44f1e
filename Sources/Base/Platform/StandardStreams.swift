// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// Standard input, output and error: the descriptors 0 to 2 that a process is started with, or three
/// others for a command that runs within another program.
public struct StandardStreams: Sendable {
  private let input: Int32
  let output: Int32
  let errors: Int32

  /// The streams for a command that runs within another program, such as a test.
  public init(input: Int32, output: Int32, errors: Int32) {
    (self.input, self.output, self.errors) = (input, output, errors)
  }

  /// Those of this thread.
  static var current: StandardStreams {
    StandardStreams(input: linux_stream(0), output: linux_stream(1), errors: linux_stream(2))
  }

  /// Calls `body`: this thread, and those that it starts with ``Threads``, use these streams until
  /// it returns.
  public func use<Result>(_ body: () -> Result) -> Result {
    let before = StandardStreams.current
    become()
    defer { before.become() }
    return body()
  }

  private func become() {
    for (number, descriptor) in [input, output, errors].enumerated() {
      linux_set_stream(Int32(number), descriptor)
    }
  }

  /// Occupies the descriptors of missing standard streams, so that no file gets them: otherwise
  /// messages might be written to a frame with descriptor 2.
  ///
  /// Such a stream can be neither read nor written (`EBADF`), as if it were closed. Must be called
  /// before anything else opens a file.
  ///
  /// - Source: Linux `open(2)` on `O_PATH`; the lowest free number is always used.
  public static func secure() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // Always exists, and needs no permission. Children inherit it.
      _ = unsafe open("/", Int32(linux_open_path))
    }
  }

  /// Whether standard output is a terminal. Calls `isatty`.
  public static var outputIsTerminal: Bool { isatty(linux_stream(1)) == 1 }

  /// The width of the terminal that standard output is, in columns; `nil` if it is none, or unknown.
  /// Calls `ioctl` with `TIOCGWINSZ`.
  public static var outputColumnCount: Int? { Terminal.columnCount(of: linux_stream(1)) }

  /// How many more files a process must be able to open: with fewer, no frame can be finished.
  private static let minRoom = 16

  /// Whether this process can open as many files as it needs. If not, tries to raise its limit
  /// first. Calls `setrlimit`, and `dup` to test it.
  public static func haveRoomBesideThem() -> Bool {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < 64 else { return true }
    limit.rlim_cur = min(64, limit.rlim_max)
    _ = unsafe setrlimit(kind, &limit)
    var taken: [Int32] = []
    defer { for number in taken { close(number) } }
    while taken.count < minRoom {
      let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
      if number < 0 { return false }
      taken.append(number)
    }
    return true
  }
}

extension FileDescriptor {
  /// A second descriptor for standard input.
  ///
  /// - Throws: ``SystemError/notOpen`` if the process was started without it, or it cannot be read.
  public static func standardInput() throws(SystemError) -> FileDescriptor {
    try standardStream(linux_stream(0), butNot: O_WRONLY)
  }

  /// A second descriptor for standard output.
  ///
  /// - Throws: ``SystemError/notOpen`` if the process was started without it, or it cannot be
  ///   written to.
  public static func standardOutput() throws(SystemError) -> FileDescriptor {
    try standardStream(linux_stream(1), butNot: O_RDONLY)
  }

  private static func standardStream(
    _ number: Int32, butNot refused: Int32
  ) throws(SystemError) -> FileDescriptor {
    let flags = try retrying { fcntl(number, F_GETFL) }
    guard flags & Int32(linux_open_path) == 0, flags & O_ACCMODE != refused else { throw .notOpen }
    return try duplicating(number)
  }
}
