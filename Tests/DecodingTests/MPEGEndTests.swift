// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Signal
import Testing

/// A layer of MPEG audio, in frames of digital silence: nothing but zeros behind the header.
private struct Silence: Sendable, CustomTestStringConvertible {
  let name: String
  /// The header of a frame, and the bytes of the whole.
  let header: [UInt8], size: Int
  /// The sample frames in it, and of a second.
  let sampleFrames: Int, rate: Int
  /// The same at another sample rate.
  let otherHeader: [UInt8], otherSize: Int

  var testDescription: String { name }

  static let layer3 = Silence(
    name: "layer III", header: [0xFF, 0xFB, 0x10, 0xC0], size: 104, sampleFrames: 1152,
    rate: 44_100,
    otherHeader: [0xFF, 0xF3, 0x44, 0xC0], otherSize: 96)

  static let all = [
    layer3,
    Silence(
      name: "layer III, version 2.5", header: [0xFF, 0xE3, 0x40, 0xC0], size: 208,
      sampleFrames: 576,
      rate: 11_025,
      otherHeader: [0xFF, 0xFB, 0x16, 0xC0], otherSize: 97),
    Silence(
      name: "layer II", header: [0xFF, 0xFD, 0x10, 0xC0], size: 104, sampleFrames: 1152,
      rate: 44_100,
      otherHeader: [0xFF, 0xFD, 0x16, 0xC0], otherSize: 97),
    Silence(
      name: "layer II, version 2", header: [0xFF, 0xF5, 0x28, 0xC0], size: 144, sampleFrames: 1152,
      rate: 16_000,
      otherHeader: [0xFF, 0xF5, 0x24, 0xC0], otherSize: 96),
    Silence(
      name: "layer I", header: [0xFF, 0xFF, 0x10, 0xC0], size: 32, sampleFrames: 384,
      rate: 44_100,
      otherHeader: [0xFF, 0xFF, 0x26, 0xC0], otherSize: 68),
  ]

  func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in header + [UInt8](repeating: 0, count: size - 4) }
  }

  /// The frame of a tag that counts those behind it; of layer III in one channel.
  func tag(_ count: UInt64) -> [UInt8] {
    let words = Array("Xing".utf8) + [0, 0, 0, 1] + WaveBytes.big(count, 4)
    return header + [UInt8](repeating: 0, count: 17) + words
      + [UInt8](repeating: 0, count: size - 21 - words.count)
  }

  func otherFrames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in otherHeader + [UInt8](repeating: 0, count: otherSize - 4) }
  }
}

/// MPEG audio without a tag: all of it, and nothing at a wrong place.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads MPEG audio without a tag"))
struct MPEGEndTests {
  private func read(
    _ bytes: [UInt8], _ check: (String, Reading) throws -> Void
  ) throws {
    let scratch = Scratch()
    let path = try scratch.file("a.mp3", bytes)
    try check(path, try Reading(path, scratch.environment))
    try check("standard input", try readThroughPipe(bytes, scratch.environment))
  }

  @Test(arguments: Silence.all)
  private func `all whole frames are heard, and those of another kind behind them`(
    silence: Silence
  ) throws {
    let frame = silence.sampleFrames
    try read(silence.frames(20)) { _, reading in
      #expect(reading.error == nil)
      #expect(reading.frameCount == 20 * frame)
    }
    // A track of another kind behind the first, and a header in the middle of what is no frame.
    for rest in [silence.otherFrames(30), silence.otherFrames(1) + silence.frames(30)] {
      try read(silence.frames(20) + rest) { _, reading in
        #expect(reading.error == nil)
        // At the rate of the one or the other: in all cases more than those of the first rate last.
        let seconds = Double(reading.frameCount) / Double(reading.format.sampleRate)
        #expect(seconds > Double(30 * frame) / Double(silence.rate))
      }
    }
  }

