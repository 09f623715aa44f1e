// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// How the making of films ends where something goes wrong: nothing is left under their names, and
/// nothing beside them.
@Suite(.serialized) struct FilmEndTests {
  private let noise = Tone(noise: 41, sampleFrames: 22_050).wave

  /// Runs `film` with a script in place of ffmpeg.
  private func run(
    _ script: String, _ options: [String] = [],
    check: (CommandResult, TemporaryFolder) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let command = try command(script, options, in: folder)
      let result = try command.run()
      #expect(folder.names() == ["noise.wav", "tools"])
      try check(result, folder)
    }
  }

  private func command(
    _ script: String, _ options: [String], in folder: TemporaryFolder
  ) throws -> CommandRun {
    try folder.write(noise, "noise.wav")
    try folder.makeFolder("tools")
    try folder.writeProgram("#!/bin/sh\n" + script, "tools/ffmpeg")
    var command = Program.command(
      ["film", "noise.wav", "-o", "a.mp4", "--size", "320x180"] + options)
    command.folder = folder.path
    command.environment["PATH"] = folder.path("tools") + ":/usr/bin:/bin"
    return command
  }

  @Test func `an encoder that is killed is told of`() throws {
    try run("head -c 100000 <&3 >&2\nkill -9 $$\n") { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.contains("error: ffmpeg was killed by signal 9"))
    }
  }

  @Test(arguments: [
    "head -c 1000 <&3 >/dev/null\nexit 0\n", "exit 0\n",
    // It takes all, and writes nothing.
    "cat <&4 >/dev/null &\ncat <&3 >/dev/null\nwait\nexit 0\n",
  ])
  func `an encoder that ends early is no success`(script: String) throws {
    try run(script) { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.contains("ffmpeg did not finish the film, and ended with status 0"))
    }
  }

  @Test(arguments: [[], ["--sound", "none", "--codec", "x264"]])
  func `an encoder that leaves a process behind is not waited for`(options: [String]) throws {
    try run("sleep 100 &\nexit 1\n", options) { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.contains("ffmpeg did not finish the film, and ended with status 1"))
    }
  }

  @Test func `an encoder that cannot be loaded says why`() throws {
    let reason = "error while loading shared libraries: libavdevice.so.59: cannot open"
    try run("echo '\(reason)' >&2\nexit 127\n") { result, _ in
      #expect(result.status == 69)
      #expect(result.errors.contains("error: ffmpeg does not start: \(reason)\nhint: check that "))
    }
    try run("echo 'Invalid loglevel' >&2\nexit 1\n") { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.contains("ended with status 1: Invalid loglevel"))
    }
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.ffmpeg, .sh)),
    .disabled(if: Sanitizer.active == .thread, "it keeps a larger file itself"))
  func `a film larger than files may be is no fault of the memory`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      var command = Program.command(["film", "noise.wav", "-o", "a.mkv", "--size", "320x180"])
      command.folder = folder.path
      command.wrapper = [try InstalledTool.sh.found, "-c", "ulimit -f 10; exec \"$@\"", "sh"]
      let result = try command.run()
      #expect(result.status == 74)
      #expect(result.errors.hasSuffix("hint: raise the limit for the size of files: ulimit -f\n"))
      #expect(result.errors.contains("error: a.mkv: File too large\n"), "\(result.errors)")
      #expect(folder.names() == ["noise.wav"])
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `a full standard output is called by its name`() throws {
    var command = Program.command(
      [
        "film", Repository.fixture("Audio/demo.flac"), "-o", "-", "-f", "matroska", "--size",
        "64x48",
      ])
    command.arguments += ["-d", "1"]
    command.output = .file("/dev/full")
    let result = try command.run()
    #expect(result.status == 74)
    #expect(result.errors.contains("error: standard output: no space left"), "\(result.errors)")
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)), arguments: ["1", "4"])
  func `a film that the user's words cut short is not told of as whole`(seconds: String) throws {
    try TemporaryFolder.with { folder in
      let words = ["film", Repository.fixture("Audio/demo.flac"), "-o", "a.mp4", "-d", seconds]
      var command = Program.command(words + ["--size", "320x180"])
      command.folder = folder.path
      command.arguments += ["--encoder-args", "-frames:v 10"]
      let result = try command.run()
      #expect(result.status == 64)
      let count = seconds == "1" ? 60 : 240
      #expect(
        result.errors.contains("with these --encoder-args the film has 10 of \(count) frames"),
        "\(result.errors)")
      #expect(folder.names() == [])
      command.arguments[command.arguments.endIndex - 1] = "-crf 30 -metadata title=x"
      let errors = try Program.succeed(command).errors
      #expect(errors.contains("\(count) frames at 60 a second"))
    }
  }

  @Test func `an encoder that complains is no success`() throws {
    let script = """
      cat <&4 >/dev/null &
      cat <&3 >/dev/null
      wait
      for word in "$@"; do path=$word; done
      echo film > "${path#file:}"
      echo '[x @ 0x1] [error] something is odd' >&2
      """
    // Told how to code the sound, it is not asked what the sound is.
    try run(script, ["--sound", "aac"]) { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.contains("with status 0: something is odd"), "\(result.errors)")
    }
  }

  @Test func `an encoder that floods its messages holds nothing up`() throws {
    try run("yes '[x @ 0x1] [error] boom' | head -c 3000000 >&2\nexit 1\n") { result, _ in
      #expect(result.status == 70)
      #expect(result.errors.utf8.count < 6000)
      #expect(result.errors.contains("boom"))
    }
  }

  @Test func `an encoder that is missing is named, with those that are there`() throws {
    let script = """
      case "$*" in
        *-encoders*) echo ' V..... libx265 H.265'; exit 0 ;;
      esac
      echo "[NULL] [error] Unknown encoder 'libx264'" >&2
      exit 1
      """
    try run(script, ["--encoder-args", "-g 9"]) { result, _ in
      #expect(result.status == 69)
      #expect(result.errors.contains("this ffmpeg has no libx264"))
      #expect(result.errors.contains("hint: choose --codec h265, h265-444\n"))
    }
    try run(script, ["--codec", "x264"]) { result, _ in #expect(result.status == 64) }
  }

  @Test func `words that ffmpeg does not know are the user's`() throws {
    try InstalledTool.ffmpeg.require()
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      var command = Program.command(
        ["film", "noise.wav", "--size", "64x48", "--encoder-args", "-no_such 'a b'"])
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == 64)
      #expect(result.errors.contains("no_such"))
      #expect(folder.names() == ["noise.wav"])
    }
  }

  @Test func `without ffmpeg nothing begins`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      var command = Program.command(["film", "noise.wav"])
      command.folder = folder.path
      command.environment["PATH"] = folder.path
      let result = try command.run()
      #expect(result.status == 69)
      #expect(result.errors.contains("hint: install ffmpeg (apt-get install ffmpeg, or"))
      #expect(folder.names() == ["noise.wav"])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an encoder that hangs is ended with the program`(signal: Int32) throws {
    try TemporaryFolder.with { folder in
      // It takes no pictures, and has started another one.
      let script = "echo $$ > \(folder.path("tools/process"))\nsleep 100 &\nsleep 100\n"
      let run = try command(script, ["--size", "1920x1080"], in: folder).start()
      #expect(run.wait { folder.names(in: "tools").contains("process") })
      #expect(
        run.wait { folder.names().contains { $0.hasPrefix(".radial-audio-") } && run.isWaiting })
      run.send(signal)
      let result = try run.wait()
      #expect(result.ending == .exited(128 + signal))
      #expect(result.errors.hasSuffix("radial-audio: error: interrupted\n"))
      #expect(folder.names() == ["noise.wav", "tools"])
      let text = String(decoding: try folder.bytes("tools/process"), as: UTF8.self)
      let process = try #require(Int32(text.dropLast()))
      for _ in 0..<1000 where kill(process, 0) == 0 { usleep(2000) }
      #expect(kill(process, 0) != 0)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `a killed run leaves only what the next one removes`() throws {
    try TemporaryFolder.with { folder in
      let demo = Repository.fixture("Audio/demo.flac")
      var command = Program.command(["film", demo, "-o", "a.mp4", "--size", "640x360"])
      command.folder = folder.path
      let run = try command.start()
      #expect(run.wait { folder.names().contains { $0.hasPrefix(".radial-audio-") } })
      run.send(SIGKILL)
      #expect(try run.wait().ending == .killed(SIGKILL))
      #expect(folder.names().filter { !$0.hasPrefix(".radial-audio-") } == [])
      command.arguments += ["--frames", "0-9", "--size", "64x48"]
      try Program.succeed(command)
      #expect(folder.names() == ["a.mp4"])
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg) && SmallDisk.isAvailable))
  func `a full disk is an error, and no film`() throws {
    let demo = Repository.fixture("Audio/demo.flac")
    for (name, size) in [("f.mp4", "60k"), ("f.mkv", "100k"), ("f.webm", "40k"), ("f.mov", "200k")]
    {
      let words = ["film", demo, "-o", "DISK/\(name)", "--size", "160x90", "-d", "4"]
      try SmallDisk(options: "size=\(size)").run(words + ["--no-space-check"]) { outcome in
        #expect(outcome.result.status == 74, "\(name): \(outcome.result.errors)")
        #expect(outcome.result.errors.contains("no space left for the film"))
        #expect(outcome.names == [])
      }
    }
    let large = ["film", demo, "-o", "DISK/f.mkv"]
    try SmallDisk(options: "size=100k").run(large) { outcome in
      #expect(outcome.result.status == 74)
      #expect(outcome.result.errors.contains(": the film needs about "))
      #expect(outcome.names == [])
    }
    // The samples of standard input are kept, and there is no room for them.
    let piped = ["film", "-", "-o", "BESIDE/f.mkv", "--size", "64x64"]
    let tone = Tone(noise: 3, sampleFrames: 441_000).wave
    try SmallDisk(options: "size=500k").run(piped, input: .pipe(tone), temporary: "DISK") {
      outcome in
      #expect(outcome.result.status == 74)
      #expect(outcome.result.errors.contains("hint: set TMPDIR to a folder with free space"))
      #expect(outcome.folder.names(in: "beside") == [])
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `a film that is there is replaced only where that is asked for`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      try folder.write("mine", "noise.mp4")
      var command = Program.command(["film", "noise.wav", "--size", "64x48", "-q"])
      command.folder = folder.path
      let refusal = try command.run()
      #expect(refusal.status == 73)
      #expect(refusal.errors.contains("hint: use --overwrite to replace it"))
      #expect(try folder.bytes("noise.mp4") == Array("mine".utf8))
      command.arguments.append("--overwrite")
      #expect(try Program.succeed(command).errors == "")
      #expect(try folder.bytes("noise.mp4").count > 1000)
      #expect(folder.names() == ["noise.mp4", "noise.wav"])
      command.arguments += ["-o", "noise.wav", "--format", "mp4"]
      let own = try command.run()
      #expect(own.status == 73)
      #expect(try folder.bytes("noise.wav") == noise)
    }
  }
}
