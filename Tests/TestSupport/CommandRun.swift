// SPDX-License-Identifier: MIT
import Foundation

/// A program to run, and what surrounds it.
public struct CommandRun: Sendable {
  /// What the program reads from standard input.
  public enum Input: Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    /// A file, as `<` gives it.
    case file(String)
    /// A pipe with these bytes in it.
    case pipe([UInt8])
    /// A pipe with these bytes in it, which a pipe holds, and into which nobody writes more, and
    /// which nobody closes.
    case openPipe([UInt8])
    /// A pipe into which these bytes are written in real time, so many each 10 ms, and which nobody
    /// closes.
    case pacedPipe([UInt8], pieceSize: Int)
    /// A pipe with these bytes in it, and zeros for as long as the program reads.
    case endlessPipe([UInt8])
    /// A pipe into which nobody writes and which nobody closes.
    case silentPipe
    /// Nothing: the program starts without one.
    case closed
  }

  /// Where standard output goes.
  public enum Output: Sendable {
    /// To the result.
    case kept
    /// To a file or device that is there.
    case file(String)
    /// To a pipe that nobody reads.
    case brokenPipe
    /// Nowhere: the program starts without one.
    case closed
  }

  /// Where standard error goes.
  public enum Errors: Sendable {
    /// To the result.
    case kept
    /// To a pipe that is full and that nobody reads.
    case fullPipe
    /// Nowhere: the program starts without one.
    case closed
  }

  /// The path of the program.
  public var program: String
  /// What follows its name.
  public var arguments: [String]
  /// What follows these, in bytes that need not be UTF-8.
  public var rawArguments: [[UInt8]] = []
  /// Standard input.
  public var input = Input.nothing
  /// Standard output.
  public var output = Output.kept
  /// Standard error.
  public var errors = Errors.kept
  /// The words of a program that becomes this one, such as a shell that sets a limit before.
  public var wrapper: [String] = []
  /// Variables that are set in the environment; `nil` takes one away.
  public var environment: [String: String?] = [:]
  /// The folder in which it runs; the tests' own if `nil`.
  public var folder: String?
  /// Seconds after which it is killed; a sanitizer makes it many times slower.
  public var timeout = Sanitizer.active == nil ? 60.0 : 900
  /// The most memory that it may have for its data, in bytes; more than that it is not given.
  public var memoryLimit: Int?

  /// What runs in place of a process, with three descriptors for its streams, and gives its exit
  /// status; `nil` for a process.
  public var inside:
    (@Sendable (CommandRun, _ input: Int32, _ output: Int32, _ errors: Int32) throws -> Int32)?

  /// A run with nothing on standard input.
  public init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Runs the program to its end.
  public func run() throws -> CommandResult {
    guard let inside else { return try start().wait() }
    guard case .kept = output, case .kept = errors, wrapper.isEmpty, environment.isEmpty,
      rawArguments.isEmpty, memoryLimit == nil
    else { throw CommandError(description: "\(arguments): needs a process of its own") }
    let streams = try (RunningCommand.unnamedFile(), RunningCommand.unnamedFile())
    defer { for stream in [streams.0, streams.1] { close(stream) } }
    let source: Int32
    switch input {
    case .nothing: source = open("/dev/null", O_RDONLY | O_CLOEXEC)
    case .file(let path): source = open(path, O_RDONLY | O_CLOEXEC)
    case .pipe(let bytes):
      let (reader, writer) = try RunningCommand.pipe()
      RunningCommand.write(bytes, to: writer)
      source = reader
    default: throw CommandError(description: "\(arguments): needs a process of its own")
    }
    defer { close(source) }
    let start = ContinuousClock.now
    let status = try inside(self, source, streams.0, streams.1)
    return CommandResult(
      ending: .exited(status), bytes: RunningCommand.content(of: streams.0),
      errors: String(decoding: RunningCommand.content(of: streams.1), as: UTF8.self),
      seconds: start.duration(to: .now) / .seconds(1))
  }

  /// Starts the program.
  public func start() throws -> RunningCommand { try RunningCommand(self) }
}

/// What came of a program.
public struct CommandResult: Sendable {
  /// How a process ends.
  public enum Ending: Hashable, Sendable {
    /// By itself.
    case exited(Int32)
    /// By a signal; SIGKILL where it took too long.
    case killed(Int32)
  }

  /// How it ended.
  public let ending: Ending
  /// What it wrote to standard output.
  public let bytes: [UInt8]
  /// What it wrote to standard error.
  public let errors: String
  /// Seconds that it took.
  public let seconds: Double

