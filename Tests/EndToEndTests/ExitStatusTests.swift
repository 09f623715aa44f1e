// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Every exit status that can be provoked, with its message. 64 and 0 occur in all other suites.
@Suite struct ExitStatusTests {
  private let tone = Repository.fixture("Audio/dc-half-scale.wav")

  @Test func `65 is for what is no audio or not whole`() throws {
    try TemporaryFolder.with { folder in
      let flac = try Data(contentsOf: URL(filePath: Repository.fixture("Audio/demo.flac")))
      let cut = try folder.write(Array(flac.prefix(flac.count / 2)), "cut.flac")
      let empty = try folder.write("", "empty.wav")
      for (file, reason) in [
        (try folder.write("some words, and no sound at all", "words.txt"), "is not an audio file"),
        (empty, "is empty"), (cut, "stream "),
      ] {
        let result = try Program.run("meter", file)
        #expect(result.status == 65)
        #expect(
          result.errors.hasPrefix("radial-audio: error: \(file): \(reason)"), "\(result.errors)")
      }
      let logo = try Program.run(
        "render", tone, "-o", folder.path("f"), "--logo", folder.path("words.txt"))
      #expect(logo.status == 65)
      #expect(logo.errors.contains("is not a PNG"))
    }
  }

  @Test func `66 is for an input that is missing or a folder`() throws {
    try TemporaryFolder.with { folder in
      let missing = folder.path("no\nsuch.wav")
      for words in [
        ["meter", missing], ["normalize", tone, missing],
        ["render", missing, "-o", folder.path("f")],
      ] {
        let result = try Program.command(words).run()
        #expect(result.status == 66)
        // A message is one line, whatever the name holds.
        let lines = result.errors.split(separator: "\n")
        #expect(lines[0].contains("/no\\nsuch.wav: No such file or directory"))
        // normalize leaves the track out, and then says how many.
        #expect(lines.count == (words[0] == "normalize" ? 2 : 1), "\(result.errors)")
      }
      #expect(try Program.run("meter", folder.path).status == 66)
      for option in ["--logo", "--range"] {
        let result = try Program.run(
          "render", tone, "-o", folder.path("f"), option, "/missing/file")
        #expect(result.status == 66)
        #expect(result.errors.contains("/missing/file: No such file"))
      }
      #expect(folder.names().isEmpty)
    }
  }

  @Test func `69 is for a container that needs ffmpeg where there is none`() throws {
    try TemporaryFolder.with { folder in
      let box: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 0, count: 500)
      let file = try folder.write(box, "song.m4a")
      let result = try Program.run("meter", file) { $0.environment["PATH"] = folder.path }
      #expect(result.status == 69)
      #expect(result.errors.contains("\(file): needs ffmpeg"))
      #expect(result.errors.contains("hint: install ffmpeg"))
    }
  }

  @Test func `73 is for an output that cannot be made`() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("a file", "file")
      for output in [file, file + "/frames", "/proc/frames", file + "/%d.svg"] {
        let result = try Program.run("render", tone, "-o", output)
        #expect(result.status == 73)
        #expect(result.errors.hasPrefix("radial-audio: error: "))
      }
      for output in [folder.path, folder.path("missing/x.csv"), "/proc/x.csv"] {
        let result = try Program.run("meter", tone, "-o", output)
        #expect(result.status == 73)
        #expect(result.errors.contains("\(output): "))
      }
      #expect(folder.names() == ["file"])
      #expect(try folder.bytes("file") == Array("a file".utf8))
    }
  }

  @Test(arguments: ["meter", "normalize"])
  func `74 is for a full disk`(command: String) throws {
    let file = try Program.run(command, tone, "-o", "/dev/full")
    #expect(file.status == 74)
    #expect(file.errors.contains("/dev/full: No space left on device\nhint: free space"))
    let stream = try Program.run(command, tone) { $0.output = .file("/dev/full") }
    #expect(stream.status == 74)
    #expect(stream.errors.contains("standard output: No space left on device"))
    let help = try Program.run(command, "--help") { $0.output = .file("/dev/full") }
    #expect(help.status == 74)
  }

  @Test(arguments: ["meter", "normalize"])
  func `0 is for a reader that has gone, and 74 for no standard output`(command: String) throws {
    let gone = try Program.run(command, tone) { $0.output = .brokenPipe }
    #expect(gone.ending == .exited(0))
    // As after `| head`: the reader has all that it wanted, and nobody needs to be told.
    #expect(gone.errors == "")
    let closed = try Program.run(command, tone) { $0.output = .closed }
    #expect(closed.ending == .exited(74))
    #expect(closed.errors.contains("standard output: "))
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.sh)),
    .disabled(if: Sanitizer.active == .thread, "the limit would hold for its own file as well"))
  func `74 is for a frame that does not fit, and nothing of it is left`() throws {
    try TemporaryFolder.with { folder in
      // Files may have 4 KiB: the manifest fits, the pictures do not.
      let shell = try #require(InstalledTool.sh.path)
      let program = Program.command([]).program
      let result = try CommandRun(
        shell,
        [
          "-c", "ulimit -f 8; exec \"$@\"", "sh", program, "render", tone, "-o", folder.path("f"),
          "--size", "640x360", "-f", "svg", "--turn", "360ticks", "--logo",
          Repository.fixture("demo-logo.png"),
        ]
      ).run()
      #expect(result.ending == .exited(74))
      #expect(result.errors.contains("File too large"), "\(result.errors)")
      #expect(folder.frameNames(in: "f").isEmpty)
    }
  }

  @Test func `a render without standard output or input is a render`() throws {
    let expected = try Program.frames(of: tone, "-d", "0.1")
    #expect(try Program.frames(of: tone, "-d", "0.1") { $0.output = .closed } == expected)
    let file = try Program.frames(of: tone, "-d", "0.1") { $0.output = .file("/dev/full") }
    #expect(file == expected)
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `a program without any standard stream does its work`() throws {
    let table = try Program.run("meter", tone)
    let frames = try Program.frames(of: tone, "-d", "0.1")
    try TemporaryFolder.with { folder in
      for words in [
        ["meter", tone, "-o", folder.path("t.csv"), "--progress", "json"],
        ["render", tone, "-o", folder.path("f"), "-d", "0.1", "--size", "160x90"],
      ] {
        let result = try CommandRun(
          try #require(InstalledTool.sh.path),
          ["-c", "exec \"$@\" <&- >&- 2>&-", "sh", Program.command([]).program] + words
        ).run()
        #expect(result.ending == .exited(0))
      }
      #expect(try folder.bytes("t.csv") == table.bytes)
      #expect(try folder.frames(in: "f") == frames)
    }
  }
}
