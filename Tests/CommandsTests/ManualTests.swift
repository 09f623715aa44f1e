// SPDX-License-Identifier: MIT
import CommandSupport
import JSON
import TestSupport
import Testing

/// What the manual says that programs may rely on, against what they get.
@Suite struct ManualTests {
  private let noise = Tone(noise: 3, sampleFrames: 22_050)

  /// The words that a section, or a part of one, of the manual explains.
  private func words(_ heading: String) throws -> Set<String> {
    let lines = try Inside.run("manual").text.replacing("\\-", with: "-").split(separator: "\n")
    let start = try #require(
      lines.firstIndex { $0 == ".SH \"\(heading)\"" || $0 == ".SS \"\(heading)\"" })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".S") }
    let rows = zip(section, section.dropFirst()).filter { $0.0 == ".TP" }.map { $0.1 }
    return Set(
      rows.flatMap { row in
        row.replacing("\\fB", with: "").replacing("\\fR", with: "").split(separator: ", ")
          .map { String($0) }
      })
  }

  private func keys(_ value: JSONValue?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.map(\.key)
  }

  private func withNoise(_ body: (TemporaryFolder, String) throws -> Void) throws {
    try TemporaryFolder.with { try body($0, try $0.write(noise.wave, "noise.wav")) }
  }

  @Test func `the keys of a plan are those of the manual`() throws {
    try withNoise { folder, input in
      var found: Set<String> = []
      for words in [
        ["--view", "gauge"], ["--view", "gauge", "--face", "vu"], ["--view", "plots"],
        ["--look", "line"], ["--look", "tutorial"],
      ] {
        let plan = try Inside.command(
          ["plan", input, "--json", "-o", folder.path("f"), "--size", "160x90"] + words
        ).run()
        found.formUnion(keys(try JSONValue(parsing: plan.bytes)))
      }
      #expect(try found == words("JSON OF PLAN"))
      var others: Set<String> = []
      for name in ["x.mp4", "x.html", "x.png"] {
        let plan = try Inside.run("plan", input, "--json", "-o", folder.path(name))
        others.formUnion(keys(try JSONValue(parsing: plan.bytes)))
      }
      #expect(try others.subtracting(found) == words("JSON OF PLAN FOR FILMS"))
    }
  }

  @Test func `the keys of constants are those of the manual`() throws {
    try withNoise { _, input in
      let file = try JSONValue(
        parsing: Inside.run("normalize", input, "--ballistics", "petal").bytes)
      guard case .array(let all)? = file["constants"], let constants = all.first,
        case .array(let channels)? = constants["channels"]
      else {
        Issue.record("no channels")
        return
      }
      let found =
        keys(file) + keys(constants) + keys(channels.first) + keys(channels.first?["peak"])
        + keys(channels.first?["average"]) + keys(constants["range"])
      #expect(try Set(found) == words("JSON OF NORMALIZE"))
    }
  }

  @Test func `the keys of progress are those of the manual`() throws {
    try withNoise { _, input in
      let errors = try Inside.run("meter", input, "--progress", "json").errors
      let line = try #require(errors.split(separator: "\n").last)
      #expect(try Set(keys(JSONValue(parsing: Array(line.utf8)))) == words("JSON OF PROGRESS"))
    }
  }

  @Test func `the keys of a manifest are told`() throws {
    try withNoise { folder, input in
      try Inside.succeed(
        Inside.command(["render", input, "-o", folder.path("f"), "--size", "16x9"]))
      let manifest = try JSONValue(parsing: folder.bytes("f/frame-%06d.png.json"))
      let manual = try Inside.run("manual").text
      for key in keys(manifest) { #expect(manual.contains(key), "\(key)") }
      #expect(try words("FILES").contains("frame-%06d.png.json"))
    }
  }

  @Test func `the columns of meter are those of its help and of the manual`() throws {
    try TemporaryFolder.with { folder in
      let wheel = """
        {"schema": "radial-audio/instrument/1", "kind": "wheels", "duration": 0.1,
         "wheels": [{"x": 0, "y": 0}]}
        """
      let input = try folder.write(Array(wheel.utf8), "wheel.json")
      let table = try Inside.run(
        "meter", input, "--add",
        "sound-meter,fft,tracker,loudness,true-peak,correlation,pitch,notes,bands,beat,beats,bars,section,turn,lyrics"
      )
      let header = try #require(table.text.split(separator: "\n").first)
      let names = header.split(separator: ",").map { name in
        name.split(separator: "_").map { ["0", "1"].contains($0) ? "C" : String($0) }
          .joined(separator: "_")
      }
      let ofMeters = try Inside.run("meter", input, "--ballistics", "r128").text
        .split(separator: "\n").first
      #expect(
        try #require(ofMeters)
          == "frame,time_s,peak_0_dbtp,average_0_lufs,peak_1_dbtp,average_1_lufs")
      #expect(
        try Set(names).union(["peak_C_dbtp", "average_C_lufs"])
          == words("Columns").union(words("Columns of --add")))
      let help = try Inside.run("meter", "--help").text
      for name in names { #expect(help.contains("\n  \(name) "), "\(name)") }
    }
  }

  @Test func `the exit statuses of the help are those of the manual`() throws {
    let help = try Inside.run("--help").text
    let list = try #require(help.firstRange(of: "Exit status:\n")).upperBound
    let statuses = help[list...].prefix { $0 != "'" }.matches(of: #/(?m)^  (\d+) /#).map(\.output.1)
    #expect(statuses.count > 10)
    #expect(try Set(statuses.map { String($0) }) == words("EXIT STATUS"))
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.groff)))
  func `groff has no complaint, and breaks no default`() throws {
    try TemporaryFolder.with { folder in
      let page = try folder.write(Inside.run("manual").bytes, "radial-audio.1")
      let check = try InstalledTool.groff.run(["-man", "-ww", "-z", page])
      #expect(check.errors.isEmpty)
      let text = try InstalledTool.groff.run(["-man", "-Tascii", "-P-cbou", page]).text
      #expect(!text.contains(/[a-z]-\n/))
      #expect(
        text.split { " \n".contains($0) }.joined(separator: " ")
          .contains("default: line; track: rings; gauge: studio;"))
      for part in ["default: line;", "track: rings;", "gauge: studio;"] {
        #expect(text.contains(part))
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.mandoc)))
  func `mandoc complains of the missing date alone`() throws {
    try TemporaryFolder.with { folder in
      let page = try folder.write(Inside.run("manual").bytes, "radial-audio.1")
      let complaints = try CommandRun(
        try #require(InstalledTool.mandoc.path), ["-Tlint", "-Wstyle", page]
      ).run()
      let lines = complaints.text.split(separator: "\n")
      #expect(lines.filter { !$0.contains("missing date") }.isEmpty, "\(lines)")
    }
  }
}
