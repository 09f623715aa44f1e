// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Platform
import Signal
import TestSupport
import Testing

/// The folder of all tests of this process, removed when it ends.
private let root: String = {
  let root = NSTemporaryDirectory() + "radial-audio-tests-\(getpid())"
  try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  atexit {
    let root = NSTemporaryDirectory() + "radial-audio-tests-\(getpid())"
    try? FileManager.default.removeItem(atPath: root)
  }
  return root
}()

/// A folder of its own for one test.
struct Scratch: Sendable {
  let folder: String

  init() {
    folder = root + "/" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Writes a file and gives its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The path of a file that another program shall write.
  func path(_ name: String) -> String { folder + "/" + name }

  /// An environment whose temporary files are here.
  var environment: HelperEnvironment {
    var environment = HelperEnvironment.current
    environment.temporaryFolder = folder
    return environment
  }

  /// An environment without any program.
  var withoutHelpers: HelperEnvironment {
    HelperEnvironment(searchPath: folder, temporaryFolder: folder)
  }
}

/// The bytes of a file.
func bytes(ofFile path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// The other programs that the tests compare with.
enum Tool: String, CaseIterable, Sendable {
  case ffmpeg, sox, convert

  /// Where it is; `nil` if it is not installed.
  var path: String? {
    guard !TestRun.isFast else { return nil }
    let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    return folders.map { "\($0)/\(rawValue)" }.first(where: FileManager.default.isExecutableFile)
  }

  var isInstalled: Bool { path != nil }

  /// Runs it to its end; fails unless its exit status is 0.
  func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolFailure(arguments: arguments) }
  }
}

struct ToolFailure: Error { let arguments: [String] }

/// What a source gave: all its samples, and the error at its end.
struct Reading {
  var format: StreamFormat
  var samples: [Float] = []
  var error: DecodingError?

  var frameCount: Int { samples.count / format.channelCount }

  init(_ source: consuming some AudioSource & ~Copyable, capacity: Int = 1000) {
    format = source.format
    var block = AudioBlock(channelCount: format.channelCount, capacity: capacity)
    do {
      while true {
        try source.read(into: &block)
        if block.frameCount == 0 { break }
        block.withSamples { span in
          span.withUnsafeBufferPointer { samples.append(contentsOf: $0) }
        }
      }
    } catch { self.error = error }
  }

  init(_ path: String, _ environment: HelperEnvironment = .current) throws(DecodingError) {
    self.init(try AudioInput.open(path, environment: environment))
  }
}

/// Reads bytes through a real pipe, written in small and uneven pieces by another thread.
func readThroughPipe(
  _ bytes: [UInt8], _ environment: HelperEnvironment = .current, pieces: Int = 5000
) throws -> Reading {
  // Closed on exec: a helper of another test must not keep the writing end open.
  let pipe = try Platform.Pipe()
  let writer = try FileDescriptor.duplicating(pipe.writer.rawValue).release()
  let reader = pipe.intoReader()
  signal(SIGPIPE, SIG_IGN)
  Thread.detachNewThread {
    let writer = FileDescriptor(owning: writer)
    var (start, size) = (0, 7)
    while start < bytes.count {
      let end = min(start + size, bytes.count)
      do { try writer.write(bytes.span.extracting(start..<end)) } catch { break }
      (start, size) = (end, pieces)
    }
  }
  let number = reader.rawValue
  let input = try AudioInput.open(
    descriptor: number, path: "standard input", environment: environment)
  // Only the source has it now, as only a process has its standard input.
  _ = consume reader
  return Reading(input)
}

/// Whether permissions mean nothing to the process.
let isSuperuser = geteuid() == 0

/// Takes all permissions from a file.
func forbid(_ path: String) { chmod(path, 0) }

/// Opens a named pipe through which a file is copied.
func fifo(
  _ source: String, _ scratch: Scratch, _ environment: HelperEnvironment = .current
) throws -> AudioInput {
  let path = scratch.path("fifo-\(UUID().uuidString)")
  mkfifo(path, 0o600)
  let contents = try Data(contentsOf: URL(fileURLWithPath: source))
  signal(SIGPIPE, SIG_IGN)
  Thread.detachNewThread {
    try? FileHandle(forWritingAtPath: path)?.write(contentsOf: contents)
  }
  return try AudioInput.open(path, environment: environment)
}

/// Whether a child process has ended and nobody asks how. Those of other tests are asked soon.
func hasZombieChildren() -> Bool {
  var suspects = zombieChildren()
  for _ in 0..<200 where !suspects.isEmpty {
    usleep(50_000)
    suspects.formIntersection(zombieChildren())
  }
  return !suspects.isEmpty
}

/// The numbers of this process's ffmpegs that have ended and were not asked how yet.
private func zombieChildren() -> Set<Int> {
  let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return Set(
    processes.compactMap { Int($0) }.filter { process in
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      else { return false }
      let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(
        separator: " ")
      return fields.count > 2 && fields[1] == "Z" && fields[2] == "\(getpid())"
        && status.contains("(ffmpeg)")
    })
}
