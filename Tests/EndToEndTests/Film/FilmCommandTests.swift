// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What is typed for films, and what is answered.
@Suite struct FilmCommandTests {
  private let demo = Repository.fixture("Audio/demo.flac")
  private let noise = Tone(noise: 51, sampleFrames: 22_050).wave

  @Test(arguments: [
    (["-o", "a.txt"], "'a.txt' is not a name for a film"),
    (["-o", "-"], "the format is not known for standard output"),
    (["-o", "-", "-f", "mp4"], "mp4 cannot be written into a pipe"),
    (["-o", "-", "-f", "mov"], "mov cannot be written into a pipe"),
    (["-o", "a.mp4", "-f", "webm"], "--format webm contradicts the name 'a.mp4'"),
    (["-o", "a.mp4", "--background", "none"], "mp4 cannot be transparent"),
    (["-o", "a.mp4", "--codec", "vp9", "--background", "none"], "mp4 cannot be transparent"),
    (["-o", "a.webm", "--codec", "av1", "--background", "none"], "av1 cannot be transparent"),
    (["-o", "a.mp4", "--codec", "prores"], "mp4 cannot hold the codec prores"),
    (["-o", "a.webm", "--codec", "av1", "--quality", "lossless"], "av1 is never lossless"),
    (["-o", "a.mkv", "--codec", "ffv1", "--quality", "high"], "ffv1 is always lossless"),
    (
      ["-o", "a.webm", "--codec", "av1", "--size", "320x62"], "AV1 needs pictures of at least 64x64"
    ),
    (["-o", "a.mp4", "--codec", "h265", "--size", "14x64"], "H.265 needs pictures of at least 16"),
    (
      ["-o", "a.mkv", "--background", "none", "--size", "2x99"],
      "FFV1 needs pictures of at least 3x"
    ),
    (
      ["-o", "a.mp4", "--codec", "x264-444", "--quality", "lossless"], "x264-444 is never lossless"
    ),
    (
      ["-o", "a.webm", "--codec", "vp9-444", "--background", "none"],
      "vp9-444 cannot be transparent"
    ),
    (["-o", "a.webm", "--sound", "aac"], "webm cannot hold aac sound"),
    (["-o", "a.gif", "--sound", "aac"], "gif has no sound"),
    (["-o", "a.gif", "--fps", "60"], "so it cannot have 60 a second"),
    (["-o", "a.gif", "--fps", "30000/1001"], "so it cannot have 30000/1001 a second"),
    (["-o", "a.mp4", "--encoder-args", "'x"], "a quote is not closed"),
    (["-o", "a.mp4", "--encoder-args", "x"], "does not begin with an option"),
    (["-o", "a.webm", "--shard", "1/2"], "a part of a film cannot be webm"),
    (["-o", "a.mkv", "--shard", "1/2"], "a part of a film cannot be matroska"),
    (["-o", "a.gif", "--shard", "1/2"], "a part of a film cannot be gif"),
    (["-o", "-", "-f", "nut", "--shard", "1/2"], "a part of a film is a file"),
    (["-o", "a-%03d-%d.mp4", "--shard", "1/2"], "needs one place for the number of the part"),
    (["-o", "a.mp4", "--shard", "1/2", "--sound", "aac"], "a part of a film is silent"),
    (["-o", "a.gif", "--join", "p*"], "this film in gif cannot be joined from parts"),
    (["-o", "a.webp", "--join", "p*"], "this film in webp cannot be joined from parts"),
    (["-o", "a.mp4", "--join", "a.mp4", "b.mp4"], "quote it, as in --join 'part-*.mp4'"),
    (["-o", ""], "--output is empty"),
  ])
  func `what cannot be is refused before the track is read`(words: [String], message: String) throws
  {
    // Nothing can be read there.
    var command = Program.command(["film", "/no/such/track.wav"] + words)
    command.folder = "/"
    let result = try command.run()
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("hint: "))
  }

  @Test(arguments: ["film", "page", "poster", "watch"])
  func `a shape that was written as pixels is refused with the line that makes it`(
    command: String
  ) throws {
    try TemporaryFolder.with { folder in
      var run = Program.command([command, demo, "-d", "0.1", "--size", "9x16"])
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == 64)
      #expect(result.errors.contains("--size 9x16 are pixels"))
      #expect(
        result.lastError
          == "hint: for this shape: radial-audio \(command) \(demo) --duration 0.1 --size 9:16")
      #expect(folder.names() == [])
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `a film of a few pixels is made, and names the size of its shape`() throws {
    try TemporaryFolder.with { folder in
      let result = try Program.run(
        "film", demo, "-d", "0.1", "--size", "32x32", "-o", folder.path("a.mp4"))
      #expect(result.status == 0)
      #expect(result.errors.contains("32x32 are pixels; --size 32:32 is a larger film"))
    }
  }

  @Test(arguments: ["mp4", "m4v", "mov", "webm", "mkv", "nut", "ts", "gif", "apng", "webp", "avi"])
  func `render names the line of the film`(fileExtension: String) throws {
    let words = ["--size", "64x48", "-j", "2", "-d1", "--existing=keep"]
    let result = try Program.command(
      ["render", demo, "-o", "it's.\(fileExtension)"] + words
    ).run()
    #expect(result.status == 64)
    let name = "it'\\''s.\(fileExtension == "avi" ? "mp4" : fileExtension)"
    #expect(
      result.lastError
        == "hint: type radial-audio film \(demo) --size 64x48 --duration 1 -o '\(name)'")
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `films are called as their tracks are, and never take their names`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("music")
      try folder.write(noise, "music/a b.wav")
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "music/a b.wav", "music.mp4"], in: folder)
      for (input, options, name) in [
        ("music/a b.wav", [], "a b.mp4"), ("music.mp4", [], "music-film.mp4"),
        ("music/a b.wav", ["-f", "webm"], "a b.webm"), ("-", [], "film.mp4"),
      ] {
        var command = Program.command(["film", input, "--size", "64x64", "--fps", "5"] + options)
        command.folder = folder.path
        command.input = .pipe(noise)
        let before = Set(folder.names())
        try Program.succeed(command)
        #expect(Set(folder.names()).subtracting(before) == [name])
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe)))
  func `a film can go through a pipe`() throws {
    for format in ["matroska", "nut", "mpegts", "webm"] {
      let result = try Program.succeed(
        Program.command(
          [
            "film", demo, "-o", "-", "-f", format, "--size", "64x48", "-d", "0.5", "--quality",
            "draft",
          ]))
      try TemporaryFolder.with { folder in
        try folder.write(result.bytes, "film")
        let count = try InstalledTool.ffprobe.run(
          [
            "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
            "stream=nb_read_frames", "-of", "csv=p=0", "film",
          ], in: folder
        ).text
        #expect(count.hasPrefix("30"), "\(format): \(count)")
      }
    }
    var command = Program.command(["film", demo, "-o", "-", "-f", "nut"])
    command.output = .brokenPipe
    #expect(try command.run().errors.hasPrefix("radial-audio: error") == false)
  }

  @Test func `progress has the stages of a film`() throws {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      var command = Program.command(
        ["film", demo, "-d", "1", "--size", "64x48", "--progress", "json"])
      command.folder = folder.path
      let lines = try Program.succeed(command).errors.split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }
      #expect(lines.last?["stage"]?.string == "finishing")
      #expect(lines.last?["frame"]?.integer == 60)
      #expect(lines.last?["progress"]?.string == "end")
    }
  }

  @Test(arguments: [
    ("a.mp4", ["--set", "stroke=red"], true),
    ("a.mp4", ["--set", "stroke=red", "--codec", "x264-444"], false),
    ("a.mp4", ["--set", "stroke=black", "--background", "white"], false),
    ("a.mkv", ["--set", "stroke=red"], false),
    ("a.mp4", ["--set", "stroke=red", "--set", "pen=60"], false),
  ])
  func `a note tells of lines that lose their colour`(
    name: String, options: [String], isTold: Bool
  ) throws {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      var command = Program.command(
        [
          "film", demo, "-o", name, "-d", "0.5", "--size", "64x48", "--look", "line", "--progress",
          "lines", "--title", "none",
        ] + options)
      command.folder = folder.path
      let errors = try Program.succeed(command).errors
      #expect(errors.contains("thin lines lose colour in small films") == isTold, "\(errors)")
    }
  }

  @Test func `a plan of a film tells what it takes`() throws {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      func plan(_ words: String...) throws -> CommandResult {
        var command = Program.command(["plan", "noise.wav", "--size", "65x47"] + words)
        command.folder = folder.path
        return try Program.succeed(command)
      }
      let text = try plan("-o", "x.mp4").text
      #expect(text.contains("\nkind      H.264 in mp4, standard\n"))
      #expect(text.contains("\nsize      66x48 pixels\n"))
      #expect(text.contains("\nffmpeg    /"))
      let json = try JSONValue(parsing: try plan("-o", "x.webm", "--json").bytes)
      #expect(json["frames"] == 30)
      #expect(json["codec"]?.string == "vp9")
      #expect(json["exists"] == false)
      let line = try #require(json["film"]?.string)
      #expect(
        line.hasPrefix(
          "radial-audio render noise.wav --size 65x47 -o - --fps 60 --format y4m --cover tags "
            + "--look strata --palette yellow --scenes auto --subtitle tags --title auto | "))
      #expect(try plan("-o", "x.webm", "--print-command").text == line + "\n")
      #expect(folder.names() == ["noise.wav"])
      let frames = try plan("-o", "frames").text
      #expect(
        frames.contains(
          "\ndirect  radial-audio film noise.wav --size 65x47 --cover none --look line "
            + "--scenes none --subtitle none --title none\n"))
      var piped = Program.command(["plan", "-", "-o", "x.mp4", "--print-command"])
      piped.input = .pipe(noise)
      let silent = try Program.succeed(piped)
      #expect(!silent.text.contains("-c:a"))
      #expect(silent.errors.contains("standard input cannot be read twice, so this film is silent"))
      piped.arguments.append("--sound=none")
      #expect(try Program.succeed(piped).errors.isEmpty)
    }
  }

  @Test func `watch shows a film without a graphics card, and ends quietly with the player`() throws
  {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      try folder.makeFolder("tools")
      var command = Program.command(
        ["watch", "noise.wav", "--size", "64x48", "--background", "#102030"])
      command.folder = folder.path
      command.environment["DISPLAY"] = ":99"
      command.environment["PATH"] = folder.path("tools") + ":" + folder.path("more")
      #expect(try command.run().status == 69)
      let ffmpeg = try InstalledTool.ffmpeg.found
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("tools/ffmpeg"), withDestinationPath: ffmpeg)
      func player(_ script: String) throws -> CommandResult {
        try folder.writeProgram("#!/bin/sh\n" + script, "tools/mpv")
        return try command.run()
      }
      let whole = try player("/bin/cat > \(folder.path("film"))\n")
      #expect(whole.status == 0)
      #expect(whole.errors.isEmpty)
      let film = try InstalledTool.ffprobe.run(
        [
          "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,nb_read_frames",
          "-of", "csv=p=0", "film",
        ], in: folder
      ).text
      #expect(film.hasPrefix("rawvideo,30\npcm_f32le,"), "\(film)")
      // Red is red.
      let shown = try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "film", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ],
        in: folder
      ).bytes
      #expect(shown.count == 64 * 48 * 3 && shown.starts(with: [16, 32, 48]))
      // mpv stands still with outputs that need a graphics card, and closes its standard input.
      let blind = try player("echo \"$*\" > words\nexec < /dev/null\n/bin/cat <&3 > blind\n")
      #expect(blind.status == 0 && blind.errors.isEmpty)
      let typed = try String(contentsOfFile: folder.path("words"), encoding: .utf8)
      #expect(typed.contains(" --vo=gpu,x11, ") && typed.hasSuffix(" fd://3\n"), "\(typed)")
      func frames(_ name: String) throws -> [UInt8] {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0", "-f", "framemd5", "-"], in: folder
        ).bytes
      }
      #expect(try frames("blind") == frames("film"))
      let closed = try player("exit 0\n")
      #expect(closed.status == 0)
      #expect(closed.errors.isEmpty)
      let failed = try player("echo 'no screen' >&2; exit 1\n")
      #expect(failed.status == 69)
      #expect(failed.errors.contains("ended with status 1: no screen"))
      // mpv writes its errors to standard output, and libraries theirs to standard error.
      let words = try player("echo noise >&2; echo 'no window'; exit 2\n")
      #expect(words.errors.contains("ended with status 2: no window\nhint: "), "\(words.errors)")
    }
  }

  @Test(arguments: [
    (["DISPLAY": ":7"], "x11"), (["WAYLAND_DISPLAY": "w"], "wayland"),
  ])
  func `a player never shows a film where nobody sees it`(
    screen: [String: String], driver: String
  ) throws {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      var command = Program.command(["watch", "noise.wav", "--size", "64x48"])
      try folder.writeProgram("#!/bin/sh\necho \"<$SDL_VIDEODRIVER>\"; exit 2\n", "mpv")
      command.folder = folder.path
      command.environment = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil]
      command.environment.merge(screen.mapValues(Optional.some)) { $1 }
      command.environment["PATH"] = folder.path + ":/usr/bin:/bin"
      #expect(try command.run().errors.contains("ended with status 2: <\(driver)>"))
      command.environment["SDL_VIDEODRIVER"] = "mine"
      #expect(try command.run().errors.contains("ended with status 2: <mine>"))
      for name in screen.keys { command.environment[name] = .some(nil) }
      let blind = try command.run()
      #expect(blind.status == 69)
      #expect(
        blind.errors
          == "radial-audio: error: there is no screen, which watch needs: neither DISPLAY nor "
          + "WAYLAND_DISPLAY is set\nhint: run it in a desktop session, or make a film: radial-audio film "
          + "noise.wav --size 64x48\n")
    }
  }

  @Test func `watch --print-command reads its input`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      var command = Program.command(["watch", "noise.wav", "--size", "64x48", "--print-command"])
      command.folder = folder.path
      command.environment["PATH"] = folder.path
      let player =
        " | mpv --msg-level=all=fatal --no-input-terminal --title=radial-audio"
        + " --autofit-larger=100%x100% --vo=gpu,x11, --stop-playback-on-init-failure"
        + " --audio-fallback-to-null fd://3 3<&0 </dev/null\n"
      let film = "radial-audio film noise.wav --size 64x48"
      #expect(
        try Program.succeed(command).text
          == film + " -o - --format matroska --quality draft" + player)
      command.arguments += ["--background", "none"]
      // Transparent pictures have a codec that is always lossless.
      #expect(
        try Program.succeed(command).text
          == film + " --background none -o - --format matroska" + player)
      command.arguments[1] = "no such.wav"
      #expect(try command.run().status == 66)
      try folder.write("no sound", "no such.wav")
      #expect(try command.run().status == 65)
    }
  }
}
