// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Folders and files that change, or are not what they seem, while a run goes on.
@Suite(.serialized) struct FolderFaultTests {
  /// What happens to the folder `f` while frames are written into it.
  enum Change: String, CaseIterable {
    case removed, renamed, replaced

    /// What the system says of the next frame, and the way out.
    var reason: (String, hint: String) {
      switch self {
      case .removed, .renamed:
        ("No such file or directory", "hint: the folder was removed or renamed meanwhile")
      case .replaced: ("Not a directory", "hint: the folder was replaced by a file meanwhile")
      }
    }

    func happen(in folder: TemporaryFolder) throws {
      try FileManager.default.moveItem(atPath: folder.path("f"), toPath: folder.path("elsewhere"))
      switch self {
      case .removed: try folder.remove("elsewhere")
      case .renamed: break
      case .replaced: try folder.write("a file", "f")
      }
    }
  }

  @Test(arguments: Change.allCases, [1, 3])
  func `a folder that goes away ends the run at a frame`(change: Change, jobs: Int) throws {
    try TemporaryFolder.with { folder in
      let words = Undisturbed.render(to: folder.path("f"), jobs: jobs) + ["-q"]
      let run = try Program.command(words).start()
      // Stopped in the middle of a frame: its temporary file moves along with the folder.
      #expect(
        run.stop {
          let names = folder.names(in: "f")
          return names.count > 5 && names.contains { $0.hasPrefix(".radial-audio-") }
        })
      try change.happen(in: folder)
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(74))
      #expect(
        result.failedFrame(in: folder.path, change.reason.0) != nil, "\(result.errors)")
      #expect(result.lastError == change.reason.hint)
      #expect(result.errors.split(separator: "\n").count == 2)
      let left = try folder.frames(in: "elsewhere")
      #expect(left.isEmpty == (change == .removed))
      #expect(try Undisturbed.fault(in: left) == nil)
      #expect(folder.names(in: "f").isEmpty)
      #expect(folder.names().allSatisfy { ["f", "elsewhere"].contains($0) })
    }
  }

  @Test(.enabled(if: Bound.isPossible, "no name space of one's own may be made here"))
  func `a folder that may not be written to is found at the start`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      try folder.allow(0o555, "f")
      let frames = try Bound.command(Undisturbed.render(to: folder.path("f"))).run()
      #expect(frames.ending == .exited(73))
      #expect(
        frames.errors
          == "radial-audio: error: \(folder.path("f")): cannot be the folder of the frames: "
          + "Permission denied\nhint: you may not write there; choose another place with -o\n")
      let table = try Bound.command(["meter", Undisturbed.track, "-o", folder.path("f/x.csv")])
        .run()
      #expect(table.ending == .exited(73))
      #expect(table.errors.contains("\(folder.path("f/x.csv")): Permission denied\nhint: "))
      #expect(folder.names(in: "f").isEmpty)
      let secret = try folder.write("secret", "secret.wav")
      try folder.allow(0, "secret.wav")
      let input = try Bound.command(["meter", secret]).run()
      #expect(input.ending == .exited(66))
      #expect(input.errors == "radial-audio: error: \(secret): Permission denied\n")
    }
  }

  @Test(.enabled(if: Bound.isPossible, "no name space of one's own may be made here"))
  func `a folder that may no longer be written to ends the run at a frame`() throws {
    try TemporaryFolder.with { folder in
      let run = try Bound.command(Undisturbed.render(to: folder.path("f"))).start()
      // Between two frames: nobody could remove a temporary file after it.
      #expect(
        run.stop {
          let names = folder.names(in: "f")
          return names.count > 5 && !names.contains { $0.hasPrefix(".radial-audio-") }
        })
      try folder.allow(0o555, "f")
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(74))
      let failed = result.failedFrame(in: folder.path, "Permission denied")
      #expect(result.lastError.hasPrefix("hint: you may not write there"))
      let frames = try folder.frames(in: "f")
      #expect(try Undisturbed.fault(in: frames) == nil)
      #expect(frames.count == failed)
    }
  }

  @Test func `a folder in the place of a frame ends the run there`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f/frame-000007.png")
      let result = try Program.command(
        Undisturbed.render(to: folder.path("f")) + ["--overwrite"]
      ).run()
      #expect(result.ending == .exited(74))
      #expect(result.failedFrame(in: folder.path, "Is a directory") == 7, "\(result.errors)")
      #expect(result.lastError == "hint: a folder has the name of a frame: move it away")
      try folder.remove("f/frame-000007.png")
      let frames = try folder.frames(in: "f")
      #expect(frames.count == 7)
      #expect(try Undisturbed.fault(in: frames) == nil)
    }
  }

  @Test func `a frame that is a link is replaced, and what it leads to stays`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      try folder.write("precious", "other")
      try folder.link("f/frame-000000.png", to: folder.path("other"))
      let words = Undisturbed.render(to: folder.path("f")) + ["--frames", "0"]
      #expect(try Program.command(words).run().status == 73)
      try Program.succeed(Program.command(words + ["--overwrite"]))
      #expect(try folder.bytes("other") == Array("precious".utf8))
      #expect(try Undisturbed.fault(in: folder.frames(in: "f")) == nil)
      #expect(folder.isLink("f/frame-000000.png") == false)
    }
  }

  @Test(arguments: ["meter", "normalize"])
  func `a data file that is a link stays one, and its target is replaced`(command: String) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/one-tick.wav")
      let data = try Program.run(command, input).bytes
      for name in ["there", "here", "deeper/folder"] { try folder.makeFolder(name) }
      try folder.write("old", "there/target")
      // Relative links are seen from their own folder; one leads to nothing yet.
      try folder.link("here/link", to: "../there/again")
      try folder.link("there/again", to: "target")
      try folder.link("here/nowhere", to: folder.path("deeper/folder/new"))
      for (link, target) in [("here/link", "there/target"), ("here/nowhere", "deeper/folder/new")] {
        let refused = try Program.run(command, input, "-o", folder.path(link))
        #expect(refused.status == 73)
        #expect(refused.errors.contains("\(folder.path(link)): the file exists already"))
        let result = try Program.run(command, input, "-o", folder.path(link), "--overwrite")
        #expect(result.ending == .exited(0))
        #expect(try folder.bytes(target) == data)
        #expect(folder.isLink(link))
      }
      #expect(folder.isLink("there/again"))
      try folder.link("here/round", to: "round")
      let round = try Program.run(command, input, "-o", folder.path("here/round"), "--overwrite")
      #expect(round.status == 73)
      #expect(round.errors.contains("here/round: Too many levels of symbolic links"))
      #expect(folder.names(in: "here") == ["link", "nowhere", "round"])
      #expect(folder.names(in: "there") == ["again", "target"])
      #expect(folder.names(in: "deeper/folder") == ["new"])
    }
  }

  @Test(arguments: ["meter", "render"])
  func `a file that gets the name of an output meanwhile is left alone`(command: String) throws {
    try TemporaryFolder.with { folder in
      let (output, name) =
        command == "meter" ? (folder.path("f/csv"), "csv") : (folder.path("f"), "frame-000479.png")
      try folder.makeFolder("f")
      let words = ["-d", "8", "-q", "-o", output]
      let slow = command == "meter" ? ["--fps", "44100"] : ["--size", "160x90", "-j", "1"]
      let run = try Program.command([command, Undisturbed.track] + words + slow).start()
      #expect(
        run.stop {
          let names = folder.names(in: "f")
          return names.contains { $0.hasPrefix(".radial-audio-") }
            && (command == "meter" || names.contains("frame-000001.png"))
        })
      try folder.write("somebody's", "f/\(name)")
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(73))
      let what = "\(folder.path("f/\(name)")): the \(command == "meter" ? "file" : "frame")"
      #expect(result.errors.hasPrefix("radial-audio: error: \(what) exists already\nhint: use --"))
      #expect(try folder.bytes("f/\(name)") == Array("somebody's".utf8))
      #expect(!folder.names(in: "f").contains { $0.hasPrefix(".radial-audio-") })
    }
  }

  @Test(arguments: ["meter", "normalize"])
  func `an output that is the input is refused, and the input stays`(command: String) throws {
    try TemporaryFolder.with { folder in
      let sound = Array(
        try Data(contentsOf: URL(filePath: Repository.fixture("Audio/one-tick.wav"))))
      let input = try folder.write(sound, "in.wav")
      try folder.link("link", to: "in.wav")
      for (words, output) in [
        ([input], "in.wav"), ([input], "link"), ([folder.path("link")], "./in.wav"),
        (["-"], "in.wav"),
      ] {
        var run = Program.command(
          [command] + words + ["--overwrite", "-o", folder.path(output)])
        if words == ["-"] { run.input = .file(input) }
        let result = try run.run()
        #expect(result.ending == .exited(73))
        #expect(result.errors.contains("\(folder.path(output)): is also the input"))
        #expect(try folder.bytes("in.wav") == sound)
      }
      #expect(folder.isLink("link"))
    }
  }

  @Test func `frames are not written over what they are made from`() throws {
    try TemporaryFolder.with { folder in
      let logo = Array(try Data(contentsOf: URL(filePath: Repository.fixture("demo-logo.png"))))
      try folder.makeFolder("f")
      try folder.write(logo, "f/frame-000002.png")
      try folder.link("logo.png", to: "f/frame-000002.png")
      for name in ["f/frame-000002.png", "f/../f/frame-000002.png", "logo.png"] {
        let result = try Program.run(
          "render", Repository.fixture("Audio/one-tick.wav"), "-o", folder.path("f"), "--overwrite",
          "--logo", folder.path(name))
        #expect(result.ending == .exited(73))
        #expect(result.errors.contains("/\(name): has the name of a frame"))
      }
      #expect(folder.names(in: "f") == ["frame-000002.png"])
      #expect(try folder.bytes("f/frame-000002.png") == logo)
    }
  }

  @Test func `a file that is replaced keeps its permissions`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", "x")
      for mode in [0o600, 0o664] {
        try folder.allow(mode, "x")
        try Program.succeed(
          Program.command([
            "meter", Repository.fixture("Audio/one-tick.wav"), "--overwrite", "-o",
            folder.path("x"),
          ]))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("x"))
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test func `the device of standard output is standard output`() throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/one-tick.wav")
      let file = try folder.write("", "file")
      let result = try Program.run("meter", input, "-o", "/dev/stdout") { $0.output = .file(file) }
      #expect(result.ending == .exited(0))
      #expect(try folder.bytes("file") == Program.run("meter", input).bytes)
    }
  }
}

extension TemporaryFolder {
  /// Sets the permissions of something in it.
  func allow(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  /// Makes a symbolic link in it.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  /// Whether something in it is a symbolic link.
  func isLink(_ name: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path(name))) != nil
  }
}

/// The program as somebody whom permissions bind, also where this process is root.
enum Bound {
  static func command(_ words: [String]) throws -> CommandRun {
    var command = Program.command(words)
    command.wrapper = [try InstalledTool.unshare.found, "--user", "--map-user=1000"]
    return command
  }

  /// Whether this process may make a name space.
  static let isPossible = (try? command(["--version"]).run().status) == 0
}
