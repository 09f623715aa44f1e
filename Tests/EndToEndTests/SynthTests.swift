// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Instruments: their sound as a file, and as the input of other commands.
@Suite struct SynthTests {
  private static let tone = """
    {"schema": "radial-audio/instrument/1", "kind": "tones", "duration": 0.5,
     "tones": [{"frequency": 69, "velocity": 127}, {"frequency": 57, "velocity": 64}]}
    """
  private static let endless = tone.replacing(#" "duration": 0.5,"#, with: "")
  private static let wheel = """
    {"schema": "radial-audio/instrument/1", "kind": "wheels", "duration": 0.5,
     "wheels": [{"x": 0, "y": 0}, {"x": 150, "y": 0, "radius": 50, "audio": true}]}
    """

  private func with<Result>(
    _ instrument: String, _ body: (TemporaryFolder) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      _ = try folder.write(instrument, "i.json")
      return try body(folder)
    }
  }

  private func run(_ words: String..., in folder: TemporaryFolder) throws -> CommandResult {
    var command = Program.command(words)
    command.folder = folder.path
    return try command.run()
  }

  /// An instrument with a sample rate of its own.
  private static func at(_ rate: Int, _ instrument: String) -> String {
    instrument.replacing("{", with: "{\"sampleRate\": \(rate), ", maxReplacements: 1)
  }