  /// Standard output as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The exit status, or -1 if a signal ended it.
  public var status: Int32 { if case .exited(let status) = ending { status } else { -1 } }
}

/// Why a program could not be run.
public struct CommandError: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// An error in these words.
  public init(description: String) { self.description = description }
}

/// A program that runs.
///
/// Written with `posix_spawn` since Foundation's `Process` lends every child the pipes of the
/// children that other tests run at the same time, and these then never end.
public final class RunningCommand {
  /// Its process.
  public let identifier: Int32

  /// Held from the making of a pipe until its ends are closed in the children of others.
  private static let spawning = NSLock()

  private let timeout: Double
  private let started = ContinuousClock.now
  private var descriptors: [Int32] = []
  private let output: Int32?
  private let errorFile: Int32?

  init(_ command: CommandRun) throws {
    // A program may end before it has read what this process writes to it.
    signal(SIGPIPE, SIG_IGN)
    timeout = command.timeout
    RunningCommand.spawning.lock()
    defer { RunningCommand.spawning.unlock() }
    var actions = FileActions()
    defer { actions.destroy() }
    var toClose: [Int32] = []
    defer { for descriptor in toClose { close(descriptor) } }
    var feed: (descriptor: Int32, bytes: [UInt8], endlessly: Bool)?
    switch command.input {
    case .nothing: actions.open("/dev/null", O_RDONLY, as: 0)
    case .file(let path): actions.open(path, O_RDONLY, as: 0)
    case .pipe(let bytes), .endlessPipe(let bytes):
      let (reader, writer) = try RunningCommand.pipe()
      toClose.append(reader)
      var isEndless = false
      if case .endlessPipe = command.input { isEndless = true }
      feed = (writer, bytes, isEndless)
      actions.duplicate(reader, as: 0)
    case .silentPipe, .openPipe, .pacedPipe:
      let (reader, writer) = try RunningCommand.pipe()
      toClose.append(reader)
      descriptors.append(writer)
      if case .openPipe(let bytes) = command.input {
        _ = Glibc.write(writer, bytes, bytes.count)
      }
      if case .pacedPipe(let bytes, let size) = command.input {
        RunningCommand.write(bytes, inPiecesOf: size, to: try RunningCommand.copy(of: writer))
      }
      actions.duplicate(reader, as: 0)
    case .closed: actions.close(0)
    }
    switch command.output {
    case .kept:
      let file = try RunningCommand.unnamedFile()
      output = file
      actions.duplicate(file, as: 1)
    case .file(let path):
      output = nil
      actions.open(path, O_WRONLY, as: 1)
    case .brokenPipe:
      output = nil
      let (reader, writer) = try RunningCommand.pipe()
      close(reader)
      toClose.append(writer)
      actions.duplicate(writer, as: 1)
    case .closed:
      output = nil
      actions.close(1)
    }
    switch command.errors {
    case .kept:
      let file = try RunningCommand.unnamedFile()
      errorFile = file
      actions.duplicate(file, as: 2)
    case .fullPipe:
      errorFile = nil
      let (reader, writer) = try RunningCommand.pipe()
      descriptors.append(reader)
      toClose.append(writer)
      RunningCommand.fill(writer)
      actions.duplicate(writer, as: 2)
    case .closed:
      errorFile = nil
      actions.close(2)
    }
    identifier = try RunningCommand.spawn(command, &actions)
    if let feed {
      RunningCommand.write(feed.bytes, to: feed.descriptor, endlessly: feed.endlessly)
    }
  }

