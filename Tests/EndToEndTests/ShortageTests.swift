// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Limits on processes and memory, and a machine that does not tell of itself.
@Suite(.serialized, .disabled(if: Sanitizer.active != nil, "it needs threads and memory itself"))
struct ShortageTests {
  private static let track = Repository.fixture("Audio/demo.flac")

  /// Whether a run can be kept from all threads and processes beside its own.
  private static let canLimitProcesses: Bool = {
    var command = Program.command(["--version"])
    command.timeout = 10
    do { try command.allowOneThread() } catch { return false }
    // What does not start cannot be limited; what hangs shows in the tests.
    return (try? command.run())?.ending != .exited(126)
  }()

  private static let limitsProcesses = ConditionTrait.enabled(
    if: InstalledTool.areInstalled(.setpriv, .prlimit) && canLimitProcesses)

  @Test(
    limitsProcesses,
    arguments: [
      ["--version"], ["--help"], ["manual"], ["meter", track, "-d", "1"],
      ["normalize", track, "-d", "1"], ["plan", track, "-d", "1", "--json"],
    ])
  func `where no thread can be started, a command does its work`(words: [String]) throws {
    var command = Program.command(words)
    let expected = try Program.succeed(command)
    try command.allowOneThread()
    command.timeout = 20
    let result = try command.run()
    #expect(result.ending == .exited(0), "\(result.errors)")
    // A plan measures, too.
    #expect(words[0] == "plan" ? result.bytes.count > 100 : result.bytes == expected.bytes)
  }

  @Test(limitsProcesses)
  func `where no thread can be started, all frames are drawn on the one there is`() throws {
    try TemporaryFolder.with { folder in
      chmod(folder.path, 0o777)
      var command = Program.command(
        Undisturbed.render(to: folder.path("f"), jobs: 16) + ["--frames", "0-199"])
      try command.allowOneThread()
      let result = try command.run()
      #expect(result.ending == .exited(0), "\(result.errors)")
      let frames = try folder.frames(in: "f")
      #expect(frames.count == 200)
      #expect(try Undisturbed.fault(in: frames) == nil)
    }
  }

