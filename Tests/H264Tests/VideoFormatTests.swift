// SPDX-License-Identifier: MIT
import Testing

@testable import H264

struct VideoFormatTests {
  @Test(
    "The level is the lowest that allows the size and the rate",
    arguments: [
      (1920, 1080, 60, UInt8(42)), (1920, 1080, 30, 40), (3840, 2160, 60, 52), (1280, 720, 60, 32),
      (176, 144, 15, 10), (7680, 4320, 60, 61),
    ])
  func level(width: Int, height: Int, rate: Int, level: UInt8) throws {
    let format = try #require(VideoFormat(width: width, height: height, rate: (rate, 1)))
    #expect(format.sequenceParameters[3] == level)
  }
}
