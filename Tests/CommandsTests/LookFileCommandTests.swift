// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Looks that are files, on the command line.
@Suite struct LookFileCommandTests {
  private static let look = """
    { "schema": "radial-audio/look/1", "name": "seeds", "summary": "dots that fly out",
      "palette": "dusk", "layout": "whole",
      "parameters": { "size": { "default": 8, "range": [1, 30], "unit": "pt", "help": "radius" } },
      "variants": { "large": { "size": 20 } },
      "layers": [ { "domain": { "past": { "every": 0.1, "for": 2 } }, "mark": "dot",
                    "angle": "number * 137.5", "radius": "200 * age", "size": "size" } ] }

    """

  private static let input = Repository.fixture("Audio/steps-11025.wav")

  /// A frame of the look with these words.
  private func frame(_ folder: TemporaryFolder, _ words: String...) throws -> [UInt8] {
    try Inside.succeed(
      Inside.command(
        ["render", Self.input, "--frames", "20", "--size", "64x64", "-o", "-", "-f", "rgb24", "-q"]
          + words)
    ).bytes
  }

  @Test func `a look is drawn from its file, with what is set, or with a variant`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Self.look, "seeds.json")
      let usual = try frame(folder, "--look", path)
      let large = try frame(folder, "--look", path, "--set", "size=20")
      #expect(usual != large)
      #expect(try frame(folder, "--look", "\(path):large") == large)
      #expect(try frame(folder, "--look", "\(path):large", "--set", "size=8") == usual)
    }
  }

  @Test func `plan names the file, its hash and what is set`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Self.look, "seeds.json")
      let words = ["plan", Self.input, "--look", path, "--set", "size=20"]
      let text = try Inside.succeed(Inside.command(words)).text
      let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("look ") })
      #expect(row.contains(path) && row.hasSuffix("size=20"))
      let hash = try #require(row.firstMatch(of: /hash ([0-9a-f]{16})/)).1
      let json = try Inside.succeed(Inside.command(words + ["--json"])).text
      #expect(json.contains("\"lookHash\":\"\(hash)\"") && json.contains("\"set\":\"size=20\""))
      try folder.write(Self.look.replacing("200 * age", with: "190 * age"), "seeds.json")
      #expect(try !Inside.succeed(Inside.command(words)).text.contains(hash))
      let own = try Inside.succeed(Inside.command(["plan", Self.input, "--look", "sun"])).text
      #expect(!own.contains("\nlook "))
    }
  }

  @Test func `scenes have looks of files, whose text counts and not their place`() throws {
    try TemporaryFolder.with { folder in
      let sun = try Inside.succeed(Inside.command(["looks", "--print", "sun"])).bytes
      let (mine, seeds) = (
        try folder.write(sun, "mine.json"), try folder.write(Self.look, "seeds.json")
      )
      let labels = try folder.write("0\t10\tA 1\n10\t24\tB 2\n", "song.txt")
      func render(_ scenes: String, _ name: String, _ words: String...) throws -> CommandResult {
        try Inside.command(
          [
            "render", Repository.fixture("Audio/demo.flac"), "--look", "strata", "--size", "64x64",
            "--frames", "300-301", "--structure", labels, "-q", "--scenes", scenes, "-o",
            folder.path(name),
          ] + words
        ).run()
      }
      #expect(try render("sun,well", "a").status == 0 && render("\(mine),Well", "b").status == 0)
      #expect(try render("\(seeds):large,well", "c").status == 0)
      let image = "frame-000300.png"
      #expect(try folder.bytes("a/\(image)") == folder.bytes("b/\(image)"))
      #expect(try folder.bytes("a/\(image)") != folder.bytes("c/\(image)"))
      let moved = try folder.write(sun, "moved.json")
      #expect(try render("\(moved),well", "b", "--existing=keep").status == 0)
      for other in ["\(seeds),well", "well,sun", "\(seeds):large,well"] {
        let refused = try render(other, "b", "--existing=keep")
        #expect(refused.status == 73 && refused.errors.contains("looks"), "\(refused.errors)")
      }
      #expect(try render("\(seeds),well", "c", "--existing=keep").status == 73)
    }
  }

  @Test func `files of scenes are checked as that of a look is`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.look, "seeds.json")
      try folder.write("{}", "empty.json")
      let rings = try Inside.succeed(Inside.command(["looks", "--print", "rings"])).bytes
      try folder.write(rings, "rings.json")
      for (name, status, message) in [
        ("none.json", 66, "none.json: No such file"), ("empty.json", 65, "empty.json: "),
        ("rings.json", 64, "this file is a look of the view track"),
        ("seeds.json:small", 64, "the look seeds has no variant 'small'"),
      ] as [(String, Int32, String)] {
        let words = ["render", Self.input, "--scenes", "sun,\(folder.path(name))", "-o", "-"]
        let result = try Inside.command(words + ["-f", "rgb24"]).run()
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
      }
    }
  }

  @Test func `frames of another text of the look are not continued`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Self.look, "seeds.json")
      func render(_ words: String...) throws -> CommandResult {
        try Inside.command(
          ["render", Self.input, "--look", path, "--size", "64x64", "-q", "-o", folder.path("f")]
            + words
        ).run()
      }
      #expect(try render("--frames", "0-9").status == 0)
      #expect(try render("--frames", "0-19", "--existing", "keep").status == 0)
      try folder.write(Self.look.replacing("200 * age", with: "190 * age"), "seeds.json")
      let refused = try render("--frames", "0-29", "--existing", "keep")
      #expect(refused.status == 73 && refused.errors.contains("look-hash"), "\(refused.errors)")
    }
  }

  @Test func `a look with faults is refused with their places, and nothing is written`() throws {
    try TemporaryFolder.with { folder in
      let text = Self.look.replacing("200 * age", with: "200 * aeg")
        .replacing("\"mark\": \"dot\",", with: "\"mark\": \"dot\", \"colour\": \"ink\",")
      let path = try folder.write(text, "seeds.json")
      for command in ["render", "film", "page", "poster", "plan"] {
        let result = try Inside.run(
          command, Self.input, "--look", path, "-o", folder.path("out"))
        #expect(result.status == 65, "\(command)")
        #expect(
          result.errors.hasPrefix(
            "radial-audio: error: \(path): layers[0]: 'colour' is not a key here; did you mean 'color'?\n"
          ), "\(result.errors)")
        #expect(
          result.errors.contains("layers[0].radius  'aeg' is not a name; did you mean 'age'?"))
      }
      #expect(try Inside.run("looks", "--check", path).status == 65)
      #expect(folder.names() == ["seeds.json"])
      let missing = try Inside.run("render", Self.input, "--look", folder.path("no.json"))
      #expect(missing.status == 66)
      try folder.write(Self.look, "good.json")
      let gauge = try Inside.run(
        "render", Self.input, "--view", "gauge", "--look", folder.path("good.json"))
      #expect(gauge.status == 64 && gauge.errors.contains("view radial"))
    }
  }

  @Test func `one look is checked, with all variants, and what is beside it is refused`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Self.look, "seeds.json")
      for words in [["--check", path, path], ["--print", "sun", path], ["--schema", path]] {
        let refused = try Inside.command(["looks"] + words).run()
        #expect(refused.status == 64 && refused.errors.contains("' cannot be used together"))
      }
      for words in [["--check", "\(path):large"], ["--print", "sun:inside"]] {
        let refused = try Inside.command(["looks"] + words).run()
        #expect(
          refused.status == 64 && refused.errors.contains("is a variant"), "\(refused.errors)")
      }
      let turns = try Inside.succeed(Inside.command(["looks", "--print", "ink"])).bytes
      let ink = try folder.write(turns, "ink.json")
      #expect(
        try Inside.succeed(Inside.command(["looks", "--check", ink])).text
          .contains(" before a picture are in it, and its turns\n"))
    }
  }

  @Test func `what is set is of the looks that scenes have, and not of another one`() throws {
    try TemporaryFolder.with { folder in
      let seeds = try folder.write(Self.look, "seeds.json")
      func plan(_ words: String...) throws -> CommandResult {
        try Inside.command(["plan", Self.input, "--scenes", "\(seeds),sun"] + words).run()
      }
      #expect(try plan("--set", "size=20").status == 0)
      #expect(try plan("--set", "rays=30").status == 0)
      let large = try plan("--set", "size=31")
      #expect(large.status == 64 && large.errors.contains("size is from 1 to 30 pt"))
      let refused = try plan("--look", "orbit", "--set", "dots=30")
      #expect(refused.status == 64 && refused.errors.contains("the look seeds has no 'dots'"))
    }
  }

  @Test func `a look is printed, and drawn from what was printed`() throws {
    try TemporaryFolder.with { folder in
      for name in [
        "line", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well", "horizon",
        "sunflower", "guilloche", "clave",
      ] {
        let text = try Inside.succeed(Inside.command(["looks", "--print", name])).bytes
        let path = try folder.write(text, "\(name).json")
        #expect(try frame(folder, "--look", path) == frame(folder, "--look", name), "\(name)")
        let check = try Inside.succeed(Inside.command(["looks", "--check", path])).text
        #expect(check.hasPrefix("look ") && check.contains("\nlayers "))
      }
      let swift = try Inside.run("looks", "--print", "letters")
      #expect(swift.status == 64 && swift.errors.contains("the look letters is no file"))
      let unknown = try Inside.run("looks", "--print", "son")
      #expect(unknown.status == 64 && unknown.errors.contains("did you mean 'sun'?"))
    }
  }
}
