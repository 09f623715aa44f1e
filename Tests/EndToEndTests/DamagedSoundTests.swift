// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Damaged and joined sounds: regressions, named by symptom.
@Suite struct DamagedSoundTests {
  private func meter(_ name: String, _ options: String...) throws -> CommandResult {
    try Corpus.command(["meter", Corpus.path("Audio", name)] + options).run()
  }

  @Test func `what follows a damaged FLAC block is not taken for the beginning`() throws {
    let result = try meter("checksum.flac", "--until-damage")
    #expect(result.status == 0)
    #expect(result.rows.isEmpty)
    #expect(result.errors.contains("stream is damaged at sample frame 0"))
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg reads MPEG audio without a tag"))
  func `an MP3 that is longer than its tag says is heard to the end`() throws {
    let plain = try meter("no-tag.mp3")
    let longer = try meter("tag-too-short.mp3")
    #expect(longer.bytes == plain.bytes)
    #expect(plain.rows.count == 63)
  }

  @Test(arguments: ["tick", "avaudioplayer"])
  func `what comes before a sample that is no number is kept, and nothing else`(
    ballistics: String
  ) throws {
    let kept = try meter("nan.wav", "--until-damage", "--ballistics", ballistics)
    #expect(kept.status == 0)
    #expect(
      kept.errors.hasSuffix(
        "the sample at sample frame 300, channel 1 is not a finite number; the sound before it is used\n"
      ))
    // Two ticks of 133 sample frames, and a short one.
    #expect(kept.rows.count == 3)
    let later = try meter("nan.wav", "-s", "0.02", "--ballistics", ballistics)
    #expect(later.errors.contains("the sample at sample frame 300, channel 1"))
    let part = try meter("nan.wav", "-d", "0.0375", "--ballistics", ballistics)
    #expect(part.errors.isEmpty)
    #expect(part.bytes == kept.bytes)
  }

  @Test func `a recorder that died before it wrote the length is heard to the end`() throws {
    try TemporaryFolder.with { folder in
      var bytes = Tone(noise: 5, sampleFrames: 44_100).wave
      // The size of the data as it was after a tenth of a second.
      let size = 4410 * 4
      for place in 0..<4 { bytes[40 + place] = UInt8(truncatingIfNeeded: size >> (8 * place)) }
      let result = try Corpus.command(["meter", try folder.write(bytes, "a.wav")]).run()
      #expect(result.status == 0)
      #expect(result.rows.count == 60)
      #expect(
        result.errors.hasSuffix(
          "a.wav: its header declares 4410 sample frames, but 44100 were found; all are used\n"))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes the file"))
  func `an M4A whose download broke off is to be fetched again`() throws {
    try TemporaryFolder.with { folder in
      try InstalledTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=1", "-c:a", "aac", folder.path("a.m4a"),
      ])
      let whole = try folder.bytes("a.m4a")
      let file = try folder.write(Array(whole.prefix(whole.count / 2)), "cut.m4a")
      let result = try Program.run("meter", file)
      #expect(result.status == 65)
      #expect(
        result.errors
          == "radial-audio: error: \(file): its end is missing, with the index of its sound\n"
          + "hint: fetch or copy it again: it broke off on the way\n")
    }
  }

  @Test func `libmpg123 does not write between our lines`() throws {
    for name in [
      "tag-too-short.mp3", "tag-too-long.mp3", "tag-cut.mp3", "cut-in-first-frame.mp3", "hole.mp3",
    ] {
      let result = try meter(name, "--progress", "json")
      for line in result.errors.split(separator: "\n") {
        #expect(["{", "r", "h"].contains(line.first), "\(line)")
      }
    }
  }

  @Test func `a hint to go on is given only where something comes before the damage`() throws {
    #expect(try !meter("cut-after-header.wav").errors.contains("hint:"))
    #expect(try meter("cut-in-data.wav").errors.contains("hint: use --until-damage"))
    let kept = try meter("cut-in-data.wav", "--until-damage")
    #expect(kept.status == 0)
    #expect(kept.rows.count == 2)
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg reads FLAC in Ogg"))
  func `FLAC in Ogg is kept up to the page that is broken`() throws {
    let kept = try meter("cut-before-last-page.ogg", "--until-damage")
    #expect(kept.status == 0)
    // 4096 of 5000 sample frames.
    #expect(kept.rows.count == 6)
    #expect(kept.errors.contains("stream ends at sample frame 4096"))
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg reads chained Ogg"))
  func `of a chain what comes before a broken page is kept, and nothing behind it`() throws {
    let kept = try meter("chained-checksum.ogg", "--until-damage")
    #expect(kept.status == 0)
    // The 5000 sample frames of the first stream.
    #expect(kept.rows.count == 7)
    let whole = try meter("chained.ogg")
    #expect(whole.rows.count == 45)
    #expect(whole.rows.prefix(6) == kept.rows.prefix(6))
  }

  @Test(
    .enabled(if: InstalledTool.areInstalled(.ffmpeg, .sox), "sox makes Ogg Vorbis, ffmpeg reads it")
  )
  func `two Ogg Vorbis files of different rates made one are one track`() throws {
    try TemporaryFolder.with { folder in
      for (name, rate, seconds) in [("a", "44100", "1"), ("b", "22050", "2")] {
        try InstalledTool.sox.run([
          "-n", "-r", rate, "-c", "2", folder.path("\(name).ogg"), "synth", seconds, "sine", "440",
        ])
      }
      let (first, second) = (try folder.bytes("a.ogg"), try folder.bytes("b.ogg"))
      let file = try folder.write(first + second, "chained.ogg")
      let result = try Corpus.command(["meter", file]).run()
      #expect(result.ending == .exited(0))
      #expect(result.errors.isEmpty)
      // Three seconds at the rate of the first.
      #expect((179...182).contains(result.rows.count))
      // Loud throughout, but where one file ends and the other begins.
      for row in result.rows[2..<58] + result.rows[62..<178] {
        #expect(try #require(Double(row[2])) > -4, "\(row)")
      }
      let cut = try folder.write(first + second.prefix(second.count / 2), "cut.ogg")
      let broken = try Corpus.command(["meter", cut]).run()
      #expect(broken.ending == .exited(0))
      #expect(
        broken.errors.wholeMatch(
          of:
            #/radial-audio: warning: .*/cut.ogg: stream ends at sample frame \d+, before its end mark; .*\n/#
        ) != nil, "\(broken.errors)")
    }
  }
}