  @Test(arguments: Silence.all)
  private func `a last frame that breaks off ends the sound behind the whole ones`(
    silence: Silence
  ) throws {
    try read(silence.frames(20) + silence.frames(1).dropLast()) { name, reading in
      #expect(
        reading.error
          == .unfinished(path: name, atFrame: 20 * silence.sampleFrames))
      #expect(reading.frameCount == 20 * silence.sampleFrames)
    }
  }

  @Test(arguments: [2000, 65_000, 65_500, 200_000])
  func `what follows a gap is not taken for what comes before it`(gap: Int) throws {
    let silence = Silence.layer3
    let zeros = [UInt8](repeating: 0, count: gap)
    try read(silence.frames(20) + zeros + silence.frames(30)) { name, reading in
      guard case .damaged(name, 23_040, _) = reading.error else {
        Issue.record("\(String(describing: reading.error))")
        return
      }
      #expect(reading.frameCount == 23_040)
    }
  }

  @Test func `what is no frame behind the last one is no damage`() throws {
    let silence = Silence.layer3
    let noise: [UInt8] = WaveBytes.steps(200_000, seed: 5).map { UInt8(truncatingIfNeeded: $0) }
    let id3: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0x7F, 0x7F, 0x7F]
    let tails: [[UInt8]] = [
      Array("TAG".utf8) + [UInt8](repeating: 0x61, count: 125),
      Array("APETAGEX".utf8) + noise.prefix(500),
      id3 + noise,
      [UInt8](repeating: 0, count: 900),
      [UInt8](repeating: 0xFF, count: 70_000),
      noise,
    ]
    for (index, tail) in tails.enumerated() {
      try read(silence.frames(20) + tail) { _, reading in
        #expect(reading.error == nil, "tail \(index)")
        #expect(reading.frameCount == 23_040, "tail \(index)")
      }
    }
  }

  @Test(arguments: ["-q:a 2", "-b:a 96k", "-abr 1 -b:a 130k"])
  func `what an encoder writes into a pipe is heard to its end`(options: String) throws {
    let recipe = Recipe(
      name: "a.mp3",
      arguments: ["-write_xing", "0", "-id3v2_version", "0", "-c:a", "libmp3lame"]
        + options.split(separator: " ").map(String.init))
    let contents = try bytes(ofFile: recipe.make(in: Scratch()))
    try read(contents) { _, reading in
      #expect(reading.error == nil)
      // What was encoded, what the encoder puts before it, and a last frame that is filled up.
      #expect((88_200..<88_200 + 3 * 1152).contains(reading.frameCount))
    }
    // As of a station that was tuned in to: the first frame is not whole.
    try read(Array(contents.dropFirst(1000))) { _, reading in
      #expect(reading.error == nil)
      #expect((80_000..<88_200 + 2 * 1152).contains(reading.frameCount))
    }
  }

  @Test func `a gap in a file with a tag is told where it is`() throws {
    let silence = Silence.layer3
    let tag = silence.tag(60)
    let zeros = [UInt8](repeating: 0, count: 3 * silence.size)
    try read(tag + silence.frames(20) + zeros + silence.frames(37)) { name, reading in
      guard case .damaged(name, 23_040, _) = reading.error else {
        Issue.record("\(String(describing: reading.error))")
        return
      }
      #expect(reading.frameCount == 23_040)
    }
  }

  /// Symptom: the saved stream of a station was no audio file if its first frame is a tag.
  @Test(arguments: [0, 60], [true, false])
  func `MPEG audio behind the words of a server is heard`(lines: Int, isTagged: Bool) throws {
    let silence = Silence.layer3
    let frames = (isTagged ? silence.tag(20) : []) + silence.frames(20)
    try read(ForeignBytes.response(lines: lines) + frames) { _, reading in
      #expect(reading.error == nil)
      #expect(reading.frameCount == 20 * 1152)
    }
  }

  /// Symptom: a second of a saved stream of AAC was no audio file.
  @Test(arguments: [0, 60]) func `AAC behind the words of a server is heard`(lines: Int) throws {
    let recipe = try #require(Recipe.foreign.first { $0.name == "a.aac" })
    let path = try recipe.make(in: Scratch())
    let whole = try Reading(path)
    try read(ForeignBytes.response(lines: lines) + bytes(ofFile: path)) { _, reading in
      #expect(reading.error == nil)
      #expect(reading.samples == whole.samples)
    }
  }

  @Test func `without ffmpeg it is named, with the command to type`() throws {
    let scratch = Scratch()
    let path = try scratch.file("a.mp3", Silence.layer3.frames(20))
    #expect { try Reading(path, scratch.withoutHelpers) } throws: { error in
      if case .helperMissing(path, _) = error as? DecodingError { true } else { false }
    }
  }
}
