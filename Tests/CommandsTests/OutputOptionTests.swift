// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Where frames go, which ones, and what happens to those that are there.
@Suite struct OutputOptionTests {
  /// A quarter of a second of noise: 15 ticks.
  private let noise = Tone(noise: 2, sampleFrames: 11_025).wave

  @Test(arguments: [
    ("", ["frame-000000.png", "frame-000001.png"]), ("deeper/", ["deeper"]),
    ("%d.png", ["0.png", "1.png"]), ("a%03d", ["a000.png", "a001.png"]),
    ("####.svg", ["0000.svg", "0001.svg"]), ("100%%-##.PNG", ["100%-00.PNG", "100%-01.PNG"]),
  ])
  func `-o names a folder or a pattern`(pattern: String, names: [String]) throws {
    try TemporaryFolder.with { folder in
      try Inside.succeed(
        Inside.command([
          "render", Repository.fixture("Audio/short-last-tick.wav"),
          "--output=\(folder.path(pattern))", "--size", "160x90",
        ]))
      #expect(folder.names().filter { !$0.hasSuffix(".json") } == names)
    }
  }

  @Test func `-o may be relative and not there yet`() throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/short-last-tick.wav")
      let result = try Inside.run("render", input, "-o", "a/b", "--size", "160x90") {
        $0.folder = folder.path
      }
      #expect(result.status == 0)
      #expect(folder.frameNames(in: "a/b") == ["frame-000000.png", "frame-000001.png"])
      #expect(result.errors.contains("2 frames at 60 a second in a/b/frame-%06d.png"))
    }
  }

  @Test(arguments: [
    ("frame.png", "no place"), ("%d-%d.png", "more than one"), ("%x.png", "not %0Nd"),
    ("", "--output"), ("%d/x%d.png", "folder"),
  ])
  func `a pattern that is none is refused`(pattern: String, reason: String) throws {
    let result = try Inside.run("render", Repository.fixture("Audio/demo.flac"), "-o", pattern)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test func `--format is svg or png, whatever the pattern leaves open`() throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    let svg = try Inside.frames(of: input, "--format", "svg")
    #expect(Array(svg.keys) == ["frame-000000.svg"])
    #expect(svg.values.allSatisfy { $0.starts(with: "<svg ".utf8) })
    #expect(try Inside.frames(of: input, "-f", "svg", to: "%06d").keys.first == "000000.svg")
    let png = try Inside.frames(of: input, "--format=png")
    #expect(Array(png.keys) == ["frame-000000.png"])
    #expect(png.values.allSatisfy { $0.starts(with: [0x89] + Array("PNG\r\n".utf8)) })
    let contradiction = try Inside.run("render", input, "-o", "x/%d.png", "--format", "svg")
    #expect(contradiction.status == 64)
    #expect(contradiction.errors.contains("contradicts the name 'x/%d.png'"))
  }

  @Test func `--fps takes the frames of the ticks that have ended`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(noise, "noise.wav")
      let full = try Inside.frames(of: input, to: "%d.png")
      #expect(full.count == 15)
      #expect(Set(full.values).count == 15)
      let half = try Inside.frames(of: input, "--fps", "30", to: "%d.png")
      #expect(half.count == 8)
      for frame in 0..<7 { #expect(half["\(frame).png"] == full["\(2 * frame + 1).png"]) }
      // The last one shows every tick, although its time is not full.
      #expect(half["7.png"] == full["14.png"])
      let double = try Inside.frames(of: input, "-r", "120", to: "%d.png")
      #expect(double.count == 30)
      for tick in 0..<14 { #expect(double["\(2 * tick + 1).png"] == full["\(tick).png"]) }
      for tick in 1..<14 { #expect(double["\(2 * tick).png"] == full["\(tick - 1).png"]) }
    }
  }

  @Test func `parts of a sequence have the bytes of the whole`() throws {
    try TemporaryFolder.with { folder in
      // 1.5 turns of 30 ticks, so that parts begin in the middle of a turn and at its end.
      let input = try folder.write(Tone(noise: 3, sampleFrames: 33_075).wave, "noise.wav")
      func render(_ name: String, _ more: String...) throws -> [String: [UInt8]] {
        try Inside.succeed(
          Inside.command(
            ["render", input, "-o", folder.path(name), "--turn", "30ticks"]
              + ["--size", "160x90"] + more))
        return try folder.frames(in: name)
      }
      let whole = try render("whole", "-j", "1")
      #expect(whole.count == 45)
      #expect(try render("again", "--jobs", "1") == whole)
      #expect(try render("two", "-j2") == whole)
      #expect(try render("many", "-j", "7") == whole)
      for shard in 1...3 {
        #expect(try render("shards", "--shard", "\(shard)/3").count == 15 * shard)
      }
      // With the manifest, which does not tell in how many goes they were made.
      #expect(try folder.files(in: "shards") == folder.files(in: "whole"))
      for range in ["40-", "0-0", "1-31", "32-39"] {
        _ = try render("ranges", "--frames", range)
      }
      #expect(try folder.files(in: "ranges") == folder.files(in: "whole"))
      #expect(try render("one", "--frames", "29").keys.sorted() == ["frame-000029.png"])
      #expect(try render("beyond", "--frames", "44-1000").count == 1)
      let outside = try Inside.run("render", input, "-o", folder.path("x"), "--frames", "45-")
      #expect(outside.status == 64)
      #expect(outside.errors.contains("has 45 frames"))
      #expect(outside.errors.contains("the last one is number 44"))
    }
  }

  @Test func `a long sequence is the same by any number of tasks`() throws {
    // More than one run of 60 frames for each task.
    let input = Repository.fixture("Audio/demo.flac")
    let one = try Inside.frames(of: input, "-d", "4", "-j", "1")
    #expect(one.count == 240)
    #expect(try Inside.frames(of: input, "-d", "4", "-j", "3") == one)
  }

  @Test func `frames that are there are refused, kept or replaced`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(noise, "noise.wav")
      func render(_ more: String...) throws -> CommandResult {
        try Inside.command(
          ["render", input, "-o", folder.path("f"), "--size", "160x90"] + more
        ).run()
      }
      #expect(try render().status == 0)
      let whole = try folder.files(in: "f")
      let identities = try folder.identities(in: "f")

      let refused = try render()
      #expect(refused.status == 73)
      #expect(
        refused.errors.hasPrefix("radial-audio: error: \(folder.path("f/frame-000000.png")): "))
      #expect(refused.errors.contains("hint: use --overwrite"))
      let some = try render("--frames", "3-")
      #expect(some.status == 73)
      #expect(some.errors.contains("frame-000003.png: "))
      let shard = try render("--shard", "2/3")
      #expect(shard.status == 73)
      #expect(shard.errors.contains("frame-000005.png: "))
      #expect(try folder.identities(in: "f") == identities)

      let gone = ["frame-000000.png", "frame-000007.png", "frame-000014.png"]
      for name in gone { try folder.remove("f/\(name)") }
      let resumed = try render("--existing=keep", "--progress", "json")
      #expect(resumed.status == 0)
      #expect(resumed.lastError.contains("\"skipped\":12"))
      #expect(try folder.files(in: "f") == whole)
      let now = try folder.identities(in: "f")
      for name in folder.frameNames(in: "f") where !gone.contains(name) {
        #expect(now[name] == identities[name])
      }

      try folder.write("old", "f/frame-000005.png")
      #expect(try render("--overwrite").status == 0)
      #expect(try folder.files(in: "f") == whole)
      #expect(try render("--overwrite", "--existing=keep").status == 64)
    }
  }

  @Test(arguments: ["meter", "normalize"])
  func `a data file that is there is refused or replaced`(command: String) throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/one-tick.wav")
      let expected = try Inside.run(command, input).bytes
      let file = try folder.write("old", "data")
      let refused = try Inside.run(command, input, "-o", file)
      #expect(refused.status == 73)
      #expect(refused.errors.contains("\(file): the file exists already"))
      #expect(try folder.bytes("data") == Array("old".utf8))
      #expect(try Inside.run(command, input, "-o", file, "--overwrite").status == 0)
      #expect(try folder.bytes("data") == expected)
      let new = try Inside.run(command, input, "--output", folder.path("new"))
      #expect(new.bytes.isEmpty)
      #expect(try folder.bytes("new") == expected)
      #expect(folder.names() == ["data", "new"])
    }
  }
}
