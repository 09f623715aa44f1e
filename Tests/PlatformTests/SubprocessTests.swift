// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Testing

@Suite struct SubprocessTests {
  private func start(
    _ script: String, output: borrowing FileDescriptor
  ) throws -> Subprocess {
    let null = try FileDescriptor.reading("/dev/null")
    return try Subprocess(
      "/bin/sh", arguments: ["-c", script], input: null, output: output, errors: output)
  }

  private func output(of script: String) throws -> (String, Subprocess.Ending) {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    var process = try start(script, output: file)
    let ending = try process.wait()
    let text = String(decoding: try file.bytes(at: 0, count: 1000), as: UTF8.self)
    return (text, ending)
  }

  @Test(arguments: [0, 1, 69, 255] as [Int32])
  func `the exit status is told, twice`(status: Int32) throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    var process = try start("exit \(status)", output: file)
    #expect(try process.wait() == .exited(status))
    #expect(try process.wait() == .exited(status))
  }

  @Test func `a signal is told`() throws {
    #expect(try output(of: "kill -9 $$").1 == .killed(signal: 9))
  }

  @Test func `what it writes arrives, errors as well`() throws {
    #expect(try output(of: "echo one; echo two >&2").0 == "one\ntwo\n")
  }

  @Test func `a child whose parent ignores broken pipes does not`() throws {
    signal(SIGPIPE, SIG_IGN)
    #expect(try output(of: "kill -PIPE $$; echo survived").1 == .killed(signal: SIGPIPE))
  }

  @Test func `a process that is dropped is killed and reaped`() throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    let identifier: pid_t
    do {
      let process = try start("echo $$; exec sleep 100", output: file)
      var text = ""
      while !text.hasSuffix("\n") {
        text = String(decoding: try file.bytes(at: 0, count: 100), as: UTF8.self)
      }
      identifier = try #require(pid_t(text.dropLast()))
      #expect(kill(identifier, 0) == 0)
      _ = process
    }
    #expect(kill(identifier, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test func `a program that is not there is a system error`() throws {
    let null = try FileDescriptor.reading("/dev/null")
    #expect(throws: SystemError.notFound) {
      _ = try Subprocess("/no/such/program", arguments: [], input: null, output: null, errors: null)
    }
  }

  @Test func `programs are found in the folders of a path and nowhere else`() {
    #expect(SearchPath.executable(named: "sh", in: "/no/such:/bin") == "/bin/sh")
    #expect(SearchPath.executable(named: "sh", in: "/no/such:") == nil)
    #expect(SearchPath.executable(named: "etc", in: "/") == nil)
    #expect(SearchPath.executable(named: "passwd", in: "/etc") == nil)
  }
}

@Suite struct PipeTests {
  @Test func `a look leaves the bytes in the pipe`() throws {
    let pipe = try Platform.Pipe()
    try pipe.writer.write([1, 2, 3, 4].span)
    #expect(try Platform.Pipe.peek(pipe.reader) { $0.count >= 4 } == [1, 2, 3, 4])
    let reader = pipe.intoReader()
    #expect(try reader.readAll(limit: 100) == [1, 2, 3, 4])
  }

  @Test func `a look waits for enough bytes, or for the end`() throws {
    let pipe = Foundation.Pipe()
    let writer = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for byte in 1...5 as ClosedRange<UInt8> {
        writer.write(Data([byte]))
        usleep(20_000)
      }
      try? writer.close()
    }
    let reader = try FileDescriptor.duplicating(pipe.fileHandleForReading.fileDescriptor)
    #expect(try Platform.Pipe.peek(reader) { $0.count >= 3 }.prefix(3) == [1, 2, 3])
    #expect(try Platform.Pipe.peek(reader) { _ in false } == [1, 2, 3, 4, 5])
  }

  @Test func `a pipe that is closed at once shows nothing`() throws {
    let reader = try Platform.Pipe().intoReader()
    #expect(try Platform.Pipe.peek(reader) { _ in false } == [])
  }

  @Test func `a full pipe ends the wait`() throws {
    let pipe = try Platform.Pipe()
    let bytes = [UInt8](repeating: 7, count: Platform.Pipe.peekLimit)
    try pipe.writer.write(bytes.span)
    #expect(try Platform.Pipe.peek(pipe.reader) { _ in false } == bytes)
  }
}

@Suite struct TemporaryFileTests {
  @Test func `it has no name, and keeps what is written`() throws {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try TemporaryFile.make(in: folder)
    try file.write([9, 8, 7].span)
    #expect(try file.bytes(at: 1, count: 10) == [8, 7])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `a folder that is not there is a system error`() {
    #expect(throws: SystemError.notFound) { _ = try TemporaryFile.make(in: "/no/such/folder") }
  }
}
