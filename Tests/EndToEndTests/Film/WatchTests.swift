// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What happens while a window is open; programs that count stand in for players.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct WatchTests {
  /// Of 30 frames and a part of one.
  private let noise = Tone(noise: 61, sampleFrames: 22_100).wave
  private static let frameCount = 31
  private static let samplesOfARound = 31 * 735

  /// The command, with a script instead of mpv.
  private func watch(
    _ words: [String], player: String, in folder: TemporaryFolder
  ) throws -> CommandRun {
    try folder.write(noise, "noise.wav")
    try folder.writeProgram(
      "#!/bin/sh\ntest \"$1\" = --list-options && exit\n\(player)\n", "mpv")
    var command = Program.command(["watch"] + words)
    command.folder = folder.path
    command.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
    command.environment["DISPLAY"] = ":99"
    return command
  }

  @Test(arguments: [["noise.wav"], ["-", "--raw", "44100,1,s16le"]])
  func `a player that takes no picture is told of, with what else can be typed`(
    words: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      var command = try watch(
        words + ["--size", "320x180"], player: "exec sleep 600", in: folder)
      if words.count > 1 {
        command.input = .pacedPipe(
          [UInt8](repeating: 9, count: 60 * 88_200), pieceSize: 882)
      }
      let run = try command.start()
      #expect(run.wait { run.errors.contains("\nhint: ") })
      #expect(
        run.errors.hasPrefix(
          "radial-audio: warning: mpv has taken no picture for 5 s, so it seems to show nothing\n"
            + "hint: end it with Ctrl-C; radial-audio watch \(words.joined(separator: " ")) "
            + "--size 320x180 --print-command prints a line to type, "
            + "which may work with mpv --vo=x11, or with ffplay\n"), "\(run.errors)")
      run.send(SIGINT)
      #expect(try run.wait().ending == .exited(130))
    }
  }

  @Test func `a player that is slow, but takes pictures, is not said to show nothing`() throws {
    try TemporaryFolder.with { folder in
      let command = try watch(
        ["noise.wav", "--size", "320x180"],
        player: "for i in 1 2 3; do sleep 2; head -c 2000000 > /dev/null; done", in: folder)
      let result = try command.run()
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test(arguments: ["noise.wav", "/dev/stdin"])
  func `a loop is shown round and round, its sound in step, until the window is closed`(
    input: String
  ) throws {
    try TemporaryFolder.with { folder in
      var command = try watch(
        [input, "--size", "64x48", "--loop"], player: "head -c 1500000 > film", in: folder)
      command.input = input == "noise.wav" ? .nothing : .pipe(noise)
      let result = try command.run()
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let pictures = try InstalledTool.ffmpeg.run(
        ["-v", "fatal", "-i", "film", "-map", "0:v", "-f", "rawvideo", "-"], in: folder
      ).bytes
      let (size, round) = (64 * 48 * 3, Self.frameCount)
      #expect(pictures.count > 3 * round * size)
      #expect(
        pictures.prefix(round * size).elementsEqual(
          pictures[(round * size)...].prefix(round * size)))
      #expect(
        pictures.prefix(round * size)
          .elementsEqual(pictures[(2 * round * size)...].prefix(round * size)))
      let samples = try InstalledTool.ffmpeg.run(
        ["-v", "fatal", "-i", "film", "-map", "0:a", "-f", "f32le", "-"], in: folder
      ).bytes
      let bytes = 8 * Self.samplesOfARound
      #expect(samples.count > 3 * bytes)
      #expect(samples.prefix(bytes).elementsEqual(samples[bytes...].prefix(bytes)))
      #expect(samples.prefix(bytes).elementsEqual(samples[(2 * bytes)...].prefix(bytes)))
      #expect(samples[(8 * 22_100)..<bytes].allSatisfy { $0 == 0 })
    }
  }

  /// A look that fills the picture with a colour.
  private static func look(_ color: String) -> [UInt8] {
    Array(
      ##"""
      { "schema": "radial-audio/look/1", "name": "mine", "fills": true,
        "layers": [{ "mark": "dot", "size": 900, "color": "\##(color)" }] }
      """##.utf8)
  }

  @Test(arguments: [["noise.wav", "--loop"], ["-", "--raw", "44100,1,s16le"]])
  func `a look that is edited is shown at once, and a fault as a line over the picture`(
    words: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let look = folder.path("mine.json")
      func save(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: look)) }
      try save(Self.look("#ff0000"))
      var command = try watch(
        words + ["--look", "mine.json", "--size", "160x120"], player: "exec cat > film", in: folder)
      if words.contains("-") {
        command.input = .pacedPipe(
          [UInt8](repeating: 9, count: 60 * 88_200), pieceSize: 882)
      }
      let run = try command.start()
      func waitForFilm() -> Bool {
        run.wait { (try? folder.bytes("film").count) ?? 0 > 40 * 160 * 120 }
      }
      #expect(waitForFilm(), "\(run.errors)")
      try save(Self.look("#00ff00"))
      #expect(run.wait { run.errors.hasSuffix("radial-audio: read again: mine.json\n") })
      try save(Self.look("#00ff0"))
      let fault = "mine.json: layers[0].color: '#00ff0' is not a colour"
      #expect(run.wait { run.errors.contains("the picture goes on as it was: \(fault)") })
      let size = try folder.bytes("film").count
      #expect(run.wait { (try? folder.bytes("film").count) ?? 0 > size + 20 * 160 * 120 })
      try save(Self.look("#0000ff"))
      #expect(run.wait { run.errors.hasSuffix("radial-audio: read again: mine.json\n") })
      let whole = try folder.bytes("film").count
      #expect(run.wait { (try? folder.bytes("film").count) ?? 0 > whole + 40 * 160 * 120 })
      run.send(SIGINT)
      #expect(try run.wait().ending == .exited(130))
      let pictures = try InstalledTool.ffmpeg.run(
        ["-v", "fatal", "-i", "film", "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        in: folder
      ).bytes
      /// The strongest component of a pixel, and whether a plate with words is below.
      var seen: [String] = []
      for frame in 0..<pictures.count / (160 * 120 * 3) {
        let first = frame * 160 * 120 * 3
        let pixel = pictures[first..<first + 3].map { $0 > 127 ? "1" : "0" }.joined()
        let row = pictures[(first + 113 * 160 * 3)..<(first + 114 * 160 * 3)]
        let state = pixel + (row.prefix(3).allSatisfy { $0 < 40 } ? " with a line" : "")
        if seen.last != state { seen.append(state) }
      }
      #expect(seen == ["100", "010", "010 with a line", "001"])
    }
  }

  @Test func `a look of scenes that is edited is read again`() throws {
    try TemporaryFolder.with { folder in
      let look = folder.path("mine.json")
      try Data(Self.look("#ff0000")).write(to: URL(filePath: look))
      try folder.write(Array("0\t60\tA 1\n".utf8), "labels.txt")
      try folder.write(Tone(noise: 62, sampleRate: 8000, sampleFrames: 60 * 8000).wave, "long.wav")
      let run = try watch(
        [
          "long.wav", "--scenes", "mine.json,sun", "--structure", "labels.txt", "--size", "160x120",
        ],
        player: "exec cat > film", in: folder
      ).start()
      #expect(run.wait { (try? folder.bytes("film").count) ?? 0 > 40 * 160 * 120 }, "\(run.errors)")
      try Data(Self.look("#00ff00")).write(to: URL(filePath: look))
      #expect(run.wait { run.errors.hasSuffix("radial-audio: read again: mine.json\n") })
      run.send(SIGINT)
      #expect(try run.wait().ending == .exited(130))
    }
  }

  @Test func `the printed line of a loop shows it round and round as well`() throws {
    try TemporaryFolder.with { folder in
      let command = try watch(
        ["noise.wav", "--size", "64x48", "--loop", "--print-command"], player: "", in: folder)
      #expect(
        try Program.succeed(command).text
          == "radial-audio film noise.wav --size 64x48 --loop -o noise.mkv --quality draft && "
          + "mpv --msg-level=all=fatal --no-input-terminal --title=radial-audio "
          + "--autofit-larger=100%x100% --vo=gpu,x11, --loop-file=inf "
          + "--stop-playback-on-init-failure --audio-fallback-to-null noise.mkv\n")
    }
  }

  @Test func `a show that drops frames says so while it runs`() throws {
    try TemporaryFolder.with { folder in
      var command = try watch(
        ["-", "--raw", "44100,1,s16le", "--size", "320x240"],
        player: "while test \"$(head -c 115206 | wc -c)\" -gt 0; do sleep 0.2; done", in: folder)
      command.input = .pacedPipe([UInt8](repeating: 9, count: 60 * 88_200), pieceSize: 882)
      let run = try command.start()
      #expect(
        run.wait {
          run.errors.contains(
            " frames were dropped: the player is too slow; a smaller --size helps")
        }, "\(run.errors)")
      run.send(SIGINT)
      #expect(try run.wait().ending == .exited(130))
    }
  }
}
