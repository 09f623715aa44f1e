// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Runs that meet in one folder or are killed in it, and what else is there.
@Suite struct MeetingRunsTests {
  private let input = Repository.fixture("Audio/demo.flac")
  private let manifest = "frame-%06d.png.json"

  private func command(_ folder: TemporaryFolder, _ more: String...) -> CommandRun {
    Program.command(["render", input, "-o", folder.path("f"), "--size", "160x90"] + more)
  }

  /// Renders the first frames of a sequence of 180, and is killed.
  private func killRun(in folder: TemporaryFolder) throws {
    let run = try command(folder, "-d", "3", "-j1").start()
    #expect(run.stop { folder.frameNames(in: "f").count > 50 })
    run.send(SIGKILL)
    _ = try run.wait()
    #expect(folder.frameNames(in: "f").count < 170)
  }

  @Test func `of two runs that begin at once, the refused one changes nothing`() throws {
    for _ in 0..<10 {
      try TemporaryFolder.with { folder in
        let runs = try [[], ["--set", "stroke=red"]].map { options in
          var command = command(folder, "-d", "0.5")
          command.arguments += options
          return try command.start()
        }
        let ends = try runs.map { try $0.wait().status }
        // The later one finds the earlier one at work, or done.
        #expect([[0, 73], [0, 75]].contains(ends.sorted()))
        try Program.succeed(Program.command(["verify", folder.path("f")]))
      }
    }
  }

  /// How long after the shorter run began the longer one goes on to its end, in milliseconds: the
  /// shorter one waits for it for a fifth of a second.
  @Test(arguments: [0, 60, 120, 180, 240, 300, 360, 420, 480, 540])
  func `a longer run that ends while a shorter one waits leaves nothing beyond its end`(
    pause: UInt32
  ) throws {
    try TemporaryFolder.with { folder in
      let longer = try command(folder, "-d", "6", "-j1").start()
      _ = longer.stop { folder.frameNames(in: "f").count > 345 }
      let shorter = try command(folder, "-d", "1", "--overwrite").start()
      usleep(pause * 1000)
      longer.send(SIGCONT)
      #expect(try longer.wait().status == 0)
      let end = try shorter.wait()
      #expect([0, 75].contains(end.status), "\(end.errors)")
      try Program.succeed(Program.command(["verify", folder.path("f")]))
      #expect(folder.frameNames(in: "f").count == (end.status == 0 ? 60 : 360))
    }
  }

