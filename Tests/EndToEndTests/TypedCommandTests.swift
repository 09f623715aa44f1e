// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Commands that the program prints, pasted into shells: each program of them is told of exactly the
/// files that were meant, whatever these are called.
@Suite struct TypedCommandTests {
  private static let names: [[UInt8]] =
    [
      "plain", "it's $(touch pwned)`touch pwned`", "\u{202E}a\u{2028}b", "new\nline", "=ls", "~",
      "-dash", "http:x", "x\\ty\\101", "100%!", "\u{301}é\u{85}", "'; touch pwned; '\n",
    ].map { Array($0.utf8) } + [[0xFF, 0x27, 0xC3]]

  /// Programs that write down what they are told, each word with a NUL behind it, and read nothing.
  private func makePrograms(_ names: String..., in folder: TemporaryFolder) throws {
    try folder.makeFolder("bin")
    for name in names {
      let script = "#!/bin/sh\nprintf '%s\\0' \(name) \"$@\" >> \"$TOLD\"\n"
      // By another process: what this one writes, its children have open, so it cannot be run.
      let making = "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\""
      try InstalledTool.sh.run(["-c", making, "sh", script, folder.path("bin/\(name)")])
    }
  }

  /// Types a line; gives what the programs were told.
  private func type(
    _ line: some StringProtocol, into shell: InstalledTool, in folder: TemporaryFolder
  ) throws -> [[UInt8]] {
    let path = try #require(shell.path)
    var command = CommandRun(path, ["-c", String(line)])
    command.folder = folder.path
    command.environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
    command.environment["TOLD"] = folder.path("told")
    try? folder.remove("told")
    #expect(try command.run().status == 0)
    #expect(!folder.names().contains("pwned"))
    return try folder.bytes("told").split(separator: 0, omittingEmptySubsequences: false)
      .dropLast().map(Array.init)
  }

  private func operand(_ name: [UInt8]) -> [UInt8] {
    let isOdd = name.first == UInt8(ascii: "-") || name.contains(UInt8(ascii: ":"))
    return (isOdd ? Array("./".utf8) : []) + name
  }

