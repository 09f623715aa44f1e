// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Limits on the files of a process, and folders for temporary files.
@Suite(.serialized, .enabled(if: InstalledTool.areInstalled(.sh))) struct LimitTests {
  private static let ownFiles = ConditionTrait.disabled(
    if: Sanitizer.active == .thread, "the limit would hold for the sanitizer's own file as well")

  @Test(LimitTests.ownFiles)
  func `a frame above the limit for files ends the run there`() throws {
    try TemporaryFolder.with { folder in
      // The curves grow, and so do the files that describe them.
      var command = Program.command(
        Undisturbed.render(to: folder.path("f/frame-%06d.svg"))
          + ["--view", "radial", "--look", "tutorial", "--frames", "0-299"])
      try Program.succeed(command)
      let whole = try folder.frames(in: "f")
      try folder.remove("f")
      try command.limit("-f 32")
      let result = try command.run()
      #expect(result.ending == .exited(74))
      let frames = try folder.frames(in: "f")
      let names = whole.filter { $0.value.count <= 32 * 512 }.keys
      #expect(frames.count > 50 && frames.count < 300)
      #expect(Set(frames.keys) == Set(names))
      for (name, bytes) in frames { #expect(whole[name] == bytes) }
      let failed = folder.path("f/" + String(format: "frame-%06d.svg", frames.count))
      #expect(
        result.errors
          == "radial-audio: error: \(failed): File too large\n"
          + "hint: raise the limit for the size of files: ulimit -f\n")
    }
  }

  @Test(LimitTests.ownFiles, arguments: [("meter", 64), ("normalize", 0)])
  func `data above the limit for files leaves nothing`(command: String, blocks: Int) throws {
    try TemporaryFolder.with { folder in
      var run = Program.command([command, Undisturbed.track, "-o", folder.path("x")])
      try run.limit("-f \(blocks)")
      // The limit holds for what this process gets from the program as well.
      let result = try run.run()
      #expect(result.ending == .exited(74))
      #expect(folder.names().isEmpty)
      guard blocks > 0 else { return }
      #expect(
        result.errors == "radial-audio: error: \(folder.path("x")): File too large\n"
          + "hint: raise the limit for the size of files: ulimit -f\n")
    }
  }

  @Test(LimitTests.ownFiles, arguments: ["jpg", "pdf"])
  func `a picture that another program makes above the limit for files says so`(
    kind: String
  ) throws {
    let tool = kind == "jpg" ? InstalledTool.ffmpeg : .rsvgConvert
    try tool.require()
    try TemporaryFolder.with { folder in
      var run = Program.command(
        ["poster", Undisturbed.track, "--size", "800x800", "-o", folder.path("x.\(kind)")])
      try run.limit("-f 8")
      let result = try run.run()
      #expect(result.ending == .exited(74), "\(result.errors)")
      #expect(result.errors.contains(" cannot make the file: File too large\n"))
      #expect(result.errors.hasSuffix("hint: raise the limit for the size of files: ulimit -f\n"))
      #expect(folder.names().isEmpty)
    }
  }

  /// The file limits tried: from fewer than the program starts with to plenty.
  static let openFiles = [4, 6, 8, 12, 16, 19, 20, 21, 22, 24, 28, 48]

  @Test(arguments: openFiles)
  func `whatever the limit on open files is, a run works or says so`(limit: Int) throws {
    try TemporaryFolder.with { folder in
      let flac = Array(try Data(contentsOf: URL(filePath: Undisturbed.track)))
      let table = try Program.run("meter", Undisturbed.track, "-d", "1").bytes
      for (name, input, words) in [
        ("frames", nil, Undisturbed.render(to: folder.path("f"), jobs: 16) + ["--frames", "0-59"]),
        ("table", nil, ["meter", Undisturbed.track, "-d", "1"]),
        ("pipe", flac, ["meter", "-", "-d", "1", "-o", folder.path("x.csv")]),
      ] {
        var command = Program.command(words)
        if let input { command.input = .pipe(input) }
        try command.limit("-n \(limit)")
        let result = try command.run()
        switch result.ending {
        case .exited(0) where name == "frames":
          let frames = try folder.frames(in: "f")
          #expect(frames.count == 60)
          #expect(try Undisturbed.fault(in: frames) == nil)
        case .exited(0) where name == "table": #expect(result.bytes == table)
        case .exited(0): #expect(try folder.bytes("x.csv") == table)
        // The loader finds no libraries.
        case .exited(127): #expect(limit < 8)
        default:
          #expect(result.ending == .exited(74), "\(name): \(result.errors)")
          #expect(result.errors.hasPrefix("radial-audio: error: "), "\(result.errors)")
          #expect(
            result.lastError.hasPrefix("hint: raise the number of open files: ulimit -n"))
          #expect(result.bytes.isEmpty)
          #expect(limit < 40, "\(name): \(result.errors)")
          #expect(try Undisturbed.fault(in: folder.frames(in: "f")) == nil)
        }
        #expect(folder.names().allSatisfy { ["f", "x.csv"].contains($0) })
      }
    }
  }

  @Test func `a limit that this process may raise is raised`() throws {
    var command = Program.command(["meter", Undisturbed.track, "-d", "1"])
    try command.limit("-S -n 8")
    try Program.succeed(command)
  }

  @Test func `a missing folder for temporary files is told of`() throws {
    try TemporaryFolder.with { folder in
      let flac = Array(try Data(contentsOf: URL(filePath: Undisturbed.track)))
      let file = try folder.write("a file", "file")
      for (place, reason) in [
        (folder.path("missing"), "No such file or directory"), (file, "Not a directory"),
      ] {
        for command in ["meter", "normalize", "render"] {
          let words = command == "render" ? ["-o", folder.path("f")] : []
          var run = Program.command([command, "-"] + words)
          run.input = .pipe(flac)
          run.environment["TMPDIR"] = place
          let result = try run.run()
          #expect(result.ending == .exited(74))
          #expect(
            result.errors == "radial-audio: error: standard input: cannot be kept in \(place) "
              + "while it is read: \(reason)\nhint: set TMPDIR to a folder with free space\n")
          #expect(result.bytes.isEmpty)
        }
      }
      #expect(folder.names() == ["file"])
      // What needs no such file needs no such folder.
      let direct = try Program.run("meter", Undisturbed.track, "-d", "1") {
        $0.environment["TMPDIR"] = folder.path("missing")
      }
      #expect(direct.ending == .exited(0))
    }
  }
}
