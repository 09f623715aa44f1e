// SPDX-License-Identifier: MIT
import Analysis
import Signal
import Testing

@Suite struct SpeakerWeightTests {
  /// By hand, from table 3 of ITU-R BS.1770-5.
  @Test(
    arguments: [
      ("FC", [1]), ("FL FR LFE", [1, 1, 0]), ("FL FR BL BR", [1, 1, 1.41, 1.41]),
      ("FL FR FC BC", [1, 1, 1, 1]), ("FL FR FC LFE BL BR", [1, 1, 1, 0, 1.41, 1.41]),
      ("FL FR FC LFE SL SR", [1, 1, 1, 0, 1.41, 1.41]),
      ("FL FR FC LFE BC SL SR", [1, 1, 1, 0, 1, 1.41, 1.41]),
      ("FL FR FC LFE BL BR SL SR", [1, 1, 1, 0, 1, 1, 1.41, 1.41]),
      ("FL FR TFL TFR LFE2 WL", [1, 1, 1, 1, 1.41, 0]),
    ] as [(String, [Double])])
  func `a channel counts for loudness by the place of its speaker`(
    names: String, weights: [Double]
  ) throws {
    let speakers = try #require(Speaker.list(names).flatMap(Speakers.init))
    let format = StreamFormat(
      sampleRate: 48_000, channelCount: weights.count, speakers: speakers)
    #expect(ChannelWeighting.layout.factors(format) == weights)
    #expect(
      ChannelWeighting.dualMono.factors(format) == (weights.count == 1 ? [2] : weights))
  }

  @Test func `channels without speakers need weights`() {
    let format = StreamFormat(sampleRate: 48_000, channelCount: 9)
    #expect(ChannelWeighting.layout.factors(format) == nil)
    let nine = [Double](repeating: 1, count: 9)
    #expect(ChannelWeighting.factors(nine).factors(format) == nine)
    #expect(ChannelWeighting.factors([1]).factors(format) == nil)
  }
}
