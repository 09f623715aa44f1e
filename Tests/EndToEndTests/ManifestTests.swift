// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What is beside the frames, and what the next run makes of it.
@Suite struct ManifestTests {
  private let input = Repository.fixture("Audio/sine-full-scale.wav")
  private let manifest = "frame-%06d.png.json"

  private func render(_ folder: TemporaryFolder, _ more: String...) throws -> CommandResult {
    try Program.command(["render", input, "-o", folder.path("f"), "--size", "160x90"] + more).run()
  }

  private func verify(_ folder: TemporaryFolder, _ name: String = "f") throws -> CommandResult {
    try Program.command(["verify", folder.path(name)]).run()
  }

  @Test(arguments: [
    (["--set", "stroke=red"], "--set not given, not stroke=red"),
    (["--size", "320x180"], "--size 160x90, not 320x180"),
    (["--set", "pulse=0"], "--set not given, not pulse=0"),
    (["--logo", Repository.fixture("demo-logo.png")], "without --logo"),
    (["--range=-20,-3"], "--range "),
    (["--duration", "0.1"], "--duration not given, not 0.1"),
    (["--fps", "30"], "--fps 60, not 30"),
    (["--look", "tutorial", "--size", "160x90"], "--look line, not tutorial"),
  ])
  func `--existing keep goes on with the same job only, and says what differs`(
    options: [String], difference: String
  ) throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder, "--frames", "0-9").status == 0)
      let before = try folder.files(in: "f")
      let result = try Program.command(
        ["render", input, "-o", folder.path("f"), "--size", "160x90", "--existing=keep"] + options
      ).run()
      #expect(result.status == 73)
      #expect(
        result.errors.hasPrefix(
          "radial-audio: error: \(folder.path("f/\(manifest)")): the existing frames were rendered with other options: "
        ))
      #expect(result.errors.contains(difference), "\(result.errors)")
      #expect(result.lastError.hasPrefix("hint: use the same options and input, --overwrite"))
      #expect(try folder.files(in: "f") == before)
    }
  }

  @Test func `another track is another job, and the same sound in another file is not`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      let whole = try folder.files(in: "f")
      try folder.remove("f/frame-000003.png")
      func resume(_ input: String) throws -> CommandResult {
        try Program.command(
          ["render", input, "-o", folder.path("f"), "--size", "160x90", "--existing=keep"]
        ).run()
      }
      let other = try resume(Repository.fixture("Audio/left-only.wav"))
      #expect(other.status == 73)
      #expect(other.errors.contains("from other samples"))
      let copy = folder.path("renamed.wav")
      try FileManager.default.copyItem(atPath: input, toPath: copy)
      #expect(try resume(copy).status == 0)
      #expect(try folder.files(in: "f") == whole)
    }
  }

  @Test(arguments: ["-j1", "-j2", "-j7"])
  func `--existing keep makes anew what is missing or damaged, and nothing else`(jobs: String)
    throws
  {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      let whole = try folder.files(in: "f")
      let identities = try folder.identities(in: "f")
      try folder.remove("f/frame-000002.png")
      let bytes = try folder.bytes("f/frame-000007.png")
      try folder.write(Array(bytes.dropLast(9)), "f/frame-000007.png")
      try folder.write([], "f/frame-000008.png")
      let result = try render(folder, "--existing=keep", jobs)
      #expect(result.status == 0)
      #expect(result.errors.contains("warning: 2 damaged frames rendered again"))
      #expect(result.errors.contains("\(whole.count - 4) of them kept"))
      #expect(try folder.files(in: "f") == whole)
      let now = try folder.identities(in: "f")
      for name in folder.frameNames(in: "f")
      where !["2", "7", "8"].contains(name.dropFirst(11).prefix(1)) {
        #expect(now[name] == identities[name])
      }
    }
  }

  @Test func `a picture of somebody else stays, and is named`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      let foreign = try folder.bytes("f/frame-000001.png")
      try folder.write(foreign, "f/frame-000005.png")
      let result = try render(folder, "--existing=keep")
      #expect(result.status == 73)
      #expect(result.errors.contains("f/frame-000005.png: is not a frame of this job"))
      #expect(try folder.bytes("f/frame-000005.png") == foreign)
      #expect(try render(folder, "--overwrite").status == 0)
      #expect(try folder.bytes("f/frame-000005.png") != foreign)
    }
  }

  @Test func `shards that were copied together are unknown until they are resumed`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      for shard in 1...3 {
        let name = folder.path("\(shard)")
        try Program.succeed(
          Program.command([
            "render", input, "-o", name, "--size", "160x90", "--shard", "\(shard)/3",
          ]))
        for (file, bytes) in try folder.files(in: "\(shard)") {
          try folder.write(bytes, "f/\(file)")
        }
      }
      let found = try verify(folder)
      #expect(found.status == 75)
      let lines = found.text.split(separator: "\n").dropFirst()
      #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(",unknown") })
      #expect(found.lastError.hasPrefix("hint: render --existing keep"))
      #expect(try render(folder, "--existing=keep").status == 0)
      #expect(try verify(folder).status == 0)
    }
  }

  @Test(arguments: ["", "{ \"schema\": \"radial-audio/sequence/1\",\n"])
  func `what is left of a manifest is damage, and can be replaced`(rest: String) throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      try folder.write(rest, "f/\(manifest)")
      for name in ["f", "f/frame-%06d.png"] {
        let found = try verify(folder, name)
        #expect(found.status == 65)
        #expect(found.errors.contains("f/\(manifest): was changed or truncated"))
        #expect(found.lastError == "hint: render --overwrite makes all frames anew")
      }
      #expect(try render(folder, "--overwrite").status == 0)
      #expect(try verify(folder).status == 0)
    }
  }

  @Test func `a part of another job says that frames of the first stay`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      let count = folder.frameNames(in: "f").count
      let part = try render(folder, "--overwrite", "--set", "stroke=red", "--frames", "0-9")
      #expect(part.status == 0)
      #expect(
        part.errors.hasPrefix(
          "radial-audio: warning: \(count - 10) frames of another job were left in place; to replace them, render "
        ))
      #expect(try verify(folder).status == 75)
      #expect(try render(folder, "--existing=keep", "--set", "stroke=red").status == 0)
      #expect(try verify(folder).status == 0)
      #expect(try folder.frames(in: "f") == Program.frames(of: input, "--set", "stroke=red"))
    }
  }

  @Test func `a manifest that goes away under a run is told of at its end`() throws {
    try TemporaryFolder.with { folder in
      let run = try Program.command(Undisturbed.render(to: folder.path("f"))).start()
      #expect(run.stop { folder.names(in: "f").count > 5 })
      try folder.remove("f/\(manifest)")
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(74))
      #expect(
        result.errors.contains(
          "f/\(manifest): was removed or replaced while frames were written\nhint: render with --existing keep"
        ))
      #expect(try folder.frames(in: "f") == Undisturbed.frames)
    }
  }

  @Test func `a shard without frames is told of`() throws {
    try TemporaryFolder.with { folder in
      let result = try render(folder, "--shard", "1/1000")
      #expect(result.status == 0)
      #expect(result.errors.hasPrefix("radial-audio: warning: --shard 1/1000 has none of the "))
    }
  }

  @Test func `--overwrite removes frames beyond the new end, and only its own`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder).status == 0)
      let count = folder.frameNames(in: "f").count
      try folder.write("mine", "f/frame-000099.png")
      try folder.write("mine", "f/notes.txt")
      try Program.succeed(
        Program.command([
          "render", input, "-o", folder.path("f"), "--size", "160x90", "--overwrite", "-d", "0.05",
        ]))
      #expect(count > 3)
      #expect(
        folder.frameNames(in: "f") == [
          "frame-000000.png", "frame-000001.png", "frame-000002.png", "frame-000099.png",
          "notes.txt",
        ])
      let result = try verify(folder)
      #expect(result.text == "path,problem\n\(folder.path("f/frame-000099.png")),foreign\n")
    }
  }

  @Test func `verify says what is wrong with each frame, and how it ends`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder, "--frames", "0-9").status == 0)
      let partial = try verify(folder)
      #expect(partial.status == 75)
      #expect(partial.rows.allSatisfy { $0[1] == "not-asked" })
      #expect(
        partial.lastError
          == "hint: all frames of the runs so far are intact; render --existing keep "
          + "without --frames renders the others")
      #expect(partial.rows.first?[0] == Substring(folder.path("f/frame-000010.png")))
      #expect(try render(folder, "--frames", "10-").status == 0)
      let whole = try verify(folder)
      #expect(whole.status == 0)
      #expect(whole.text == "path,problem\n")
      #expect(whole.errors.contains(" frames, all whole\n"))
      try folder.remove("f/frame-000004.png")
      let missing = try verify(folder)
      #expect(missing.status == 75)
      #expect(missing.text == "path,problem\n\(folder.path("f/frame-000004.png")),missing\n")
      #expect(
        missing.lastError
          == "hint: render --existing keep with the same input and options renders them")
      let bytes = try folder.bytes("f/frame-000005.png")
      try folder.write(Array(bytes.prefix(99)), "f/frame-000005.png")
      let damaged = try verify(folder)
      #expect(damaged.status == 65)
      #expect(damaged.rows.map { $0[1] } == ["missing", "damaged"])
      #expect(damaged.errors.contains(" frames, 1 missing, 1 damaged\n"))
      // By the pattern as well, and with several at once.
      let pattern = folder.path("f/frame-######")
      #expect(try Program.command(["verify", pattern, folder.path("f")]).run().rows.count == 4)
      #expect(try Program.command(["verify", folder.path("f/\(manifest)")]).run().status == 65)
    }
  }

  @Test(.disabled(if: Sanitizer.active != nil, "it needs memory itself"))
  func `verify of a long sequence does not take memory for each frame`() throws {
    try TemporaryFolder.with { folder in
      #expect(try render(folder, "--frames", "0").status == 0)
      let text = String(decoding: try folder.bytes("f/\(manifest)"), as: UTF8.self)
      let head = text[..<(try #require(text.firstRange(of: "\"frames\": [\n")).upperBound)]
        .replacing(#/"frameCount": \d+/#, with: "\"frameCount\": 200000")
      let row = "\"................\""
      try folder.write(
        head + String(repeating: "\(row),\n", count: 199_999) + "\(row) \n] }\n",
        "f/\(manifest)")
      var command = Program.command(["verify", folder.path("f"), "-q"])
      command.memoryLimit = 28_000_000
      let result = try command.run()
      #expect(result.status == 75)
      #expect(result.errors.contains("of 200000 frames, 199999 missing, 1 unknown"))
      #expect(result.bytes.count { $0 == UInt8(ascii: "\n") } == 200_001)
    }
  }

  @Test func `verify wants a manifest`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("{}", "other.png.json")
      for operand in [folder.path, folder.path("none"), folder.path("f-%d.png")] {
        let result = try Program.command(["verify", operand]).run()
        #expect(result.status == 66)
        #expect(result.errors.contains(": has no manifest of frames\nhint: "))
        #expect(result.text.isEmpty)
      }
      #expect(try render(folder).status == 0)
      let text = String(decoding: try folder.bytes("f/\(manifest)"), as: UTF8.self)
      try folder.write(String(text.dropLast(20)), "f/\(manifest)")
      let cut = try verify(folder)
      #expect(cut.status == 65)
      #expect(cut.errors.contains("f/\(manifest): was changed or truncated"))
      #expect(try render(folder, "--existing=keep").status == 73)
      #expect(try render(folder, "--overwrite").status == 0)
      #expect(try folder.bytes("f/\(manifest)") == Array(text.utf8))
    }
  }

  @Test func `verify refuses films, and says what compares them`() throws {
    for film in ["song.mp4", "song.webm"] {
      let result = try Program.run("verify", film)
      #expect(result.status == 64 && result.text.isEmpty)
      #expect(
        result.errors.hasPrefix("radial-audio: error: \(film): films are not verified\nhint: "))
      #expect(result.lastError.contains("sha256sum -c song.mp4.sha256"))
    }
  }

  @Test func `two runs cannot write the same frames, and shards of one job can`() throws {
    try TemporaryFolder.with { folder in
      func words(_ more: String...) -> [String] {
        ["render", Repository.fixture("Audio/demo.flac"), "-d", "3", "-o", folder.path("f")]
          + ["--size", "160x90"] + more
      }
      let first = try Program.command(words("--shard", "1/2", "-j1")).start()
      #expect(first.wait { folder.names(in: "f").contains("frame-000000.png") })
      first.send(SIGSTOP)
      defer { first.send(SIGCONT) }
      for more in [
        ["--existing=keep"], ["--overwrite"], ["--existing=keep", "--frames", "89-100"],
      ] {
        let second = try Program.command(words() + more).run()
        #expect(second.status == 75)
        #expect(
          second.errors.contains("f/\(manifest): another run is writing these frames\nhint: wait"))
      }
      try Program.succeed(Program.command(words("--shard", "2/2")))
      first.send(SIGCONT)
      #expect(try first.wait().status == 0)
      try Program.succeed(Program.command(["verify", folder.path("f")]))
      try Program.succeed(
        Program.command([
          "render", Repository.fixture("Audio/demo.flac"), "-d", "3", "-o", folder.path("whole"),
          "--size", "160x90",
        ]))
      #expect(try folder.files(in: "f") == folder.files(in: "whole"))
    }
  }

  /// As often as `KILLS` says in the environment.
  @Test func `a run that is killed again and again ends in the same bytes`() throws {
    let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 12
    let seed = UInt64.random(in: 1...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try TemporaryFolder.with { folder in
      func words(_ name: String) -> [String] {
        [
          "render", Repository.fixture("Audio/demo.flac"), "-d", "4", "-o", folder.path(name),
          "--size", "320x180", "--existing=keep",
        ]
      }
      try Program.succeed(Program.command(words("whole")))
      let whole = try folder.files(in: "whole")
      var killed = 0
      while killed < kills {
        let run = try Program.command(words("f") + ["-j", "\(1 + killed % 3)"]).start()
        // Anywhere between its start and some frames later.
        let goal = folder.frameNames(in: "f").count + Int.random(in: 0...20, using: &generator)
        if Bool.random(using: &generator) {
          usleep(UInt32.random(in: 0...60_000, using: &generator))
        } else {
          _ = run.wait { folder.frameNames(in: "f").count >= min(goal, 240) }
        }
        run.send(SIGKILL)
        let ending = try run.wait().ending
        if ending == .killed(SIGKILL) { killed += 1 }
        for (name, bytes) in try folder.files(in: "f")
        where name.hasPrefix("frame-") && name.hasSuffix(".png") {
          #expect(bytes == whole[name], "\(name), seed \(seed)")
        }
        if folder.frameNames(in: "f").count >= 240 {
          // It was ready too soon: take some away, as if they had never been.
          for frame in 100..<240 {
            try? folder.remove("f/frame-\(String("000000\(frame)".suffix(6))).png")
          }
        }
      }
      try Program.succeed(Program.command(words("f")))
      #expect(try folder.files(in: "f") == whole, "seed \(seed)")
      #expect(try verify(folder).status == 0)
    }
  }
}
