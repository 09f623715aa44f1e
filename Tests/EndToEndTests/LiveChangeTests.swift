// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Shows that are changed by keys and by OSC while they run.
@Suite(.serialized) struct LiveChangeTests {
  private static let rate = 8000
  /// Samples without a header: 20 s.
  private static let samples = Array(
    Tone(noise: 51, sampleRate: rate, sampleFrames: 20 * rate).wave.dropFirst(44))
  private static let frameSize = 32 * 32 * 3

  private static func show(_ words: String...) -> CommandRun {
    Program.command(
      ["watch", "-", "--every-frame", "--raw", "\(rate),2,s16le"]
        + ["-o", "-", "--format", "rgb24", "--size", "32x32"] + words)
  }

  /// A port where nobody listens.
  private static func freePort() throws -> Int {
    let receiver = try OSCReceiver()
    receiver.close()
    return receiver.port
  }

  private static func message(_ address: String, _ name: String? = nil) -> [UInt8] {
    func padded(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    }
    return padded(address) + padded(name == nil ? "," : ",s") + (name.map(padded) ?? [])
  }

  /// Sends a datagram to this machine.
  private static func send(_ bytes: [UInt8], to port: Int) {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(number, bytes, bytes.count, 0, $0, size)
      }
    }
  }

  @Test func `OSC changes look and palette, and nothing is lost of sound and ticks`() throws {
    try TemporaryFolder.with { folder in
      let (port, levels) = (try Self.freePort(), try OSCReceiver())
      var command = Self.show(
        "--look", "sun", "--osc-in", "\(port)", "--osc", "localhost:\(levels.port)",
        "--keep-sound", folder.path("kept.wav"))
      command.input = .pacedPipe(Self.samples, pieceSize: 320)
      let run = try command.start()
      #expect(run.wait { run.bytes.count >= 20 * Self.frameSize })
      Self.send(Self.message("/radial-audio/look", "strata"), to: port)
      #expect(run.wait { run.errors.contains("radial-audio: look strata, palette yellow\n") })
      Self.send(Self.message("/radial-audio/palette", "berry"), to: port)
      #expect(run.wait { run.errors.contains("radial-audio: look strata, palette berry\n") })
      Self.send(Self.message("/radial-audio/look/next"), to: port)
      #expect(run.wait { run.errors.contains("radial-audio: look halo, palette berry\n") })
      let count = run.bytes.count
      #expect(run.wait { run.bytes.count >= count + 100 * Self.frameSize })
      run.send(SIGINT)
      let result = try run.wait()
      #expect(result.ending == .exited(130), "\(result.errors)")
      let frames = result.bytes.count / Self.frameSize
      // The ground of berry in a corner.
      #expect(Array(result.bytes.suffix(Self.frameSize).prefix(3)) != Array(result.bytes.prefix(3)))
      // A frame for each tick of what was kept, which is what came; the signal may find some not drawn yet.
      let kept = try folder.bytes("kept.wav")
      let plain = try Program.run("meter", folder.path("kept.wav"), "--ballistics", "petal").rows
      #expect((0...60).contains(plain.count - frames))
      #expect(kept.suffix(frames * 4 * 133).count == frames * 4 * 133)
      for row in plain.prefix(frames) {
        let bytes = try #require(levels.datagram())
        #expect(Int(levels.word(bytes, 44)) == Int(row[0]))
        let peak = Float(bitPattern: levels.word(bytes, 76))
        #expect(abs(Double(peak) - (Double(row[2]) ?? 0)) < 1e-4)
      }
      var meter = Program.command(["meter", "-", "--raw", "\(Self.rate),2,s16le"])
      meter.input = .pipe(Self.samples)
      let expected = try meter.run().rows
      #expect(
        try Program.run("meter", folder.path("kept.wav")).rows.prefix(frames).elementsEqual(
          expected.prefix(frames)))
    }
  }

  @Test func `all frames of a show have the size of the first look`() throws {
    let port = try Self.freePort()
    // The size of the tutorial's look is another one, and none is typed.
    var command = Program.command([
      "watch", "-", "--every-frame", "--raw", "\(Self.rate),2,s16le", "-o", "-",
      "--format",
      "rgb24", "--look", "line", "--fps", "5", "--osc-in", "\(port)",
    ])
    command.input = .pacedPipe(Self.samples, pieceSize: 320)
    let size = 1920 * 1080 * 3
    let run = try command.start()
    #expect(run.wait { run.bytes.count >= size })
    Self.send(Self.message("/radial-audio/look", "tutorial"), to: port)
    #expect(run.wait { run.errors.contains("radial-audio: look radial tutorial") })
    let count = run.bytes.count
    #expect(run.wait { run.bytes.count >= count + 3 * size })
    run.send(SIGINT)
    #expect(try run.wait().bytes.count % size == 0)
  }

  @Test func `wrong messages are left out, counted, and told of once`() throws {
    let port = try Self.freePort()
    var command = Self.show("--look", "sun", "--osc-in", "\(port)")
    command.input = .pacedPipe(Self.samples, pieceSize: 320)
    let run = try command.start()
    #expect(run.wait { run.bytes.count >= 5 * Self.frameSize })
    Self.send(Self.message("/radial-audio/look", "moth"), to: port)
    let first =
      "radial-audio: OSC was left out: /radial-audio/look: there is no look 'moth'; choose from "
    #expect(run.wait { run.errors.contains(first) })
    for index in 0..<40 { Self.send([UInt8](repeating: UInt8(index), count: 3 * index), to: port) }
    for _ in 0..<9 { Self.send(Self.message("/mixer/fader/1", "up"), to: port) }
    Self.send(Self.message("/radial-audio/look", "ink"), to: port)
    #expect(run.wait { run.errors.contains("radial-audio: look ink, in its own colours\n") })
    run.send(SIGINT)
    let result = try run.wait()
    #expect(result.errors.components(separatedBy: "OSC was left out").count == 2)
    #expect(
      result.errors.contains("\nradial-audio: 50 messages of OSC left out\n"), "\(result.errors)")
  }

  @Test func `a port that is taken, and one that is none, are refused with a hint`() throws {
    let other = try OSCReceiver()
    var command = Self.show("--osc-in", "\(other.port)")
    command.input = .pipe(Self.samples)
    let taken = try command.run()
    #expect(taken.status == 73 && taken.bytes.isEmpty)
    #expect(
      taken.errors == "radial-audio: error: --osc-in 127.0.0.1:\(other.port): Address already in "
        + "use\nhint: another program listens there, maybe another show: choose another port\n")
    let none = try Program.run("watch", "-", "-o", "-", "--osc-in", "70000")
    #expect(none.status == 64 && none.lastError.hasPrefix("hint: write a port, 1 to 65535"))
  }

  /// Runs a line of a shell on a terminal of its own, where these keys are typed.
  private func onTerminal(_ line: String, keys: String = "", _ sound: String) throws -> String {
    let program = Self.show("--look", "sun")
    var command = CommandRun(try InstalledTool.script.found, ["-qec", line, "/dev/null"])
    command.environment = [
      "SHOW": ([program.program] + program.arguments).joined(separator: " "), "SOUND": sound,
      "SHELL": "/bin/sh",
    ]
    command.input = .openPipe(Array(keys.utf8))
    let bytes = try command.run().bytes.filter { $0 != UInt8(ascii: "\r") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let hasTerminals = InstalledTool.areInstalled(.script, .sh)

  @Test(.enabled(if: hasTerminals, "script makes a terminal"))
  func `keys change the show and end it, and the terminal is as it was`() throws {
    try TemporaryFolder.with { folder in
      let sound = try folder.write(Self.samples, "sound.raw")
      let text = try onTerminal(
        "$SHOW < \"$SOUND\" > /dev/null; echo \"status $?\"; stty -a", keys: "\u{1B}[Cl?pq", sound)
      for line in [
        "radial-audio: keys: right and left (l, L) change the look, ",
        "radial-audio: looks: sun, bloom, ink, ", "radial-audio: palettes: yellow, ",
        "radial-audio: look ink, palette yellow\n", " s live, ", "status 0\n", " icanon", " echo ",
      ] { #expect(text.contains(line), "\(line) in \(text)") }
      #expect(!text.contains("-icanon") && !text.contains("-echo "), "\(text)")
      // Of 1200 frames.
      #expect(!text.contains(", 1200 frames"))
    }
  }

  @Test(
    .enabled(if: hasTerminals, "script makes a terminal"),
    arguments: ["TERM", "HUP", "INT", "QUIT", "TERM $P; sleep 0.3; kill -HUP"])
  func `the terminal is as it was after a signal, and no show stops that no shell can continue`(
    signal: String
  ) throws {
    // A shell lets what it starts in the background ignore two of them.
    let raw = "until stty -a | grep -q -e -icanon; do sleep 0.02; done"
    let text = try onTerminal(
      """
      tail --pid=$$ -f /dev/null 2> /dev/null | env --default-signal=INT,QUIT $SHOW --idle silence > /dev/null & P=$!
      \(raw); kill -TSTP $P; sleep 0.1; \(raw); echo running
      kill -\(signal) $P; wait $P; echo "status $?"; stty -a
      """, "")
    #expect(text.contains("running\n"))
    #expect(text.contains(" icanon") && text.contains(" echo "), "\(text)")
    #expect(!text.contains("-icanon") && !text.contains("-echo "), "\(text)")
  }

  @Test func `a delay holds the pictures back, and the last ones come at the end`() throws {
    let second = Array(Self.samples.prefix(4 * Self.rate))
    var command = Self.show("--look", "sun", "--delay", "500ms")
    command.input = .openPipe(second)
    let run = try command.start()
    #expect(run.wait { run.bytes.count >= 30 * Self.frameSize })
    usleep(200_000)
    #expect(run.bytes.count == 30 * Self.frameSize)
    run.send(SIGINT)
    #expect(try run.wait().ending == .exited(130))
    command.input = .pipe(second)
    let whole = try Program.succeed(command).bytes
    var prompt = Self.show("--look", "sun")
    prompt.input = .pipe(second)
    #expect(try Program.succeed(prompt).bytes == whole && whole.count == 60 * Self.frameSize)
  }

  @Test func `mpv shows a film later than its sound, and ffplay cannot`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 61, sampleFrames: 8000).wave, "a.wav")
      func printed(_ player: String, _ words: String...) throws -> CommandResult {
        try folder.writeProgram("#!/bin/sh\n", player)
        var command = Program.command(
          ["watch", "a.wav", "--size", "64x48", "--print-command"] + words)
        command.folder = folder.path
        command.environment["PATH"] = folder.path
        return try command.run()
      }
      let ffplay = try printed("ffplay", "--delay", "150ms")
      #expect(ffplay.status == 69)
      #expect(ffplay.errors.contains("--delay: ffplay cannot show the picture later"))
      #expect(try printed("ffplay").status == 0)
      let mpv = try printed("mpv", "--delay", "150ms")
      #expect(mpv.text.contains(" --audio-delay=-0.15 "), "\(mpv.text)\(mpv.errors)")
      #expect(try !printed("mpv").text.contains("--audio-delay"))
    }
  }
}
