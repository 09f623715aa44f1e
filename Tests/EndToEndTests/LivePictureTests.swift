// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Pictures of sound while it arrives.
@Suite(.serialized) struct LivePictureTests {
  /// Three seconds of noise in two channels.
  private static let tone = Tone(noise: 31, sampleRate: 8000, channels: 2, sampleFrames: 24_000)

  private static let fixedScale = ["--range", "-20,-1,-30,-6"]

  private static let looks: [(words: [String], firstEqual: Int)] = [
    (["--look", "line", "--turn", "1"] + fixedScale, 60),
    (["--look", "sun", "--turn", "1"] + fixedScale, 60),
    (["--look", "bloom", "--turn", "1"] + fixedScale, 60),
    (["--look", "ink", "--turn", "1"] + fixedScale, 60),
    (["--look", "corona", "--turn", "1"] + fixedScale, 60),
    (["--look", "corona", "--layout", "twin", "--turn", "1"] + fixedScale, 60),
    (["--look", "tutorial"] + fixedScale, 0),
    (["--view", "gauge"], 0), (["--view", "gauge", "--look", "tutorial"], 0),
  ]

  private func frames(_ words: [String], live: [String]) throws -> [[UInt8]] {
    var command = Program.command(
      [
        live.isEmpty ? "render" : "watch", "-", "-o", "-", "--format", "rgb24", "--size", "64x48",
        "-q",
      ]
        + (words.contains("--turn") ? ["--set", "pulse=0"] : []) + words + live)
    command.input = .pipe(Self.tone.wave)
    let bytes = try Program.succeed(command).bytes
    let size = 64 * 48 * 3
    #expect(bytes.count.isMultiple(of: size))
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  @Test(arguments: looks.indices)
  func `with a given scale live frames are those of the whole sound`(index: Int) throws {
    let (words, first) = LivePictureTests.looks[index]
    for rate in [[], ["--fps", "24"]] {
      let whole = try frames(words + rate, live: [])
      let live = try frames(words + rate, live: ["--every-frame"])
      #expect(live.count == whole.count)
      // Until then the whole has a faint sketch of what is to come.
      let start = rate.isEmpty ? first : first * 24 / 60 + 1
      #expect(live[start...] == whole[start...], "\(words)")
    }
  }

  @Test(arguments: [
    ["--look", "halo"], ["--look", "strata"], ["--look", "letters"], ["--view", "plots"],
    ["--view", "plots", "--look", "tutorial"],
  ])
  func `looks of spectra are live as well, and the same each time`(words: [String]) throws {
    let live = try frames(words, live: ["--every-frame"])
    #expect(live.count == 180)
    #expect(Set(live).count > 20)
    #expect(try frames(words, live: ["--every-frame"]) == live)
  }

  @Test(arguments: [
    (["--view", "track"], "this look cannot show sound that is still arriving", 64),
    (["--turn", "lock"], "has to know the whole track", 64),
    (["--start", "1"], "--start is for sound that is known to its end", 64),
    (["--keep-sound", "a.mp3"], "is not a name for the file of --keep-sound", 64),
  ])
  func `what needs the whole sound is refused`(
    words: [String], message: String, status: Int
  ) throws {
    var command = Program.command(
      ["watch", "-", "-o", "-", "--format", "rgb24"] + words)
    command.input = .pipe(Self.tone.wave)
    let result = try command.run()
    #expect(Int(result.status) == status, "\(result.errors)")
    #expect(result.errors.contains(message) && result.errors.contains("hint: "))
    #expect(result.bytes.isEmpty)
  }

  @Test func `a run that is refused leaves no recording`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command([
        "watch", "-", "-o", "-", "--format", "rgb24", "--view", "track", "--keep-sound",
        folder.path("a.wav"),
      ])
      command.input = .pipe(Self.tone.wave)
      let result = try command.run()
      #expect(result.status == 64 && folder.names().isEmpty)
    }
  }

  @Test func `a file is no live sound, and live options need some`() throws {
    let demo = Repository.fixture("Audio/demo.flac")
    let file = try Program.run("watch", demo, "-o", "-", "--format", "rgb24")
    #expect(
      file.status == 64 && file.errors.contains("is for sound that arrives on standard input"))
    let image = try Program.run("watch", "-", "-o", "frames")
    #expect(
      image.status == 64 && image.errors.contains("'frames' is not a name for a stream of y4m"))
  }

  @Test func `frames come while their sound is played, and a signal keeps the sound`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 33, sampleRate: 48_000, sampleFrames: 48_000)
      let samples = Array(tone.wave.dropFirst(44))
      var command = Program.command([
        "watch", "-", "--every-frame", "--raw", "48000,1,s16le", "--look", "sun", "-o",
        "-", "--format", "rgb24", "--size", "32x32", "--keep-sound", folder.path("kept.wav"),
      ])
      command.input = .pacedPipe(samples, pieceSize: 1920)
      let run = try command.start()
      let size = 32 * 32 * 3
      // Nobody closes the pipe: what waited for its end would never come.
      #expect(run.wait { run.bytes.count >= 50 * size })
      run.send(SIGINT)
      let result = try run.wait()
      #expect(result.ending == .exited(130), "\(result.errors)")
      #expect(result.bytes.count.isMultiple(of: size))
      let kept = try folder.bytes("kept.wav")
      #expect(kept.count > 4 * 40_000)
      // The recording has the samples that were drawn, and is as long as its header says.
      let metered = try Program.run("meter", folder.path("kept.wav"), "-q")
      #expect(metered.errors.isEmpty)
      let meter = metered.text
      var whole = Program.command(["meter", "-", "--raw", "48000,1,s16le", "-q"])
      whole.input = .pipe(samples)
      let lines = meter.split(separator: "\n").dropLast()
      #expect(lines.count > 40)
      #expect(try whole.run().text.hasPrefix(lines.joined(separator: "\n")))
    }
  }

  @Test func `sound that comes in one burst is metered whole, and its last picture is shown`()
    throws
  {
    let words = ["--look", "sun", "--turn", "1"] + Self.fixedScale
    let whole = try frames(words, live: [])
    var command = Program.command(
      ["watch", "-", "-o", "-", "--format", "rgb24", "--size", "64x48", "--set", "pulse=0"]
        + words)
    command.input = .pipe(Self.tone.wave)
    let result = try command.run()
    let size = 64 * 48 * 3
    #expect(result.status == 0 && result.bytes.count < 100 * size)
    #expect(Array(result.bytes.suffix(size)) == whole.last)
    let count = result.bytes.count / size
    #expect(
      result.errors == "radial-audio: 3.000 s live, \(count) frame\(count == 1 ? "" : "s"), "
        + "\(180 - count) dropped\n")
  }

  @Test func `the recording gives the figures of the show once more`() throws {
    try TemporaryFolder.with { folder in
      let kept = folder.path("take.wav")
      let words = ["--look", "bloom", "--turn", "1"]
      let show = try frames(words, live: ["--every-frame", "--keep-sound", kept])
      var command = Program.command(
        [
          "watch", "-", "--every-frame", "-o", "-", "--format", "rgb24", "--size",
          "64x48",
        ]
          + ["-q", "--set", "pulse=0"] + words)
      command.input = .file(kept)
      #expect(try Program.succeed(command).bytes == show.flatMap(\.self))
      // With a given scale, so does what is drawn of the file; at first that has a sketch.
      let fixed = words + Self.fixedScale
      let live = try frames(fixed, live: ["--every-frame"])
      var later = Program.command(
        [
          "render", kept, "-o", "-", "--format", "rgb24", "--size", "64x48", "-q", "--set",
          "pulse=0",
        ]
          + fixed)
      later.input = .nothing
      let bytes = try Program.succeed(later).bytes
      #expect(Array(bytes.dropFirst(60 * 64 * 48 * 3)) == live[60...].flatMap(\.self))
    }
  }

  @Test func `silence stands in for sound that does not come, if that is asked for`() throws {
    let samples = Array(Self.tone.wave.dropFirst(44).prefix(16_000))
    let size = 32 * 32 * 3
    func run(_ idle: String) throws -> RunningCommand {
      var command = Program.command([
        "watch", "-", "--every-frame", "--raw", "8000,2,s16le", "--look", "sun", "-o",
        "-", "--format", "rgb24", "--size", "32x32", "--idle", idle, "-q",
      ])
      command.input = .openPipe(samples)
      return try command.start()
    }
    let patient = try run("hold")
    let busy = try run("silence")
    #expect(busy.wait { busy.bytes.count >= 60 * size })
    #expect(patient.bytes.count == 30 * size)
    for run in [busy, patient] { run.send(SIGINT) }
    #expect(try busy.wait().ending == .exited(130))
    #expect(try patient.wait().ending == .exited(130))
    let file = try Program.run("watch", "-", "--idle", "silence", "-o", "-", "-f", "y4m") {
      $0.input = .file(Repository.fixture("Audio/pcm24.wav"))
    }
    #expect(file.status == 64 && file.errors.contains("is not a pipe of plain samples"))
  }

  @Test func `silence fills a pipe that brings nothing at first`() throws {
    var command = Program.command([
      "watch", "-", "--every-frame", "--raw", "8000,2,s16le", "--look", "sun", "-o", "-",
      "--format", "rgb24", "--size", "32x32", "--idle", "silence",
    ])
    command.input = .openPipe([])
    let run = try command.start()
    #expect(run.wait { run.bytes.count >= 20 * 32 * 32 * 3 })
    run.send(SIGINT)
    #expect(try run.wait().ending == .exited(130))
    // A pipe that ends at once is sound without samples, and not an error.
    command.input = .pipe([])
    let empty = try command.run()
    #expect(!empty.errors.contains("is empty"), "\(empty.errors)")
  }

  @Test func `the sound up to a sample that is no number is kept`() throws {
    try TemporaryFolder.with { folder in
      var samples = [Float](repeating: 0.25, count: 8000)
      samples[4000] = .nan
      let raw = samples.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
      var command = Program.command([
        "watch", "-", "--every-frame", "--raw", "8000,1,f32le", "-o", "-", "--format",
        "rgb24", "--size", "32x32", "--keep-sound", folder.path("kept.wav"),
      ])
      command.input = .pipe(raw)
      let result = try command.run()
      #expect(result.status == 65, "\(result.errors)")
      // 4000 sample frames are 30 ticks.
      #expect(result.bytes.count == 30 * 32 * 32 * 3)
      let plan = try Program.run("plan", folder.path("kept.wav"), "--json")
      #expect(plan.text.contains("\"sampleFrames\":4000"), "\(plan.text)")
    }
  }

  @Test func `the levels of live pictures are sent as OSC`() throws {
    let receiver = try OSCReceiver()
    var command = Program.command([
      "watch", "-", "-o", "-", "--format", "rgb24", "--size", "32x32", "-q", "--osc",
      "localhost:\(receiver.port)", "--ballistics", "tick",
    ])
    command.input = .pipe(Self.tone.wave)
    _ = try Program.succeed(command)
    let rows = try Program.run("meter", "-") { $0.input = .pipe(Self.tone.wave) }.rows
    for row in rows {
      let bytes = try #require(receiver.datagram())
      #expect(Int(receiver.word(bytes, 44)) == Int(row[0]))
      let peak = Float(bitPattern: receiver.word(bytes, 76))
      #expect(abs(Double(peak) - (Double(row[2]) ?? 0)) < 1e-5)
    }
    #expect(receiver.datagram() == nil)
  }

  @Test func `a sample that is no number ends the pictures, and what was kept is whole`() throws {
    try TemporaryFolder.with { folder in
      var command = Program.command([
        "watch", "-", "--every-frame", "-o", "-", "--format", "rgb24", "--size", "32x32",
        "--keep-sound", folder.path("kept.wav"),
      ])
      command.input = .file(Repository.fixture("Audio/not-a-number.wav"))
      let result = try command.run()
      #expect(result.status == 65, "\(result.errors)")
      #expect(result.errors.contains("is not a finite number"))
      #expect(result.bytes.count.isMultiple(of: 32 * 32 * 3))
      #expect(try Program.run("meter", folder.path("kept.wav")).status == 0)
    }
  }

  @Test func `a window that is closed ends the run, and without a screen there is none`() throws {
    try TemporaryFolder.with { folder in
      try folder.writeProgram(
        "#!/bin/sh\ntest \"$1\" = --list-options && exit\nhead -c 100000 > /dev/null\n", "mpv")
      func watch(_ display: String?) throws -> CommandResult {
        var command = Program.command(["watch", "-", "--size", "320x240"])
        command.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
        command.environment["DISPLAY"] = display
        command.environment["WAYLAND_DISPLAY"] = nil
        command.input = .pipe(Self.tone.wave)
        return try command.run()
      }
      var typed = Program.command(
        ["watch", "-", "--look", "sun", "--raw", "8000,2,s16le", "--fullscreen", "--print-command"])
      typed.environment["PATH"] = folder.path
      #expect(
        try Program.succeed(typed).text
          == "radial-audio watch - --look sun --raw 8000,2,s16le -o - --format y4m | mpv "
          + "--msg-level=all=fatal --no-input-terminal --title=radial-audio --autofit-larger=100%x100% "
          + "--fullscreen "
          + "--vo=gpu,x11, --no-osc --profile=low-latency --untimed --no-cache fd://3 3<&0 </dev/null\n"
      )
      let closed = try watch(":99")
      #expect(closed.status == 0 && closed.errors.contains(" s live, "), "\(closed.errors)")
      let blind = try watch(nil)
      #expect(blind.status == 69 && blind.errors.contains("there is no screen"))
    }
  }

  @Test func `a look that cannot be live is refused`() throws {
    var watch = Program.command(["watch", "-", "--look", "rings", "--raw", "8000,1,s16le"])
    watch.environment["DISPLAY"] = ":99"
    watch.input = .pipe([UInt8](repeating: 0, count: 8000))
    let told = try watch.run()
    #expect(told.status == 64)
    #expect(told.errors.contains("cannot show sound that is still arriving"), "\(told.errors)")
  }

  @Test func `an output that is typed makes a stream, of any size and from any pipe`() throws {
    let wave = Self.tone.wave
    func stream(_ words: [String]) throws -> CommandResult {
      var command = Program.command(["watch", "-"] + words)
      command.input = .pipe(wave)
      return try command.run()
    }
    let small = try stream(["-o", "-", "-f", "rgb24", "--size", "8x8", "--every-frame", "-q"])
    #expect(small.status == 0 && small.bytes.count == 180 * 8 * 8 * 3, "\(small.errors)")
    let nameless = try stream(["-o", ""])
    #expect(nameless.status == 64 && nameless.errors.contains("--output is empty"))
    try TemporaryFolder.with { folder in
      // What the user's own defaults name is no stream: the window wants a screen.
      try FileManager.default.createDirectory(
        atPath: folder.path("radial-audio"), withIntermediateDirectories: true)
      try folder.write("output out.mp4\nformat png\n", "radial-audio/options")
      var window = Program.command(["watch", "-"])
      window.environment = ["XDG_CONFIG_HOME": folder.path]
      window.input = .pipe(wave)
      let told = try window.run()
      #expect(told.status == 69 && told.errors.contains("there is no screen"), "\(told.errors)")
      try folder.write(wave, "a.wav")
      try #require(mkfifo(folder.path("fifo"), 0o600) == 0)
      var pipe = CommandRun(
        try #require(InstalledTool.sh.path),
        [
          "-c", "cat a.wav > fifo & exec \"$@\"", "sh", Program.command([]).program, "watch",
          "fifo",
          "-o", "-", "-f", "rgb24", "--size", "8x8", "--every-frame", "-q",
        ])
      pipe.folder = folder.path
      #expect(try pipe.run().bytes == small.bytes)
    }
  }
}
