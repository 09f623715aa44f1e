// SPDX-License-Identifier: MIT
import Analysis
import Signal
import Testing
import Views

/// What is found in all readings of a track.
@Suite struct FoundReadingsTests {
  private func track(_ levels: [Double]) throws -> ReadingTrack<StereoLevels> {
    var track = ReadingTrack<StereoLevels>(
      format: StreamFormat(sampleRate: 6000, channelCount: 2),
      clock: TickClock(sampleRate: 6000, rate: .sixty))
    for level in levels { try track.append(reading(level)) }
    return track
  }

  private func reading(_ level: Double) -> StereoLevels {
    let level = ChannelLevel(peak: Decibels(level), average: Decibels(level))
    return StereoLevels(left: level, right: level, bass: level.peak)
  }

  @Test func `it is found once for all copies of a track`() throws {
    let track = try track([-3, -9])
    var calls = 0
    func find(_ track: ReadingTrack<StereoLevels>, _ name: String = "least") throws -> Double? {
      try track.found(name) {
        calls += 1
        return try (0..<track.count).map { try track.reading(ofTick: $0).bass.value }.min()
      }
    }
    let copy = track
    #expect(try find(track) == -9)
    #expect(try find(copy) == -9)
    #expect(calls == 1)
    // By another name it is something else, and so it is in a part, in a round, and as another type.
    _ = try find(track, "other")
    #expect(try find(track.part(0..<1)) == -3)
    #expect(try find(track.part(0..<2, rounds: 2)) == -9)
    #expect(track.found("least") { "text" } == "text")
    #expect(try find(track.part(0..<1).whole) == -9)
    #expect(calls == 4)
  }

  @Test func `copies that go on in different ways have their own`() throws {
    var one = try track([-3])
    var two = one
    try one.append(reading(-6))
    try two.append(reading(-30))
    func last(_ track: ReadingTrack<StereoLevels>) throws -> Double {
      try track.found { try track.reading(ofTick: 1).bass.value }
    }
    #expect(try last(one) == -6)
    #expect(try last(two) == -30)
  }
}
