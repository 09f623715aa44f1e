// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Tracks of more than two channels: what is shown of them, their mix, and what is said of both.
@Suite struct ChannelTests {
  /// 5.1 with sound in one channel, of a peak of 30 000.
  private static func surround(in channel: Int, sampleFrames: Int = 8820) -> Tone {
    var samples: [Int16] = []
    for frame in 0..<sampleFrames {
      for place in 0..<6 {
        samples.append(place == channel ? frame % 2 == 0 ? 30_000 : -30_000 : 0)
      }
    }
    return Tone(sampleRate: 44_100, channels: 6, samples: samples)
  }

  private func run(_ words: [String], _ folder: TemporaryFolder) throws -> CommandResult {
    var command = Inside.command(words)
    command.folder = folder.path
    return try command.run()
  }

  private func mix(of tone: Tone, _ words: [String] = []) throws -> CommandResult {
    try TemporaryFolder.with { folder in
      try folder.write(tone.wave, "a.wav")
      return try run(["meter", "a.wav", "--channels", "mix"] + words, folder)
    }
  }

  @Test func `the mix of a sound and its opposite is silence at the floor`() throws {
    var tone = Tone(noise: 71, channels: 1, sampleFrames: 8820)
    tone = Tone(sampleRate: 44_100, channels: 2, samples: tone.samples.flatMap { [$0, -$0] })
    let table = try mix(of: tone)
    #expect(table.text.hasPrefix("frame,time_s,peak_0_dbfs,average_0_dbfs\n"))
    #expect(table.rows.count == 12)
    #expect(table.rows.allSatisfy { $0[2] == "-160.000000" && $0[3] == "-160.000000" })
  }

  @Test func `the mix of 5.1 with sound in the centre only is a sixth of the centre`() throws {
    let level = 20 * log10(30_000.0 / 32_768 / 6)
    for row in try mix(of: Self.surround(in: 2)).rows {
      for column in 2...3 {
        let found = try #require(Double(row[column]))
        #expect(abs(found - level) < 1e-5, "\(row)")
      }
    }
  }

  @Test func `the mix of full scale in all channels does not clip`() throws {
    let tone = Tone(
      sampleRate: 44_100, channels: 6, samples: [Int16](repeating: -32_768, count: 6 * 1470))
    #expect(try mix(of: tone).rows.allSatisfy { $0[2] == "0.000000" })
  }

  @Test func `the mix of one channel is the channel`() throws {
    let tone = Tone(noise: 72, channels: 1, sampleFrames: 8820)
    try TemporaryFolder.with { folder in
      try folder.write(tone.wave, "a.wav")
      #expect(try mix(of: tone).text == run(["meter", "a.wav"], folder).text)
    }
  }

  @Test func `a part of a mix, and a mix from a pipe, are those of the whole`() throws {
    let tone = Tone(noise: 73, channels: 5, sampleFrames: 44_100)
    let words = ["--add", "pitch,bands", "--ballistics", "petal"]
    let whole = try mix(of: tone, words).rows
    #expect(whole.count == 60)
    for (start, length) in [(6, 12), (30, 30), (57, 3)] {
      let part = try mix(
        of: tone, words + ["-s", "\(Double(start) / 60)", "-d", "\(Double(length) / 60)"]
      ).rows
      #expect(part.count == length)
      for (found, expected) in zip(part, whole[start...]) {
        #expect(found.dropFirst(2) == expected.dropFirst(2))
      }
    }
    var command = Inside.command(["meter", "-", "--channels", "mix"] + words)
    command.input = .pipe(tone.wave)
    #expect(try command.run().rows == whole)
  }