  deinit {
    for descriptor in descriptors + [output, errorFile].compactMap(\.self) { close(descriptor) }
  }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(identifier, signal) }

  /// Stops the program where it is, until it is sent SIGCONT.
  public func stop() {
    send(SIGSTOP)
    _ = wait { state == "T" || state == "Z" }
  }

  /// Stops the program where something is so; whether that came about.
  public func stop(where condition: () -> Bool) -> Bool {
    var isMet = false
    _ = wait {
      stop()
      isMet = condition()
      if !isMet { send(SIGCONT) }
      return isMet || hasEnded
    }
    return isMet
  }

  /// The letter by which the system tells what the process does: `T` is stopped, `Z` has ended.
  private var state: Character? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.first { $0 != " " }
  }

  /// Whether it waits for something, such as its input, rather than works.
  public var isWaiting: Bool { state == "S" }

  /// Whether it has ended; it is still to be waited for.
  public var hasEnded: Bool { state == "Z" }

  /// What it has written to standard output so far.
  public var bytes: [UInt8] { output.map { Array(RunningCommand.content(of: $0)) } ?? [] }

  /// The same as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What it has written to standard error so far; without the lines that say how far it has come,
  /// which only slow runs have, where a sanitizer makes it slow.
  public var errors: String {
    let text = String(decoding: errorFile.map(RunningCommand.content) ?? [], as: UTF8.self)
    guard Sanitizer.active != nil else { return text }
    return text.replacing(
      /(?m)^radial-audio: [0-9].* ([0-9]+ frames\/s|as fast as it plays)(, [0-9]+ s left)?\n/,
      with: "")
  }

  /// How many bytes it has read from anywhere so far.
  public var bytesRead: Int {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/io", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? 0
  }

  /// Waits until something is so, at most for the run's timeout; whether it became so.
  public func wait(until condition: () -> Bool) -> Bool {
    while !condition() {
      guard started.duration(to: .now) < .seconds(timeout) else { return false }
      usleep(2000)
    }
    return true
  }

  /// Waits for the end.
  public func wait() throws -> CommandResult {
    var status: Int32 = 0
    var isLate = false
    while waitpid(identifier, &status, isLate ? 0 : WNOHANG) == 0 {
      if started.duration(to: .now) > .seconds(timeout) {
        isLate = true
        send(SIGKILL)
      } else {
        usleep(1000)
      }
    }
    let (seconds, attoseconds) = started.duration(to: .now).components
    let signal = status & 0x7f
    return CommandResult(
      ending: signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal),
      bytes: output.map(RunningCommand.content) ?? [],
      errors: errors,
      seconds: Double(seconds) + Double(attoseconds) / 1e18)
  }

  private static func spawn(_ command: CommandRun, _ actions: inout FileActions) throws -> pid_t {
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in command.environment { environment[name] = value }
    let change = command.folder.map { ["/usr/bin/env", "-C", $0] } ?? []
    // Not the peak that the system counts: that of a new process includes this one's.
    let limit = command.memoryLimit.map {
      ["/bin/sh", "-c", "ulimit -d \($0 >> 10); exec \"$@\"", "sh"]
    }
    let line = change + (limit ?? []) + command.wrapper + [command.program] + command.arguments
    let rawWords = command.rawArguments.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) }
    let words = line.map { strdup($0) } + rawWords + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program starts as from a shell, whatever this process does with signals.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var identifier: pid_t = 0
    let failure = posix_spawn(
      &identifier, line[0], &actions.actions, &attributes, words, variables)
    guard failure == 0 else { throw CommandError.system("cannot run \(command.program)", failure) }
    return identifier
  }

  fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32, endlessly: Bool = false) {
    let zeros = [UInt8](repeating: 0, count: 65_536)
    Thread.detachNewThread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
        if rest.isEmpty, endlessly { rest = zeros[...] }
      }
      close(descriptor)
    }
  }

  /// A second descriptor for the same, closed on exec.
  private static func copy(of descriptor: Int32) throws -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw CommandError.system("no descriptor", errno) }
    return copy
  }

  private static func write(_ bytes: [UInt8], inPiecesOf size: Int, to descriptor: Int32) {
    Thread.detachNewThread {
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        guard Glibc.write(descriptor, piece, piece.count) == piece.count else { break }
        usleep(10_000)
      }
      close(descriptor)
    }
  }

  fileprivate static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw CommandError.system("no pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Writes to a pipe until it takes no more.
  private static func fill(_ writer: Int32) {
    let flags = fcntl(writer, F_GETFL)
    _ = fcntl(writer, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
    while Glibc.write(writer, bytes, bytes.count) > 0 {}
    _ = fcntl(writer, F_SETFL, flags)
  }

  fileprivate static func unnamedFile() throws -> Int32 {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/output-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw CommandError.system("no temporary file", errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  fileprivate static func content(of descriptor: Int32) -> [UInt8] {
    let length = Int(lseek(descriptor, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: length)
    let count = pread(descriptor, &bytes, length, 0)
    return Array(bytes.prefix(max(count, 0)))
  }
}

extension CommandError {
  fileprivate static func system(_ what: String, _ number: Int32) -> CommandError {
    CommandError(description: "\(what): \(String(cString: strerror(number)))")
  }
}

/// What a process opens and closes before its program starts.
private struct FileActions {
  var actions = posix_spawn_file_actions_t()

  init() { posix_spawn_file_actions_init(&actions) }

  mutating func open(_ path: String, _ flags: Int32, as descriptor: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0)
  }

  mutating func duplicate(_ descriptor: Int32, as other: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, other)
  }

  mutating func close(_ descriptor: Int32) {
    posix_spawn_file_actions_addclose(&actions, descriptor)
  }

  mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }
}