  private func number(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  @Test(arguments: [tone, wheel])
  func `what meter says of the sound file, it says of the instrument`(instrument: String) throws {
    try with(Self.at(8000, instrument)) { folder in
      #expect(try run("synth", "i.json", "-q", in: folder).errors.isEmpty)
      #expect(folder.names() == ["i.json", "i.wav"])
      let file = try run("meter", "i.wav", in: folder)
      #expect(try run("plan", "i.wav", in: folder).text.contains("8000 Hz"))
      let itself = try run("meter", "i.json", in: folder)
      #expect(file.text == itself.text)
      #expect(itself.rows.count == 30)
      #expect(itself.rows.contains { (Double($0[2]) ?? -160) > -60 })
    }
  }

  @Test(arguments: [("32", 3, 4), ("24", 0xFFFE, 3), ("16", 1, 2)])
  func `standard output gets the same WAV as a file, with its true length`(
    bits: String, code: Int, width: Int
  ) throws {
    try with(Self.tone) { folder in
      #expect(
        try run("synth", "i.json", "-o", "a.wav", "--bits", bits, "-q", in: folder).status == 0)
      let bytes = try folder.bytes("a.wav")
      #expect(try run("synth", "i.json", "-o", "-", "--bits", bits, in: folder).bytes == bytes)
      #expect(number(bytes, at: 4, count: 4) == bytes.count - 8)
      #expect(number(bytes, at: 20, count: 2) == code)
      let data = try #require(
        bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) })
      let place = data + 4
      #expect(number(bytes, at: place, count: 4) == 22_050 * 2 * width)
      #expect(bytes.count == place + 4 + 22_050 * 2 * width)
    }
  }

  @Test func `what is longer than 4 GiB goes out as RF64 with its true length`() throws {
    try InstalledTool.sh.require()
    try with(Self.endless) { folder in
      let program = Repository.product("radial-audio")
      let line = "'\(program)' synth i.json -d 100000 -o - | head -c 100"
      let bytes = try InstalledTool.sh.run(["-c", line], in: folder).bytes
      #expect(bytes.starts(with: Array("RF64".utf8)))
      let size = 100_000 * 44_100 * 8
      #expect(number(bytes, at: 28, count: 8) == size)
      #expect(number(bytes, at: 36, count: 8) == size / 8)
      // RIFF's own size is that of all behind its field.
      #expect(number(bytes, at: 20, count: 8) == size + 94 - 8)
    }
  }

  @Test(arguments: ["flac", "aiff", "ogg", "opus"])
  func `each kind of file plays as the instrument does`(kind: String) throws {
    try with(kind == "opus" ? Self.at(48_000, Self.tone) : Self.tone) { folder in
      #expect(try run("synth", "i.json", "-o", "a.\(kind)", "-q", in: folder).errors.isEmpty)
      let rows = try run("meter", "a.\(kind)", in: folder).rows
      let expected = try run("meter", "i.json", in: folder).rows
      #expect(rows.count >= expected.count)
      // What is coded with loss is near.
      for (row, other) in zip(rows, expected).dropFirst(2).dropLast(2) {
        let (one, two) = (Double(row[3]) ?? 0, Double(other[3]) ?? -160)
        #expect(abs(one - two) < (["ogg", "opus"].contains(kind) ? 1 : 1e-4), "tick \(row[0])")
      }
    }
  }

  @Test(arguments: ["wav", "flac", "aiff", "ogg", "opus"])
  func `the same instrument gives the same bytes, and a part is a part of the whole`(
    kind: String
  ) throws {
    try with(Self.wheel) { folder in
      for name in ["a", "b"] {
        #expect(try run("synth", "i.json", "-o", "\(name).\(kind)", "-q", in: folder).status == 0)
      }
      #expect(try folder.bytes("a.\(kind)") == folder.bytes("b.\(kind)"))
      let part = try run(
        "synth", "i.json", "-s", "0.1", "-d", "0.2", "-o", "-", in: folder
      ).bytes
      let whole = try run("synth", "i.json", "-o", "-", in: folder).bytes
      #expect(part.dropFirst(58).elementsEqual(whole.dropFirst(58 + 8 * 4_410).prefix(8 * 8_820)))
    }
  }

  @Test func `samples above full scale are clipped with a warning in integers only`() throws {
    let loud = """
      {"schema": "radial-audio/instrument/1", "kind": "wheels", "duration": 0.1,
       "scale": [220], "wheels": [{"x": 0, "y": 0, "audio": true},
      \((0..<20).map { index in
        "{\"x\": \(200 * (index / 10 + 1)), \"y\": \(index % 10), \"audio\": true}"
      }.joined(separator: ",\n"))]}
      """
    try with(loud) { folder in
      let integers = try run("synth", "i.json", "-o", "a.flac", in: folder)
      #expect(integers.status == 0)
      #expect(integers.errors.contains("samples above full scale are clipped, the loudest by "))
      #expect(try !run("synth", "i.json", "-o", "a.wav", in: folder).errors.contains("clipped"))
      func peak(_ name: String) throws -> Double {
        try run("meter", name, in: folder).rows
          .flatMap { [Double($0[2]), Double($0[4])].compactMap(\.self) }.max() ?? -160
      }
      #expect(try integers.errors.contains("by \((peak("a.wav") * 10).rounded() / 10) dB"))
      #expect(try abs(peak("a.flac")) < 0.001)
    }
  }

  @Test(arguments: ["tones", "wheels"])
  func `the example is an instrument that plays`(kind: String) throws {
    let example = try Program.run("synth", "--example", kind)
    #expect(example.status == 0 && example.errors.isEmpty)
    try with(example.text) { folder in
      let rows = try run("meter", "i.json", "-d", "1", in: folder).rows
      #expect(rows.count == 60)
      #expect(rows.contains { (Double($0[2]) ?? -160) > -40 })
    }
  }

  @Test(arguments: ["tones", "wheels"])
  func `the instruments of the fixtures are neither faint nor too loud, and end quietly`(
    name: String
  ) throws {
    let rows = try Program.rows(Repository.fixture("Instruments/\(name).json"))
    #expect(rows.count == 24 * 60)
    let peaks = rows.map { max(Double($0[2]) ?? 0, Double($0[4]) ?? 0) }
    #expect((-9 ... -1).contains(peaks.max() ?? 0))
    #expect((peaks.last ?? 0) < -30)
  }

  @Test(arguments: [
    (["synth", "i.json", "-o", "a.mp3"], 64, ".wav"),
    (["synth", "i.json", "-o", "a.opus", "--sample-rate", "44100"], 64, "48000"),
    (["synth", "i.json", "-o", "a.flac", "--bits", "32"], 64, "--bits 24 or 16"),
    (["synth", "i.json", "-o", "a.ogg", "--bits", "16"], 64, "leave out --bits"),
    (["synth", "i.json", "--sample-rate", "7999"], 64, "8000 to 192000"),
    (["synth", "i.json", "-s", "1"], 64, "ends before the part, which starts at 1 s"),
    (["synth", "i.json", "-o", "there.wav"], 73, "--overwrite"),
    (["synth", "i.json", "-o", "none/a.wav"], 73, "none"),
    (["synth", "i.json", "-o", "/dev/full"], 74, "space"),
    (["synth", "none.json"], 66, "none.json"),
    (["synth", "broken.json"], 65, "line 1"),
    (["synth", "there.wav", "-o", "b.wav"], 64, "is not an instrument file"),
    (["synth"], 64, "missing operand 'INSTRUMENT'"),
    (["synth", "i.json", "--example", "tones"], 64, "i.json"),
    (
      ["meter", "i.json", "--sample-rate", "8000"], 64, "write \"sampleRate\": 48000 into the file"
    ),
    (["meter", "slow.json"], 65, "a whole number from 8000 to 192000"),
  ])
  func `what cannot be done is told, and writes nothing`(
    words: [String], status: Int32, part: String
  ) throws {
    try with(Self.tone) { folder in
      try folder.write(Tone(noise: 1, sampleFrames: 100).wave, "there.wav")
      try folder.write(#"{"kind": 1}"#, "broken.json")
      try folder.write(Self.at(7999, Self.tone), "slow.json")
      let before = folder.names()
      var command = Program.command(words)
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == status)
      #expect(result.errors.contains(part), "\(result.errors)")
      #expect(result.bytes.isEmpty)
      #expect(folder.names() == before)
    }
  }

  @Test(arguments: [
    ["synth", "i.json"], ["meter", "i.json"], ["normalize", "i.json"], ["plan", "i.json"],
    ["render", "i.json", "-o", "f"], ["poster", "i.json"], ["film", "i.json"],
    ["render", "i.json", "-o", "f", "-d", "1", "--range", "track"],
  ])
  func `an instrument without end needs a duration`(words: [String]) throws {
    try with(Self.endless) { folder in
      var command = Program.command(words)
      command.folder = folder.path
      let result = try command.run()
      #expect(result.status == 64)
      #expect(
        result.errors.hasPrefix(
          """
          radial-audio: error: i.json: plays without end
          hint: set its length: --duration 60, or "duration": 60 in the file
          """), "\(result.errors)")
      #expect(folder.names() == ["i.json"])
    }
  }

  @Test func `with a duration all commands take it`() throws {
    try with(Self.endless) { folder in
      let sound = ["i.json", "-d", "0.2"]
      for words in [
        ["synth"], ["meter", "-o", "a.csv"], ["normalize", "-o", "a.json"], ["plan"],
        ["render", "-o", "f", "--size", "64x64", "--fps", "10"],
        ["poster", "--size", "64x64", "-o", "a.png"],
      ] {
        var command = Program.command(Array(words.prefix(1)) + sound + words.dropFirst())
        command.folder = folder.path
        try Program.succeed(command)
      }
      #expect(
        folder.names() == ["a.csv", "a.json", "a.png", "f", "i.json", "i.wav"])
      #expect(try run("verify", "f", in: folder).status == 0)
    }
  }

  @Test func `an instrument comes through a pipe as well`() throws {
    let piped = try Program.run("synth", "-", "-o", "-") { $0.input = .pipe(Array(Self.tone.utf8)) }
    let named = try with(Self.tone) { try run("synth", "i.json", "-o", "-", in: $0) }
    #expect(piped.bytes == named.bytes)
  }

  @Test func `a byte order mark in a pipe is named, as it is in a file`() throws {
    let marked = try Program.run("synth", "-", "-o", "-") {
      $0.input = .pipe(Array("\u{FEFF}\(Self.tone)".utf8))
    }
    #expect(marked.status == 65)
    #expect(
      marked.errors.contains("standard input: is not JSON: line 1, column 1: a byte order mark"))
  }

  @Test func `notes above half the sample rate are told of once`() throws {
    let high = Self.tone.replacing("69", with: "127")
    try with(Self.at(8000, high)) { folder in
      let line = "warning: i.json: notes above 4000 Hz, half the sample rate, are silent"
      for words in [["synth", "-o", "a.wav"], ["meter", "-o", "a.csv"]] {
        var command = Program.command(
          Array(words.prefix(1)) + ["i.json"] + words.dropFirst())
        command.folder = folder.path
        let errors = try Program.succeed(command).errors
        #expect(errors.split(separator: "\n").count { $0.hasSuffix(line) } == 1, "\(errors)")
      }
    }
  }

  @Test func `films have the samples of the instrument`() throws {
    try InstalledTool.ffmpeg.require()
    try with(Self.tone) { folder in
      #expect(
        try run(
          "film", "i.json", "-o", "a.mov", "--sound", "pcm", "--size", "64x64", "--quality",
          "draft", "-q", in: folder
        ).errors.isEmpty)
      #expect(
        try run("synth", "i.json", "-o", "a.wav", "--bits", "24", "-q", in: folder).status == 0)
      for name in ["a.mov", "a.wav"] {
        try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", name, "-map", "0:a", "-f", "s24le", "\(name).raw"], in: folder)
      }
      let (film, sound) = (try folder.bytes("a.mov.raw"), try folder.bytes("a.wav.raw"))
      #expect(film.count == sound.count)
      // ffmpeg may round a sample otherwise.
      let differences = stride(from: 0, to: min(film.count, sound.count), by: 3).map { place in
        let values = [film, sound].map { bytes in
          Int(Int8(bitPattern: bytes[place + 2])) << 16 | number(bytes, at: place, count: 2)
        }
        return abs(values[0] - values[1])
      }
      #expect((differences.max() ?? .max) <= 1)
      let copied = try run("film", "i.json", "-o", "b.mov", "--sound", "copy", in: folder)
      #expect(copied.status == 64 && copied.errors.contains("the input is an instrument"))
      let line = try run("plan", "i.json", "-o", "c.mov", "--print-command", in: folder).text
      #expect(line.hasPrefix("radial-audio synth i.json -o i.wav && radial-audio film i.json "))
      #expect(line.contains(" -i i.wav "))
    }
  }

  @Test func `a run that is interrupted leaves nothing`() throws {
    try with(Self.endless) { folder in
      for name in ["a.wav", "a.flac"] {
        var command = Program.command(["synth", "i.json", "-d", "900000", "-o", name])
        command.folder = folder.path
        let started = try command.start()
        #expect(started.wait { folder.names().count > 1 })
        started.send(SIGINT)
        #expect(try started.wait().status == 130)
        #expect(folder.names() == ["i.json"])
      }
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "a small disk can be made"))
  func `a full disk ends the run with 74 and leaves nothing`() throws {
    try with(Self.endless) { folder in
      for name in ["a.wav", "a.flac", "a.ogg", "a.aiff"] {
        let outcome = try SmallDisk(options: "size=64k").run(
          ["synth", folder.path("i.json"), "-d", "60", "-o", "DISK/\(name)"]) { _ in }
        #expect(outcome.result.status == 74, "\(name): \(outcome.result.errors)")
        #expect(outcome.result.errors.contains("No space left on device"))
        #expect(outcome.names.isEmpty, "\(name)")
      }
    }
  }
}
