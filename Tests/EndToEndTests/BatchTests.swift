// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// An album for a test: a few short tracks in a folder, with names as people give them.
struct Album {
  let folder: TemporaryFolder

  /// The tracks by the names that their outputs have.
  static let names = ["01 loud", "02 mono", "it's $HOME"]

  /// Makes it in the folder `album`.
  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: folder.path("album/disc 2"), withIntermediateDirectories: true)
    for (index, name) in Album.names.enumerated() {
      var tone = Tone(
        noise: UInt64(index + 1), sampleRate: 6000, channels: name == "02 mono" ? 1 : 2,
        sampleFrames: 1000)
      for place in tone.samples.indices { tone.samples[place] /= Int16(1 + 3 * index) }
      try folder.write(tone.wave, "album/\(name).wav")
    }
    try folder.write("side A", "album/cover.txt")
    try folder.write("no track", "album/.hidden.wav")
    try folder.write(
      Tone(noise: 9, sampleRate: 6000, sampleFrames: 500).wave, "album/disc 2/01 loud.WAV")
  }

  var path: String { folder.path("album") }

  func track(_ name: String) -> String { "\(path)/\(name).wav" }
}

/// Several inputs, each with an output of its own.
@Suite struct BatchTests {
  private static let small = ["--size", "80x60", "-f", "svg"]

  /// Commands that take several inputs, their options, and the end of their outputs' names.
  private static let commands: [(command: String, options: [String], fileExtension: String)] =
    [
      ("render", small, ""), ("meter", [], ".csv"),
      ("page", ["--size", "80x60", "--sound", "none"], ".html"),
    ] + (InstalledTool.areInstalled(.ffmpeg) ? [("film", ["--size", "80x60"], ".mp4")] : [])

  @Test(arguments: commands)
  func `a batch of one equals the single run, in files, status and messages`(
    command: String, options: [String], fileExtension: String
  ) throws {
    try TemporaryFolder.with { folder in
      let noise = Tone(noise: 4, sampleRate: 6000, sampleFrames: 1000)
      try folder.write(noise.wave, "noise.wav")
      try folder.write(
        Tone(sampleRate: 6000, channels: 2, samples: [Int16](repeating: 0, count: 2000)).wave,
        "silent.wav")
      try folder.write(Array(noise.wave.dropLast(1200)), "cut.wav")
      try folder.write("words", "words.wav")
      for name in ["noise", "silent", "cut", "words"] {
        func run(_ output: [String]) throws -> CommandResult {
          var run = Program.command([command, "\(name).wav"] + options + output)
          run.folder = folder.path
          return try run.run()
        }
        let single = try run(["-o", "single-\(name)\(fileExtension)"])
        let batch = try run(["--output-dir", "batch-\(name)"])
        #expect(batch.status == single.status, "\(batch.errors)")
        #expect((single.status == 0) == ["noise", "silent"].contains(name))
        func told(_ result: CommandResult) -> [Substring] {
          result.errors.split(separator: "\n").filter {
            $0.hasPrefix("radial-audio: warning: ") || $0.hasPrefix("radial-audio: error: \(name)")
          }
        }
        #expect(told(batch) == told(single), "\(batch.errors)")
        guard single.status == 0 else {
          #expect(!told(single).isEmpty && folder.names(in: "batch-\(name)").isEmpty)
          continue
        }
        let output = "batch-\(name)/\(name)\(fileExtension)"
        if fileExtension.isEmpty {
          #expect(try folder.files(in: output) == folder.files(in: "single-\(name)"))
        } else {
          #expect(try folder.bytes(output) == folder.bytes("single-\(name)\(fileExtension)"))
        }
      }
    }
  }

