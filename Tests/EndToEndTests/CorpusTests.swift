// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Every file of `Fixtures/Corrupt`, through every command that it makes sense for, in little memory.
@Suite struct CorpusTests {
  private static let sounds = Verdict.sounds.filter {
    !$0.needsFFmpeg || InstalledTool.areInstalled(.ffmpeg)
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `a run that is held to little memory is not given more`() throws {
    var limit = CommandRun(try #require(InstalledTool.sh.path), ["-c", "ulimit -d"])
    limit.memoryLimit = 150_000_000
    #expect(try limit.run().text == "146484\n")
  }

  @Test func `each file has a verdict`() throws {
    for (folder, verdicts) in [
      ("Audio", Verdict.sounds), ("Logos", Verdict.logos), ("Constants", Verdict.constants),
    ] {
      #expect(try Corpus.names(folder) == verdicts.map(\.name).sorted())
    }
  }

  @Test(arguments: sounds)
  func `a sound is metered, or is refused in words`(verdict: Verdict) throws {
    let path = Corpus.path("Audio", verdict.name)
    try TemporaryFolder.with { folder in
      let named = try Corpus.command(["meter", path, "-o", folder.path("t.csv")]).run()
      #expect(named.ending == .exited(verdict.status))
      #expect(named.bytes.isEmpty)
      #expect(Verdict.withoutReasons(named.errors) == verdict.errors(path))
      #expect(folder.names() == (verdict.status == 0 ? ["t.csv"] : []))

      var command = Corpus.command(["meter", "-"])
      command.input = .pipe(Array(try Data(contentsOf: URL(filePath: path))))
      command.environment["TMPDIR"] = folder.path
      let piped = try command.run()
      #expect(piped.ending == .exited(verdict.status))
      #expect(Verdict.withoutReasons(piped.errors) == verdict.errors("standard input"))
      guard verdict.status == 0 else { return }
      #expect(piped.rows.count == verdict.rows)
      #expect(try folder.bytes("t.csv") == piped.bytes)
      #expect(folder.names() == ["t.csv"])
    }
  }

  @Test(arguments: sounds, ["normalize", "render"])
  func `a sound becomes constants and pictures, or nothing at all`(
    verdict: Verdict, name: String
  ) throws {
    let path = Corpus.path("Audio", verdict.name)
    let options =
      name == "render"
      ? ["--size", "40x30", "-q", "-j", "2", "-o"] : ["--ballistics", "tick", "-o"]
    try TemporaryFolder.with { folder in
      var commands = [Corpus.command([name, path] + options + [folder.path("named/out")])]
      commands.append(Corpus.command([name, "-"] + options + [folder.path("piped/out")]))
      commands[1].input = .pipe(Array(try Data(contentsOf: URL(filePath: path))))
      for (command, file) in zip(commands, ["named", "piped"]) {
        try folder.makeFolder(file)
        let result = try command.run()
        #expect(result.ending == .exited(verdict.status))
        #expect(
          Verdict.withoutReasons(result.errors).hasPrefix(
            verdict.errors(file == "named" ? path : "standard input")))
        let names = folder.frameNames(in: name == "render" ? "\(file)/out" : file)
        #expect(names.count == (verdict.status > 0 ? 0 : name == "render" ? verdict.rows : 1))
        #expect(!names.contains { $0.hasPrefix(".") })
      }
      #expect(try folder.frames(in: "named/out") == folder.frames(in: "piped/out"))
    }
  }

  @Test(arguments: Verdict.logos)
  func `a logo is drawn, or is refused before anything is made`(verdict: Verdict) throws {
    let path = Corpus.path("Logos", verdict.name)
    for format in ["png", "svg"] {
      try TemporaryFolder.with { folder in
        let result = try Corpus.command([
          "render", Repository.fixture("Audio/one-tick.wav"), "-o", folder.path("f"), "-q",
          "--size", "64x48", "--format", format, "--logo", path,
        ]).run()
        #expect(result.ending == .exited(verdict.status))
        #expect(Verdict.withoutReasons(result.errors) == verdict.errors(path))
        #expect(folder.names() == (verdict.status == 0 ? ["f"] : []))
        #expect(
          folder.frameNames(in: "f") == (verdict.status == 0 ? ["frame-000000.\(format)"] : []))
      }
    }
  }

