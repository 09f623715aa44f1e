// SPDX-License-Identifier: MIT
import Analysis
import Pipeline
import Signal
import Testing

/// What is metered and handed out for a part of a track, at 44 100 Hz: a tick has 735 sample frames.
@Suite struct WindowTests {
  private static let clock = TickClock(sampleRate: 44_100, rate: .sixty)

  /// A part from tick `begins` on, `ticks` long (`nil`: to the end), and what it needs.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let part: Range<Int>
    var reach = Reach.tick
    var margin = Window.Margin.nothing
    var isOpenEnded = false
    let metered: Range<Int>
    let partOfMetered: Range<Int>
    let handedOut: Range<Int>
    let begin: Int
  }

  private static func frames(_ ticks: Int) -> Int { ticks * 735 }

  @Test(arguments: [
    Case(
      description: "the sound of each tick alone", part: frames(10)..<frames(20),
      metered: frames(10)..<frames(20), partOfMetered: 0..<frames(10), handedOut: 0..<Int.max,
      begin: frames(10)),
    Case(
      description: "three ticks before each", part: frames(10)..<frames(20),
      reach: Reach(ticksBefore: 3), metered: frames(7)..<frames(20),
      partOfMetered: frames(3)..<frames(13), handedOut: 3..<Int.max, begin: frames(10)),
    Case(
      description: "more ticks than there are", part: frames(2)..<frames(20),
      reach: Reach(ticksBefore: 3), metered: 0..<frames(20),
      partOfMetered: frames(2)..<frames(20), handedOut: 2..<Int.max, begin: frames(2)),
    Case(
      description: "100 sample frames after each", part: frames(10)..<frames(20),
      reach: Reach(ticksBefore: 0, framesAfter: 100), metered: frames(10)..<frames(20) + 100,
      partOfMetered: 0..<frames(10), handedOut: 0..<10, begin: frames(10)),
    Case(
      description: "all before, handed out", part: frames(10)..<frames(20), margin: .before,
      metered: 0..<frames(20), partOfMetered: frames(10)..<frames(20), handedOut: 0..<Int.max,
      begin: 0),
    Case(
      description: "all before and after, measured", part: frames(10)..<frames(20), margin: .all,
      metered: 0..<Int.max, partOfMetered: frames(10)..<frames(20), handedOut: 0..<Int.max,
      begin: 0),
    Case(
      description: "all later sound counts, but is not handed out", part: frames(10)..<frames(20),
      reach: Reach(ticksBefore: 0, framesAfter: .max), metered: frames(10)..<Int.max,
      partOfMetered: 0..<frames(10), handedOut: 0..<10, begin: frames(10)),
    Case(
      description: "all later sound of an open-ended input: the rest of the tick",
      part: frames(10)..<frames(20) - 35, reach: Reach(ticksBefore: 0, framesAfter: .max),
      isOpenEnded: true, metered: frames(10)..<frames(20), partOfMetered: 0..<frames(10) - 35,
      handedOut: 0..<10, begin: frames(10)),
    Case(
      description: "a part that begins and ends within ticks",
      part: frames(10) + 5..<frames(20) - 5,
      reach: Reach(ticksBefore: 3), metered: frames(3) + 5 + frames(4)..<frames(20) + 5,
      partOfMetered: frames(3)..<frames(13) - 10, handedOut: 3..<13, begin: frames(10) + 5),
    Case(
      description: "the same, with all before it", part: frames(10) + 5..<frames(20) - 5,
      margin: .before, metered: 5..<frames(20) + 5, partOfMetered: frames(10)..<frames(20) - 10,
      handedOut: 0..<20, begin: 5),
    Case(
      description: "to the end", part: frames(10)..<Int.max, reach: Reach(ticksBefore: 3),
      isOpenEnded: true, metered: frames(7)..<Int.max, partOfMetered: frames(3)..<Int.max,
      handedOut: 3..<Int.max, begin: frames(10)),
    Case(
      description: "no length", part: frames(10)..<frames(10), margin: .before,
      metered: 0..<frames(10), partOfMetered: frames(10)..<frames(10), handedOut: 0..<Int.max,
      begin: 0),
  ])
  func `what is metered for a part, and what is handed out`(_ wanted: Case) {
    let window = Window(
      wanted.part, WindowTests.clock, reach: wanted.reach, handingOut: wanted.margin,
      isOpenEnded: wanted.isOpenEnded)
    #expect(window.part == wanted.part)
    #expect(window.metered == wanted.metered)
    #expect(window.partOfMetered == wanted.partOfMetered)
    #expect(window.handedOut(WindowTests.clock) == wanted.handedOut)
    #expect(window.begin == wanted.begin)
    #expect(window.lead == (wanted.margin == .nothing ? 0 : window.ticksBefore))
    #expect(window.measuresAfter == (wanted.margin == .all))
  }

  @Test func `a window without surroundings is the part`() {
    let window = Window(5..<Int.max, WindowTests.clock)
    #expect(window.metered == 5..<Int.max && window.partOfMetered == 0..<Int.max)
    #expect(window.handedOut(WindowTests.clock) == 0..<Int.max && window.begin == 5)
    #expect(window.lead == 0 && window.ticksBefore == 0 && !window.measuresAfter)
  }
}
