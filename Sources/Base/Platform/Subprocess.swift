// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization
internal import Text

/// A child process: started without a shell, and never left behind.
///
/// If it goes out of scope before it was awaited, it is killed and reaped, so neither a running
/// helper nor a zombie remains. Its own children are killed too: they share its process group. A
/// terminal's Ctrl-C does not reach that group, which must not read from the terminal either.
public struct Subprocess: ~Copyable, Sendable {
  /// How a process ended.
  public enum Ending: Sendable, Hashable {
    /// It returned this status; 0 means success.
    case exited(Int32)
    /// This signal ended it.
    case killed(signal: Int32)
  }

  private let identifier: pid_t
  private let place: Int
  private var ending: Ending?

  /// Starts the program at `executable` with `arguments` (without its name).
  ///
  /// The three descriptors become its standard input, output and error, and those with the numbers
  /// in `further` its descriptors 3, 4 and so on; our other close-on-exec descriptors are not
  /// inherited. It starts with no signal blocked and with default signal handling.
  ///
  /// When this process is ended by force, its children are killed, first those with `endsFirst`: a
  /// program that writes a file from our data would take our end for the end of the data, and
  /// finish the file.
  ///
  /// - Throws: ``SystemError/tooManyProcesses`` also if ``maxChildren`` are running already.
  /// - Source: POSIX `posix_spawn`.
  public init(
    _ executable: String, arguments: [String],
    input: borrowing FileDescriptor, output: borrowing FileDescriptor,
    errors: borrowing FileDescriptor, further: [Int32] = [], endsFirst: Bool = false
  ) throws(SystemError) {
    let streams = [input.rawValue, output.rawValue, errors.rawValue] + further
    guard let place = RunningChildren.takePlace(atFront: endsFirst) else {
      throw .tooManyProcesses
    }
    var process: pid_t = 0
    let code = unsafe Subprocess.withSettings(streams) { actions, attributes in
      unsafe withCStrings([executable] + arguments) { argv in
        unsafe posix_spawn(
          &process, RawText.cString(executable), actions, attributes, argv, environ)
      }
    }
    guard code == 0 else {
      RunningChildren.leave(place)
      throw SystemError(code: code)
    }
    self.place = place
    identifier = process
    RunningChildren.enter(process, at: place)
  }

  /// How many children may run at the same time.
  public static var maxChildren: Int { RunningChildren.count }

  deinit {
    guard ending == nil else { return }
    _ = kill(-identifier, SIGKILL)
    _ = try? reap()
  }

  /// Asks the process and its children to end: sends SIGTERM. Does nothing if it was awaited.
  public borrowing func terminate() {
    if ending == nil { _ = kill(-identifier, SIGTERM) }
  }

  /// Whether it has ended. Calls `waitid`.
  public borrowing func hasEnded() -> Bool {
    guard ending == nil else { return true }
    var end = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT | WNOHANG)
    return unsafe code != 0 || end.si_signo != 0
  }

  /// Waits for the end of the process; returns the same result when called again. Calls `waitpid`.
  public mutating func wait() throws(SystemError) -> Ending {
    if let ending { return ending }
    let ending = try reap()
    self.ending = ending
    return ending
  }

  private borrowing func reap() throws(SystemError) -> Ending {
    // Its number is unique until it is reaped: only then may another process get it.
    var end = unsafe siginfo_t()
    _ = try retrying { unsafe waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT) }
    RunningChildren.leave(place)
    var status: Int32 = 0
    _ = try retrying { unsafe waitpid(identifier, &status, 0) }
    // WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros and not imported.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Lends the file actions and attributes for `posix_spawn`; returns the error number.
  private static func withSettings(
    _ streams: [Int32],
    _ body: (
      UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>
    ) -> Int32
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Copies to numbers above all targets: no source is overwritten before it was used.
    var sources: [Int32] = []
    defer { for source in sources { close(source) } }
    for (target, stream) in zip(Int32(0)..., streams) {
      let source = fcntl(stream, F_DUPFD_CLOEXEC, Int32(streams.count))
      guard source >= 0 else { return errno }
      sources.append(source)
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

extension Subprocess {
  /// All that the program at `path` prints for some arguments, up to a mebibyte, with its messages or
  /// without; empty if it cannot be started.
  public static func output(
    of path: String, _ words: [String], withMessages: Bool = true
  ) -> String {
    guard let file = try? TemporaryFile.inMemory(), let messages = try? TemporaryFile.inMemory(),
      let null = try? FileDescriptor.reading("/dev/null"),
      var process = withMessages
        ? try? Subprocess(path, arguments: words, input: null, output: file, errors: file)
        : try? Subprocess(path, arguments: words, input: null, output: file, errors: messages),
      (try? process.wait()) != nil, let bytes = try? file.bytes(at: 0, count: 1 << 20)
    else { return "" }
    return RawText.text(bytes)
  }
}

/// The running children, in a table without locks, for signal handlers.
enum RunningChildren {
  static let count = 256

  /// The process in each slot; 0 for a free slot, -1 for a process that is being started.
  private static let places = InlineArray<256, Atomic<pid_t>> { _ in Atomic(0) }

  /// Initializes the table, which a handler must not be the first to use.
  static func prepare() { _ = places[0].load(ordering: .relaxed) }

  /// Takes the first free slot, or the last one; `nil` if there is none.
  static func takePlace(atFront: Bool) -> Int? {
    (0..<count).lazy.map { atFront ? $0 : count - 1 - $0 }.first { place in
      places[place].compareExchange(
        expected: 0, desired: -1, ordering: .acquiringAndReleasing
      ).exchanged
    }
  }

  static func enter(_ process: pid_t, at place: Int) {
    places[place].store(process, ordering: .releasing)
  }

  static func leave(_ place: Int) { places[place].store(0, ordering: .releasing) }

  /// Kills them all, from the first slot to the last. A signal handler may call it.
  static func killAll() {
    for place in 0..<count {
      let process = places[place].load(ordering: .acquiring)
      if process > 0 { _ = kill(-process, SIGKILL) }
    }
  }
}

/// Lends texts as a null-terminated array of C strings, for `exec`.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(&pointers)
}