  @Test(arguments: [
    ("rgba.png", "rgba-16.png"), ("rgba.png", "rgba-interlaced.png"), ("grey.png", "grey-16.png"),
    ("rgba.png", "bomb-ztxt.png"), ("rgba.png", "bomb-iccp.png"),
  ])
  func `logos of the same colours are the same picture`(one: String, other: String) throws {
    func frames(_ logo: String) throws -> [String: [UInt8]] {
      try Program.frames(
        of: Repository.fixture("Audio/one-tick.wav"), "--logo", Corpus.path("Logos", logo),
        "--set", "logo-width=200")
    }
    let frames = try [one, other, "grey-1.png"].map(frames)
    #expect(frames[0] == frames[1])
    #expect(frames[0] != frames[2])
  }

  @Test(arguments: Verdict.constants)
  func `constants are used, or are refused before anything is made`(verdict: Verdict) throws {
    let path = Corpus.path("Constants", verdict.name)
    try TemporaryFolder.with { folder in
      let result = try Corpus.command([
        "render", Repository.fixture("Audio/left-only.wav"), "-o", folder.path("f"), "-q",
        "--size", "64x48", "--frames", "0", "--range", path, "--ballistics", "avaudioplayer",
      ]).run()
      #expect(result.ending == .exited(verdict.status))
      #expect(Verdict.withoutReasons(result.errors) == verdict.errors(path))
      #expect(folder.names() == (verdict.status == 0 ? ["f"] : []))
    }
  }

  @Test(arguments: [
    (1 << 20, "is not JSON: line 1, column 65: brackets nested more than 64 deep"),
    (5 << 20, "has more than 4 MiB, so it is not a constants file"),
  ])
  func `megabytes of brackets are no constants`(count: Int, message: String) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write([UInt8](repeating: UInt8(ascii: "["), count: count), "c.json")
      let result = try Corpus.command([
        "render", Repository.fixture("Audio/left-only.wav"), "-o", folder.path("f"),
        "--range", file,
      ]).run()
      #expect(result.ending == .exited(65))
      #expect(
        result.errors == "radial-audio: error: \(file): \(message)\nhint: \(Verdict.anew)\n")
      #expect(folder.names() == ["c.json"])
    }
  }

  @Test func `more chunks than any file has are not walked through`() throws {
    try TemporaryFolder.with { folder in
      let chunk = Array("many".utf8) + [0, 0, 0, 0]
      let file = try folder.write(
        Array("RIFF".utf8) + [255, 255, 255, 255] + Array("WAVE".utf8)
          + (0..<200_000).flatMap { _ in chunk }, "many.wav")
      let result = try Corpus.command(["meter", file]).run()
      #expect(result.ending == .exited(65))
      #expect(result.errors.hasPrefix("radial-audio: error: \(file): "))
    }
  }

  @Test func `samples beyond full scale are levels above 0`() throws {
    let rows = try Program.rows(Corpus.path("Audio", "loud.wav"))
    // 1000 is 60 dBFS; it stands in the second tick, of sample frames 133 to 265.
    #expect(rows.map { $0[2] } == ["-6.020600", "60.000000", "-6.020600"])
    let loudest = try Program.rows(Corpus.path("Audio", "loudest.wav"))
    #expect(loudest[1][2] == "770.636788")
  }

  @Test(arguments: [
    "data-0.wav", "data-ffffffff.wav", "many-chunks.wav", "align-0.wav", "data-8e.w64",
    "data-8e.rf64", "data-8e.caf", "frames-4g.aiff",
  ])
  func `a false header does not change the samples`(name: String) throws {
    let rows = try Program.rows(Corpus.path("Audio", name))
    #expect(rows.count == 3)
    for row in rows {
      #expect(row[2...] == ["-6.020600", "-6.020600", "-12.041200", "-12.041200"])
    }
  }
}
