// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Standard streams that are closed, and readers and writers that go away.
@Suite struct ClosedStreamTests {
  private let track = Repository.fixture("Audio/dc-half-scale.wav")

  @Test(arguments: [
    ["meter", ""], ["normalize", ""], ["--help"], ["--version"], ["manual"],
    ["completions", "bash"], ["render", "--help"],
  ])
  func `data for a closed standard output is an error`(words: [String]) throws {
    var command = Program.command(words.map { $0.isEmpty ? track : $0 })
    command.output = .closed
    let result = try command.run()
    #expect(result.ending == .exited(74))
    #expect(
      result.errors
        == "radial-audio: error: standard output: is closed, or not open for writing\n")
  }

  @Test func `a standard output that can only be read is as good as closed`() throws {
    try #require(InstalledTool.areInstalled(.sh))
    var command = Program.command(["meter", track])
    command.wrapper = [try InstalledTool.sh.found, "-c", "exec \"$@\" 1</dev/null", "sh"]
    let result = try command.run()
    #expect(result.ending == .exited(74))
    #expect(result.errors.contains("standard output: is closed, or not open for writing\n"))
  }

  @Test(arguments: ["meter", "normalize", "render"])
  func `a closed standard input cannot be read`(command: String) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("out")
      let result = try Program.run(command, "-", "-o", output) { $0.input = .closed }
      #expect(result.ending == .exited(66))
      #expect(
        result.errors
          == "radial-audio: error: standard input: is closed, or not open for reading\n")
      #expect(folder.names().isEmpty)
      // Who does not ask for it does not need it.
      let named = try Program.run(command, track, "-o", output, "-d", "0.1") { $0.input = .closed }
      #expect(named.ending == .exited(0))
    }
  }

  /// Which of the three are closed.
  @Test(arguments: 0..<8)
  func `no message gets into a file where streams are closed`(closed: Int) throws {
    let pcm = Tone(noise: 8, sampleFrames: 22_050).wave
    let flac = Array(try Data(contentsOf: URL(filePath: Repository.fixture("Audio/demo.flac"))))
    let frames = try Program.frames(of: track, "-d", "0.2")
    let table = try Program.run("meter", track).bytes
    func close(_ command: inout CommandRun) {
      if closed & 1 != 0 { command.input = .closed }
      if closed & 2 != 0 { command.output = .closed }
      if closed & 4 != 0 { command.errors = .closed }
    }
    // A progress report for each frame, as many messages as can be had.
    #expect(
      try Program.frames(of: track, "-d", "0.2", "--progress", "bar", adjust: close) == frames)
    try TemporaryFolder.with { folder in
      let data = try Program.run(
        "meter", track, "-o", folder.path("x.csv"), "--progress", "bar", adjust: close)
      #expect(data.ending == .exited(0))
      #expect(try folder.bytes("x.csv") == table)
      // An input that is kept in a file while messages are written.
      for (name, bytes) in [("pcm", pcm), ("flac", flac)] where closed & 1 == 0 {
        let direct = try Program.run("meter", "-") { $0.input = .pipe(bytes) }
        let piped = try Program.run(
          "meter", "-", "-o", folder.path(name), "--progress", "bar"
        ) {
          close(&$0)
          $0.input = .pipe(bytes)
        }
        #expect(piped.ending == .exited(0))
        #expect(try folder.bytes(name) == direct.bytes)
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `a reader that has enough ends the run without a word`() throws {
    try TemporaryFolder.with { folder in
      let script = "{ \"$@\"; echo $? > \"$STATUS\"; } | head -n 3"
      var command = Program.command(["meter", Undisturbed.track, "--fps", "44100"])
      command.wrapper = [try InstalledTool.sh.found, "-c", script, "sh"]
      command.environment["STATUS"] = folder.path("status")
      let result = try command.run()
      #expect(result.text.split(separator: "\n").count == 3)
      #expect(result.errors == "")
      #expect(try folder.bytes("status") == Array("0\n".utf8))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh, .ffmpeg)))
  func `a reader that has enough of a film ends the run without a word`() throws {
    try TemporaryFolder.with { folder in
      let script = "{ \"$@\"; echo $? > \"$STATUS\"; } | head -c 3000"
      var command = Program.command([
        "film", Repository.fixture("Audio/demo.flac"), "-o", "-", "-f", "matroska", "--size",
        "320x180",
        "-d", "20", "-q",
      ])
      command.wrapper = [try InstalledTool.sh.found, "-c", script, "sh"]
      command.environment["STATUS"] = folder.path("status")
      let result = try command.run()
      #expect(result.bytes.count == 3000)
      #expect(result.errors == "")
      #expect(try folder.bytes("status") == Array("0\n".utf8))
    }
  }

  @Test func `a reader of a named pipe that goes away is told of`() throws {
    try TemporaryFolder.with { folder in
      let pipe = folder.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let words = ["meter", Undisturbed.track, "--fps", "44100", "-o", pipe]
      let run = try Program.command(words).start()
      let reader = open(pipe, O_RDONLY | O_CLOEXEC)
      var byte: UInt8 = 0
      #expect(read(reader, &byte, 1) == 1)
      close(reader)
      let result = try run.wait()
      #expect(result.ending == .exited(74))
      #expect(result.errors == "radial-audio: error: \(pipe): Broken pipe\n")
      #expect(folder.names() == ["pipe"])
    }
  }
}
