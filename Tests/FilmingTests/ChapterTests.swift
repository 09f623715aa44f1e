// SPDX-License-Identifier: MIT
import Filming
import TestSupport
import Testing

/// The chapters of films.
@Suite struct ChapterTests {
  @Test func `chapters are read from what ffmpeg says of a file`() {
    let report = """
      Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'a.m4b':
        Metadata:
          title           : The whole
        Duration: 00:00:02.00, start: 0.000000, bitrate: 73 kb/s
        Chapters:
          Chapter #0:0: start 0.000000, end 0.750000
            Metadata:
              title           : One: a=b
          Chapter #0:1: start 0.750000, end 2.000000
        Stream #0:0: Audio: aac (mp4a / 0x6134706D), 44100 Hz, mono, fltp (default)
          Metadata:
            title           : no chapter
      """
    #expect(
      Chapter.list(in: report) == [
        Chapter(title: "One: a=b", time: 0..<750_000),
        Chapter(title: "", time: 750_000..<2_000_000),
      ])
  }

  /// Wherever a film begins and ends, its chapters are those of the same moments of the track.
  @Test(arguments: TestRun.seeds(1...20))
  func `a part has the chapters of its moments, at its own times`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ends = (0..<6).map { _ in Int.random(in: 1..<1000, using: &random) }.sorted()
    let all = zip([0] + ends, ends).enumerated().map {
      Chapter(title: "\($0.offset)", time: $0.element.0..<$0.element.1)
    }
    let start = Int.random(in: 0..<900, using: &random)
    let length = Int.random(in: 1..<500, using: &random)
    let shown = Chapter.shown(all, from: start, length: length)
    for moment in 0..<length {
      let there = shown.first { $0.time.contains(moment) }?.title
      #expect(there == all.first { $0.time.contains(moment + start) }?.title, "seed \(seed)")
    }
    #expect(shown.allSatisfy { !$0.time.isEmpty })
  }

  @Test func `names keep their signs in the text for ffmpeg`() {
    let text = Chapter.metadata([Chapter(title: ##"a=b; #c \d"##, time: 5..<9)])
    #expect(
      text == [
        ";FFMETADATA1", "[CHAPTER]", "TIMEBASE=1/1000000", "START=5", "END=9",
        ##"title=a\=b\; \#c \\d"##,
      ])
  }
}