  @Test func `a picture of one's own under the name of a frame that was to come is kept`() throws {
    try TemporaryFolder.with { folder in
      try killRun(in: folder)
      let own = try folder.bytes("f/frame-000001.png")
      try folder.write(own, "f/frame-000170.png")
      let path = folder.path("f/frame-000170.png")
      let resumed = try command(folder, "-d", "3", "--existing=keep").run()
      #expect(resumed.status == 73)
      #expect(
        resumed.errors.hasPrefix(
          "radial-audio: error: \(path): is not a frame of this job\nhint: move it away"),
        "\(resumed.errors)")
      #expect(try folder.bytes("f/frame-000170.png") == own)
      let shorter = try command(folder, "-d", "1", "--overwrite").run()
      #expect(shorter.status == 0)
      #expect(
        shorter.errors.hasPrefix(
          "radial-audio: warning: \(path): beyond the last frame, but not known to be"),
        "\(shorter.errors)")
      #expect(try folder.bytes("f/frame-000170.png") == own)
      #expect(folder.frameNames(in: "f").count == 61)
    }
  }

  @Test func `a copy of hard links stays as it was`() throws {
    try TemporaryFolder.with { folder in
      try Program.succeed(command(folder, "-d", "0.5", "--frames", "0-9"))
      try folder.makeFolder("copy")
      for name in folder.names(in: "f") {
        try FileManager.default.linkItem(
          atPath: folder.path("f/\(name)"), toPath: folder.path("copy/\(name)"))
      }
      let copied = try folder.files(in: "copy")
      for options in [
        ["--existing=keep"], ["--overwrite"], ["--overwrite", "--set", "stroke=red"],
      ] {
        var again = command(folder, "-d", "0.5")
        again.arguments += options
        try Program.succeed(again)
        #expect(try folder.files(in: "copy") == copied)
      }
    }
  }

  @Test(arguments: ["f", "f/below/it", "f/below/%d.svg"])
  func `a run that fails before its first frame leaves no folder`(output: String) throws {
    try TemporaryFolder.with { folder in
      let cut = try folder.write(
        Array(try Data(contentsOf: URL(filePath: input)).prefix(20_000)), "cut.flac")
      let words = ["render", cut, "-o", folder.path(output), "--size", "160x90"]
      #expect(try Program.command(words).run().status == 65)
      #expect(folder.names() == ["cut.flac"])
      // What was there stays.
      try folder.makeFolder("f")
      #expect(try Program.command(words).run().status == 65)
      #expect(folder.names() == ["cut.flac", "f"])
      #expect(folder.names(in: "f").isEmpty)
    }
  }

  @Test func `a manifest of another version is told as such`() throws {
    try TemporaryFolder.with { folder in
      try Program.succeed(command(folder, "-d", "0.1"))
      let text = String(decoding: try folder.bytes("f/\(manifest)"), as: UTF8.self)
      try folder.write(text.replacing("sequence/1", with: "sequence/2"), "f/\(manifest)")
      let before = try folder.files(in: "f")
      for option in ["--existing=keep", "--overwrite"] {
        let result = try command(folder, "-d", "0.1", option).run()
        #expect(result.status == 73)
        #expect(
          result.errors.contains(
            "f/\(manifest): was written by another version of radial-audio\nhint: use that version")
        )
      }
      let result = try Program.command(["verify", folder.path("f")]).run()
      #expect(result.status == 65)
      #expect(
        result.errors.contains("was written by another version of radial-audio\nhint: verify"))
      #expect(try folder.files(in: "f") == before)
    }
  }

  @Test func `more folders than files may be open are verified`() throws {
    try TemporaryFolder.with { folder in
      try Program.succeed(command(folder, "-d", "0.05"))
      for number in 0..<60 {
        try FileManager.default.copyItem(
          atPath: folder.path("f"), toPath: folder.path("\(number)"))
      }
      var verify = Program.command(["verify"] + (0..<60).map { folder.path("\($0)") })
      try verify.limit("-n 40")
      #expect(try Program.succeed(verify).text == "path,problem\n")
      // One that is none is found before the others are read.
      try folder.makeFolder("60")
      verify.arguments.append(folder.path("60"))
      let result = try verify.run()
      #expect(result.status == 66)
      #expect(result.bytes.isEmpty)
      #expect(result.errors.hasPrefix("radial-audio: error: \(folder.path("60")): has no manifest"))
    }
  }

  @Test(arguments: ["render", "plan"])
  func `frames without number are refused before they fill the disk`(command: String) throws {
    try TemporaryFolder.with { folder in
      let words = [
        command, Repository.fixture("Audio/one-tick.wav"), "--frames", "0-3", "--size", "160x90",
        "-o", folder.path("f"), "--fps",
      ]
      let result = try Program.command(words + ["1000000000"]).run()
      #expect(result.status == 64)
      #expect(result.errors.contains(" frames at 1000000000 a second, and 10000000 are the most\n"))
      #expect(result.lastError.hasPrefix("hint: use a lower --fps, or "))
      #expect(folder.names().isEmpty)
      // The manifest of what is allowed is counted.
      guard command == "plan" else { return }
      let plan = try JSONValue(
        parsing: try Program.succeed(Program.command(words + ["60000", "--json"])).bytes)
      #expect(try #require(plan["manifestBytes"]?.integer) > 60_000 / 60 * 20)
    }
  }

  @Test func `no more frames are drawn at once than there are processors`() throws {
    try TemporaryFolder.with { folder in
      let words = ["plan", input, "--json", "-o", folder.path("f")]
      let usual = try JSONValue(parsing: Program.succeed(Program.command(words)).bytes)
      let many = try JSONValue(parsing: Program.succeed(Program.command(words + ["-j999"])).bytes)
      #expect(try #require(usual["jobs"]?.integer) > 0)
      #expect(many["jobs"] == usual["jobs"])
    }
  }
}
