// SPDX-License-Identifier: MIT
import Decoding
import Platform
import Signal
import Testing

/// Samples of which no header tells.
@Suite struct HeaderlessSamplesTests {
  /// Bytes of the samples −1, −1/2, 0, 1/4 in each format; the laws of telephones have neither of
  /// them, but what comes nearest to −1/2 and 1/4, the least negative and the greatest.
  private static let known: [(SampleFormat, [UInt8], [Float])] = [
    (.s8, [0x80, 0xC0, 0, 0x20], [-1, -0.5, 0, 0.25]),
    (.u8, [0, 0x40, 0x80, 0xA0], [-1, -0.5, 0, 0.25]),
    (.s16le, [0, 0x80, 0, 0xC0, 0, 0, 0, 0x20], [-1, -0.5, 0, 0.25]),
    (.s16be, [0x80, 0, 0xC0, 0, 0, 0, 0x20, 0], [-1, -0.5, 0, 0.25]),
    (.s24le, [0, 0, 0x80, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0x20], [-1, -0.5, 0, 0.25]),
    (.s24be, [0x80, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0x20, 0, 0], [-1, -0.5, 0, 0.25]),
    (.s32le, [0, 0, 0, 0x80, 0, 0, 0, 0xC0], [-1, -0.5]),
    (.s32be, [0x80, 0, 0, 0, 0xC0, 0, 0, 0], [-1, -0.5]),
    (.f32le, [0, 0, 0x80, 0xBF, 0, 0, 0x80, 0x3E], [-1, 0.25]),
    (.f32be, [0xBF, 0x80, 0, 0, 0x3E, 0x80, 0, 0], [-1, 0.25]),
    (.f64le, [0, 0, 0, 0, 0, 0, 0xF0, 0xBF, 0, 0, 0, 0, 0, 0, 0xD0, 0x3F], [-1, 0.25]),
    (.f64be, [0xBF, 0xF0, 0, 0, 0, 0, 0, 0, 0x3F, 0xD0, 0, 0, 0, 0, 0, 0], [-1, 0.25]),
    // ITU-T G.711: decoder outputs of 8 to 4032 of 4096, and 0 to 8031 of 8192.
    (
      .alaw, [0xD5, 0x55, 0xAA, 0x2A], [8 / 32_768, -8 / 32_768, 32_256 / 32_768, -32_256 / 32_768]
    ),
    (.mulaw, [0xFF, 0x7E, 0x80, 0x00], [0, -8 / 32_768, 32_124 / 32_768, -32_124 / 32_768]),
  ]

  @Test func `each format is read from files and pipes, and a part of a sample frame is left out`()
    throws
  {
    #expect(Set(Self.known.map(\.0)) == Set(SampleFormat.allCases))
    let scratch = Scratch()
    for (format, bytes, expected) in Self.known {
      let samples = try #require(
        HeaderlessSamples(sampleRate: 8000, channelCount: 2, sampleFormat: format))
      let more = bytes + bytes.prefix(bytes.count / expected.count)
      let path = try scratch.file("\(format).bin", more)
      let file = Reading(try AudioInput.open(path, headerless: samples))
      #expect(file.samples == expected && file.error == nil, "\(format)")
      #expect(file.format.sampleRate == 8000 && file.format.channelCount == 2)
    }
  }

  @Test(arguments: 0..<5)
  func `the bytes of a part of a sample frame at the end are counted`(more: Int) throws {
    let scratch = Scratch()
    let samples = try #require(
      HeaderlessSamples(sampleRate: 8000, channelCount: 2, sampleFormat: .s16le))
    let path = try scratch.file("a.bin", [UInt8](repeating: 1, count: 40_000 + more))
    var input = try AudioInput.open(path, headerless: samples)
    var block = AudioBlock(channelCount: 2, capacity: 4096)
    #expect(input.incompleteBytes == 0)
    repeat { try input.read(into: &block) } while block.frameCount > 0
    #expect(input.incompleteBytes == more % 4)
  }

  @Test func `what is outside the limits is refused`() {
    for (rate, count) in [(0, 1), (-1, 1), (48_000, 0), (48_000, 1025), (10_000_001, 1)] {
      #expect(
        HeaderlessSamples(sampleRate: rate, channelCount: count, sampleFormat: .u8) == nil)
    }
  }
}
