// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Loudness beside what other programs read, and the laws that it keeps.
@Suite struct LoudnessPeerTests {
  /// Demo music at some sample rate.
  private func with<Result>(
    sampleRate: Int, _ body: (TemporaryFolder, String) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      let file = folder.path("song.wav")
      try InstalledTool.ffmpeg.run([
        "-v", "error", "-i", Repository.fixture("demo.flac"), "-t", "15", "-ar", "\(sampleRate)",
        "-c:a", "pcm_s24le", file,
      ])
      return try body(folder, file)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)), arguments: [44_100, 48_000, 96_000])
  func `each tenth of a second reads what ffmpeg's ebur128 reads`(sampleRate: Int) throws {
    try with(sampleRate: sampleRate) { _, file in
      let theirs = try InstalledTool.ffmpeg.run([
        "-v", "error", "-i", file, "-af",
        "ebur128=peak=true:metadata=1,ametadata=print:file=-", "-f", "null", "-",
      ]).text.split(separator: "\n")
      func values(_ key: String) -> [Double] {
        theirs.filter { $0.hasPrefix("lavfi.r128.\(key)=") }
          .map { Double($0.split(separator: "=")[1]) ?? .nan }
      }
      let rows = try Inside.rows(
        file, "--fps", "10", "--add", "loudness,true-peak")
      func column(_ index: Int) -> [Double] { rows.map { Double($0[index]) ?? .nan } }
      // After the levels of two channels.
      for (key, index, tolerance) in [("M", 6, 0.03), ("S", 7, 0.03), ("I", 8, 0.03)] {
        let pairs = Array(zip(values(key), column(index))).dropFirst(30).dropLast()
        #expect(pairs.count > 100)
        for (their, our) in pairs where their > -70 {
          #expect(abs(their - our) <= tolerance, "\(key) at \(sampleRate) Hz: \(our), not \(their)")
        }
      }
      let range = try #require(values("LRA").last)
      #expect(abs(range - (column(9).last ?? .nan)) <= 0.01)
      let peak = try #require(values("true_peak").max())
      let ours = try #require(rows.flatMap { $0[10...11] }.compactMap { Double($0) }.max())
      // It prints the peak as an amplitude.
      #expect(abs(20 * log10(peak) - ours) <= 0.02)
    }
  }

  @Test func `twice the amplitude is 6.0206 dB more, and swapped channels swap`() throws {
    print("seed 42")
    var generator = SeededGenerator(seed: 42)
    let channels = (0..<2).map { channel in
      (0..<96_000).map { _ in Double.random(in: -0.1...0.1, using: &generator) / Double(channel + 1)
      }
    }
    let words = "loudness,true-peak,correlation"
    for meter in ["vu", "ppm-din", "ppm-bbc", "k-14", "r128"] {
      func columns(_ channels: [[Double]]) throws -> [String: [Double]] {
        try TestSound(channels: channels).columns("--ballistics", meter, "--add", words)
      }
      let plain = try columns(channels)
      let double = try columns(channels.map { $0.map { 2 * $0 } })
      let swapped = try columns(channels.reversed())
      for (name, values) in plain {
        let isLevel = name.contains("_lufs") || name.contains("_db")
        for (one, two) in zip(values, double[name] ?? []) where one > -90 {
          #expect(abs(two - one - (isLevel ? 20 * log10(2) : 0)) <= 2e-6, "\(meter) \(name)")
        }
        let other = name.replacing(/_([01])_/) { "_\($0.output.1 == "0" ? "1" : "0")_" }
        for (one, two) in zip(values, swapped[other] ?? []) {
          #expect(abs(one - two) <= 2e-6, "\(meter) \(name)")
        }
      }
    }
  }

  @Test func `known sounds correlate as they must`() throws {
    let tone = TestSound.sine([(-6, 2)])
    let cosine = tone.dropFirst(12) + [Double](repeating: 0, count: 12)
    for (right, correlation) in [
      (tone, 1.0), (tone.map { -$0 }, -1), (Array(cosine), 0), (tone.map { _ in 0 }, 0),
    ] {
      let columns = try TestSound(channels: [tone, right]).columns("--add", "correlation")
      #expect(abs((columns["correlation"]?[100] ?? .nan) - correlation) < 0.005)
    }
  }

  @Test func `mono counts once, twice by --dual-mono, and by its weight`() throws {
    let mono = TestSound(channels: [TestSound.sine([(-20, 5)])])
    let single = try mono.summary().integrated
    #expect(abs(try mono.summary("--dual-mono").integrated - single - 3.0103) < 1e-3)
    #expect(abs(try mono.summary("--weights", "4").integrated - single - 6.0206) < 1e-3)
    let stereo = TestSound(channels: [TestSound.sine([(-20, 5)]), TestSound.sine([(-20, 5)])])
    #expect(abs(try stereo.summary().integrated - single - 3.0103) < 1e-3)
  }

  @Test func `more than eight channels need weights`() throws {
    let sound = TestSound(channels: Array(repeating: TestSound.sine([(-20, 0.1)]), count: 9))
    try TemporaryFolder.with { folder in
      try folder.write(sound.wave, "nine.wav")
      let refused = try Inside.run("loudness", folder.path("nine.wav"))
      #expect(refused.status == 64)
      #expect(refused.errors.contains("has 9 channels"))
      #expect(refused.errors.contains("hint: loudness and meter take --weights"))
      let weights = Array(repeating: "1", count: 9).joined(separator: ",")
      #expect(try Inside.run("loudness", folder.path("nine.wav"), "--weights", weights).status == 0)
    }
  }

  @Test func `an album reads as if its tracks were one`() throws {
    try TemporaryFolder.with { folder in
      let loud = TestSound([(-14, 20)])
      let soft = TestSound([(-20, 20)])
      try folder.write(loud.wave, "a.wav")
      try folder.write(soft.wave, "b.wav")
      let result = try Inside.run(
        "loudness", folder.path("a.wav"), folder.path("b.wav"), "-f", "csv")
      #expect(result.status == 0)
      let together = try #require(result.rows.last)
      #expect(together[0] == "\"all 2 tracks\"")
      // The mean of both powers.
      let mean = 10 * log10((pow(10, -1.4) + pow(10, -2)) / 2)
      #expect(abs((Double(together[2]) ?? .nan) - mean) < 0.02)
      // Both tables have six decimals.
      let json = try Inside.run(
        "loudness", folder.path("a.wav"), folder.path("b.wav"), "-f", "json")
      let gains = json.text.matches(of: /"gain":([^,]*)/)
        .map { Double($0.output.1) }
      #expect(gains == result.rows.suffix(3).map { Double($0[8]) })
      #expect(abs((Double(together[3]) ?? .nan) - 6) < 0.02)
    }
  }

  @Test func `a live programme may be 1 LU off, and another one 0.2 LU`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-22.1, 5)]).wave, "near.wav")
      try folder.write(TestSound([(-21.9, 5)]).wave, "far.wav")
      func verdicts(_ options: String...) throws -> [String] {
        let command = Inside.command(
          ["loudness", folder.path("near.wav"), folder.path("far.wav"), "-f", "csv"] + options)
        return try Inside.succeed(command).rows.prefix(2).map { String($0.last ?? "") }
      }
      let (there, off) = ("\"as it is\"", "\"with the gain\"")
      #expect(try verdicts() == [off, off])
      #expect(try verdicts("--tolerance", "1") == [there, off])
      #expect(try verdicts("--tolerance", "0.2", "--target", "-22") == [there, there])
      for word in ["live", "-1", "11"] {
        let refused = try Inside.run("loudness", folder.path("near.wav"), "--tolerance", word)
        #expect(refused.status == 64)
        let reason = "invalid argument '\(word)' for '--tolerance': not a tolerance in LU"
        #expect(refused.errors.contains(reason), "\(refused.errors)")
        #expect(refused.lastError.contains("1 for live programmes"))
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `a programme in 5.1 reads by its weights, from FLAC too, as ffmpeg reads it`() throws {
    try TemporaryFolder.with { folder in
      let levels: [Double] = [-30, -28, -24, -3, -32, -26]
      try folder.write(TestSound(levels: [(levels, 6)], hertz: 997).wave, "a.wav")
      try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "a.wav", "-c:a", "pcm_s24le", "b.wav", "-c:a", "flac", "-sample_fmt",
          "s32", "b.flac",
        ],
        in: folder)
      func figures(_ name: String) throws -> [Substring] {
        let command = Inside.command(["loudness", folder.path(name), "-f", "csv"])
        return Array(try #require(try Inside.succeed(command).rows.first).dropFirst(2))
      }
      let sound = try figures("b.wav")
      #expect(try figures("b.flac") == sound)
      let integrated = try #require(Double(sound[0]))
      let powers = zip(levels, [1, 1, 1, 0, 1.41, 1.41]).map { $1 * pow(10, $0 / 10) / 2 }
      // A sine of 0 dBFS in two channels reads 0.007 LUFS.
      #expect(abs(integrated - 10 * log10(powers.reduce(0, +)) - 0.007) < 0.01)
      let theirs = try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "b.flac", "-af", "ebur128=metadata=1,ametadata=print:file=-", "-f",
          "null", "-",
        ], in: folder
      ).text.split(separator: "\n").last { $0.hasPrefix("lavfi.r128.I=") }
      let their = try #require(theirs.flatMap { Double($0.dropFirst(13)) })
      #expect(abs(their - integrated) < 0.01)
    }
  }

  @Test func `a summary beside its columns is what it is alone`() throws {
    try TemporaryFolder.with { folder in
      print("seed 7")
      var generator = SeededGenerator(seed: 7)
      let channels = (0..<3).map { _ in
        (0..<48_000).map { _ in Double.random(in: -0.3...0.3, using: &generator) }
      }
      try folder.write(TestSound(channels: channels).wave, "a.wav")
      func run(_ words: String...) throws {
        try Inside.succeed(Inside.command(["meter", folder.path("a.wav"), "-q"] + words))
      }
      let columns = "correlation,true-peak,pitch,loudness"
      try run("--add", columns, "-o", folder.path("columns.csv"))
      try run("--summary", folder.path("summary.json"))
      try run(
        "--add", columns, "-o", folder.path("both.csv"), "--summary", folder.path("both.json"))
      #expect(try folder.bytes("both.csv") == folder.bytes("columns.csv"))
      #expect(try folder.bytes("both.json") == folder.bytes("summary.json"))
    }
  }

  @Test func `a file of readings reads as the sound`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-14, 4.05), (-26, 5)], sampleRate: 11_025).wave, "a.wav")
      func loudness(_ name: String) throws -> [Substring] {
        let result = try Inside.run("loudness", folder.path(name), "-f", "csv")
        #expect(result.status == 0, "\(result.errors)")
        return Array(try #require(result.rows.first).dropFirst())
      }
      let sound = try loudness("a.wav")
      try Inside.succeed(
        Inside.command(["meter", folder.path("a.wav"), "-o", folder.path("a.readings"), "-q"]))
      #expect(try loudness("a.readings") == sound)
      let part = try Inside.run("loudness", folder.path("a.readings"), "-s", "1")
      #expect(part.status != 0)
      #expect(part.errors.contains("needed here"))
    }
  }

  @Test func `a summary needs a file of its own`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-14, 0.5)]).wave, "a.wav")
      let both = try Inside.run(
        "meter", folder.path("a.wav"), "--summary", folder.path("s.json"), "-o",
        folder.path("a.csv"))
      #expect(both.status == 0)
      #expect(folder.names() == ["a.csv", "a.wav", "s.json"])
      #expect(try folder.bytes("a.csv").count { $0 == UInt8(ascii: "\n") } == 31)
      let clash = try Inside.run("meter", folder.path("a.wav"), "--summary", "-", "-o", "-")
      #expect(clash.status == 64 && clash.text.isEmpty)
      let again = try Inside.run("meter", folder.path("a.wav"), "--summary", folder.path("s.json"))
      #expect(again.status == 73)
    }
  }

  @Test func `what cannot be read is left out and listed at the end`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-23, 5)]).wave, "a.wav")
      try folder.write(Array("no sound".utf8), "b.wav")
      let result = try Inside.run("loudness", folder.path("a.wav"), folder.path("b.wav"))
      #expect(result.status == 65)
      #expect(result.text.contains("a.wav"))
      #expect(result.text.contains("-23.0"))
      #expect(result.errors.contains("b.wav"))
      #expect(result.lastError.contains("1 of 2 inputs left out"))
    }
  }
}
