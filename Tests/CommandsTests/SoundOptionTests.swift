// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The options that all commands share, each used so that it shows.
@Suite struct SoundOptionTests {
  @Test func `--floor is what silence reads`() throws {
    let rows = try Inside.rows(Repository.fixture("Audio/silence.wav"), "--floor", "-100")
    #expect(rows.count == 15)
    for row in rows { #expect(Array(row[2...]) == Array(repeating: "-100.000000", count: 4)) }
    let constants = try Inside.run(
      "normalize", Repository.fixture("Audio/left-only.wav"), "--floor", "-100")
    #expect(constants.text.contains("\"floor\": -100,"))
    let drawing = try Inside.drawing("Audio/silence.wav", "--floor=-100")
    #expect(drawing.curves("data-dbfs") == Array(repeating: "-100.000000", count: 4))
  }

  @Test func `--fps is exact`() throws {
    // 22 050 sample frames at 44 100 Hz: 0.5 s, 14.985 ticks of 1001/30000 s.
    let input = Repository.fixture("Audio/dc-half-scale.wav")
    let rows = try Inside.rows(input, "--fps", "30000/1001")
    let times = (0..<15).map { tick in
      // tick · 1001 / 30000 s in nanoseconds, rounded to the nearest
      let nanoseconds = (tick * 1_001_000_000_000 + 15_000) / 30_000
      return "0." + String(nanoseconds + 1_000_000_000).dropFirst()
    }
    #expect(rows.map { String($0[1]) } == times)
    #expect(try Inside.rows(input, "--fps", "24").count == 12)
    #expect(try Inside.rows(input).count == 30)
    let constants = try Inside.run("normalize", input, "--fps", "48/2")
    #expect(constants.text.contains("\"tickRate\": \"24\""))
    #expect(constants.text.contains("\"ticks\": 12,"))
    #expect(try Inside.frames(of: input, "--fps", "24").count == 12)
  }

  @Test(arguments: [("29.97", "30000/1001"), ("23.976", "24000/1001"), ("12.5", "25/2")])
  func `a decimal rate gives what its fraction gives`(decimal: String, meant: String) throws {
    let input = Repository.fixture("Audio/dc-half-scale.wav")
    for command in ["meter", "normalize"] {
      func text(_ rate: String) throws -> String {
        try Inside.succeed(Inside.command([command, input, "--fps", rate])).text
      }
      #expect(try text(decimal) == text(meant))
    }
    let frames = try Inside.frames(of: input, "--fps", decimal)
    #expect(try Inside.frames(of: input, "--fps", meant) == frames)
  }

  @Test func `--ballistics is tick for meter, petal for the default look and all for normalize`()
    throws
  {
    let input = Repository.fixture("Audio/sine-full-scale.wav")
    let plain = try Inside.run("meter", input)
    #expect(try Inside.run("meter", input, "--ballistics", "tick").bytes == plain.bytes)
    #expect(plain.rows.allSatisfy { $0[3] == "-3.010300" })
    // The player's average is scaled by the root of 2: a sine averages 0, but for ripple.
    let player = try Inside.rows(input, "--ballistics", "avaudioplayer")
    #expect(player.dropFirst(5).allSatisfy { abs(Double($0[3]) ?? -99) < 0.5 })

    let constants = try Inside.run("normalize", input)
    for name in ["tick", "avaudioplayer", "petal"] {
      #expect(constants.text.contains("\"ballistics\": \"\(name)\""))
    }
    let ticks = try Inside.run("normalize", input, "--ballistics", "tick")
    #expect(ticks.text.contains("\"ballistics\": \"tick\""))
    #expect(ticks.text.contains("\"p95\": 3.01030"))

    let frames = try Inside.frames(of: input, to: "%d.svg")
    #expect(try Inside.frames(of: input, "--ballistics", "petal", to: "%d.svg") == frames)
    #expect(try Inside.frames(of: input, "--ballistics", "avaudioplayer", to: "%d.svg") != frames)
    let tutorial = ["--view", "radial", "--look", "tutorial"]
    #expect(
      try Inside.frames(of: input, tutorial, size: "160x90", to: "%d.svg")
        == Inside.frames(
          of: input, tutorial + ["--ballistics", "avaudioplayer"], size: "160x90", to: "%d.svg"))
  }