  @Test func `with --progress json a batch prints JSON alone, also what its tracks say`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        Tone(sampleRate: 6000, channels: 2, samples: [Int16](repeating: 0, count: 2000)).wave,
        "silent.wav")
      try folder.write("words", "words.wav")
      var command = Program.command(
        ["render", "silent.wav", "words.wav", "--output-dir", "out", "--progress", "json"]
          + BatchTests.small)
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == 65)
      let lines = try result.errors.split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }
      let levels = lines.compactMap { $0["level"] }
      #expect(levels == [.string("warning"), .string("error"), .string("error")])
      #expect(lines.contains { $0["progress"] == .string("end") })
    }
  }

  @Test func `each track of a folder has the frames of a run of its own`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let output = folder.path("new/out put")
      let result = try Program.succeed(
        Program.command(
          ["render", album.path, "--output-dir", output, "--recursive"] + BatchTests.small))
      #expect(folder.names(in: "new/out put") == Album.names.prefix(2) + ["disc 2", "it's $HOME"])
      #expect(result.errors.contains("radial-audio: 4 tracks in \(output), "))
      #expect(!result.errors.contains("warning") && !result.errors.contains("error"))
      for name in Album.names {
        let own = ["render", album.track(name), "-o", folder.path("own \(name)")]
        try Program.succeed(Program.command(own + BatchTests.small))
        let files = try folder.files(in: "own \(name)")
        #expect(files.count == 11)
        #expect(try folder.files(in: "new/out put/\(name)") == files)
      }
      #expect(try folder.frames(in: "new/out put/disc 2/01 loud").count == 5)
    }
  }

  @Test func `an album with a mono track is on one scale, that of normalize`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      // Each tick by itself: the player's meter reads the last one otherwise.
      let meter = ["--ballistics", "tick"]
      let words = ["render", album.path] + meter + ["--output-dir"]
      try Program.succeed(
        Program.command(words + [folder.path("one"), "--range", "all"] + BatchTests.small))
      try Program.succeed(Program.command(words + [folder.path("each")] + BatchTests.small))
      let file = folder.path("c.json")
      try Program.succeed(Program.command(["normalize", album.path, "-o", file] + meter))
      for name in Album.names {
        let own = ["render", album.track(name), "-o", folder.path(name), "--range", file]
        try Program.succeed(Program.command(own + meter + BatchTests.small))
        let files = try folder.files(in: name)
        #expect(try folder.files(in: "one/\(name)") == files)
      }
      #expect(try folder.frames(in: "each/01 loud") != folder.frames(in: "one/01 loud"))
      // Of parts the scale is that of the whole tracks.
      let part = ["-d", "0.1"] + BatchTests.small
      try Program.succeed(
        Program.command(words + [folder.path("part"), "--range", "all"] + part))
      let frame = "01 loud/frame-000005.svg"
      #expect(try folder.bytes("part/\(frame)") == folder.bytes("one/\(frame)"))
    }
  }

  @Test func `warnings of tracks are JSON with --progress json`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("album")
      let silence = Tone(sampleRate: 8000, channels: 1, samples: [Int16](repeating: 0, count: 800))
      for name in ["a", "b"] { try folder.write(silence.wave, "album/\(name).wav") }
      let result = try Program.run(
        "poster", folder.path("album"), "--output-dir", folder.path("o"), "--progress", "json")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count { $0.contains("completely silent") } == 2)
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "\(result.errors)")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes the films"))
  func `the progress of several films goes on while none of them is done`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("album")
      for (name, seed) in [("a", 1), ("b", 2)] as [(String, UInt64)] {
        let tone = Tone(noise: seed, sampleFrames: 16 * 44_100)
        try folder.write(tone.wave, "album/\(name).wav")
      }
      let result = try Program.succeed(
        Program.command([
          "film", folder.path("album"), "--output-dir", folder.path("o"), "--size", "960x540",
          "--quality", "draft", "-j1", "--progress", "json",
        ]))
      let lines = try result.errors.split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }.filter { $0["stage"]?.string == "tracks" }
      let places = lines.map { line in
        (
          tracks: line["tracks"]?.integer ?? -1, frame: line["frame"]?.integer ?? -1,
          total: line["total"]?.integer ?? 0
        )
      }
      #expect(places.contains { $0.tracks == 0 && $0.frame > 0 && $0.total == 1920 }, "\(places)")
      #expect(places.contains { $0.tracks == 1 && $0.frame > 960 && $0.frame < 1920 }, "\(places)")
      let frames = places.map(\.frame)
      #expect(frames == frames.sorted())
      let last = try #require(places.last)
      #expect(last == (2, 1920, 1920))
      #expect(lines.dropLast().allSatisfy { $0["progress"]?.string == "continue" })
      #expect(lines.last?["eta_s"]?.integer == 0)
    }
  }

  @Test func `films in a folder are passed over with a word`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      for name in ["a.mp4", "b.mp4", "c.MOV"] { try folder.write("film", "album/\(name)") }
      let result = try Program.run("meter", album.path, "--output-dir", folder.path("o"))
      #expect(result.status == 0)
      #expect(
        result.errors.contains(
          "3 films in the folders passed over (.mov, .mp4); name them for the sound"))
    }
  }

  @Test func `a track that fails stops no other, and what is missing is made later`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let whole = try Data(contentsOf: URL(filePath: album.track("02 mono")))
      try folder.write(Array(whole.prefix(900)), "album/02 mono.wav")
      try folder.write("no sound", "album/03.ogg")
      let words = [album.path, "--output-dir", folder.path("levels"), "-j2"]
      let result = try Program.command(["meter"] + words).run()
      #expect(result.status == 65)
      #expect(folder.names(in: "levels") == ["01 loud.csv", "it's $HOME.csv"])
      let lines = result.errors.split(separator: "\n").suffix(6).map(String.init)
      #expect(lines[0].hasPrefix("radial-audio: error: \(album.track("02 mono")): stream ends at"))
      #expect(lines[1] == "hint: use --until-damage to keep the sound before it")
      #expect(lines[2].hasPrefix("radial-audio: error: \(album.path)/03.ogg: is not an audio file"))
      #expect(lines[3].hasPrefix("hint: for samples without a header, "))
      #expect(lines[4] == "radial-audio: error: 2 of 4 tracks failed, the other 2 are done")
      #expect(
        lines[5] == "hint: to continue: radial-audio meter --existing keep " + words.joined(by: " ")
      )
      // What is there is left alone.
      try folder.write("mine", "levels/01 loud.csv")
      try folder.write(Array(whole), "album/02 mono.wav")
      try FileManager.default.removeItem(atPath: folder.path("album/03.ogg"))
      try Program.succeed(Program.command(["meter", "--existing=keep"] + words))
      #expect(try folder.bytes("levels/01 loud.csv") == Array("mine".utf8))
      let single = try Program.succeed(Program.command(["meter", album.track("02 mono")]))
      #expect(try folder.bytes("levels/02 mono.csv") == single.bytes)
      let again = try Program.succeed(Program.command(["meter", "--existing=keep"] + words))
      #expect(again.errors == "radial-audio: 3 tracks, all of which exist already\n")
      try Program.succeed(Program.command(["meter", "--overwrite"] + words))
      #expect(try folder.bytes("levels/01 loud.csv") != Array("mine".utf8))
    }
  }

  @Test func `nothing is left where every track fails`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("no sound", "a.wav")
      for command in ["meter", "render"] {
        let result = try Program.run(
          command, input, folder.path("missing.wav"), "--output-dir", folder.path("x/y"))
        #expect(result.status == 65)
        #expect(result.errors.contains("missing.wav: No such file"))
        #expect(result.errors.contains("2 of 2 tracks failed\n"))
        #expect(folder.names() == ["a.wav"])
      }
    }
  }

  @Test func `outputs in each other's way are refused before any work`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      let bytes = try Array(Data(contentsOf: URL(filePath: album.track("01 loud"))))
      try folder.write(bytes, "album/01 loud.ogg")
      for command in ["meter", "render"] {
        let result = try Program.run(command, album.path, "--output-dir", folder.path("o"))
        #expect(result.status == 73)
        #expect(
          result.errors.contains(
            "\(album.path)/01 loud.ogg and \(album.track("01 loud")) would both become "))
        #expect(folder.names() == ["album"])
      }
      try FileManager.default.removeItem(atPath: folder.path("album/01 loud.ogg"))
      for (command, name) in [("meter", "02 mono.csv"), ("render", "02 mono/frame-000000.png")] {
        let output = folder.path("there \(command)")
        let place = "\(output)/\(name)"
        try FileManager.default.createDirectory(
          atPath: URL(filePath: place).deletingLastPathComponent().path,
          withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: place))
        let result = try Program.run(command, album.path, "--output-dir", output)
        #expect(result.status == 73)
        #expect(result.errors.contains("exists already\nhint: use --overwrite"))
        #expect(folder.names(in: "there \(command)").count == 1)
      }
    }
  }

  @Test func `tracks whose names differ in their normal form only have an output each`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("album")
      for (index, name) in ["é", "e\u{301}"].enumerated() {
        let tone = Tone(noise: UInt64(index), sampleRate: 6000, sampleFrames: 500)
        try folder.write(tone.wave, "album/\(name).wav")
      }
      try Program.succeed(
        Program.command(["meter", folder.path("album"), "--output-dir", folder.path("levels")]))
      let names = TemporaryFolder.rawNames(in: Array(folder.path("levels").utf8))
      #expect(Set(names) == Set(["é.csv", "e\u{301}.csv"].map { Array($0.utf8) }))
      #expect(try folder.bytes("levels/é.csv") != folder.bytes("levels/e\u{301}.csv"))
    }
  }

  @Test func `what needs an output for each is told so`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("x", "my song.wav")
      let missing = folder.path("b.wav")
      for (words, hint) in [
        (["meter", input, missing], "add --output-dir DIR"),
        (["render", input, missing], "add --output-dir DIR"),
        (["plan", input, missing], "give one of them"),
        (
          ["render", folder.path("my"), "song.wav", "-o", "f"],
          "quote a name with spaces: '\(input)'"
        ),
        (["meter", "-", "--output-dir", "d"], "run it separately"),
        (["meter", input, "--recursive"], "add --output-dir DIR, or leave it out"),
        (["meter", input, "-j2"], "add --output-dir DIR, or leave it out"),
        (["render", input, "-o", "f", "--range", "all"], "--help"),
        (["render", input, "-o", "f", "--output-dir", "d"], "leave one of them out"),
        (
          ["meter", input, "--output-dir", "d", "--existing=keep", "--overwrite"],
          "leave one of them out"
        ),
        (["render", input, "--output-dir", "d", "--range", "all", "--view", "gauge"], "--mark"),
        (
          ["render", input, "--output-dir", "d", "--frames", "1", "--shard", "1/2"],
          "leave one of them out"
        ),
      ] {
        var command = Program.command(words)
        command.folder = folder.path
        let result = try command.run()
        #expect(result.status == 64, "\(words)")
        #expect(result.lastError.hasPrefix("hint: "))
        #expect(result.lastError.contains(hint), "\(result.errors)")
        #expect(folder.names() == ["my song.wav"])
      }
    }
  }

  @Test func `of a folder without an output for each the way out is told`() throws {
    try TemporaryFolder.with { folder in
      let album = try Album(in: folder)
      for words in [["meter", album.path], ["render", album.path, "-o", folder.path("f")]] {
        let result = try Program.command(words).run()
        #expect(result.status == 66)
        #expect(
          result.errors.contains("album: is a folder\nhint: name one audio file in it, or add"))
      }
    }
  }

  @Test func `words behind two hyphens are tracks`() throws {
    try TemporaryFolder.with { folder in
      let bytes = Tone(noise: 1, sampleRate: 6000, sampleFrames: 500).wave
      for name in ["-a.wav", "--b.wav", "100%.wav", "x.mp4.wav"] { try folder.write(bytes, name) }
      for command in ["meter", "render"] {
        var run = Program.command(
          [command, "--output-dir=-o", "--", "-a.wav", "--b.wav", "100%.wav", "x.mp4.wav"])
        run.folder = folder.path
        #expect(try run.run().status == 0)
      }
      #expect(
        folder.names(in: "-o") == [
          "--b", "--b.csv", "-a", "-a.csv", "100%", "100%.csv", "x.mp4", "x.mp4.csv",
        ])
    }
  }
}