  @Test func `pictures of a mix are those of the mixed file, for the whole, parts and constants`()
    throws
  {
    try TemporaryFolder.with { folder in
      // Sums of two that are even, so that the mixed file has the very samples.
      var tone = Tone(noise: 74, channels: 2, sampleFrames: 22_050)
      tone.samples = tone.samples.map { $0 & ~1 }
      let mixed = stride(from: 0, to: tone.samples.count, by: 2).map {
        Int16((Int(tone.samples[$0]) + Int(tone.samples[$0 + 1])) / 2)
      }
      try folder.write(tone.wave, "a.wav")
      try folder.write(Tone(sampleRate: 44_100, channels: 1, samples: mixed).wave, "m.wav")
      for options in [
        ["--look", "halo"], ["--look", "bloom", "-s", "0.2"],
        ["--look", "strata", "--frames", "9"],
        ["--view", "plots", "--look", "tutorial", "--frames", "20"], ["--range", "c.json"],
      ] {
        let words = ["--size", "48x48", "--format", "rgba", "-q", "-o", "-"] + options
        func picture(_ name: String, _ choice: [String]) throws -> [UInt8] {
          _ = try run(["normalize", name, "-o", "c.json", "--overwrite"] + choice, folder)
          let result = try run(["render", name] + choice + words, folder)
          #expect(result.status == 0, "\(result.errors)")
          return result.bytes
        }
        let pictures = try picture("a.wav", ["--channels", "mix"])
        #expect(!pictures.isEmpty)
        #expect(try pictures == picture("m.wav", []), "\(options)")
      }
    }
  }

