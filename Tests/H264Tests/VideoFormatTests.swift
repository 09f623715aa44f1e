// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import H264

/// Levels, sizes and what players are told.
@Suite struct VideoFormatTests {
  @Test(
    arguments: [
      (1920, 1080, 60, UInt8(42)), (1920, 1080, 30, 40), (3840, 2160, 60, 52), (1280, 720, 60, 32),
      (176, 144, 15, 10), (7680, 4320, 60, 61),
    ])
  func `the level is the lowest that allows the size and the rate`(
    width: Int, height: Int, rate: Int, level: UInt8
  ) throws {
    let format = try #require(VideoFormat(width: width, height: height, rate: (rate, 1)))
    #expect(format.sequenceParameters[3] == level)
  }

  /// Pictures of some lengths in bytes, and the level that they need.
  private static let needs: [(runs: [(length: UInt32, count: Int)], level: UInt8)] = [
    // At the bit rate, and a little above it for long.
    ([(125_000, 1000)], 42), ([(135_000, 1000)], 50),
    // Above it as long as the buffer lasts.
    ([(250_000, 61)], 42), ([(250_000, 62)], 50),
    // Then less, until the buffer is full again, and for a shorter time.
    ([(250_000, 61), (0, 61), (250_000, 61)], 42), ([(250_000, 61), (0, 50), (250_000, 61)], 50),
    // 135 and 240 Mbit a second.
    ([(337_500, 500)], 50), ([(400_000, 500)], 51),
    // A picture that is more than half as large as its samples at the level's most macroblocks.
    ([(2_005_401, 1)], 42), ([(2_005_402, 1)], 50),
    // More than any level has, and nothing.
    ([(20_000_000, 500)], 62), ([], 42),
  ]

  /// 1920x1080 at 50 a second needs level 4.2 for its macroblocks, with 50 Mbit a second in a buffer of 62.5.
  @Test(arguments: VideoFormatTests.needs.indices)
  func `the level allows the bit rate, the buffer and the compression of the pictures`(
    index: Int
  ) throws {
    let (runs, level) = VideoFormatTests.needs[index]
    let format = try #require(VideoFormat(width: 1920, height: 1080, rate: (50, 1)))
    let lengths = runs.flatMap { Array(repeating: $0.length, count: $0.count) }
    #expect(format.holding(lengths).sequenceParameters[3] == level)
  }

  @Test(
    arguments: [
      (0, 2, 1), (2, 0, 1), (3, 2, 1), (2, 3, 1), (-2, 2, 1), (16_386, 16, 1), (16_384, 16_384, 1),
      (7680, 4320, 1000),
    ])
  func `what no level allows has no format`(width: Int, height: Int, rate: Int) {
    #expect(VideoFormat(width: width, height: height, rate: (rate, 1)) == nil)
  }

  @Test(
    arguments: [
      (1920, 1080, 60, 1, 42), (640, 360, 30_000, 1001, 30), (2, 2, 1, 1, 10),
      (3840, 2160, 24_000, 1001, 51), (1080, 1920, 50, 1, 42),
    ])
  func `ffprobe reads size, level, rate and colours as they were given`(
    width: Int, height: Int, numerator: Int, denominator: Int, level: Int
  ) throws {
    try InstalledTool.ffprobe.require()
    try TemporaryFolder.with { folder in
      var stream = try CodedStream(width: width, height: height, rate: (numerator, denominator))
      let count = stream.format.columns * stream.format.rows
      let bytes = [UInt8](repeating: 128, count: width * height / 2 * 3)
      stream.append(count: 2, PictureQuality(parameter: 20, slack: 0)) { _ in
        (bytes, [Bool](repeating: false, count: count))
      }
      try folder.write(stream.bytes, "a.h264")
      let names = [
        "profile", "width", "height", "level", "has_b_frames", "sample_aspect_ratio", "pix_fmt",
        "color_range", "color_space", "color_transfer", "color_primaries", "chroma_location",
        "field_order", "refs", "r_frame_rate",
      ]
      let result = try InstalledTool.ffprobe.run(
        ["-v", "warning", "-of", "default=nw=1", "-show_entries"]
          + ["stream=" + names.joined(separator: ","), "a.h264"], in: folder)
      #expect(result.errors == "")
      var facts: [String: String] = [:]
      for line in result.text.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        facts[String(parts[0])] = String(parts[1])
      }
      let expected = [
        "profile": "Constrained Baseline", "width": "\(width)", "height": "\(height)",
        "level": "\(level)", "has_b_frames": "0", "sample_aspect_ratio": "1:1",
        "pix_fmt": "yuv420p", "color_range": "tv", "color_space": "bt709",
        "color_transfer": "bt709", "color_primaries": "bt709", "chroma_location": "left",
        "field_order": "progressive", "refs": "1", "r_frame_rate": "\(numerator)/\(denominator)",
      ]
      for (name, value) in expected { #expect(facts[name] == value, "\(name)") }
    }
  }

  @Test func `the parameter sets have the bits of the standard`() throws {
    let format = try #require(VideoFormat(width: 1920, height: 1080, rate: (60, 1)))
    var bits = BitReader(unit: format.sequenceParameters)
    #expect(try [bits.bits(8), bits.bits(8), bits.bits(8)] == [66, 0xC0, 42])
    // Set 0; frame_num of eight bits; the order of decoding; one reference; no gaps.
    for number in [0, 4, 2, 1] { #expect(try bits.unsigned() == number) }
    #expect(try bits.bits(1) == 0)
    #expect(try [bits.unsigned(), bits.unsigned()] == [119, 67])
    // Frames only; direct_8x8_inference; cropped by eight rows at the bottom.
    #expect(try bits.bits(3) == 7)
    for number in [0, 0, 0, 4] { #expect(try bits.unsigned() == number) }
    #expect(try bits.bits(1) == 1)
    #expect(format.pictureParameters[0] == 0x68)
  }
}
