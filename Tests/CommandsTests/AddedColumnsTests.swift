// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// `meter --add`: the figures of the other tutorials beside the levels.
@Suite struct AddedColumnsTests {
  private let sine = Repository.fixture("Audio/sine-full-scale.wav")
  private let six = Repository.fixture("Audio/six-channels.wav")

  @Test func `columns are added in their order, and none before them changes`() throws {
    for input in [sine, six] {
      let plain = try Inside.run("meter", input)
      let added = try Inside.run("meter", input, "--add", "pitch,sound-meter,tracker,fft")
      #expect(added.status == 0)
      let header = try #require(added.text.split(separator: "\n").first)
      #expect(
        header.hasSuffix(
          ",pitch_hz,pitch_strength,sound_meter_db,tracker_hz,tracker_amplitude,fft_frequency_hz"))
      #expect(added.rows.map { Array($0.dropLast(6)) } == plain.rows.map(Array.init))
      #expect(added.rows.allSatisfy { $0.allSatisfy { Double($0)?.isFinite ?? false } })
    }
  }

  @Test func `each name gives the same columns alone as with the others`() throws {
    let names = ["sound-meter", "fft", "tracker", "pitch"]
    let all = try Inside.rows(six, "--add", names.joined(separator: ","), "--fps", "24")
    let levels = try Inside.rows(six, "--fps", "24")[0].count
    var place = levels
    for name in names {
      let alone = try Inside.rows(six, "--add", name, "--fps", "24")
      let count = alone[0].count - levels
      #expect(all.map { Array($0[place..<place + count]) } == alone.map { Array($0[levels...]) })
      place += count
    }
    #expect(place == all[0].count)
  }

  @Test func `lists add up, and what is there twice counts once`() throws {
    let list = try Inside.run("meter", sine, "--add", "pitch,fft")
    for words in [["pitch", "fft"], ["pitch,fft", "fft"], ["pitch", "pitch,fft"]] {
      let run = Inside.command(["meter", sine] + words.flatMap { ["--add", $0] })
      #expect(try Inside.succeed(run).text == list.text)
    }
  }

  @Test func `figures of 0.1 s are held, and wait for the first`() throws {
    var tone = Tone(sampleRate: 8000, channels: 1, samples: [])
    for level in [16_384, 8192, 0] { tone.samples += Array(repeating: Int16(level), count: 800) }
    try TemporaryFolder.with { folder in
      let input = try folder.write(tone.wave, "steps.wav")
      let rows = try Inside.rows(
        input, "--add", "sound-meter,fft,tracker", "--floor", "-90", "--fps", "30")
      // Half of −6.02 and of −12.04 dBFS, and the floor; ticks 2, 5 and 8 end with 0.1 s.
      let shown = ["-90.000000", "-3.010300", "-6.020600", "-90.000000"]
      #expect(rows.map { String($0[4]) } == (0..<9).map { shown[($0 + 1) / 3] })
      #expect(rows[0][5...] == ["0.000000", "200.000000", "0.000000"])
      #expect(rows[2][7] != "0.000000")
    }
  }

  @Test(arguments: [
    ("picth", "did you mean 'pitch'?"), ("fft,traker", "did you mean 'tracker'?"),
    ("gain", "choose from sound-meter, fft, tracker, loudness"), ("", "choose from"),
    ("fft,", "choose from"), ("fft,pitch,fft", "'fft' is given twice"),
  ])
  func `an odd list is refused, with a hint`(list: String, hint: String) throws {
    let result = try Inside.run("meter", sine, "--add", list)
    #expect(result.status == 64)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("invalid argument '\(list)' for '--add'"))
    #expect(result.errors.contains(hint))
  }
}
