// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Inputs that change while they are read, and an ffmpeg that does not do its work.
@Suite(.serialized) struct InputFaultTests {
  /// A WAV header of 16-bit mono at 48 kHz, with so many sample frames of silence behind it.
  private func silence(_ sampleFrames: Int, _ folder: TemporaryFolder) throws -> String {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = sampleFrames * 2
    let file = try folder.write(
      Array("RIFF".utf8) + number(36 + size, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        + number(1, 2) + number(1, 2) + number(48_000, 4) + number(96_000, 4) + number(2, 2)
        + number(16, 2) + Array("data".utf8) + number(size, 4), "long.wav")
    #expect(truncate(file, 44 + size) == 0)
    return file
  }

  @Test(arguments: ["meter", "normalize", "render"])
  func `a file that is cut short while it is read ends there`(command: String) throws {
    try TemporaryFolder.with { folder in
      // Long enough that the run is still reading when it is stopped, however late.
      let file = try silence(30_000_000, folder)
      let run = try Program.command([command, file, "-o", folder.path("out")]).start()
      #expect(run.stop { run.bytesRead > 1_000_000 })
      #expect(truncate(file, 44 + 2 * 29_000_001 + 1) == 0)
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(65))
      #expect(
        result.errors.contains(
          "radial-audio: error: \(file): stream ends at sample frame 29000001 of 30000000\nhint: use "
            + "--until-damage to keep the sound before it\n"), "\(result.errors)")
      #expect(folder.names() == ["long.wav"])
    }
  }

  @Test func `a file that is removed while it is read is read to its end`() throws {
    try TemporaryFolder.with { folder in
      let file = try silence(2_000_000, folder)
      let expected = try Program.run("meter", file)
      let run = try Program.command(["meter", file]).start()
      #expect(run.stop { run.bytesRead > 500_000 })
      try folder.remove("long.wav")
      run.send(SIGCONT)
      let result = try run.wait()
      #expect(result.ending == .exited(0))
      #expect(result.rows.count == 2500)
      #expect(result.bytes == expected.bytes)
    }
  }

  /// Runs a command on a file for ffmpeg, whose place a script takes: it gives the header of 32-bit
  /// mono at 8 kHz and so many bytes of silence, and does what the text says.
  private func start(
    _ words: [String], ffmpeg: String, silence: Int? = 160_000, in folder: TemporaryFolder
  ) throws -> RunningCommand {
    let box: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 0, count: 500)
    let file = try folder.write(box, "song.m4a")
    try folder.makeFolder("bin")
    let header = #".snd\0\0\0\030\377\377\377\377\0\0\0\006\0\0\037\100\0\0\0\001"#
    let playing = silence.map { "printf '\(header)'; head -c \($0) /dev/zero\n" } ?? ""
    try folder.writeProgram("#!/bin/sh\n\(playing)\(ffmpeg)\n", "bin/ffmpeg")
    var command = Program.command(words.map { $0 == "FILE" ? file : $0 })
    command.environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
    command.environment["FOLDER"] = folder.path
    return try command.start()
  }

  @Test(
    arguments: ["meter", "normalize", "render"],
    [(SIGKILL, true), (SIGKILL, false), (SIGSEGV, true), (SIGTERM, false)])
  func `an ffmpeg that is killed is not the fault of the audio`(
    command: String, end: (signal: Int32, afterSound: Bool)
  ) throws {
    try TemporaryFolder.with { folder in
      for more in [[], ["--until-damage"]] {
        let words = [command, "FILE", "-o", folder.path("out")] + more
        let result = try start(
          words, ffmpeg: "kill -\(end.signal) $$", silence: end.afterSound ? 160_000 : nil,
          in: folder
        ).wait()
        #expect(result.ending == .exited(74))
        #expect(
          result.errors
            == "radial-audio: error: \(folder.path("song.m4a")): ffmpeg, which decodes it, was "
            + "killed by signal \(end.signal)\nhint: try again; the system may have run out of "
            + "memory\n")
        #expect(folder.names(in: "out").isEmpty)
        #expect(folder.names().allSatisfy { ["bin", "out", "song.m4a"].contains($0) })
      }
    }
  }

  @Test func `an ffmpeg that fails tells of the audio`() throws {
    try TemporaryFolder.with { folder in
      let result = try start(
        ["meter", "FILE"], ffmpeg: "echo bad atom >&2; exit 3", in: folder
      ).wait()
      #expect(result.ending == .exited(65))
      #expect(
        result.errors == "radial-audio: error: \(folder.path("song.m4a")): stream is damaged at "
          + "sample frame 40000 (bad atom)\nhint: use --until-damage to keep the sound before it\n")
    }
  }

  @Test(arguments: [nil, 0, 40])
  func `Ctrl-C, which ends ffmpeg as well, is no fault of the audio`(silence: Int?) throws {
    try TemporaryFolder.with { folder in
      let words = ["render", "FILE", "-o", folder.path("out")]
      // It takes its time to end, as ffmpeg does: the program has got its own signal by then.
      let script =
        "kill -INT $PPID; until grep -q '^ShdPnd:[^0]*0*$' /proc/$PPID/status; do :; done; exit 255"
      let result = try start(words, ffmpeg: script, silence: silence, in: folder).wait()
      #expect(result.ending == .exited(130))
      #expect(
        result.errors
          == "radial-audio: error: interrupted; all frames so far are complete\n"
          + "hint: to continue: radial-audio render --existing keep \(folder.path("song.m4a")) -o "
          + "\(folder.path("out"))\n")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `an ffmpeg that hangs is ended with the program`(signal: Int32, status: Int32) throws {
    try TemporaryFolder.with { folder in
      let words = ["render", "FILE", "-o", folder.path("out")]
      let script = "echo $$ > \"$FOLDER/pid\"; : > \"$FOLDER/ready\"; exec sleep 1000"
      // Too little for a block, so that the program waits for more.
      let run = try start(words, ffmpeg: script, silence: 40, in: folder)
      #expect(run.wait { folder.names().contains("ready") })
      let child = try #require(
        Int32(String(decoding: try folder.bytes("pid"), as: UTF8.self).dropLast()))
      let sent = ContinuousClock.now
      run.send(signal)
      let result = try run.wait()
      #expect(sent.duration(to: .now) < .seconds(4))
      #expect(result.ending == .exited(status))
      #expect(
        result.errors
          == "radial-audio: error: interrupted; all frames so far are complete\n"
          + "hint: to continue: radial-audio render --existing keep \(folder.path("song.m4a")) -o "
          + "\(folder.path("out"))\n")
      // It has no parent any more, and may wait a moment for another one to ask for its end.
      #expect(run.wait { !Processes.runs(child) })
      #expect(folder.names(in: "out").isEmpty)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `what a script in place of ffmpeg has started is ended with it`(signal: Int32) throws {
    try TemporaryFolder.with { folder in
      let script = "sleep 1000 & echo $! > \"$FOLDER/pid\"; : > \"$FOLDER/ready\"; wait"
      let run = try start(["meter", "FILE"], ffmpeg: script, silence: 40, in: folder)
      #expect(run.wait { folder.names().contains("ready") })
      let child = try #require(
        Int32(String(decoding: try folder.bytes("pid"), as: UTF8.self).dropLast()))
      run.send(signal)
      #expect(try run.wait().ending == .exited(128 + signal))
      #expect(run.wait { !Processes.runs(child) })
    }
  }
}

/// The processes of this machine.
enum Processes {
  /// Whether a process runs, and is not only remembered.
  static func runs(_ identifier: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    guard let state = text?.split(separator: ")").last?.first(where: { $0 != " " }) else {
      return false
    }
    return state != "Z" && state != "X"
  }
}
