// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// Standard input, output and error: the descriptors 0 to 2 that a process is started with.
public enum StandardStreams {
  /// Takes the numbers of those that the process was started without, so that no file gets them:
  /// messages would be written into a frame that had number 2.
  ///
  /// What stands there then can be neither read nor written (`EBADF`), as if it were closed. To be
  /// called before anything else opens a file.
  ///
  /// - Source: Linux `open(2)` on `O_PATH`, and that the lowest number that is free is given.
  public static func secure() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // Always there, and it asks for no permission. Children shall have it as well.
      _ = unsafe open("/", Int32(linux_open_path))
    }
  }

  /// Whether standard output is shown on a screen. Calls `isatty`.
  public static var outputIsTerminal: Bool { isatty(1) == 1 }

  /// How many files a process must be able to open beside those that it has: with
  /// fewer, no frame gets to its end.
  private static let leastRoom = 16

  /// Whether this process may open as many files as it needs at the very least. Where it may not,
  /// tries to raise its limit first. Calls `setrlimit`, and `dup` for a trial.
  public static func haveRoomBesideThem() -> Bool {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < 64 else { return true }
    limit.rlim_cur = min(64, limit.rlim_max)
    _ = unsafe setrlimit(kind, &limit)
    var taken: [Int32] = []
    defer { for number in taken { close(number) } }
    while taken.count < leastRoom {
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
    try standardStream(0, butNot: O_WRONLY)
  }

  /// A second descriptor for standard output.
  ///
  /// - Throws: ``SystemError/notOpen`` if the process was started without it, or it cannot be
  ///   written to.
  public static func standardOutput() throws(SystemError) -> FileDescriptor {
    try standardStream(1, butNot: O_RDONLY)
  }

  private static func standardStream(
    _ number: Int32, butNot refused: Int32
  ) throws(SystemError) -> FileDescriptor {
    let flags = try retrying { fcntl(number, F_GETFL) }
    guard flags & Int32(linux_open_path) == 0, flags & O_ACCMODE != refused else { throw .notOpen }
    return try duplicating(number)
  }
}
