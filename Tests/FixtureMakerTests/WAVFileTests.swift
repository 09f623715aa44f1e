// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct WAVFileTests {
  @Test func `a 16-bit stereo file is the bytes worked out on paper`() {
    let file = WAVFile(
      sampleRate: 44_100, channelCount: 2, encoding: .signed(bits: 16), samples: [0.5, -1, 0, 2])
    #expect(
      file.bytes == Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [
        16, 0, 0, 0, 1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0,
      ] + Array("data".utf8) + [8, 0, 0, 0, 0x00, 0x40, 0x00, 0x80, 0, 0, 0xFF, 0x7F])
  }

  @Test func `an odd number of data bytes is followed by one that the size leaves out`() {
    let bytes = WAVFile(
      sampleRate: 8000, channelCount: 1, encoding: .unsigned8, samples: [0.5]
    ).bytes
    #expect(Array(bytes[40...]) == [1, 0, 0, 0, 192, 0])
    #expect(bytes[4] == UInt8(bytes.count - 8))
  }

  @Test func `a float file has a fact chunk with its number of sample frames`() {
    let bytes = WAVFile(
      sampleRate: 48_000, channelCount: 1, encoding: .float32, samples: [1, -2, 0]
    ).bytes
    #expect(bytes[20] == 3)
    #expect(Array(bytes[38..<50]) == Array("fact".utf8) + [4, 0, 0, 0, 3, 0, 0, 0])
    #expect(Array(bytes[58..<62]) == [0, 0, 0x80, 0x3F])
  }

  @Test func `six channels take the extensible header with a speaker for each`() {
    let bytes = WAVFile(
      sampleRate: 48_000, channelCount: 6, encoding: .signed(bits: 16),
      samples: [Double](repeating: 0, count: 6)
    ).bytes
    #expect(Array(bytes[16..<24]) == [40, 0, 0, 0, 0xFE, 0xFF, 6, 0])
    #expect(Array(bytes[40..<46]) == [0x3F, 0, 0, 0, 1, 0])
  }
}
