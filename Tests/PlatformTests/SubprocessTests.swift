// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestSupport
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

  @Test func `a pipe that an ended process has left to its child takes no more`() throws {
    let pipe = try Platform.Pipe()
    let null = try FileDescriptor.reading("/dev/null")
    let process = try Subprocess(
      "/bin/sh", arguments: ["-c", "sleep 100 & exit 1"], input: null, output: null, errors: null,
      further: [pipe.reader.rawValue])
    let writer = pipe.intoWriter()
    writer.stopWaiting()
    // More than a pipe holds.
    let bytes = [UInt8](repeating: 0, count: 1 << 21)
    var failure: SystemError?
    do throws(SystemError) { try writer.write(bytes.span, unless: { process.hasEnded() }) } catch {
      failure = error
    }
    #expect(failure == .brokenPipe)
  }

  @Test func `what a dropped process has started is killed as well`() throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    let identifier: pid_t
    do {
      let process = try start("sleep 100 & echo $!; wait", output: file)
      var text = ""
      while !text.hasSuffix("\n") {
        text = String(decoding: try file.bytes(at: 0, count: 100), as: UTF8.self)
      }
      identifier = try #require(pid_t(text.dropLast()))
      _ = process
    }
    // Nobody may have asked for its end yet.
    func runs() -> Bool {
      let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
      return text.map { !$0.contains(") Z ") && !$0.contains(") X ") } ?? false
    }
    for _ in 0..<5000 where runs() { usleep(2000) }
    #expect(!runs())
  }

  @Test(arguments: [[0, 1], [1, 0], [0, 0], [1, 1, 0, 1]])
  func `further descriptors arrive, whatever their numbers are here`(order: [Int]) throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    let null = try FileDescriptor.reading("/dev/null")
    // The lowest numbers that are free, so that some are those which the child shall have.
    let letters = ["a", "b"]
    let sources = try letters.map { letter in
      let source = try TemporaryFile.make(in: NSTemporaryDirectory())
      try source.write(Array(letter.utf8).span)
      return source.release()
    }
    defer { for source in sources { close(source) } }
    let numbers = order.indices.map { $0 + 3 }
    let reads = numbers.map { "dd bs=1 count=1 status=none < /proc/self/fd/\($0)" }
    var process = try Subprocess(
      "/bin/sh", arguments: ["-c", reads.joined(separator: "; ")], input: null, output: file,
      errors: file, further: order.map { sources[$0] })
    #expect(try process.wait() == .exited(0))
    let text = String(decoding: try file.bytes(at: 0, count: 100), as: UTF8.self)
    #expect(text == order.map { letters[$0] }.joined())
  }

  @Test func `descriptors change places on their way to the child`() throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    let null = try FileDescriptor.reading("/dev/null")
    // These numbers are targets as well: 3 becomes 4, and 4 becomes 3.
    let sources = try ["c", "d"].map { letter in
      let source = try TemporaryFile.make(in: NSTemporaryDirectory())
      try source.write(Array(letter.utf8).span)
      return source.release()
    }
    defer { for source in sources { close(source) } }
    let most = Int(sources.max() ?? 3)
    var further = [Int32](repeating: null.rawValue, count: most - 2)
    further[Int(sources[0]) - 3] = sources[1]
    further[Int(sources[1]) - 3] = sources[0]
    let script = sources.map { "dd bs=1 count=1 status=none < /proc/self/fd/\($0)" }
    var process = try Subprocess(
      "/bin/sh", arguments: ["-c", script.joined(separator: "; ")], input: null, output: file,
      errors: file, further: further)
    #expect(try process.wait() == .exited(0))
    #expect(String(decoding: try file.bytes(at: 0, count: 9), as: UTF8.self) == "dc")
  }

  @Test func `a process that is asked to end may end in its own way`() throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    var process = try start("trap 'exit 7' TERM; echo ready; sleep 100 & wait", output: file)
    while try file.bytes(at: 0, count: 6).count < 6 { usleep(1000) }
    process.terminate()
    #expect(try process.wait() == .exited(7))
  }

  @Test func `a process that has ended leaves its place to others`() throws {
    let file = try TemporaryFile.make(in: NSTemporaryDirectory())
    for _ in 0...Subprocess.maxChildren {
      var process = try start("exit 0", output: file)
      #expect(try process.wait() == .exited(0))
    }
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

  /// A folder as pip leaves it, with several versions; returns the path of the program.
  private func install(in root: TemporaryFolder, bin: String = "bin") throws -> String {
    for (python, name) in [
      ("python3.11", "ffmpeg-linux-x86_64-v7.0.2"), ("python3.9", "ffmpeg-linux64-v10.1"),
      ("python3.13", "ffmpeg-linux-aaa"), ("python3.14", "ffmpeg-linux-x86_64-v99-fake"),
      ("python3.x", "ffmpeg-linux-x86_64-v98.0"), ("python3", "ffmpeg-linux-x86_64-v8.0"),
    ] {
      _ = try Folder.make(root.path("lib/\(python)/site-packages/imageio_ffmpeg/binaries"))
      try root.writeProgram("", "lib/\(python)/site-packages/imageio_ffmpeg/binaries/\(name)")
    }
    return root.path("\(bin)/radial-audio")
  }

  private static let found =
    "lib/python3.9/site-packages/imageio_ffmpeg/binaries/ffmpeg-linux64-v10.1"

  @Test func `of ffmpegs of Python packages the highest version is found beside the program`()
    throws
  {
    try TemporaryFolder.with { root in
      #expect(SearchPath.ffmpeg(ofPythonBeside: root.path("bin/radial-audio")) == nil)
      let program = try install(in: root)
      #expect(SearchPath.ffmpeg(ofPythonBeside: program) == root.path(Self.found))
    }
  }

  @Test func `an ffmpeg beside a program that is in no folder of programs is not run`() throws {
    try TemporaryFolder.with { root in
      let program = try install(in: root, bin: "radial")
      #expect(SearchPath.ffmpeg(ofPythonBeside: program) == nil)
    }
  }

  @Test func `an ffmpeg that others can change is not run`() throws {
    try TemporaryFolder.with { root in
      let program = try install(in: root)
      let parts = Self.found.split(separator: "/")
      for count in 1...parts.count {
        let path = root.path(parts.prefix(count).joined(separator: "/"))
        #expect(chmod(path, 0o757) == 0)
        #expect(SearchPath.ffmpeg(ofPythonBeside: program) != root.path(Self.found), "\(path)")
        #expect(chmod(path, 0o755) == 0)
        guard geteuid() == 0 else { continue }
        #expect(lchown(path, 65534, 65534) == 0)
        #expect(SearchPath.ffmpeg(ofPythonBeside: program) != root.path(Self.found), "\(path)")
        #expect(lchown(path, 0, 0) == 0)
      }
      #expect(SearchPath.ffmpeg(ofPythonBeside: program) == root.path(Self.found))
      // Not by way of a link either, which anybody can make in a folder such as /tmp.
      let moved = root.path("elsewhere")
      #expect(rename(root.path("lib"), moved) == 0)
      #expect(symlink(moved, root.path("lib")) == 0)
      #expect(SearchPath.ffmpeg(ofPythonBeside: program) == nil)
    }
  }
}

