// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Runs that are ended by force: what they leave, and what they say.
@Suite(.serialized) struct ForcedEndTests {
  private static let signals = [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]

  /// The header of an AU stream of 16-bit samples that leaves the length open.
  private static let header =
    Array(".snd".utf8) + [0, 0, 0, 24, 255, 255, 255, 255, 0, 0, 0, 3]
    + [0, 0, 0xBB, 0x80, 0, 0, 0, 1]

  private func exitMessage(_ command: String) -> String {
    "radial-audio: error: interrupted; all frames so far are complete\nhint: to continue: "
      + "radial-audio \(command)\n"
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.taskset)), arguments: [1, 4])
  func `a second signal leaves no temporary file`(jobs: Int) throws {
    try TemporaryFolder.with { folder in
      // Large frames, whose files take long enough to write that a stop meets one of them, and many of them: on a busy
      // machine it is long between two tries.
      let picture = ["--look", "corona"]
      let output = folder.path("f")
      let words =
        ["render", Undisturbed.track, "-o", output, "--size", "1920x1080", "-j", "\(jobs)", "-q"]
        + picture
      var command = Program.command(words)
      command.wrapper = [try InstalledTool.taskset.found, "-c", "0"]
      let run = try command.start()
      // Where a frame is on its way: its file is there, and bytes are in it.
      #expect(
        run.stop {
          let names = folder.names(in: "f")
          return names.count { $0.hasSuffix(".png") } > 4
            && names.contains {
              let bytes = try? folder.bytes("f/\($0)")
              return $0.hasPrefix(".radial-audio-") && bytes?.isEmpty == false
            }
        })
      // Both signals come before any frame gets further: on one processor, the threads that make
      // frames wait for the one that answers signals.
      for thread in run.threads where thread != run.identifier {
        var none = sched_param()
        #expect(sched_setscheduler(thread, 5, &none) == 0)  // SCHED_IDLE
      }
      run.send(SIGINT)
      run.send(SIGTERM)
      run.send(SIGCONT)
      let result = try run.wait()
      #expect([.exited(130), .exited(143)].contains(result.ending))
      #expect(
        result.errors
          == exitMessage("render --existing keep \(words.dropFirst().joined(separator: " "))"))
      let frames = try folder.frames(in: "f")
      #expect(frames.count > 4)
      // Frames on their way side by side leave gaps, of a second at most.
      let seconds = frames.count / 60 + 2
      let whole = try Program.frames(
        of: Undisturbed.track, picture + ["-d", "\(seconds)"], size: "1920x1080")
      #expect(Undisturbed.fault(in: frames, of: whole) == nil)
    }
  }

  @Test(arguments: signals)
  func `a frame that takes long does not hold up the end`(signal: Int32, status: Int32) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("f")
      // Eight first frames of this size on few processors.
      let words = [
        "render", Undisturbed.track, "--size", "4000x4000", "-j", "8", "--progress", "json", "-o",
        output,
      ]
      let run = try Program.command(words).start()
      #expect(run.wait { run.errors.contains("\"progress\":\"end\"") })
      let sent = ContinuousClock.now
      run.send(signal)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(5))
      #expect(result.ending == .exited(status))
      let command = words.dropFirst().joined(separator: " ")
      #expect(
        result.errors.hasSuffix(
          #"{"level":"error","message":"interrupted; all frames so far are complete","#
            + "\"hint\":\"to continue: radial-audio render --existing keep \(command)\"}\n"))
      for (name, bytes) in try folder.frames(in: "f") {
        #expect(name.hasPrefix("frame-"))
        #expect(bytes.suffix(8) == Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
      }
    }
  }

  @Test(arguments: ["meter", "normalize", "render"], signals)
  func `a command that reads a long input ends and says how to go on`(
    command: String, signal: (number: Int32, status: Int32)
  ) throws {
    try TemporaryFolder.with { folder in
      let output = folder.path("out")
      var run = Program.command([command, "-", "-o", output])
      run.input = .endlessPipe(Self.header)
      let running = try run.start()
      #expect(running.wait { running.handles(signal.number) && running.bytesRead > 2_000_000 })
      running.send(signal.number)
      let result = try running.wait()
      #expect(result.ending == .exited(signal.status))
      switch command {
      case "meter":
        // A recording is kept.
        let rows = String(decoding: try folder.bytes("out"), as: UTF8.self).split(separator: "\n")
        #expect(
          rows.count > 50 && rows.dropFirst().allSatisfy { $0.split(separator: ",").count == 4 })
        #expect(
          result.errors
            == "radial-audio: error: interrupted; \(output) has every row up to here, "
            + "\(rows.count - 1) in all\n")
      case "render": #expect(result.errors == exitMessage("render --existing keep - -o \(output)"))
      default: #expect(result.errors == "radial-audio: error: interrupted\n")
      }
      #expect(folder.names(in: "out").isEmpty)
      #expect(folder.names().allSatisfy { $0 == "out" && command != "normalize" })
    }
  }

  @Test func `passing over the start of an input can be ended`() throws {
    try TemporaryFolder.with { folder in
      // Nothing is metered before the start, and no frame says that it is done.
      var command = Program.command([
        "render", "-", "--start", "1000000", "-o", folder.path("out"),
      ])
      command.input = .endlessPipe(Self.header)
      let run = try command.start()
      #expect(run.wait { run.bytesRead > 1_000_000 })
      let sent = ContinuousClock.now
      run.send(SIGHUP)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(4))
      #expect(result.ending == .exited(129))
      #expect(
        result.errors
          == exitMessage("render --existing keep - --start 1000000 -o \(folder.path("out"))"))
    }
  }

  @Test func `a write that hangs can be ended`() throws {
    try TemporaryFolder.with { folder in
      let pipe = folder.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let run = try Program.command(
        ["meter", Undisturbed.track, "--fps", "441", "--progress", "bar", "-o", pipe]
      ).start()
      // Opened, and never read from.
      let reader = open(pipe, O_RDONLY | O_CLOEXEC)
      defer { close(reader) }
      #expect(
        run.wait {
          var waiting: Int32 = 0
          guard ioctl(reader, UInt(FIONREAD), &waiting) == 0, waiting >= 32_768 else {
            return false
          }
          // It is full where no more comes: rows do not fill its pages wholly.
          let before = waiting
          usleep(200_000)
          return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting == before
        })
      let sent = ContinuousClock.now
      run.send(SIGTERM)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(4))
      #expect(result.ending == .exited(143))
      // The bar's line is ended first.
      let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 3 && lines[0].hasPrefix("\r"))
      #expect(lines.dropFirst() == ["radial-audio: error: interrupted", ""])
      #expect(folder.names() == ["pipe"])
    }
  }

  @Test func `a standard error that hangs does not hold up the end`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(
        Undisturbed.render(to: folder.path("f"), jobs: 2) + ["--progress", "bar"])
      command.errors = .fullPipe
      let run = try command.start()
      #expect(run.wait { folder.names().contains("f") })
      let sent = ContinuousClock.now
      run.send(SIGINT)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(4))
      #expect(result.ending == .exited(130))
      #expect(try Undisturbed.fault(in: folder.frames(in: "f")) == nil)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `a caller that ignores alarms does not keep a program from its end`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(["meter", "-", "-o", folder.path("x.csv")])
      command.wrapper = [
        try InstalledTool.sh.found, "-c", #"trap '' ALRM; exec "$@""#, "sh",
      ]
      command.input = .silentPipe
      let run = try command.start()
      #expect(run.wait { run.handles(SIGALRM) && run.handles(SIGTERM) })
      // It is not asked to end by the one that its caller ignores.
      run.send(SIGALRM)
      run.send(SIGTERM)
      let result = try run.wait()
      #expect(result.ending == .exited(143))
      #expect(result.errors == "radial-audio: error: interrupted\n")
    }
  }

  @Test(
    .disabled(if: Sanitizer.active == .thread, "it hands signals on in its own order"),
    arguments: [([SIGALRM], 142), ([SIGTERM, SIGALRM], 143)] as [([Int32], Int32)])
  func `a timer of the caller ends a run as other signals do`(
    signals: [Int32], status: Int32
  ) throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(["meter", "-", "-o", folder.path("x.csv")])
      command.input = .openPipe(Self.header + [0, 0])
      let run = try command.start()
      #expect(run.wait { folder.names().contains { $0.hasPrefix(".radial-audio-") } })
      for signal in signals {
        run.send(signal)
        #expect(run.wait { !run.isPending(signal) })
      }
      let result = try run.wait()
      #expect(result.ending == .exited(status))
      #expect(result.errors == "radial-audio: error: interrupted\n")
      #expect(folder.names().isEmpty)
    }
  }

  @Test func `a table that is ended by force leaves nothing`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(["meter", "-", "-o", folder.path("x.csv")])
      // The input is opened before the output: a header, and nothing more.
      command.input = .openPipe(Self.header + [0, 0])
      let run = try command.start()
      #expect(run.wait { folder.names().contains { $0.hasPrefix(".radial-audio-") } })
      run.send(SIGTERM)
      let result = try run.wait()
      #expect(result.ending == .exited(143))
      #expect(result.errors == "radial-audio: error: interrupted\n")
      #expect(folder.names().isEmpty)
    }
  }

  @Test func `whenever a run is killed, every frame is whole`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the moments of SIGKILL: \(seed)")
    var generator = SeededGenerator(seed: seed)
    try TemporaryFolder.with { folder in
      func words(_ name: String, jobs: Int = 2) -> [String] {
        Undisturbed.render(to: folder.path(name), jobs: jobs) + ["-d", "2"]
      }
      try Program.succeed(Program.command(words("whole")))
      let whole = try folder.frames(in: "whole")
      for round in 0..<15 {
        let name = "f\(round)"
        let run = try Program.command(words(name, jobs: 1 + round % 3)).start()
        let count = Int.random(in: 0..<60, using: &generator)
        #expect(run.wait { folder.names(in: name).count >= count })
        usleep(UInt32.random(in: 0..<4000, using: &generator))
        run.send(SIGKILL)
        // It may have come to its end.
        let end = try run.wait().ending
        #expect(end == .killed(SIGKILL) || end == .exited(0), "seed \(seed)")
        let frames = try folder.frames(in: name).filter { !$0.key.hasPrefix(".radial-audio-") }
        #expect(frames.count >= count - 3, "seed \(seed)")
        let fault = Undisturbed.fault(in: frames, of: whole)
        #expect(fault == nil, "seed \(seed), round \(round)")
      }
      try Program.succeed(Program.command(words("f14") + ["--existing=keep"]))
      #expect(try folder.frames(in: "f14") == whole, "seed \(seed)")
    }
  }
}

extension RunningCommand {
  /// Whether a signal that was sent has not been answered yet.
  fileprivate func isPending(_ signal: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    // A process that has ended keeps what it had no time to answer.
    if status?.contains("State:\tZ") == true { return false }
    let lines = status?.split(separator: "\n").filter { $0.contains("Pnd:") } ?? []
    return lines.contains {
      UInt64($0.split(separator: "\t").last ?? "", radix: 16).map {
        $0 >> UInt64(signal - 1) & 1 == 1
      }
        ?? false
    }
  }

  /// The numbers of its threads; the first one's is the program's own.
  fileprivate var threads: [Int32] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")
    return (names ?? []).compactMap { Int32($0) }
  }
}