/// Ends of runs for several tracks.
@Suite(.serialized) struct BatchEndTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  /// A folder with long tracks, and the words that render them.
  private func words(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: true)
    for name in ["a", "b", "c"] {
      try FileManager.default.copyItem(atPath: demo, toPath: folder.path("in/\(name).flac"))
    }
    return [folder.path("in"), "--size", "320x180", "-d", "5", "--output-dir", folder.path("o")]
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.sh)),
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a batch that is ended leaves whole frames, and is gone on with`(
    signal: Int32, status: Int32
  ) throws {
    try TemporaryFolder.with { folder in
      let words = try words(folder)
      let run = try Program.command(["render"] + words).start()
      #expect(run.wait { folder.frameNames(in: "o/a").count > 5 })
      run.send(signal)
      let result = try run.wait()
      #expect(result.ending == .exited(status))
      let line = "radial-audio render --existing keep " + words.joined(by: " ")
      #expect(
        result.errors.hasSuffix(
          "error: interrupted; all outputs so far are complete\nhint: to continue: \(line)\n"))
      // No run of a track leaves a temporary file.
      for name in folder.names(in: "o") {
        #expect(folder.names(in: "o/\(name)").allSatisfy { !$0.hasPrefix(".") })
      }
      let count = folder.names(in: "o").reduce(0) { $0 + folder.frameNames(in: "o/\($1)").count }
      #expect(count < 900)
      var shell = CommandRun(try #require(InstalledTool.sh.path), ["-c", line])
      shell.environment["PATH"] =
        URL(filePath: Program.command([]).program).deletingLastPathComponent().path
      #expect(try shell.run().status == 0)
      let files = try folder.files(in: "o/a")
      #expect(files.count == 301)
      #expect(try folder.frames(in: "o/c") == folder.frames(in: "o/a"))
    }
  }

  @Test func `an end by force leaves nothing half-written in the folders of several tracks`() throws
  {
    try TemporaryFolder.with { folder in
      var words = try words(folder)
      words[2] = "3840x2160"
      let run = try Program.command(["render", "-j2"] + words).start()
      #expect(
        run.wait { ["a", "b"].allSatisfy { folder.frameNames(in: "o/\($0)").count > 1 } })
      run.send(SIGTERM)
      usleep(210_000)
      run.send(SIGTERM)
      _ = try run.wait()
      for name in folder.names(in: "o") {
        #expect(folder.names(in: "o/\(name)").allSatisfy { !$0.hasPrefix(".") })
      }
    }
  }
}

extension [String] {
  /// The words as a shell reads them, where none needs more than quotes.
  fileprivate func joined(by separator: String) -> String {
    map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: separator)
  }
}