@Suite struct ReadinessTests {
  @Test func `waiting ends with what can be read or written first`() throws {
    let full = try Platform.Pipe()
    let empty = try Platform.Pipe()
    try full.writer.write([1].span)
    let ready = try FileDescriptor.waitForAny([
      (full.reader.rawValue, .reading), (empty.reader.rawValue, .reading),
      (empty.writer.rawValue, .writing),
    ])
    #expect(ready == [true, false, true])
  }

  @Test func `the end of a pipe counts as something to read`() throws {
    let reader = try Platform.Pipe().intoReader()
    #expect(try FileDescriptor.waitForAny([(reader.rawValue, .reading)]) == [true])
  }

  @Test func `a wide pipe holds a megabyte where the system lets a program have it`() throws {
    let most = try String(contentsOfFile: "/proc/sys/fs/pipe-max-size", encoding: .utf8)
    let isAllowed = (Int(most.trimmingCharacters(in: .newlines)) ?? 0) >= 1 << 20
    let pipe = try Platform.Pipe.wide()
    let getSize: Int32 = 1032  // F_GETPIPE_SZ
    #expect(fcntl(pipe.writer.rawValue, getSize) == 1 << 20 || !isAllowed)
  }

  @Test func `a full pipe takes no more, and waits for nobody`() throws {
    let pipe = try Platform.Pipe.ofSockets()
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let taken = try pipe.writer.writeSome(bytes.span)
    #expect((1..<bytes.count).contains(taken))
    #expect(try pipe.writer.writeSome(bytes.span) == 0)
    var read = 0
    while read < taken { read += try pipe.reader.bytesWaiting(taken) }
    #expect(read == taken)
  }

  @Test func `a reader that is gone is an error and no signal`() throws {
    let writer = try Platform.Pipe.ofSockets().intoWriter()
    #expect(throws: SystemError.brokenPipe) { try writer.writeSome([1].span) }
  }
}

extension FileDescriptor {
  /// Reads up to `count` bytes; gives how many came at once.
  fileprivate borrowing func bytesWaiting(_ count: Int) throws -> Int {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    return try read(into: &span)
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

@Suite struct WaitingReadTests {
  @Test func `a pipe that does not wait is waited for`() throws {
    let pipe = try Platform.Pipe()
    let number = pipe.reader.rawValue
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    let writer = try FileDescriptor.duplicating(pipe.writer.rawValue).release()
    Thread.detachNewThread {
      usleep(20_000)
      try? FileDescriptor(owning: writer).write([5].span)
    }
    #expect(try pipe.reader.bytesWaiting(10) == 1)
  }

  @Test func `what is not wanted yet stays in the pipe`() throws {
    let pipe = try Platform.Pipe()
    try pipe.writer.write([1, 2, 3, 4].span)
    #expect(try pipe.reader.readAll(limit: 3) == [1, 2, 3])
    #expect(try pipe.reader.bytesWaiting(10) == 1)
  }
}
