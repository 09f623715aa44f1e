// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Inputs that are no files: devices, folders, pipes with nothing in them.
@Suite struct DeviceTests {
  private static let commands = [["meter"], ["normalize"], ["render", "-o", "frames"]]

  @Test(arguments: [
    ("/dev/null", 65, "is empty"), ("/dev/zero", 65, "is not an audio file"),
    ("/dev/urandom", 65, "is not an audio file"),
    ("/dev/full", 65, "is not an audio file"),
    ("/proc/self/maps", 65, "is not an audio file"),
    ("/proc/self/mem", 74, "Input/output error"), ("/proc", 66, "is a folder"),
    (".", 66, "is a folder"),
  ])
  func `a device is no audio, and nothing is made of it`(
    path: String, status: Int, message: String
  ) throws {
    for words in DeviceTests.commands {
      try TemporaryFolder.with { folder in
        var command = Corpus.command(words + [path])
        command.folder = folder.path
        let result = try command.run()
        // It takes folders of tracks.
        let message =
          words == ["normalize"] && message == "is a folder"
          ? "has no audio files of its own" : message
        #expect(result.ending == .exited(Int32(status)))
        #expect(
          Verdict.withoutReasons(result.errors).hasPrefix(
            "radial-audio: error: \(path): \(message)\n"), "\(result.errors)")
        #expect(folder.names().isEmpty)
      }
    }
  }

  @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"])
  func `a device on standard input does not fill the disk`(path: String) throws {
    for words in DeviceTests.commands {
      try TemporaryFolder.with { folder in
        var command = Corpus.command(words + ["-"])
        command.folder = folder.path
        command.input = .file(path)
        let result = try command.run()
        #expect(result.ending == .exited(65))
        #expect(
          result.errors.hasPrefix("radial-audio: error: standard input: is not an audio file"))
        #expect(folder.names().isEmpty)
      }
    }
  }

  @Test func `a device that happens to begin like an MP3 is not copied without end`() throws {
    var (master, terminal) = (Int32(-1), Int32(-1))
    try #require(openpty(&master, &terminal, nil, nil, nil) == 0)
    defer { for descriptor in [master, terminal] { close(descriptor) } }
    for descriptor in [master, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let path = String(cString: try #require(ttyname(terminal)))
    var settings = termios()
    tcgetattr(terminal, &settings)
    cfmakeraw(&settings)
    tcsetattr(terminal, TCSANOW, &settings)
    // As /dev/urandom does once in some thousand times; what follows never comes to an end.
    let bytes: [UInt8] = [0xFF, 0xFB, 0x10, 0xC0] + [UInt8](repeating: 0, count: 800)
    #expect(write(master, bytes, bytes.count) == bytes.count)
    let result = try Corpus.command(["meter", path]).run()
    #expect(result.ending == .exited(65))
    #expect(result.errors.hasPrefix("radial-audio: error: \(path): is not an audio file"))
  }

  @Test(arguments: [0.0, 0.3])
  func `a named pipe into which nobody writes is empty`(seconds: Double) throws {
    try TemporaryFolder.with { folder in
      for words in DeviceTests.commands {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        var command = Corpus.command(words + [path])
        command.folder = folder.path
        let run = try command.start()
        // Opened for both, so that it does not wait for the program, which waits for it.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        usleep(UInt32(seconds * 1e6) + 100_000)
        close(descriptor)
        // The program may have been too late for it.
        #expect(
          run.wait {
            let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if writer >= 0 { close(writer) }
            return writer >= 0 || run.hasEnded
          })
        let result = try run.wait()
        #expect(result.ending == .exited(65))
        #expect(result.errors == "radial-audio: error: \(path): is empty\n")
        #expect(folder.names() == ["pipe"])
        try folder.remove("pipe")
      }
    }
  }

  @Test func `a socket is no file`() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("socket")
      let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { bytes in
        for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
      }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let outcome = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
      }
      try #require(outcome == 0)
      let result = try Corpus.command(["meter", path]).run()
      #expect(result.ending == .exited(66))
      #expect(result.errors == "radial-audio: error: \(path): No such device or address\n")
    }
  }

  @Test(arguments: ["--logo", "--range"])
  func `a device is no logo and no constants`(option: String) throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    for path in ["/dev/null", "/dev/zero", "/dev/urandom", "/proc/self"] {
      try TemporaryFolder.with { folder in
        let result = try Corpus.command([
          "render", input, "-o", folder.path("f"), option, path,
        ]).run()
        #expect(result.ending == .exited(path == "/proc/self" ? 66 : 65))
        #expect(result.errors.hasPrefix("radial-audio: error: \(path): "), "\(result.errors)")
        #expect(folder.names().isEmpty)
      }
    }
  }
}
