// SPDX-License-Identifier: MIT
import Signal
import TestSupport
import Testing

@Suite struct SpeakersTests {
  @Test(arguments: [
    (0x4, "FC"), (0x3, "FL FR"), (0x0B, "FL FR LFE"), (0x3F, "FL FR FC LFE BL BR"),
    (0x60F, "FL FR FC LFE SL SR"), (0x2_0000, "TBR"),
  ])
  func `a mask of WAV has a bit for each speaker`(mask: Int, names: String) throws {
    let speakers = try #require(Speakers(mask: mask))
    #expect("\(speakers)" == names && speakers.mask == mask && !speakers.isGuess)
    #expect(try Speakers(#require(Speaker.list(names))) == speakers)
  }

  @Test func `an empty mask and bits without a speaker say nothing`() {
    for mask in [0, -1, 1 << 18, 0x8000_0000] { #expect(Speakers(mask: mask) == nil) }
    #expect(Speakers([.frontLeft, .frontLeft]) == nil && Speakers([]) == nil)
  }

  @Test func `the usual speakers are as many as the channels, up to eight`() {
    for count in 1...8 { #expect(Speakers.usual(count).count == count) }
    #expect(Speakers.usual(9) == .none && Speakers.usual(1024).list.isEmpty)
    #expect("\(Speakers.usual(4))" == "FL FR BL BR" && Speakers.usual(4).isGuess)
  }

  @Test func `channels come into the order of WAV, whatever order a file has`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int.random(in: 1...12, using: &random)
      let list = Array(Speaker.allCases.shuffled(using: &random).prefix(count))
      let order = ChannelOrder(list, channelCount: count)
      // Each sample is the place of its speaker.
      let places = list.map { Float(Speaker.allCases.firstIndex(of: $0) ?? 0) }
      var block = AudioBlock(channelCount: count, interleaved: places + places.map { $0 + 100 })
      if let sources = order.sources { block.reorder(sources) }
      let sorted = places.sorted()
      block.withSamples { samples in
        #expect((0..<2 * count).map { samples[$0] } == sorted + sorted.map { $0 + 100 }, "\(list)")
      }
      #expect((order.sources == nil) == (places == sorted))
      #expect(order.speakers.list == list.sorted { place($0) < place($1) })
    }
  }

  private func place(_ speaker: Speaker) -> Int { Speaker.allCases.firstIndex(of: speaker) ?? -1 }

  @Test func `a list of another length, or with a name twice, is a guess`() {
    #expect(ChannelOrder([.frontLeft], channelCount: 3).speakers == .usual(3))
    #expect(ChannelOrder([], channelCount: 6).speakers == .usual(6))
    let twice = ChannelOrder([.frontLeft, .frontLeft], channelCount: 2)
    #expect(twice.speakers == .usual(2) && twice.sources == nil)
  }

  @Test func `L, R and C are names of the front, in upper and lower case`() {
    for (name, speaker) in [
      ("L", Speaker.frontLeft), ("r", .frontRight), ("C", .frontCenter), ("fc", .frontCenter),
      ("LFE", .lowFrequency), ("sl", .sideLeft),
    ] { #expect(Speaker(name: name) == speaker) }
    #expect(Speaker(name: "left") == nil && Speaker(name: "1") == nil)
  }
}
