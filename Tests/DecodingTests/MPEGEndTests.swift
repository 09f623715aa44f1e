// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Testing

/// A layer of MPEG audio, in frames of digital silence: nothing but zeros behind the header.
private struct Silence: Sendable, CustomTestStringConvertible {
  let name: String
  /// The header of a frame, and the bytes of the whole.
  let header: [UInt8], size: Int
  /// The same at another sample rate.
  let otherHeader: [UInt8], otherSize: Int

  var testDescription: String { name }

  static let layer3 = Silence(
    name: "layer III", header: [0xFF, 0xFB, 0x10, 0xC0], size: 104,
    otherHeader: [0xFF, 0xF3, 0x44, 0xC0], otherSize: 96)

  static let all = [
    layer3,
    Silence(
      name: "layer III, version 2.5", header: [0xFF, 0xE3, 0x40, 0xC0], size: 208,
      otherHeader: [0xFF, 0xFB, 0x16, 0xC0], otherSize: 97),
    Silence(
      name: "layer II", header: [0xFF, 0xFD, 0x10, 0xC0], size: 104,
      otherHeader: [0xFF, 0xFD, 0x16, 0xC0], otherSize: 97),
    Silence(
      name: "layer II, version 2", header: [0xFF, 0xF5, 0x48, 0xC0], size: 144,
      otherHeader: [0xFF, 0xF5, 0x44, 0xC0], otherSize: 96),
    Silence(
      name: "layer I", header: [0xFF, 0xFF, 0x10, 0xC0], size: 32,
      otherHeader: [0xFF, 0xFF, 0x26, 0xC0], otherSize: 68),
  ]

  func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in header + [UInt8](repeating: 0, count: size - 4) }
  }

  func otherFrames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in otherHeader + [UInt8](repeating: 0, count: otherSize - 4) }
  }
}

/// Where MPEG audio without a tag ends.
@Suite struct MPEGEndTests {
  @Test(arguments: Silence.all)
  private func `frames behind the place where the decoder stops are damage`(
    silence: Silence
  ) throws {
    let scratch = Scratch()
    let beginning = silence.frames(20)
    let whole = try Reading(scratch.file("whole.mp3", beginning))
    #expect(whole.error == nil)
    #expect(whole.frameCount > 7000)
    // A track of another kind behind the first, and a header in the middle of what is no frame.
    for rest in [silence.otherFrames(30), silence.otherFrames(1) + silence.frames(30)] {
      let path = try scratch.file("rest.mp3", beginning + rest)
      let readings = [
        (path, try Reading(path)), ("standard input", try readThroughPipe(beginning + rest)),
      ]
      for (name, reading) in readings {
        #expect(reading.samples == whole.samples)
        #expect(
          reading.error
            == .damaged(
              path: name, atFrame: whole.frameCount,
              reason: "the decoder stops here, and more audio follows"))
      }
    }
  }

  @Test func `frames are found behind whatever lies between`() throws {
    let scratch = Scratch()
    let silence = Silence.layer3
    let beginning = silence.frames(20) + silence.otherFrames(1)
    // The rest is read in pieces of 65 536 bytes, and three frames may lie across two of them.
    let gaps = [2000, 200_000] + stride(from: 59_000, to: 66_000, by: 90)
    for gap in gaps {
      let zeros = [UInt8](repeating: 0, count: gap)
      let path = try scratch.file("gap.mp3", beginning + zeros + silence.otherFrames(3))
      guard case .damaged(path, _, _) = try Reading(path).error else {
        Issue.record("nothing is found behind \(gap) bytes")
        continue
      }
    }
  }

  @Test func `what only looks like a frame is no damage`() throws {
    let scratch = Scratch()
    let silence = Silence.layer3
    let frames = silence.frames(20)
    let whole = try Reading(scratch.file("whole.mp3", frames))
    let noise: [UInt8] = WaveBytes.steps(2_097_151, seed: 5).map { UInt8(truncatingIfNeeded: $0) }
    let ones = [UInt8](repeating: 0xFF, count: 200_000)
    let lone = silence.otherFrames(1)
    let id3: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0x7F, 0x7F, 0x7F]
    let tails: [[UInt8]] = [
      Array("TAG".utf8) + [UInt8](repeating: 0x61, count: 125),
      id3 + noise,
      [UInt8](repeating: 0, count: 900),
      // A picture begins with a header of a frame, and is none.
      lone, lone + noise, lone + ones, lone + noise.prefix(5000) + lone + lone.prefix(4) + noise,
      // The third frame is one of another stream.
      lone + [0] + silence.otherFrames(2) + silence.frames(2),
    ]
    for (index, tail) in tails.enumerated() {
      let reading = try Reading(scratch.file("tail.mp3", frames + tail))
      #expect(reading.error == nil, "tail \(index)")
      #expect(reading.samples == whole.samples, "tail \(index)")
    }
  }
}