  @Test(arguments: InstalledTool.shells)
  func `what plan prints names the files that it means`(shell: InstalledTool) throws {
    try shell.require()
    try TemporaryFolder.with { folder in
      try makePrograms("ffmpeg", "rsvg-convert", in: folder)
      for name in Self.names {
        let input = name + Array(".wav".utf8)
        try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, rawName: input)
        var plan = Program.command(["plan", "--size", "64x48"])
        plan.folder = folder.path
        let escaped = name.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] }
        plan.rawArguments = ["-o".utf8 + escaped + "-%03d.svg".utf8, Array("--".utf8), input]
        let lines = try Program.succeed(plan).text.split(separator: "\n")
        func command(_ name: String) throws -> Substring {
          let line = try #require(lines.first { $0.hasPrefix(name) })
          return line.dropFirst(11)
        }
        let drawn = (0...1).flatMap { number -> [[UInt8]] in
          let file = operand(name) + Array("-00\(number).".utf8)
          return [
            Array("rsvg-convert".utf8), Array("-o".utf8), file + "png".utf8, file + "svg".utf8,
          ]
        }
        #expect(try type(command("PNG first"), into: shell, in: folder) == drawn)
        let told = try type(command("film"), into: shell, in: folder)
        #expect(told.contains(operand(escaped) + "-%03d.png".utf8))
        #expect(told.contains(operand(input)))
        #expect(told.last == operand(name) + ".mp4".utf8)
      }
    }
  }

  @Test(arguments: InstalledTool.shells)
  func `the command to type without ffmpeg names the input for ffmpeg, and - for this program`(
    shell: InstalledTool
  ) throws {
    try shell.require()
    let box: [UInt8] = [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 64)
    try TemporaryFolder.with { folder in
      try makePrograms("ffmpeg", "radial-audio", in: folder)
      for name in Self.names {
        let input = name + Array(".m4a".utf8)
        try folder.write(box, rawName: input)
        var meter = Program.command(["meter", "-o"])
        meter.folder = folder.path
        // An output of the same name is not the input's place.
        meter.rawArguments = [input, Array("--overwrite".utf8), Array("--".utf8), input]
        meter.environment["PATH"] = "/none"
        meter.wrapper = ["/usr/bin/env", "PATH=/none"]
        let result = try meter.run()
        #expect(result.status == 69)
        let line = try #require(result.errors.split(separator: ": ").last).dropLast()
        let told = try type(line, into: shell, in: folder)
        #expect(told.contains(operand(input)))
        let words = ["meter", "-o", "", "--overwrite", "--", "-"].map { word in
          word.isEmpty ? input : Array(word.utf8)
        }
        #expect(told.indices.contains { told[$0...].starts(with: words) })
      }
    }
  }

  @Test(arguments: InstalledTool.shells)
  func `the line to go on with names the same folder`(shell: InstalledTool) throws {
    try shell.require()
    try TemporaryFolder.with { folder in
      try makePrograms("radial-audio", in: folder)
      for name in [Self.names[1], Self.names[2], Self.names[12]] {
        var command = Program.command(["render", "-", "-o"])
        command.folder = folder.path
        command.rawArguments = [name]
        command.input = .silentPipe
        let run = try command.start()
        #expect(run.wait { run.handles(SIGINT) && run.isWaiting })
        run.send(SIGINT)
        let line = try #require(try run.wait().errors.split(separator: "to continue: ").last)
        let words = ["radial-audio", "render", "--existing", "keep", "-", "-o"].map {
          Array($0.utf8)
        }
        #expect(try type(line.dropLast(), into: shell, in: folder) == words + [name])
      }
    }
  }

  @Test func `a look of one's own folder has a name like those of the program`() throws {
    try TemporaryFolder.with { folder in
      let sun = try Program.run("looks", "--print", "sun").bytes
      try folder.makeFolder("data/radial-audio/looks")
      for name in ["clock", "auto", "a:b"] {
        try folder.write(sun, "data/radial-audio/looks/\(name).json")
      }
      try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, "song.wav")
      func run(_ words: [String]) throws -> CommandResult {
        var command = Program.command(words)
        command.folder = folder.path
        command.environment["XDG_DATA_HOME"] = folder.path("data")
        return try command.run()
      }
      #expect(try run(["plan", "song.wav", "--look", "Clock"]).status == 0)
      #expect(try run(["looks", "--print", "clock"]).bytes == sun)
      let list = try run(["looks"])
      #expect(list.text.contains("\nclock ") && !list.text.contains("\na:b "))
      #expect(list.text.contains("/looks/a:b.json ") && list.text.contains("/looks/auto.json "))
      for words in [["plan", "song.wav", "--look", "Clok"], ["looks", "--print", "Clok"]] {
        let wrong = try run(words)
        #expect(wrong.status == 64)
        #expect(
          wrong.errors.contains("'Clok'") && wrong.errors.contains("'clock'?"), "\(wrong.errors)")
      }
    }
  }

  @Test func `what cannot be typed is said in words`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, "song.wav\n")
      let plan = try Program.run("plan", folder.path("song.wav\n"))
      #expect(plan.status == 0)
      #expect(plan.text.hasSuffix("cannot be typed: a name ends in a line break\n"))
      let film = try Program.run("render", "song\n", "-o", folder.path("film.mp4"))
      #expect(film.errors.hasSuffix("hint: type radial-audio film\n"))
    }
  }

  @Test func `JSON has no private characters for bytes that are not UTF-8`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(
        Tone(noise: 1, sampleFrames: 1470).wave, rawName: [0xFF] + Array("a.wav".utf8))
      var command = Program.command(["plan", "--json", "-o"])
      command.rawArguments = [[0x78, 0xFE], input]
      let text = try Program.succeed(command).text
      #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .privateUse })
      let plan = try JSONValue(parsing: Array(text.utf8))
      #expect(plan["input"]?.string == folder.path("\u{FFFD}a.wav"))
      #expect(plan["firstPath"]?.string == "x\u{FFFD}/frame-000000.png")
      #expect(plan["film"]?.string?.contains("$(printf 'x\\376/frame-%%06d.png')") == true)
    }
  }
}
