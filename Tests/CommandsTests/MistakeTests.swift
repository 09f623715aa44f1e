// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// What people type by habit, from other programs and from memory, and what they are told.
@Suite struct MistakeTests {
  /// A line without the program's name, the error, the hint, and the exit status if it is not 64.
  private static let mistakes = Repository.rows("Tests/CommandsTests/mistakes.txt")

  @Test func `a colour for a palette is answered with a palette of that colour`() throws {
    let result = try run("film a.ogg --palette blue")
    #expect(result.status == 64 || result.status == 66)
    #expect(
      result.errors.contains(
        "write --palette lagoon, or a background and an ink: --palette navy,cyan"),
      "\(result.errors)")
    // What is offered is taken.
    for palette in [
      "lagoon", "navy,cyan", "black,red", "black,violet", "black,gold", "white,black",
    ] {
      #expect(try run("plan a.ogg --palette \(palette)").status == 0)
    }
  }

  @Test(arguments: ["–size", "—size", "−size", "\u{2010}size"])
  func `a dash from a web page is answered with hyphens`(option: String) throws {
    for command in ["film", "meter", "looks", "plan"] {
      let result = try run("\(command) a.ogg \(option) square")
      #expect(
        result.errors
          == "radial-audio: error: unrecognized option '\(option)'\nhint: this dash is not a hyphen: write "
          + "--size\n")
    }
    #expect(
      try run("film a.ogg –d 5").errors.hasSuffix("hint: this dash is not a hyphen: write -d\n"))
  }

  @Test(arguments: [
    ("-d 10 s", "write -d 10s, without a space"),
    ("--start 2 minutes", "write --start 2m, without a space"),
    ("--fps 30 fps", "write --fps 30"),
  ])
  func `a unit behind a space is no input`(words: String, hint: String) throws {
    let result = try run("film a.ogg \(words)")
    #expect(result.status == 64 && result.errors.hasSuffix("hint: \(hint)\n"), "\(result.errors)")
  }

  @Test func `a name that is right but for accents, case or quotes is found`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("My Música")
      for name in ["canción.m4a", "My Música/Élan vital.ogg"] { try folder.write("", name) }
      for (typed, meant) in [
        ("cancion.m4a", "'canción.m4a'"), ("Canci\u{F3}n.M4A", "'canción.m4a'"),
        ("cancio\u{301}n.m4A", "'canción.m4a'"), ("'canción.m4a'", "'canción.m4a'"),
        ("my musica/elan vital.ogg", "'My Música/Élan vital.ogg'"),
        ("My\\ Música/Élan\\ vital.ogg", "'My Música/Élan vital.ogg'"),
        ("“canción.m4a”", "'canción.m4a'"), ("./cancion.m4a", "'./canción.m4a'"),
        ("\(folder.path)/cancion.m4a", "'\(folder.path)/canción.m4a'"),
      ] {
        for command in ["film", "meter", "loudness"] {
          var run = Inside.command([command, typed])
          run.folder = folder.path
          let result = try run.run()
          #expect(result.status == 66)
          #expect(result.errors.hasSuffix("hint: did you mean \(meant)?\n"), "\(result.errors)")
        }
      }
      var run = Inside.command(["film", "cancione.m4a"])
      run.folder = folder.path
      #expect(try !run.run().errors.contains("hint: did you mean"))
    }
  }

  private func run(_ line: String) throws -> CommandResult {
    try TemporaryFolder.with { folder in
      let sound = Tone(noise: 1, sampleFrames: 1470).wave
      for name in ["a.ogg", "b.ogg", "my song.ogg"] { try folder.write(sound, name) }
      try folder.write(Array("x{}".utf8), "first.json")
      try folder.write(Array("#EXTM3U\na.ogg\n".utf8), "list.m3u")
      for name in ["x.JPG", "x.svg"] { try folder.write(Array("<svg>".utf8), name) }
      try folder.makeFolder("album")
      var command = Inside.command(line.split(separator: " ").map(String.init))
      command.folder = folder.path
      let before = folder.names()
      let result = try command.run()
      #expect(result.status == 0 || folder.names() == before)
      return result
    }
  }

  @Test(arguments: mistakes)
  func `a mistake is answered with what to type`(mistake: [String]) throws {
    let result = try run(mistake[0])
    #expect(result.status == (mistake.count > 3 ? Int32(mistake[3]) : 64))
    #expect(result.bytes.isEmpty)
    #expect(
      result.errors == "radial-audio: error: \(mistake[1])\nhint: \(mistake[2])\n")
  }

  @Test func `there are mistakes`() { #expect(Self.mistakes.count > 100) }

  @Test(arguments: [
    ("meter a.ogg --fps 29.97", "30000/1001"), ("plan a.ogg -r 23.976", "24000/1001"),
    ("plan a.ogg --fps=59.94", "60000/1001"),
  ])
  func `a rounded rate is taken for its fraction, and a line says so`(
    line: String, rate: String
  ) throws {
    let result = try run(line)
    #expect(result.status == 0)
    let notes = result.errors.split(separator: "\n")
    #expect(notes.count == 1 && notes[0].hasSuffix(" is taken as \(rate), which it is short for"))
    for quiet in [" -q", " --progress json", " --progress=none"] {
      #expect(try !run(line + quiet).errors.contains("taken"))
    }
    if line.hasPrefix("plan") { #expect(result.text.contains(" at \(rate) a second")) }
  }

  @Test(arguments: [
    ("--fps 24.5", "49/2 a second"), ("--fps 30.00", "at 30 a second"),
    ("--size square", "size    1080x1080"), ("--size vertical", "1080x1920"),
    ("--size cover", "3000x3000"), ("--size a4", "210mmx297mm"), ("--size 4k", "3840x2160"),
    ("--size 1440p", "2560x1440"),
    ("--size 720p", "1280x720"), ("--size HD1080", "1920x1080"), ("--size 64:48", "64x48"),
    ("--size 64×48", "64x48"), ("--start 0s", "a.ogg"), ("--out=out", "out/frame-000000.png"),
    ("", "frames/frame-000000.png"), ("--background 101820", "a.ogg"),
    ("--background 0xff0000", "a.ogg"), ("--set stroke=rgb(1,2,3)", "a.ogg"),
    ("--background transparent", "prores"),
  ])
  func `what other programs take is taken`(options: String, fact: String) throws {
    let result = try run("plan a.ogg " + options)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.text.contains(fact), "\(result.text)")
  }

  @Test func `colours without a number sign, and lists with spaces, mean the same`() throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    let frames = try Inside.frames(
      of: input, "--background", "#ff8800", "--set", "stroke=#00f,red,lime,#fff")
    let plain = try Inside.frames(
      of: input, "--background", "ff8800", "--set", "stroke=00f, rgb(255, 0, 0), 0x00ff00, white")
    #expect(plain == frames)
  }

  @Test func `render has the folder that plan speaks of, and refuses frames that are there`() throws
  {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, "a.ogg")
      var command = Inside.command(["render", "a.ogg", "--size", "16x9"])
      command.folder = folder.path
      try Inside.succeed(command)
      #expect(folder.frameNames(in: "frames") == ["frame-000000.png", "frame-000001.png"])
      let again = try command.run()
      #expect(again.status == 73)
      #expect(again.errors.contains("this and 1 other frame exist already"))
    }
  }

  @Test func `a run with JSON messages leaves those of the next as they are`() throws {
    let first = try Inside.run("meter", "/no/such.wav", "--progress", "json")
    #expect(first.errors.hasPrefix("{\"level\":\"error\""))
    #expect(try Inside.run("rendr").errors.hasPrefix("radial-audio: error: "))
  }

  @Test func `the program's name alone is answered with its examples`() throws {
    let result = try Inside.run()
    let lines = result.errors.split(separator: "\n")
    #expect(result.status == 64 && lines.count == 7, "\(result.errors)")
    #expect(lines[2].hasPrefix("  radial-audio film song.ogg  "))
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.sh)),
    arguments: [
      ("list.m3u", "#EXTM3U\r\n#EXTINF:1,A\r\nmy song.ogg\r\n\r\n-b.ogg\r\n"),
      ("list.m3u8", "my song.ogg\n-b.ogg\n"),
      ("list.pls", "[playlist]\r\nFile1=my song.ogg\r\nTitle1=A\r\nFile2=-b.ogg\r\n"),
      ("list.cue", "FILE \"my song.ogg\" WAVE\n  TRACK 01 AUDIO\nFILE \"-b.ogg\" WAVE\n"),
    ])
  func `the shell line for a playlist finds its files`(name: String, list: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array(list.utf8), name)
      var command = Inside.command(["film", name])
      command.folder = folder.path
      let hint = try command.run().errors.split(separator: "\n").last ?? ""
      let line = try #require(hint.firstRange(of: " file: ") ?? hint.firstRange(of: " files: "))
      let typed = hint[line.upperBound...].replacing("radial-audio", with: "printf '<%s>'")
      let files = try InstalledTool.sh.run(["-c", String(typed)], in: folder).text
      #expect(files == "<film><--output-dir><films><--><my song.ogg><-b.ogg>", "\(hint)")
    }
  }

  @Test func `an archive is unpacked, with the folders in it`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("PK", "a.zip")
      var command = Inside.command(["film", "a.zip"])
      command.folder = folder.path
      #expect(
        try command.run().errors.hasSuffix(
          "hint: it is an archive; unpack it first: unzip a.zip -d album && radial-audio film "
            + "--output-dir films --recursive album\n"))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)), arguments: mistakes)
  func `a hint that is a shell line can be typed`(mistake: [String]) throws {
    let programs = ["ffmpeg ", "curl ", "grep ", "sed ", "tr ", "unzip ", "radial-audio film "]
    for part in mistake[2].split(separator: ": ").dropFirst()
    where programs.contains(where: part.hasPrefix) {
      #expect(try InstalledTool.sh.run(["-nc", String(part)]).text.isEmpty)
    }
  }

  @Test func `help and version are there as people type them`() throws {
    #expect(try Inside.run("help").bytes == Inside.run("-h").bytes)
    let render = try Inside.run("render", "--help")
    #expect(try Inside.run("help", "render").bytes == render.bytes)
    #expect(
      try Inside.run("help", "render", "--view", "gauge").bytes
        == Inside.run("render", "--view", "gauge", "--help").bytes)
    let version = try Inside.run("--version")
    for word in ["-V", "version"] { #expect(try Inside.run(word).bytes == version.bytes) }
    for command in ["render", "plan", "meter", "normalize", "verify", "completions", "manual"] {
      let line = try Inside.run(command, "--help").text.split(separator: "\n\n").last
      #expect(line?.hasPrefix("Exit status: 0 success, 64 ") == true, "\(command)")
    }
  }

}
