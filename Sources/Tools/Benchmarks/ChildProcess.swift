// SPDX-License-Identifier: MIT
internal import Glibc
internal import Platform

/// A program with its arguments, to be run to its end.
struct ChildProcess {
  let path: String
  let arguments: [String]

  init(_ path: String, _ arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// Runs it with nothing to read and its output thrown away; gives the seconds it took.
  func timed() async throws -> Double {
    let null = try ChildProcess.null()
    let errors = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    return try await seconds {
      var process = try Subprocess(
        path, arguments: arguments, input: null, output: null, errors: errors)
      try ChildProcess.require(try process.wait(), of: path, errors)
    }
  }

  /// Runs it and gives what it wrote to its standard output.
  func output() throws -> String {
    let output = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    let null = try ChildProcess.null()
    var process = try Subprocess(
      path, arguments: arguments, input: null, output: output, errors: null)
    try ChildProcess.require(try process.wait(), of: path, null)
    return try ChildProcess.contents(of: output)
  }

  /// Runs it while `body` writes to its standard input, and throws its output away.
  func feed(_ body: (borrowing FileDescriptor) throws -> Void) throws {
    let null = try ChildProcess.null()
    let errors = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    try ChildProcess.run(path, arguments, null, errors, feed: body)
  }

  /// Runs it while `feed` writes to its standard input; gives the most memory that it had resident,
  /// in bytes.
  ///
  /// A process is born with its parent's peak, which `exec` keeps; so a small process, this program
  /// again, is put between, see ``reportPeak(of:)``. The program must not use its standard output.
  func peakMemory(
    launcher: String, feed: (borrowing FileDescriptor) throws -> Void
  ) throws -> Double {
    let output = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    let errors = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    try ChildProcess.run(
      launcher, [ChildProcess.peakOption, path] + arguments, output, errors, feed: feed)
    let text = try ChildProcess.contents(of: output)
    guard let kibibytes = Double(text) else {
      throw BenchmarkFailure("the launcher wrote '\(text)'")
    }
    return kibibytes * 1024
  }

  private static func run(
    _ path: String, _ arguments: [String], _ output: borrowing FileDescriptor,
    _ errors: borrowing FileDescriptor, feed: (borrowing FileDescriptor) throws -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.current }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let writer = FileDescriptor(owning: ends[1])
    var process = try start(
      path, arguments, input: FileDescriptor(owning: ends[0]), output, errors)
    do { try feed(writer) } catch let error as SystemError where error == .brokenPipe {
      // The program has ended early; its status says why.
    }
    try writer.closeReporting()
    try require(try process.wait(), of: path, errors)
  }

  /// Starts a process and closes the end of the pipe that it reads from on our side.
  private static func start(
    _ path: String, _ arguments: [String], input: consuming FileDescriptor,
    _ output: borrowing FileDescriptor, _ errors: borrowing FileDescriptor
  ) throws -> Subprocess {
    try Subprocess(path, arguments: arguments, input: input, output: output, errors: errors)
  }

  /// Makes this program a launcher.
  static let peakOption = "--peak-memory-of"

  /// The launcher: runs a command with our own streams, and writes its peak to standard output.
  static func reportPeak(of command: [String]) throws -> Int32 {
    let input = try FileDescriptor.duplicating(0)
    let output = try FileDescriptor.duplicating(1)
    let errors = try FileDescriptor.duplicating(2)
    var process = try Subprocess(
      command[0], arguments: Array(command.dropFirst()), input: input, output: errors,
      errors: errors)
    let ending = try process.wait()
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    try output.write(Array("\(usage.ru_maxrss)".utf8).span)
    return ending == .exited(0) ? 0 : 1
  }

  private static func null() throws -> FileDescriptor {
    let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.current }
    return FileDescriptor(owning: descriptor)
  }

  private static func contents(of file: borrowing FileDescriptor) throws -> String {
    String(decoding: try file.bytes(at: 0, count: try file.status().size), as: UTF8.self)
  }

  private static func require(
    _ ending: Subprocess.Ending, of path: String, _ errors: borrowing FileDescriptor
  ) throws {
    guard ending != .exited(0) else { return }
    let message = (try? contents(of: errors))?.split(separator: "\n").last ?? ""
    throw BenchmarkFailure("\(path): \(ending) \(message)")
  }
}
