// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Signal
import TestSupport
import Testing

/// The orders of channels that files name, and that decoders deliver.
@Suite struct SpeakerOrderTests {
  private let scratch = Scratch()

  /// A CAF of 16-bit samples whose channels are 1, 2, 3 … steps of 1/128 loud.
  private func caf(_ count: Int, _ layout: [UInt8]) -> [UInt8] {
    func big(_ value: Int, _ count: Int) -> [UInt8] {
      WaveBytes.little(UInt64(value), count).reversed()
    }
    let data = (1...count).flatMap { big($0 << 8, 2) }
    let description =
      Array(big(Int(Double(8000).bitPattern), 8)) + Array("lpcm".utf8) + big(0, 4)
      + big(2 * count, 4) + big(1, 4) + big(count, 4) + big(16, 4)
    return Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + big(32, 8) + description
      + Array("chan".utf8) + big(layout.count, 8) + layout + Array("data".utf8)
      + big(4 + data.count, 8) + big(0, 4) + data
  }

  private func layout(_ tag: Int, bitmap: Int = 0, labels: [Int] = []) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { WaveBytes.little(UInt64(value), 4).reversed() }
    return big(tag) + big(bitmap) + big(labels.count)
      + labels.flatMap { big($0) + [UInt8](repeating: 0, count: 16) }
  }

  /// Symptom: a CAF with the layout MPEG_5_1_D had its centre on the left.
  @Test(
    arguments: [
      (121 << 16 | 6, 0, [], "FL FR FC LFE SL SR", [1, 2, 3, 4, 5, 6]),
      (124 << 16 | 6, 0, [], "FL FR FC LFE SL SR", [2, 3, 1, 6, 4, 5]),
      (123 << 16 | 6, 0, [], "FL FR FC LFE SL SR", [1, 3, 2, 6, 4, 5]),
      (127 << 16 | 8, 0, [], "FL FR FC LFE BL BR FLC FRC", [4, 5, 1, 8, 6, 7, 2, 3]),
      (128 << 16 | 8, 0, [], "FL FR FC LFE BL BR SL SR", [1, 2, 3, 4, 7, 8, 5, 6]),
      (189 << 16 | 8, 0, [], "FL FR FC LFE BL BR SL SR", [1, 2, 3, 4, 5, 6, 7, 8]),
      (1 << 16, 0x0B, [], "FL FR LFE", [1, 2, 3]),
      (0, 0, [3, 1, 2], "FL FR FC", [2, 3, 1]),
      (0, 0, [1, 2, 5, 6, 33, 34], "FL FR BL BR SL SR", [1, 2, 5, 6, 3, 4]),
      (0, 0, [1, 2, 0x1_0001], "FL FR FC", [1, 2, 3]),
      (147 << 16 | 3, 0, [], "FL FR FC", [1, 2, 3]),
      (124 << 16 | 6, 0, [], "FL FR FC", [1, 2, 3]),
    ] as [(Int, Int, [Int], String, [Int])])
  func `a layout of CAF names the channels and their order`(
    tag: Int, bitmap: Int, labels: [Int], names: String, order: [Int]
  ) throws {
    let bytes = caf(order.count, layout(tag, bitmap: bitmap, labels: labels))
    for reading in [
      try Reading(scratch.file("a.caf", bytes)), try readThroughPipe(bytes),
    ] {
      #expect("\(reading.format.speakers)" == names && reading.error == nil)
      #expect(reading.samples.map { Int($0 * 128) } == order)
    }
  }

  @Test func `a mask that does not fit the channels is no mask`() throws {
    let tone = Tone(sampleRate: 8000, channels: 3, samples: [1, 2, 3])
    for mask in [0, 0x3, 0x3F, 0x8000_0007] {
      let reading = try Reading(scratch.file("a.wav", tone.wave(mask: mask)))
      #expect(reading.format.speakers == .usual(3), "\(mask)")
    }
  }

  /// Symptom: the bass of 4.1 in M4A stood for the back, and three channels of TTA had a bass.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"),
    arguments: [
      ("a.m4a", "4.1", ["-c:a", "aac"], 5, true),
      ("a.mkv", "quad", ["-c:a", "pcm_s24le"], 4, true),
      ("a.tta", "3.0", [], 3, true), ("a.tta", "7.1", [], 8, true), ("a.tta", "mono", [], 1, false),
      ("a.ts", "5.1", ["-c:a", "s302m", "-strict", "-2"], 6, true),
      ("a.m4a", "5.1", ["-c:a", "aac"], 6, false), ("a.mka", "quad", ["-c:a", "flac"], 4, false),
    ] as [(String, String, [String], Int, Bool)])
  func `a layout that ffmpeg guesses is not said to be named`(
    name: String, layout: String, encoder: [String], count: Int, isGuess: Bool
  ) throws {
    let path = scratch.path(name)
    let noise = "anoisesrc=d=0.5:r=48000,aformat=channel_layouts=\(layout)"
    try Tool.ffmpeg.run(["-y", "-f", "lavfi", "-i", noise] + encoder + [path])
    let speakers = try Reading(path).format.speakers
    #expect(speakers.isGuess == isGuess && speakers.list == Speakers.usual(count).list)
  }

  /// Symptom: Opus whose head named 8000 Hz was decoded at that rate.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the file"),
    arguments: [8000, 16_000, 44_100])
  func `Opus is decoded at 48 kHz whatever its head says`(rate: Int) throws {
    let wave = try scratch.file(
      "a.wav", Tone(noise: 1, sampleRate: 48_000, sampleFrames: 48_000).wave)
    let path = scratch.path("a.opus")
    try Tool.ffmpeg.run(["-y", "-i", wave, "-c:a", "libopus", path])
    let whole = try bytes(ofFile: path)
    let head = try #require(whole.firstRange(of: Array("OpusHead".utf8))?.lowerBound)
    var changed = whole
    changed.replaceSubrange(head + 12..<head + 16, with: WaveBytes.little(UInt64(rate), 4))
    changed.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let page = changed[..<(head + 19)]
    changed.replaceSubrange(22..<26, with: WaveBytes.little(oggChecksum(page), 4))
    let expected = try Reading(path)
    let found = try Reading(scratch.file("b.opus", changed))
    #expect(found.format.sampleRate == 48_000 && found.error == nil)
    #expect(found.samples == expected.samples)
  }

  /// - Source: RFC 3533, section 6.
  private func oggChecksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    return UInt64(sum)
  }
}
