// SPDX-License-Identifier: MIT
import Analysis
import Decoding
import Foundation
import Pipeline
import Signal
import TestSupport
import Testing

/// Each speaker's tone is found under its name, and counts for loudness as it should, whatever the
/// file is.
@Suite struct SpeakerTests {
  /// A kind of file that ffmpeg writes, and the layouts that it can name.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let words: [String]
    let layouts: [String]
    /// How much a tone may change.
    let tolerance: Double

    init(_ name: String, _ words: String, _ layouts: String, tolerance: Double = 0.1) {
      self.name = name
      (self.words, self.tolerance) = (words.split(separator: " ").map(String.init), tolerance)
      self.layouts = layouts.split(separator: " ").map(String.init)
    }

    var testDescription: String { "\(name) \(words.joined(separator: " "))" }
  }

  private static let usual = "mono stereo 3.0 quad 5.0 5.1 6.1 7.1"
  private static let all =
    usual + " 2.1 3.0(back) 4.0 quad(side) 3.1 5.0(side) 4.1 5.1(side) 6.0 6.0(front) hexagonal "
    + "6.1(back) 6.1(front) 7.0 7.0(front) 7.1(wide) 7.1(wide-side) octagonal"
  private static let alac = "mono stereo 3.0 4.0 5.0 5.1 6.1(back) 7.1(wide)"

  /// Layouts that ffmpeg 5.1 writes as others into CAF, and does not name in FLAC.
  private static let (notInCAF, notInFLAC) = (
    ["quad", "5.0", "5.1", "7.1", "7.1(wide-side)"], ["5.0(side)", "5.1(side)"]
  )

  static let kinds = [
    Kind("a.wav", "-c:a pcm_s16le", all), Kind("a.wav", "-c:a pcm_s24le -rf64 always", all),
    Kind("a.w64", "-c:a pcm_s16le", all), Kind("a.flac", "", all.without(notInFLAC)),
    // In Ogg ffmpeg writes no mask of its own.
    Kind("a.oga", "-c:a flac -f ogg", usual),
    Kind("a.oga", "-c:a flac -f ogg -metadata WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0xB", "2.1"),
    Kind("a.oga", "-c:a flac -f ogg -metadata waveformatextensible_channel_mask=263", "4.0"),
    Kind("a.caf", "-c:a pcm_s16be", all.without(notInCAF)), Kind("a.caf", "-c:a alac", alac),
    Kind("a.m4a", "-c:a alac", alac), Kind("a.mka", "-c:a flac", all),
    // Vorbis makes low-frequency effects 2 dB louder.
    Kind("a.ogg", "-c:a libvorbis -q:a 8", usual, tolerance: 2.2),
    Kind("a.opus", "-c:a libopus -b:a 256k -mapping_family 1", usual, tolerance: 1),
    // What ffmpeg reads of seven channels in AAC is a guess.
    Kind("a.m4a", "-c:a aac -b:a 512k", "4.0 quad(side) 6.0(front) " + usual, tolerance: 1),
    Kind(
      "a.ac3", "-b:a 640k",
      "mono stereo 3.0(back) 3.0 quad(side) 4.0 5.0(side) 2.1 3.1 4.1 5.1(side)", tolerance: 1),
  ]

  @Test(
    .enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes the files"), arguments: kinds)
  func `each speaker's tone is found under its name in any file`(kind: Kind) throws {
    try TemporaryFolder.with { folder in
      for layout in kind.layouts {
        var speakers = try #require(Speakers(Speakers.described(Substring(layout))))
        try folder.write(SpeakerTones.wave(speakers), "in.wav")
        if kind.words.contains("aac"), layout == "6.1" { speakers = .usual(speakers.count) }
        let words = ["-v", "error", "-y", "-i", "in.wav"] + kind.words + [kind.name]
        _ = try InstalledTool.ffmpeg.run(words, in: folder)
        try expectTones(folder.path(kind.name), speakers, layout, within: kind.tolerance)
      }
    }
  }

  @Test(arguments: 1...8)
  func `channels without names have the usual speakers, as a guess`(count: Int) throws {
    try TemporaryFolder.with { folder in
      let speakers = Speakers.usual(count)
      #expect(speakers.isGuess == (count > 2))
      let tone = SpeakerTones.tone(speakers.list)
      try expectTones(folder.write(tone.wave, "plain.wav"), speakers, "plain", within: 0.1)
      var request = TrackRequest(input: try folder.write(Array(tone.wave.dropFirst(44)), "raw"))
      request.headerless = HeaderlessSamples(
        sampleRate: 48_000, channelCount: count, sampleFormat: .s16le)
      try expectTones(request, speakers, "raw", within: 0.1)
    }
  }

  /// Symptom: a file with a mask for L, R and LFE read -5.92 LUFS, since its LFE counted.
  @Test func `low-frequency effects of 2 point 1 do not count for loudness`() throws {
    try TemporaryFolder.with { folder in
      let speakers = try #require(Speakers(mask: 0x0B))
      var tone = SpeakerTones.tone(speakers.list)
      for index in tone.samples.indices {
        // The levels are those of the peaks: a sine at -23 dB in both fronts is at -23 LUFS.
        let isLow = index % 3 == 2
        let amplitude: Double = 32_767 * pow(10, (isLow ? -3.0 : -23.0) / 20)
        let angle: Double = 2 * .pi * (isLow ? 60.0 : 997.0) * Double(index / 3) / 48_000
        tone.samples[index] = Int16(amplitude * sin(angle))
      }
      let path = try folder.write(tone.wave(mask: 0x0B), "a.wav")
      #expect(abs(try loudness(TrackRequest(input: path)) - -23) < 0.1)
    }
  }

  private func expectTones(
    _ path: String, _ speakers: Speakers, _ name: String, within tolerance: Double
  ) throws {
    try expectTones(TrackRequest(input: path), speakers, name, within: tolerance)
  }

  /// Expects the speakers of an input, the level of each, and the loudness of all.
  private func expectTones(
    _ request: TrackRequest, _ speakers: Speakers, _ name: String, within tolerance: Double
  ) throws {
    var track = try Track(request)
    #expect(track.format.speakers == speakers, "\(name): \(track.format.speakers)")
    var sums = [Double](repeating: 0, count: track.format.channelCount)
    var (tick, count) = (0, 0.0)
    _ = try track.read(.levels(.tick, floor: .silence), progress: { _ in true }) {
      // The start and the end of lossy sound are not those of the tone.
      if (15..<45).contains(tick) {
        for (channel, level) in $0.levels.enumerated() {
          sums[channel] += pow(10, level.average.value / 10)
        }
        count += 1
      }
      tick += 1
    }
    for (sum, speaker) in zip(sums, speakers.list) {
      let level = 10 * log10(sum / count)
      let expected = SpeakerTones.level(speaker)
      #expect(abs(level - expected) < tolerance, "\(name), \(speaker): \(level) for \(expected)")
    }
    let sides = speakers.list.contains(.sideLeft)
    let expected = SpeakerTones.loudness(speakers.list) { speaker in
      switch speaker {
      case .lowFrequency: 0
      case .sideLeft, .sideRight: 1.41
      case .backLeft, .backRight: sides ? 1 : 1.41
      default: 1
      }
    }
    let found = try loudness(request)
    #expect(abs(found - expected) < 0.1 + tolerance, "\(name): \(found) LUFS for \(expected)")
  }

  private func loudness(_ request: TrackRequest) throws -> Double {
    var track = try Track(request)
    var summary = ProgrammeSummary(floor: .silence)
    _ = try track.read(
      .programmeInTenths(.layout, floor: .silence), progress: { _ in true }
    ) { summary.include($0) }
    return summary.integrated.value
  }
}

extension String {
  /// The words but for some.
  fileprivate func without(_ others: [String]) -> String {
    split(separator: " ").map(String.init).filter { !others.contains($0) }.joined(separator: " ")
  }
}
