// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization
internal import Text

/// A child process: started without a shell, and never left behind.
///
/// When it goes out of scope before its end was awaited, it is killed and reaped, so neither a
/// running helper nor a zombie remains. What it has started itself, as a script does, is killed with
/// it: both are in a process group of their own. A terminal's Ctrl-C does not reach that group, which
/// must not read from the terminal either.
public struct Subprocess: ~Copyable, Sendable {
  /// How a process ended.
  public enum Ending: Sendable, Hashable {
    /// It returned this status; 0 means success.
    case exited(Int32)
    /// This signal ended it.
    case killed(signal: Int32)
  }

  private let identifier: pid_t
  private var ending: Ending?

  /// Starts the program at `executable`, with `arguments` behind its own name.
  ///
  /// The three descriptors become its standard input, output and error; all others of ours that
  /// are closed on `exec` are not passed on. It begins with no signal blocked and with the
  /// default answers to signals, whatever this process has chosen for itself.
  ///
  /// - Source: POSIX `posix_spawn`.
  public init(
    _ executable: String, arguments: [String],
    input: borrowing FileDescriptor, output: borrowing FileDescriptor,
    errors: borrowing FileDescriptor
  ) throws(SystemError) {
    let streams = [input.rawValue, output.rawValue, errors.rawValue]
    var process: pid_t = 0
    let code = unsafe Subprocess.withSettings(streams) { actions, attributes in
      unsafe withCStrings([executable] + arguments) { argv in
        unsafe posix_spawn(
          &process, RawText.cString(executable), actions, attributes, argv, environ)
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    identifier = process
    Subprocess.latest.store(process, ordering: .releasing)
  }

  /// The process that was started last, until it has ended.
  private static let latest = Atomic<pid_t>(0)

  /// Makes the number, which a handler must not be the first to use.
  static func prepare() { _ = latest.load(ordering: .relaxed) }

  /// Kills the process that was started last, if it runs. A signal handler may call it.
  static func killLatest() {
    let process = latest.load(ordering: .acquiring)
    if process > 0 { _ = kill(-process, SIGKILL) }
  }

  deinit {
    guard ending == nil else { return }
    _ = kill(-identifier, SIGKILL)
    _ = try? Subprocess.reap(identifier)
  }

  /// Waits for the end of the process; gives the same answer when asked again. Calls `waitpid`.
  public mutating func wait() throws(SystemError) -> Ending {
    if let ending { return ending }
    let ending = try Subprocess.reap(identifier)
    self.ending = ending
    return ending
  }

  private static func reap(_ identifier: pid_t) throws(SystemError) -> Ending {
    // Its number is its own until it is reaped: only then may another process get it.
    var end = unsafe siginfo_t()
    _ = try retrying { unsafe waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT) }
    _ = latest.compareExchange(expected: identifier, desired: 0, ordering: .acquiringAndReleasing)
    var status: Int32 = 0
    _ = try retrying { unsafe waitpid(identifier, &status, 0) }
    // The layout of WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros and not imported.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Lends the file actions and attributes for `posix_spawn`; gives the error number.
  private static func withSettings(
    _ streams: [Int32],
    _ body: (
      UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>
    ) -> Int32
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in zip(Int32(0)..., streams) {
      let code = unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
      guard code == 0 else { return code }
    }
    var attributes = posix_spawnattr_t()
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { return ENOMEM }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return unsafe body(&actions, &attributes)
  }
}

/// Lends texts as the array of C strings, ended by a null pointer, that `exec` takes.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(&pointers)
}

/// Finding programs as a shell does.
public enum SearchPath {
  /// The folders of the environment's `PATH`, separated by colons.
  public static var fromEnvironment: String {
    Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  }

  /// The first executable file called `name` in the folders of `path`; `nil` if there is none.
  public static func executable(named name: String, in path: String) -> String? {
    for folder in path.split(separator: ":") {
      let candidate = "\(folder)/\(name)"
      if Folder.kind(of: candidate) == .regular, unsafe access(candidate, X_OK) == 0 {
        return candidate
      }
    }
    return nil
  }
}