  @Test(limitsProcesses)
  func `where no process can be started, an input for ffmpeg is not called missing`() throws {
    try TemporaryFolder.with { folder in
      var command = try folder.commandForFFmpeg("#!/bin/sh\n")
      try command.allowOneThread()
      let result = try command.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors == "radial-audio: error: \(folder.path("song.m4a")): needs ffmpeg, and "
          + "\(folder.path("bin/ffmpeg")) cannot be started: there may be no more processes\n"
          + "hint: raise the limit of processes (ulimit -u, or the container's), or end some\n"
      )
    }
  }

  @Test(arguments: [
    ("#!/no/such/program\n", "No such file or directory"), ("no program", "Exec format error"),
  ])
  func `an ffmpeg that cannot be started is told apart from a missing input`(
    text: String, reason: String
  ) throws {
    try TemporaryFolder.with { folder in
      let result = try folder.commandForFFmpeg(text).run()
      #expect(result.ending == .exited(69))
      #expect(
        result.errors == "radial-audio: error: \(folder.path("song.m4a")): needs ffmpeg, and "
          + "\(folder.path("bin/ffmpeg")) cannot be started: \(reason)\n"
          + "hint: install ffmpeg, or put one that works first on the PATH\n")
    }
  }

  @Test(limitsProcesses, .enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `an ffmpeg that may be run but not read is found`() throws {
    try TemporaryFolder.with { folder in
      chmod(folder.path, 0o755)
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", Self.track, "-t", "1", "-c:a", "alac", folder.path("song.m4a")])
      let program = try #require(InstalledTool.ffmpeg.path)
      try InstalledTool.sh.run(
        ["-c", "mkdir bin && cp \"$1\" bin/ffmpeg && chmod 0111 bin/ffmpeg", "sh", program],
        in: folder)
      var command = Program.command(["meter", folder.path("song.m4a")])
      let expected = try Program.succeed(command)
      command.wrapper = try CommandRun.otherUser
      command.environment["PATH"] = folder.path("bin")
      let result = try command.run()
      #expect(result.ending == .exited(0), "\(result.errors)")
      #expect(result.bytes == expected.bytes)
    }
  }

  /// Limits on the address space in KiB, from what the loader of programs needs at the least.
  static let addressSpaces = [45_000, 60_000, 75_000, 90_000, 120_000, 200_000, 300_000]

  @Test(arguments: addressSpaces)
  func `however little memory there is, a run works or says so`(limit: Int) throws {
    try TemporaryFolder.with { folder in
      for words in [
        ["--version"], ["--help"], ["meter", Self.track, "-d", "1"],
        [
          "render", Self.track, "-d", "5", "-o", folder.path("f"), "--size", "2000x2000", "-j", "4",
          "--frames", "290-299", "--set", "stroke=red,green,blue,black",
        ],
        ["plan", Self.track, "-d", "1", "--size", "2000x2000"],
      ] {
        var command = Program.command(words)
        try command.limit("-v \(limit)")
        let before = folder.names(in: "f")
        let result = try command.run()
        // The loader has no room for the libraries.
        if result.ending == .exited(127) { continue }
        guard result.ending != .exited(0) else { continue }
        #expect(result.ending == .exited(74), "\(words[0]): \(result.errors)")
        #expect(result.errors.hasPrefix("radial-audio: error: "), "\(result.errors)")
        #expect(result.lastError.contains("ulimit -v"))
        #expect(result.bytes.isEmpty)
        // A picture may be drawn with less memory than its plan needs.
        #expect(folder.names(in: "f") == before)
      }
    }
  }

  @Test(arguments: ["render", "plan"])
  func `a picture for which there is no memory is refused before it is begun`(name: String) throws {
    try TemporaryFolder.with { folder in
      let output = name == "render" ? ["-o", folder.path("f")] : []
      var command = Program.command(
        [name, Self.track, "-d", "1", "--size", "16384x16384", "--set", "trail=0"] + output)
      try command.limit("-v 1000000")
      let result = try command.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: a picture of 16384x16384 takes 2.4 GB of memory, which is not "
          + "available\nhint: choose a smaller --size, or raise the limit of memory (ulimit -v, or "
          + "the container's)\n")
      #expect(folder.names(in: "f").isEmpty)
    }
  }

  @Test func `loudness takes memory for the samples of a file, not for the rate that it claims`()
    throws
  {
    try TemporaryFolder.with { folder in
      // Windows of 0.4 s in all channels would have ten gigabytes.
      let tone = Tone(
        sampleRate: 3_000_000, channels: 1000, samples: Array(repeating: 9, count: 100_000))
      let input = try folder.write(tone.wave, "fast.wav")
      var command = Program.command(
        ["meter", input, "--fps", "1000", "--ballistics", "r128"])
      try command.limit("-v 1000000")
      let result = try command.run()
      #expect(result.ending == .exited(0), "\(result.errors)")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `a logo for which there is no memory is told of`() throws {
    try TemporaryFolder.with { folder in
      let logo = folder.path("logo.png")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-f", "lavfi", "-i", "color=red:s=6000x6000", "-frames:v", "1", logo])
      var command = Program.command(
        ["render", Self.track, "-d", "1", "-o", folder.path("f"), "--logo", logo])
      try command.limit("-v 140000")
      let result = try command.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors == "radial-audio: error: \(logo): there is no memory for it\nhint: raise the "
          + "limit of memory (ulimit -v, or the container's)\n")
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `without /proc a program knows its arguments, and leaves the files of others`() throws {
    try TemporaryFolder.with { folder in
      let script = "mount -t tmpfs none /proc && exec \"$@\""
      let wrapper = [
        try InstalledTool.unshare.found, "-rm", try InstalledTool.sh.found, "-c", script, "sh",
      ]
      // A name that is not UTF-8, and a temporary file of who knows which system.
      let name: [UInt8] = Array("f-".utf8) + [0xFF, 0xC3]
      try folder.write("half a frame", ".radial-audio-_0-99999999-1.0")
      var command = Program.command(["meter", Self.track, "-d", "1", "-o"])
      command.rawArguments = [folder.rawPath(name)]
      command.wrapper = wrapper
      try Program.succeed(command)
      let names = TemporaryFolder.rawNames(in: Array(folder.path.utf8))
      #expect(Set(names) == [name, Array(".radial-audio-_0-99999999-1.0".utf8)])
      var render = Program.command(Undisturbed.render(to: folder.path("f")) + ["--frames", "0-9"])
      render.wrapper = wrapper
      try Program.succeed(render)
      #expect(try folder.frames(in: "f").count == 10)
      #expect(try Undisturbed.fault(in: folder.frames(in: "f")) == nil)
    }
  }
}

extension CommandRun {
  /// The words that make a program run as a user who has no other process, if this one is root, whom
  /// nothing binds.
  fileprivate static var otherUser: [String] {
    get throws {
      geteuid() == 0
        ? [try InstalledTool.setpriv.found, "--reuid", "54321", "--clear-groups"] : []
    }
  }

  /// Lets it start neither a thread nor a process.
  fileprivate mutating func allowOneThread() throws {
    wrapper = try CommandRun.otherUser + [try InstalledTool.prlimit.found, "--nproc=1"]
  }
}

extension TemporaryFolder {
  /// `meter` on a file for ffmpeg, whose place a file of this text takes.
  fileprivate func commandForFFmpeg(_ text: String) throws -> CommandRun {
    chmod(path, 0o755)
    let box: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 0, count: 500)
    var command = Program.command(["meter", try write(box, "song.m4a")])
    try makeFolder("bin")
    try writeProgram(text, "bin/ffmpeg")
    command.environment["PATH"] = path("bin")
    return command
  }
}