  @Test(arguments: [("vu", "vu"), ("ppm-bbc", "ppm-bbc"), ("k-14", "k-14"), ("lu-18", "r128")])
  func `an instrument has its own meters, unless others are chosen`(
    scale: String, meters: String
  ) throws {
    let input = Repository.fixture("Audio/sine-full-scale.wav")
    func frames(_ words: String...) throws -> [String: [UInt8]] {
      try Inside.frames(
        of: input, ["--view", "gauge", "--face", scale] + words, size: "160x90", to: "%d.svg")
    }
    let usual = try frames()
    #expect(try frames("--ballistics", meters) == usual)
    if meters != "r128" { #expect(try frames("--ballistics", "avaudioplayer") != usual) }
  }

  @Test func `as many weights as channels are asked for`() throws {
    let input = Repository.fixture("Audio/sine-full-scale.wav")
    let result = try Inside.run("loudness", input, "--weights", "1,1,1")
    #expect(
      result.errors.contains("sine-full-scale.wav: has 1 channel, and there are 3 weights"),
      "\(result.errors)")
  }

  @Test func `petals fall by the dB a second behind their name, at any tick rate`() throws {
    // A tick at full scale, then silence.
    let click = Tone(
      sampleRate: 6000, channels: 1,
      samples: (0..<3000).map { $0 < 100 ? -32_768 : 0 })
    try TemporaryFolder.with { folder in
      let input = try folder.write(click.wave, "click.wav")
      for (name, step) in [("petal", 1.0 / 3), ("petal:30", 0.5), ("petal:0.6", 0.01)] {
        let rows = try Inside.rows(input, "--ballistics", name)
        #expect(rows.count == 30)
        for (tick, row) in rows.enumerated() {
          for level in row[2...] {
            #expect(abs((Double(level) ?? 9) + Double(tick) * step) < 1e-6, "\(name)")
          }
        }
      }
      let slow = try Inside.rows(input, "--ballistics", "petal", "--fps", "10")
      #expect(
        slow.map { $0[2] } == ["0.000000", "-2.000000", "-4.000000", "-6.000000", "-8.000000"])
      // The fall is part of what constants are.
      let file = folder.path("c.json")
      let petal = ["--ballistics", "petal:12"]
      try Inside.succeed(Inside.command(["normalize", input, "-o", file] + petal))
      let text = String(decoding: try folder.bytes("c.json"), as: UTF8.self)
      #expect(text.contains("\"ballistics\": \"petal\", \"fall\": 12, "))
      try Inside.succeed(Inside.command(["plan", input, "--range", file] + petal))
      let other = try Inside.run("plan", input, "--range", file, "--ballistics", "petal")
      #expect(other.status == 65)
      #expect(
        other.errors.contains(
          "of the ballistics 'petal' that fall by 12 dB/s, but this run has 'petal' that fall by 20"
        ), "\(other.errors)")
      #expect(
        other.errors.contains(
          "hint: make it again: radial-audio normalize INPUT"))
    }
  }

  @Test func `another fall is another job, and only petals fall`() throws {
    let input = Repository.fixture("Audio/steps-11025.wav")
    try TemporaryFolder.with { folder in
      let words = ["render", input, "-o", folder.path("f"), "--size", "64x64", "-f", "svg"]
      try Inside.succeed(Inside.command(words + ["--ballistics", "petal"]))
      try Inside.succeed(
        Inside.command(words + ["--ballistics", "petal:20", "--existing=keep"]))
      let other = try Inside.command(
        words + ["--ballistics", "petal:30", "--existing=keep"]
      ).run()
      #expect(other.status == 73)
      #expect(
        other.errors.contains("--ballistics petal, not petal:30"), "\(other.errors)")
    }
    for (name, way) in [
      ("tick:12", "write tick"), ("petal:12,3", "write petal:20"), ("petal:", "0.001 to 1000"),
      ("petal:0", "use 0.001 to 1000 dB a second"), ("petals", "did you mean 'petal'?"),
    ] {
      let refused = try Inside.run("meter", input, "--ballistics", name)
      #expect(refused.status == 64 && refused.errors.contains(way), "\(refused.errors)")
    }
  }

  @Test(arguments: [
    ["--ballistics", "tick"], ["--ballistics", "avaudioplayer"], ["--ballistics", "petal"],
    ["--ballistics", "petal:300"], ["--add", "pitch,sound-meter"],
    ["--add", "fft,tracker,bands,beat"], ["--add", "turn"],
  ])
  func `the rows of a part are those of the whole track at that time`(words: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(Tone(noise: 1, sampleFrames: 2 * 44_100).wave, "long.wav")
      func rows(_ more: [String]) throws -> [[Substring]] {
        try Inside.succeed(Inside.command(["meter", input] + words + more)).rows
          .map { Array($0.dropFirst(2)) }
      }
      let whole = try rows([])
      #expect(whole.count == 120)
      for (times, ticks) in [
        (["--start", "0.3", "--duration", "0.25"], 18..<33),
        (["--start=0:00.300", "--duration=00:00:00.25"], 18..<33),
        // The last row is of a whole tick, of which a part was asked for.
        (["-s", "0.35", "-d0.2501"], 21..<37), (["-d", "0.1"], 0..<6), (["-s", "1.9"], 114..<120),
      ] {
        #expect(try rows(times) == Array(whole[ticks]), "\(times)")
      }
    }
  }

  @Test func `the constants of a part are those of its pictures`() throws {
    // A loud second before the part: petals are still falling when it begins.
    var sound = Tone(noise: 2, sampleFrames: 3 * 44_100)
    for index in 2 * 44_100..<6 * 44_100 { sound.samples[index] /= 500 }
    try TemporaryFolder.with { folder in
      let input = try folder.write(sound.wave, "t.wav")
      let part = [input, "-s", "1", "-d", "1"]
      func scale(_ more: [String]) throws -> [String] {
        try Inside.succeed(Inside.command(["plan"] + more)).text.split(separator: "\n")
          .filter { $0.hasPrefix("scale ") }
          .map { $0.split(separator: " ").joined(separator: " ") }
      }
      let own = try scale(part + ["--range", "part"])
      try Inside.succeed(Inside.command(["normalize", "-o", folder.path("c.json")] + part))
      let file = ["--range", folder.path("c.json")]
      #expect(try scale(part + file).first == own.first)
      #expect(try scale(part).first != own.first)
    }
  }

  @Test func `the turn of a part whose track has no end is that of the part`() throws {
    try TemporaryFolder.with { folder in
      let instrument =
        #"{"schema": "radial-audio/instrument/1", "kind": "tones", "tones": [{"frequency": 69, "velocity": 9}]}"#
      let endless = try folder.write(Array(instrument.utf8), "endless.json")
      let words = ["--add", "turn", "-d", "0.5"]
      let rows = try Inside.succeed(Inside.command(["meter", endless] + words)).rows
      #expect(rows.count == 30)
      let sound = Tone(noise: 6, sampleFrames: 44_100).wave
      var piped = Inside.command(["meter", "-"] + words)
      piped.input = .pipe(sound)
      #expect(try Inside.succeed(piped).rows.count == 30)
    }
  }

  @Test func `what is damaged far before a part or after it goes unnoticed where it is not heard`()
    throws
  {
    var sound = [Float](repeating: 0.25, count: 80 * 16_000)
    sound[2 * 8000] = .nan
    sound[2 * 70 * 8000] = .infinity
    let bytes = sound.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
    }
    try TemporaryFolder.with { folder in
      let input = try folder.write(bytes, "t.f32")
      func run(_ words: [String]) throws -> CommandResult {
        try Inside.command(["meter", input, "--raw", "8000,2,f32le", "-q"] + words).run()
      }
      let heard = "the sample at sample frame 8000, channel 0 is not a finite number"
      for (words, message) in [
        (["-s", "60", "-d", "1"], ""), (["-s", "60", "-d", "1", "--ballistics", "petal"], ""),
        (["-s", "60", "-d", "1", "--add", "pitch,sound-meter"], ""),
        (["-s", "60", "-d", "10", "--add", "pitch"], ""),
        (["-s", "40", "-d", "1", "--ballistics", "petal"], heard),
        (["-s", "60", "-d", "1", "--ballistics", "avaudioplayer"], heard),
        (["-s", "60", "-d", "1", "--add", "bands"], heard),
        (["-s", "60", "-d", "10.001"], "sample frame 560000"),
      ] {
        let result = try run(words)
        #expect(result.status == (message.isEmpty ? 0 : 65), "\(words)")
        #expect(
          message.isEmpty ? result.errors.isEmpty : result.errors.contains(message),
          "\(words): \(result.errors)")
      }
    }
  }

  @Test func `a part beyond the end is refused, with the length of the track`() throws {
    let result = try Inside.run("meter", Repository.fixture("Audio/one-tick.wav"), "-s", "5")
    #expect(result.status == 64)
    #expect(result.rows.isEmpty)
    #expect(
      result.errors.contains(
        "one-tick.wav: ends before the part, which starts at 5 s\nhint: it is 0.0"))
  }

  @Test func `--channels chooses the sides`() throws {
    let usual = try Inside.drawing("Audio/left-only.wav")
    #expect(usual.curves("data-channel") == ["0", "1", "0", "1"])
    #expect(usual.curves("data-dbfs").map { $0 == "-160.000000" } == [false, true, false, true])
    let swapped = try Inside.drawing("Audio/left-only.wav", "--channels", "1,0")
    #expect(swapped.curves("data-channel") == ["1", "0", "1", "0"])
    #expect(swapped.curves("data-dbfs").map { $0 == "-160.000000" } == [true, false, true, false])
    // Channel c of the fixture reads -6.0206·(c + 1).
    let six = try Inside.drawing("Audio/six-channels.wav", "--channels", "4,2")
    #expect(
      six.curves("data-dbfs") == ["-30.103000", "-18.061800", "-30.103000", "-18.061800"])
    let mono = try Inside.drawing("Audio/dc-half-scale.wav")
    #expect(mono.curves("data-channel") == ["0", "0", "0", "0"])
    // The usual ones mean the same if they are written down.
    let written = try Inside.drawing("Audio/dc-half-scale.wav", "--channels", "0,1")
    #expect(written.curves("data-channel") == ["0", "0", "0", "0"])
  }

  @Test func `a channel that the file does not have is refused`() throws {
    try TemporaryFolder.with { folder in
      let result = try Inside.run(
        "render", Repository.fixture("Audio/left-only.wav"), "-o", folder.path("f"), "--channels",
        "0,2")
      #expect(result.status == 64)
      #expect(result.errors.contains("has 2 channels"))
      #expect(folder.names().isEmpty)
    }
  }

  @Test func `a raw stream that ends within a sample frame is warned of`() throws {
    let bytes = [UInt8](repeating: 0, count: 4003)
    func errors(_ words: String...) throws -> String {
      let result = try Inside.run("meter", "-", "--raw", "8000,2,s16le", "-q") {
        $0.input = .pipe(bytes)
        $0.arguments += words
      }
      #expect(result.status == 0)
      return result.errors
    }
    #expect(
      try errors()
        == "radial-audio: warning: standard input: the last 3 bytes are not a complete sample frame, "
        + "and left out\n")
    #expect(try errors("-d", "0.1") == "")
    #expect(try errors("--raw", "8000,1,u8") == "")
  }

  @Test func `--until-damage uses what comes before the damage`() throws {
    let bytes = try Data(contentsOf: URL(filePath: Repository.fixture("Audio/steps-11025.wav")))
    try TemporaryFolder.with { folder in
      // The header of 44 bytes, then 1000 of 11 025 sample frames of 2 bytes.
      let cut = try folder.write(Array(bytes.prefix(2044)), "cut.wav")
      let damage = "\(cut): stream ends at sample frame 1000 of 11025"
      for arguments in [
        ["meter", cut], ["normalize", cut], ["render", cut, "-o", folder.path("f")],
      ] {
        let refused = try Inside.command(arguments).run()
        #expect(refused.status == 65)
        #expect(
          refused.errors.hasPrefix("radial-audio: error: \(damage)\nhint: use --until-damage"))
        #expect(folder.frameNames(in: "f").isEmpty)
        let used = try Inside.command(arguments + ["--until-damage", "-q"]).run()
        #expect(used.status == 0)
        #expect(used.errors.contains("radial-audio: warning: \(damage)"))
        if arguments[0] == "meter" { #expect(used.rows.count == 6) }
      }
      #expect(folder.frameNames(in: "f").count == 6)
    }
  }
}
