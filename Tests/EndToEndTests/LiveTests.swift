// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Sound that is metered while it is made.
@Suite(.serialized) struct LiveTests {
  /// A second and a bit, whose length the header leaves open.
  private static let tone = Tone(noise: 21, sampleRate: 48_000, sampleFrames: 48_100)

  private static let stream: [UInt8] = {
    var bytes = tone.wave
    bytes.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
    return bytes
  }()

  /// Bytes of 10 ms of it.
  private static let pieceSize = 1920

  @Test func `rows come while their sound is still played, and a signal keeps them`() throws {
    let whole = try Program.run("meter", "-") { $0.input = .pipe(Self.stream) }.text
    let expected = whole.split(separator: "\n").prefix(61).map { $0 + "\n" }.joined()
    var command = Program.command(["meter", "-"])
    command.input = .pacedPipe(Self.stream, pieceSize: Self.pieceSize)
    let run = try command.start()
    var isPrefix = true
    // Nobody closes the pipe: rows that waited for its end, or for a full buffer, would never come.
    #expect(
      run.wait {
        let text = run.text
        isPrefix = isPrefix && expected.hasPrefix(text)
        return text == expected
      })
    #expect(isPrefix)
    run.send(SIGINT)
    let result = try run.wait()
    #expect(result.ending == .exited(130))
    #expect(result.text == expected)
    #expect(result.errors == "radial-audio: error: interrupted\n")
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes and reads MP3"))
  func `frames of MP3 are metered as they come`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 22, sampleRate: 48_000, sampleFrames: 4 * 48_000)
      let source = try folder.write(tone.wave, "a.wav")
      let path = folder.path("a.mp3")
      try InstalledTool.ffmpeg.run([
        "-v", "error", "-i", source, "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0",
        path,
      ])
      let whole = try Program.run("meter", path).text
      var command = Program.command(["meter", "-"])
      command.input = .pacedPipe(try folder.bytes("a.mp3"), pieceSize: 160)
      let run = try command.start()
      // The last frames are not whole yet.
      #expect(run.wait { run.text.split(separator: "\n").count > 230 })
      #expect(whole.hasPrefix(run.text))
      run.send(SIGTERM)
      #expect(try run.wait().ending == .exited(143))
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)], [1, 2])
  func `a recording gets its name at a signal, or at two of them`(
    signal: (number: Int32, status: Int32), times: Int
  ) throws {
    let whole = try Program.run("meter", "-") { $0.input = .pipe(Self.stream) }.text
    try TemporaryFolder.with { folder in
      try folder.write("old", "x.csv")
      var command = Program.command(["meter", "-", "-o", folder.path("x.csv"), "--overwrite"])
      command.input = .openPipe(Array(Self.stream.prefix(50_000)))
      let run = try command.start()
      // 12 489 sample frames are 15 whole ticks.
      let rows = whole.split(separator: "\n").prefix(16).reduce(0) { $0 + $1.utf8.count + 1 }
      // In the file that is to get the name.
      func written() -> Int {
        let hidden = folder.names().first { $0.hasPrefix(".") }
        return hidden.flatMap { try? folder.bytes($0).count } ?? 0
      }
      #expect(run.wait { run.handles(signal.number) && written() >= rows })
      for _ in 0..<times { run.send(signal.number) }
      let result = try run.wait()
      #expect(result.ending == .exited(signal.status))
      #expect(
        result.errors == "radial-audio: error: interrupted; \(folder.path("x.csv")) has every row "
          + "up to here, 15 in all\n")
      let text = String(decoding: try folder.bytes("x.csv"), as: UTF8.self)
      #expect(text.split(separator: "\n").count == 16)
      #expect(whole.hasPrefix(text))
      #expect(folder.names() == ["x.csv"])
    }
  }

  @Test func `a row of JSON is a row of CSV with its names`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(Self.tone.wave, "a.wav")
      let table = try Program.run("meter", input, "--add", "pitch").text.split(separator: "\n")
      let names = table[0].split(separator: ",")
      let expected = table.dropFirst().map { row in
        let fields = zip(names, row.split(separator: ",")).map { "\"\($0)\":\($1)" }
        return "{" + fields.joined(separator: ",") + "}\n"
      }.joined()
      #expect(expected.split(separator: "\n").count == 61)
      let lines = try Program.run("meter", input, "--add", "pitch", "--format", "jsonl")
      #expect(lines.text == expected)
      for line in lines.text.split(separator: "\n") { _ = try JSONValue(parsing: Array(line.utf8)) }
      for name in ["a.jsonl", "a.ndjson"] {
        try Program.succeed(
          Program.command(["meter", input, "--add", "pitch", "-o", folder.path(name)]))
        #expect(try folder.bytes(name) == lines.bytes)
      }
      try Program.succeed(
        Program.command(["meter", input, "--add", "pitch", "-o", folder.path("a.json")]))
      let array = lines.text.split(separator: "\n").joined(separator: ",\n")
      #expect(try folder.bytes("a.json") == Array("[\n\(array)\n]\n".utf8))
      _ = try JSONValue(parsing: try folder.bytes("a.json"))
      let table2 = try Program.run("meter", input, "-o", folder.path("a.csv"), "--format", "jsonl")
      #expect(table2.status == 64)
      #expect(folder.names().sorted() == ["a.json", "a.jsonl", "a.ndjson", "a.wav"])
    }
  }

  @Test func `meter takes the word of films for its rate`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(Self.tone.wave, "a.wav")
      let films = try Program.run("meter", input, "--fps", "24")
      #expect(films.status == 0, "\(films.errors)")
      #expect(try films.bytes == Program.run("meter", input, "--fps", "24").bytes)
      #expect(films.text.split(separator: "\n").count == 26)
    }
  }

  @Test func `each tick is sent as a bundle of OSC, and its rows only where they are wanted`()
    throws
  {
    let receiver = try OSCReceiver()
    let words = ["meter", "-", "--osc", "localhost:\(receiver.port)"]
    var command = Program.command(words)
    command.input = .pipe(Self.stream)
    let began = Date.now.timeIntervalSince1970
    let result = try command.run()
    #expect(result.status == 0 && result.bytes.isEmpty && result.errors.isEmpty)
    let rows = try Program.run("meter", "-") { $0.input = .pipe(Self.stream) }.rows
    #expect(rows.count == 61)
    for row in rows {
      let bytes = try #require(receiver.datagram())
      // #bundle, the time; then /radial-audio/tick with ,i and the number.
      #expect(Array(bytes.prefix(8)) == Array("#bundle\0".utf8))
      let moment = Double(receiver.word(bytes, 8)) + Double(receiver.word(bytes, 12)) / 0x1p32
      #expect((began - 1...began + 600).contains(moment - 2_208_988_800))
      #expect(receiver.word(bytes, 16) == 28)
      #expect(Array(bytes[20..<44]) == Array("/radial-audio/tick\0\0,i\0\0".utf8))
      #expect(Int(receiver.word(bytes, 44)) == Int(row[0]))
      #expect(receiver.word(bytes, 48) == 32)
      #expect(Array(bytes[52..<76]) == Array("/radial-audio/peak\0\0,ff\0".utf8))
      let peak = Float(bitPattern: receiver.word(bytes, 76))
      #expect(abs(Double(peak) - (Double(row[2]) ?? 0)) < 1e-5)
      #expect(bytes.count == 124)
    }
    // Nobody listens.
    let deserted = receiver.port
    receiver.close()
    var lonely = Program.command(["meter", "-", "--osc", "127.0.0.1:\(deserted)", "-o", "-"])
    lonely.input = .pipe(Self.stream)
    let alone = try lonely.run()
    #expect(alone.status == 0 && alone.rows.count == 61 && alone.errors.isEmpty)
    let unknown = try Program.run("meter", "-", "--osc", "no.such.host.invalid:9") {
      $0.input = .pipe(Self.stream)
    }
    #expect(unknown.status == 73)
    #expect(unknown.errors.contains("--osc no.such.host.invalid:9: "))
  }

  @Test func `samples without a header are read as they are said to be, and never guessed`() throws
  {
    try TemporaryFolder.with { folder in
      let bytes = Array(Self.tone.wave.dropFirst(44))
      let path = try folder.write(bytes, "a.bin")
      let expected = try Program.run("meter", "-") { $0.input = .pipe(Self.tone.wave) }.bytes
      for words in [[path], ["-"]] {
        var command = Program.command(["meter"] + words + ["--raw", "48000,2,s16le"])
        command.input = .pipe(bytes)
        let result = try command.run()
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.bytes == expected)
        var guess = Program.command(["meter"] + words)
        guess.input = .pipe(bytes)
        let refused = try guess.run()
        #expect(refused.status == 65 && refused.bytes.isEmpty)
        #expect(
          refused.lastError
            == "hint: for samples without a header, say how they are stored: --raw 48000,2,s16le")
      }
      // Half a sample frame at the end is left out, as of a stream whose length is open.
      let cut = try Program.run("meter", "-", "--raw", "48000,2,S16_LE") {
        $0.input = .pipe(Array(bytes.prefix(48_000 * 4 + 3)))
      }
      #expect(cut.status == 0 && cut.rows.count == 60)
      let empty = try Program.run("meter", "-", "--raw", "48000,2,s16le") { $0.input = .pipe([]) }
      #expect(empty.status == 65 && empty.errors.contains("is empty"))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is what guesses"))
  func `no sine, noise or quiet sound without a header is taken for a format`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the samples without a header: \(seed)")
    var generator = SeededGenerator(seed: seed)
    try TemporaryFolder.with { folder in
      for amplitude in [1, 0.3, 0.001, 0.00003] {
        let noise = (0..<96_000).map { _ in Float.random(in: -1...1, using: &generator) }
        let sine = (0..<96_000).map { Float(sin(Double($0 / 2) * 440 * 2 * .pi / 48_000)) }
        for samples in [noise, sine] {
          let values = samples.map { $0 * Float(amplitude) }
          let forms: [[UInt8]] = [
            values.flatMap { little(UInt32(truncatingIfNeeded: Int($0 * 32_767)), 2) },
            values.flatMap {
              little(UInt32(truncatingIfNeeded: Int(Double($0) * 2_147_000_000)), 4)
            },
            values.flatMap { little($0.bitPattern, 4) },
            values.flatMap { little(UInt32(truncatingIfNeeded: Int($0 * 127) + 128), 1) },
          ]
          for bytes in forms {
            for words in [[try folder.write(bytes, "a.raw")], ["-"]] {
              var command = Program.command(["meter"] + words)
              command.input = .pipe(bytes)
              let result = try command.run()
              #expect(result.status == 65 && result.bytes.isEmpty, "seed \(seed), \(amplitude)")
              #expect(result.errors.contains("--raw "), "seed \(seed): \(result.errors)")
            }
          }
        }
      }
    }
  }

  @Test func `with --progress json every line of standard error is JSON`() throws {
    try TemporaryFolder.with { folder in
      let bytes = Self.stream
      let cut = try folder.write(Array(Self.tone.wave.prefix(90_000)), "cut.wav")
      let empty = try folder.write(Array(bytes.prefix(44)), "no\nsamples.wav")
      for (words, level) in [
        (["meter", cut], "error"), (["meter", cut, "--until-damage"], "warning"),
        (["meter", empty], "warning"), (["meter", folder.path("none.wav")], "error"),
      ] {
        let result = try Program.command(words + ["--progress", "json"]).run()
        let lines = try result.errors.split(separator: "\n").map {
          try JSONValue(parsing: Array($0.utf8))
        }
        #expect(
          lines.contains { $0["level"] == .string(level) && $0["message"] != nil }, "\(words)")
      }
    }
  }

  private func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