  @Test func `a sequence that was begun with the mix is not resumed without it`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 75, channels: 3, sampleFrames: 4410).wave, "a.wav")
      let words = ["render", "a.wav", "-o", "f", "--size", "32x32", "-q"]
      #expect(try run(words + ["--channels", "mix", "--frames", "0-2"], folder).status == 0)
      let other = try run(words + ["--existing=keep"], folder)
      #expect(other.status == 73 && other.errors.contains("channels"), "\(other.errors)")
      #expect(try run(words + ["--channels", "mix", "--existing=keep"], folder).status == 0)
    }
  }

  @Test func `readings of the mix stand for it, and for nothing else`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 76, channels: 4, sampleFrames: 8820).wave, "a.wav")
      let mix = ["--channels", "mix"]
      _ = try run(["meter", "a.wav", "-o", "a.readings", "-q", "--for", "halo"], folder)
      _ = try run(["meter", "a.wav", "-o", "m.readings", "-q", "--for", "halo"] + mix, folder)
      for words in [
        ["meter"], ["normalize"],
        ["render", "--look", "halo", "--size", "32x32", "--format", "rgba", "-o", "-"],
      ] {
        let expected = try run(words + ["a.wav", "-q"] + mix, folder)
        let found = try run(words + ["m.readings", "-q"] + mix, folder)
        #expect(found.status == 0 && found.bytes == expected.bytes, "\(found.errors)")
        let unmixed = try run(words + ["m.readings", "-q"], folder)
        #expect(unmixed.status == 64)
        #expect(
          unmixed.errors.contains(
            "m.readings: has the readings of the mix of its channels\nhint: add --channels mix"))
        let lacking = try run(words + ["a.readings", "-q"] + mix, folder)
        #expect(lacking.status == 64)
        #expect(lacking.errors.contains("has the readings of each channel, and none of their mix"))
      }
    }
  }

  @Test func `where the sound of silent channels is, posters and films say alike`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.surround(in: 2).wave, "centre.wav")
      let silent =
        "radial-audio: warning: centre.wav: channels 0 and 1 of 6 are completely silent; channel 2 "
        + "has sound\nhint: radial-audio "
      for words in [
        ["poster", "centre.wav", "-o", "p.png", "--size", "64x64"],
        ["render", "centre.wav", "-o", "f", "--size", "32x32"],
      ] {
        let errors = try run(words + ["-q"], folder).errors
        let hint =
          words.map { $0 == "-o" ? "--output" : $0 } + [
            "--quiet", "--channels", "2", "--overwrite\n",
          ]
        #expect(errors == silent + hint.joined(separator: " "), "\(errors)")
        let heard = try run(words + ["-q", "--channels", "2", "--overwrite"], folder)
        #expect(heard.status == 0 && heard.errors.isEmpty, "\(heard.errors)")
      }
      let right = try run(
        ["plan", "centre.wav", "--look", "ink", "--channels", "4,5"], folder)
      #expect(right.errors.contains("channels 4 and 5 of 6 are completely silent; channel 2 has"))
      try folder.write(Tone(sampleRate: 8000, channels: 2, samples: [0, 0, 0, 0]).wave, "two.wav")
      let nothing = try run(["plan", "two.wav"], folder).errors
      #expect(nothing.contains("two.wav: is completely silent; the figure is a circle\n"))
      let opposite = Tone(sampleRate: 8000, channels: 2, samples: [9, -9, 900, -900])
      try folder.write(opposite.wave, "two.wav")
      let mixed = try run(["plan", "two.wav", "--channels", "mix"], folder).errors
      #expect(mixed.contains("two.wav: the mix of its channels is completely silent; the figure"))
    }
  }

  @Test func `channels are chosen by their speakers, and plan says which these are`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 79, channels: 3, sampleFrames: 4410)
      try folder.write(tone.wave(mask: 0x0B), "bass.wav")
      try folder.write(tone.wave, "plain.wav")
      func plan(_ words: String...) throws -> CommandResult { try run(["plan"] + words, folder) }
      let named = try plan("bass.wav").text
      #expect(named.contains("0 FL, 1 FR, 2 LFE\n"), "\(named)")
      let guessed = try plan("plain.wav").text
      #expect(guessed.contains("0 FL, 1 FR, 2 FC, guessed from the number of channels\n"))
      let json = try plan("bass.wav", "--json").text.filter { $0 != " " }
      #expect(json.contains(#""speakers":["FL","FR","LFE"],"speakersGuessed":false"#))
      /// The scale of a choice, which is that of its channels.
      func scale(_ choice: String) throws -> Substring {
        let json = try plan("bass.wav", "--channels", choice, "--json").text
        let start = try #require(json.firstRange(of: "\"peakRange\"")).lowerBound
        return try json[start..<#require(json.firstRange(of: "\"scaleOf\"")).lowerBound]
      }
      for (names, numbers) in [("L,LFE", "0,2"), ("fr", "1"), ("FL,2", "0,2")] {
        #expect(try scale(names) == scale(numbers), "\(names)")
      }
      #expect(try scale("FL") != scale("LFE"))
      let lacking = try plan("bass.wav", "--channels", "SL,SR")
      #expect(lacking.status == 64)
      #expect(
        lacking.errors.hasPrefix(
          "radial-audio: error: bass.wav: has no speaker SL: its speakers are FL FR LFE\n"))
    }
  }

  @Test func `of a file with more than two channels it is said which are shown`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 77, channels: 6, sampleFrames: 4410).wave, "six.wav")
      try folder.write(Tone(noise: 78, channels: 2, sampleFrames: 4410).wave, "two.wav")
      let note =
        "radial-audio: six.wav: channels 0 and 1 of 6 (FL and FR) are shown; --channels chooses "
        + "others, or the mix of all\n"
      for words in [
        ["poster", "six.wav", "-o", "p.png"], ["render", "six.wav", "-o", "f"],
        ["plan", "six.wav"],
      ] {
        let said = try run(
          words + ["--size", "32x32", "--overwrite"].prefix(words[0] == "plan" ? 2 : 3), folder)
        #expect(said.status == 0 && said.errors.ranges(of: note).count == 1, "\(said.errors)")
      }
      for words in [
        ["plan", "six.wav", "-q"], ["plan", "six.wav", "--channels", "0,1"],
        ["plan", "six.wav", "--channels", "mix"], ["plan", "two.wav"], ["meter", "six.wav"],
        // The loudness of all of them.
        ["plan", "six.wav", "--view", "loudness"],
      ] {
        #expect(try !run(words, folder).errors.contains("are shown"), "\(words)")
      }
    }
  }

  @Test func `a sample of a mix that is no number is named with its own channel`() throws {
    try TemporaryFolder.with { folder in
      let samples: [Float] = [0, 0, 0, 0.1, 0.2, 0.3, 0, 0, .infinity]
      var raw: [UInt8] = []
      for sample in samples {
        raw += withUnsafeBytes(of: sample.bitPattern.littleEndian) { Array($0) }
      }
      try folder.write(raw, "a.raw")
      let result = try run(
        ["meter", "a.raw", "--raw", "8000,3,f32le", "--channels", "mix"], folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("sample frame 2") && result.errors.contains("channel 2"))
    }
  }
}
