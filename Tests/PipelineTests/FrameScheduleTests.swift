// SPDX-License-Identifier: MIT
import Pipeline
import Signal
import TestSupport
import Testing

/// Which ticks the images of a sequence show.
@Suite struct FrameScheduleTests {
  private func schedule(
    _ fps: String, ticks: String = "60", sampleRate: Int = 44_100, sampleFrames: Int
  ) throws -> FrameSchedule {
    let clock = TickClock(sampleRate: sampleRate, rate: try Rate(parsing: ticks))
    return FrameSchedule(rate: try Rate(parsing: fps), clock: clock, sampleFrames: sampleFrames)
  }

  // Ten seconds, and one sample frame more: ceil(length · fps).
  @Test(arguments: [
    ("24", 240, 241), ("25", 250, 251), ("30", 300, 301), ("50", 500, 501), ("60", 600, 601),
    ("120", 1200, 1201), ("24000/1001", 240, 240), ("30000/1001", 300, 300),
    ("60000/1001", 600, 600), ("1/3", 4, 4), ("1", 10, 11),
  ])
  func `there are as many images as the sound is long`(
    fps: String, even: Int, more: Int
  ) throws {
    #expect(try schedule(fps, sampleFrames: 441_000).frameCount == even)
    #expect(try schedule(fps, sampleFrames: 441_001).frameCount == more)
    #expect(try schedule(fps, sampleFrames: 0).frameCount == 0)
    #expect(try schedule(fps, sampleFrames: 1).frameCount == 1)
  }

  @Test(arguments: [
    ("60", [1, 2, 3, 4, 5, 6]), ("30", [2, 4, 6]), ("120", [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]),
    ("24", [2, 5, 6]), ("25", [2, 4, 6]), ("20", [3, 6]),
    // 2002 / 1000 ticks by the end of the first image, 4.004 by the second, all by the last.
    ("30000/1001", [2, 4, 6]), ("24000/1001", [2, 5, 6]), ("1", [6]),
  ])
  func `an image shows the ticks that have ended`(fps: String, shown: [Int]) throws {
    // A tenth of a second: six ticks.
    let schedule = try schedule(fps, sampleFrames: 4410)
    #expect(schedule.tickCount == 6)
    #expect((0..<schedule.frameCount).map(schedule.ticksShown) == shown)
  }

  @Test func `at the rate of the ticks each image shows one more`() throws {
    for rate in ["60", "30000/1001", "24", "7/3"] {
      let schedule = try schedule(rate, ticks: rate, sampleFrames: 441_001)
      #expect(schedule.frameCount == schedule.tickCount)
      for frame in 0..<schedule.frameCount {
        #expect(schedule.ticksShown(byFrame: frame) == frame + 1)
      }
    }
  }

  @Test(arguments: TestRun.seeds(0...7))
  func `laws of any schedule`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let fps = try #require(
        Rate(.random(in: 1...200, using: &generator), over: .random(in: 1...7, using: &generator)))
      let ticks = try #require(
        Rate(.random(in: 1...200, using: &generator), over: .random(in: 1...7, using: &generator)))
      let sampleRate = [8000, 11_025, 22_050, 44_100, 48_000].randomElement(using: &generator) ?? 0
      let length = Int.random(in: 1...200_000, using: &generator)
      let clock = TickClock(sampleRate: sampleRate, rate: ticks)
      let schedule = FrameSchedule(rate: fps, clock: clock, sampleFrames: length)
      // The sequence is as long as the sound, and less than an image longer.
      let end = schedule.frameCount * fps.denominator * sampleRate
      #expect(end >= length * fps.numerator)
      #expect(end - fps.denominator * sampleRate < length * fps.numerator)
      var before = 0
      for frame in 0..<schedule.frameCount {
        let shown = schedule.ticksShown(byFrame: frame)
        #expect(shown >= before)
        before = shown
        guard frame < schedule.frameCount - 1 else { continue }
        // Tick k ends at (k+1)·D/N, image f at (f+1)·d/n.
        let left = shown * ticks.denominator * fps.numerator
        let right = (frame + 1) * fps.denominator * ticks.numerator
        #expect(left <= right)
        #expect(left + ticks.denominator * fps.numerator > right || shown == schedule.tickCount)
      }
      #expect(before == schedule.tickCount)
    }
  }

  @Test func `an hour at an odd rate does not drift`() throws {
    let schedule = try schedule("30000/1001", sampleFrames: 3600 * 44_100)
    #expect(schedule.frameCount == 107_893)
    #expect(schedule.ticksShown(byFrame: 99_999) == 200_200)
    #expect(schedule.rate.nanoseconds(ofEvent: 30_000) == 1_001_000_000_000)
    #expect(schedule.rate.nanoseconds(ofEvent: 1) == 33_366_667)
  }
}

/// Which frames a run renders.
@Suite struct FrameSelectionTests {
  @Test func `ranges end with the sequence and begin in it`() {
    #expect(FrameSelection.all.frames(of: 10) == 0..<10)
    #expect(FrameSelection.range(first: 2, last: 4).frames(of: 10) == 2..<5)
    #expect(FrameSelection.range(first: 2, last: nil).frames(of: 10) == 2..<10)
    #expect(FrameSelection.range(first: 9, last: 99).frames(of: 10) == 9..<10)
    #expect(FrameSelection.range(first: 10, last: 10).frames(of: 10) == nil)
    #expect(FrameSelection.range(first: 0, last: nil).frames(of: 0) == nil)
  }

  @Test(arguments: TestRun.seeds(0...3))
  func `shards tile the sequence and are equal but for one frame`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let frames = Int.random(in: 0...5000, using: &generator)
      let count = Int.random(in: 1...64, using: &generator)
      var end = 0
      for index in 1...count {
        let shard = try #require(
          FrameSelection.shard(index: index, count: count).frames(of: frames))
        #expect(shard.lowerBound == end)
        #expect((frames / count...frames / count + 1).contains(shard.count))
        end = shard.upperBound
      }
      #expect(end == frames)
    }
  }

  @Test func `there may be more shards than numbers can multiply`() {
    let last = FrameSelection.shard(index: .max, count: .max)
    #expect(last.frames(of: 1000) == 999..<1000)
  }
}
