// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What disks, networks and signals do to a run, and cannot be had from a real one here.
@Suite(
  .enabled(if: InjectedFault.arePossible, "no library can be put before the C library here"))
struct InjectedFaultTests {
  /// A fault, and the words for it.
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: InjectedFault
    var reason: String
    var hint: String?

    var testDescription: String { "\(fault)" }
  }

  static let diskHint = "the disk or its connection fails; the system's log says more"
  static let shareHint =
    "your share of the disk is full: remove files, or choose another disk with -o"
  static let roomHint =
    "free space on the disk and continue with --existing keep, or choose another with -o; df and df -i show "
    + "what is full"
  static let filesHint = "the machine has too many files open; end other programs"

  static func row(
    _ call: String, _ error: Int32, _ place: String, _ reason: String, _ hint: String?
  ) -> Row {
    Row(
      fault: .init(call: call, error: error, moment: .after(40), place: place), reason: reason,
      hint: hint)
  }

  /// The words of a run that makes a hundred frames, or fewer.
  private func render(_ frames: Int = 100, in folder: TemporaryFolder, jobs: Int = 2) -> [String] {
    Undisturbed.render(to: folder.path("f"), jobs: jobs) + ["--frames", "0-\(frames - 1)"]
  }

  /// These frames, by name.
  private static var whole: [String: [UInt8]] {
    get throws { try Undisturbed.frames.filter { $0.key < "frame-000100" } }
  }

  /// Faults behind some dozens of whole frames.
  static let frameRows = [
    row("write", EDQUOT, "/f/.radial-audio-", "Disk quota exceeded", shareHint),
    row("write", ENOSPC, "/f/.radial-audio-", "No space left on device", roomHint),
    row("write", EIO, "/f/.radial-audio-", "Input/output error", diskHint),
    // On network disks this is where a full one shows.
    row("close", ENOSPC, "/f/.radial-audio-", "No space left on device", roomHint),
    row("open", ENFILE, "/f/.radial-audio-", "Too many open files in system", filesHint),
    row("renameat2", EIO, "/f/frame-", "Input/output error", diskHint),
    row("renameat2", EACCES, "/f/frame-", "Permission denied", nil),
  ]

  @Test(arguments: frameRows, [1, 3])
  func `a fault ends the run at a frame, and the next run goes on`(row: Row, jobs: Int) throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(render(in: folder, jobs: jobs))
      command.meet([row.fault])
      let result = try command.run()
      #expect(result.ending == .exited(74))
      let failed = try #require(
        result.failedFrame(in: folder.path, row.reason), "\(result.errors)")
      if let hint = row.hint { #expect(result.lastError == "hint: \(hint)") }
      let frames = try folder.frames(in: "f")
      #expect(frames.count > 30 && frames.count < 50)
      #expect(frames[String(format: "frame-%06d.png", failed)] == nil)
      #expect(try Undisturbed.fault(in: frames) == nil)
      try resume(in: folder)
    }
  }

  @Test func `a manifest that cannot be written ends the run, and the next one goes on`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command(render(in: folder))
      let manifest = "/f/frame-%06d.png.json"
      command.meet([.init(call: "pwrite", error: EDQUOT, moment: .after(40), place: manifest)])
      let result = try command.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: \(folder.path)\(manifest): Disk quota exceeded\n"
          + "hint: \(Self.shareHint)\n")
      #expect(try Undisturbed.fault(in: folder.frames(in: "f")) == nil)
      try resume(in: folder)
    }
  }

  private func resume(in folder: TemporaryFolder) throws {
    try Program.succeed(Program.command(render(in: folder) + ["--existing=keep"]))
    #expect(try folder.frames(in: "f") == Self.whole)
  }

  /// What a run gets over without a word.
  static let harmless: [[InjectedFault]] = [
    // NFS, and then file systems without links.
    [.init(call: "renameat2", error: EINVAL, place: "/f/")],
    [
      .init(call: "renameat2", error: EINVAL, place: "/f/"),
      .init(call: "link", error: EPERM, place: "/f/"),
    ],
    // A file system without locks.
    [.init(call: "lock", error: ENOLCK, place: "/f/")],
    // Signals that somebody else's code in the process answers.
    ["read", "write", "pread", "pwrite", "open"].map {
      InjectedFault(call: $0, error: EINTR, moment: .every(2), place: "/")
    },
    // Calls that do a part of what they are told.
    ["read", "write", "pread", "pwrite"].map {
      InjectedFault(call: $0, error: 0, moment: .every(1), place: "/")
    },
  ]

  @Test(arguments: harmless)
  func `what can be got over changes nothing`(faults: [InjectedFault]) throws {
    try TemporaryFolder.with { folder in
      var part = Program.command(render(40, in: folder))
      part.meet(faults)
      try Program.succeed(part)
      #expect(folder.frameNames(in: "f").count == 40)
      var rest = Program.command(render(in: folder) + ["--existing=keep"])
      rest.meet(faults)
      let result = try Program.succeed(rest)
      #expect(result.errors.contains(", 40 of them kept"))
      #expect(try folder.frames(in: "f") == Self.whole)
      #expect(!folder.names(in: "f").contains { $0.hasPrefix(".radial-audio-") })
      var check = Program.command(["verify", folder.path("f"), "-q"])
      check.meet(faults)
      // The other frames were not asked for, and that is all that is wrong.
      let found = try check.run()
      #expect(found.ending == .exited(75))
      #expect(found.text.split(separator: "\n").count == 1 + 380)
      #expect(found.errors.contains("of 480 frames, 380 never asked for\n"))
    }
  }

  @Test(
    arguments: ["Audio/dc-half-scale.wav", "Audio/demo.flac"], ["meter", "normalize", "render"])
  func `an input whose disk fails is said to be that`(input: String, command: String) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture(input)
      var run = Program.command([command, input, "-o", folder.path("out")])
      // Plain samples are read in larger pieces.
      let reads = input.hasSuffix(".wav") ? 0 : 8
      run.meet([.init(call: "read", error: EIO, moment: .after(reads), place: input)])
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: \(input): Input/output error\nhint: \(Self.diskHint)\n")
      #expect(folder.names(in: "out").isEmpty)
      #expect(folder.names().allSatisfy { $0 == "out" && command == "render" })
    }
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.ffmpeg)),
    arguments: [
      ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"]), ("mp3", []),
      ("aiff", []), ("caf", []),
    ], [60, 63])
  func `whatever decodes it, a disk that fails is no damage of the file`(
    format: (name: String, options: [String]), reads: Int
  ) throws {
    try TemporaryFolder.with { folder in
      let song = folder.path("song.\(format.name)")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", Undisturbed.track] + format.options + [song])
      var run = Program.command(["meter", song])
      run.meet([.init(call: "read", error: EIO, moment: .after(reads), place: song)])
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: \(song): Input/output error\nhint: \(Self.diskHint)\n")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)), arguments: [1, 3])
  func `a disk that fails while ffmpeg is fed is no damage of the file`(reads: Int) throws {
    try TemporaryFolder.with { folder in
      let song = folder.path("song.mp3")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", Undisturbed.track, "-write_xing", "0", song])
      var run = Program.command(["meter", song])
      run.meet([.init(call: "read", error: EIO, moment: .after(reads), place: song)])
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: \(song): Input/output error\nhint: \(Self.diskHint)\n")
    }
  }

  @Test func `constants whose disk fails are said to be that`() throws {
    try TemporaryFolder.with { folder in
      let constants = Corpus.path("Constants", "good.json")
      let track = Repository.fixture("Audio/left-only.wav")
      var run = Program.command(
        ["render", track, "--range", constants, "-o", folder.path("f")])
      run.meet([.init(call: "read", error: EIO, place: "/Constants/good.json")])
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors
          == "radial-audio: error: \(constants): Input/output error\nhint: \(Self.diskHint)\n")
      #expect(folder.names().isEmpty)
    }
  }

  @Test func `a copy of standard input that does not fit is said to be that`() throws {
    try TemporaryFolder.with { folder in
      var run = Program.command(["meter", "-"])
      run.input = .pipe(Array(try Data(contentsOf: URL(filePath: Undisturbed.track))))
      run.environment["TMPDIR"] = folder.path
      run.meet([.init(call: "write", error: ENOSPC, moment: .after(1), place: folder.path)])
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors.contains(": is too large to be kept in \(folder.path) while it is read\n"))
      #expect(result.bytes.isEmpty)
      #expect(folder.names().isEmpty)
    }
  }
}
