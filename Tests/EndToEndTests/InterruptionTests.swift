// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What is left, and said, when a run is ended in the middle.
///
/// One after the other, since a program that gets no processor for a second is ended by force.
@Suite(.serialized) struct InterruptionTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a render that is ended leaves whole frames only`(signal: Int32, status: Int32) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("out put")
      let words = ["render", demo, "--size", "320x180", "-j2", "-o", output, "--overwrite"]
      let run = try Program.command(words).start()
      #expect(run.wait { folder.names(in: "out put").contains { $0.hasSuffix(".png") } })
      let sent = ContinuousClock.now
      run.send(signal)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(2))
      #expect(result.ending == .exited(status))
      #expect(result.errors.contains("error: interrupted; all frames so far are complete\n"))
      #expect(
        result.lastError
          == "hint: to continue: radial-audio render --existing keep \(demo) --size 320x180 -j2 -o '\(output)'"
      )
      let frames = try folder.frames(in: "out put")
      #expect(!frames.isEmpty)
      for (name, bytes) in frames {
        #expect(name.hasPrefix("frame-"))
        #expect(bytes.suffix(8) == Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `the command of the hint ends the work`() throws {
    try TemporaryFolder.with { folder in
      let words = ["render", demo, "-d", "3", "--size", "160x90", "-j", "1", "-o"]
      try Program.succeed(Program.command(words + [folder.path("whole")]))
      let output = folder.path("it's here")
      let run = try Program.command(words + [output]).start()
      #expect(run.wait { folder.names(in: "it's here").count > 5 })
      run.send(SIGTERM)
      let result = try run.wait()
      #expect(result.status == 143)
      let hint = "hint: to continue: "
      #expect(result.lastError.hasPrefix(hint))
      let programs = URL(filePath: Program.command([]).program).deletingLastPathComponent().path
      var shell = CommandRun(
        try #require(InstalledTool.sh.path), ["-c", String(result.lastError.dropFirst(hint.count))])
      shell.environment["PATH"] = programs
      #expect(try shell.run().status == 0)
      let whole = try folder.files(in: "whole")
      #expect(try folder.files(in: "it's here") == whole)
    }
  }

  @Test func `a second signal ends the program at once`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(["render", "-", "-o", folder.path("f")])
      command.input = .silentPipe
      let run = try command.start()
      #expect(run.wait { run.handles(SIGINT) })
      run.send(SIGINT)
      usleep(20_000)
      run.send(SIGTERM)
      let result = try run.wait()
      #expect(result.seconds < 2)
      #expect([.exited(130), .exited(143)].contains(result.ending))
    }
  }

  @Test(
    arguments: ["meter", "normalize", "loudness", "render"],
    [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a command that waits for its input ends as well`(
    name: String, signal: (number: Int32, status: Int32)
  ) throws {
    try TemporaryFolder.with { folder in
      var command = Program.command([name, "-", "-o", folder.path("out")])
      command.input = .silentPipe
      let run = try command.start()
      #expect(run.wait { run.handles(signal.number) && run.isWaiting })
      let sent = ContinuousClock.now
      run.send(signal.number)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(2))
      #expect(result.ending == .exited(signal.status))
      #expect(
        result.errors
          == (name == "render"
            ? "radial-audio: error: interrupted; all frames so far are complete\n"
              + "hint: to continue: radial-audio render --existing keep - -o \(folder.path("out"))\n"
            : "radial-audio: error: interrupted\n"))
      #expect(folder.names().filter { $0.hasPrefix(".") || $0 == "out" && name != "render" } == [])
    }
  }

  @Test func `what a killed run has left is removed by the next`() throws {
    try TemporaryFolder.with { folder in
      let run = try Program.command(["render", demo, "-o", folder.path("f"), "-j", "2"]).start()
      #expect(run.wait { folder.names(in: "f").contains { $0.hasPrefix(".radial-audio-") } })
      run.send(SIGKILL)
      #expect(try run.wait().ending == .killed(SIGKILL))
      // The run may have been between two frames when it was killed.
      let left =
        folder.names(in: "f").first { $0.hasPrefix(".radial-audio-") }
        ?? ".radial-audio-\(TemporaryFolder.systemInNames)-\(run.identifier)-0"
      try folder.write("half a fra", "f/\(left)")
      try folder.write("foreign", "f/.hidden")
      try Program.succeed(
        Program.command(["render", demo, "-o", folder.path("f"), "--frames", "0", "--overwrite"]))
      #expect(folder.names(in: "f").filter { $0.hasPrefix(".") } == [".hidden"])
    }
  }
}

extension RunningCommand {
  /// Whether the program has got so far that it handles a signal itself.
  func handles(_ signal: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    guard let line = status?.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
      let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16)
    else { return false }
    return mask >> UInt64(signal - 1) & 1 == 1
  }
}
