// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// How the figures of films follow a song: its end, its beats, its bass.
@Suite struct FollowingTests {
  private static let moving: Set = ["heart", "head-left", "head-right", "pupil", "ripple"]

  @Test(arguments: RunningLook.all)
  func `a fade leaves the figure as it was before`(look: RunningLook) throws {
    func ticks(end: (Int) -> Double) -> [Tick] {
      PictureTicks.music(count: 900, seed: 3)
        + (0..<400).map { tick in
          let level = end(tick)
          return PictureTicks.tick(
            900 + tick, peaks: (level, level - 1), averages: (level - 8, level - 9))
        }
    }
    func items(_ ticks: [Tick], after last: Int) throws -> [Item] {
      var view = try look.options(turn: 1).0.figure(ticks: ticks)
      for tick in 0...last { try view.advance(to: tick) }
      var part = try look.options(turn: 1).0.figure(ticks: ticks)
      for tick in part.firstTick(shownAfterTick: last)...last { try part.advance(to: tick) }
      let items = try Radial.scene(of: view).items
      #expect(try Radial.scene(of: part).items == items)
      return items.filter { !FollowingTests.moving.contains($0.name) }
    }
    // With the newest point at one place of the turn, when older turns have been overwritten.
    let fade = ticks { -12 - 0.3 * Double($0) }
    #expect(try items(fade, after: 1290) == items(fade, after: 1230))
    // What is only soft is music, and so is what grows again.
    let soft = ticks { -14 - 3 * Double($0 % 7) }
    #expect(try items(soft, after: 1290) != items(soft, after: 1230))
    let coda = ticks { $0 < 200 ? -30 - Double($0 % 9) : -26 + Double($0 % 9) }
    #expect(try items(coda, after: 1290) != items(coda, after: 1230))
  }

  @Test(arguments: ["sun", "strata", "ink"])
  func `a ring spreads from a strong hit, and none in a still heart or on a poster`(look: String)
    throws
  {
    // A hit each second and a half, that dies away within half a second.
    let ticks = (0..<300).map { tick in
      let level = -6 - 1.2 * Double(min(tick % 90, 30))
      return PictureTicks.tick(tick, peaks: (level, level), averages: (level - 3, level - 3))
    }
    func rings(after last: Int, _ change: (inout RadialOptions) -> Void = { _ in }) throws
      -> [Double]
    {
      var (picture, options) = (PictureSettings(), RadialOptions())
      RadialView.looks.first { $0.name == look }?.apply(&picture, &options)
      change(&options)
      var view = try options.figure(ticks: ticks)
      for tick in view.firstTick(shownAfterTick: last)...last { try view.advance(to: tick) }
      let seen = try Radial.scene(of: view).items.filter { $0.name == "ripple" && $0.opacity > 0 }
      return seen.compactMap { item in
        let radii = item.path.points.map(\.radius)
        guard let low = radii.min(), let high = radii.max(), high - low > 0.1 else { return nil }
        return (low + high) / 2
      }
    }
    #expect(try rings(after: 175) == [])
    let sizes = try [184, 194, 210, 230].map { try rings(after: $0) }
    #expect(sizes.allSatisfy { $0.count == 1 })
    let radii = sizes.flatMap(\.self)
    #expect(radii == radii.sorted() && radii[0] < 140 && radii[3] > 400)
    #expect(try rings(after: 240) == [])
    #expect(try rings(after: 190) { $0.set("pulse", to: "0") } == [])
    #expect(try rings(after: 190) { $0.becomePoster() } == [])
  }

  /// Bars of two seconds, whose first beat is where 12 o'clock would be.
  @Test func `no beat lies across the seam of a locked turn`() throws {
    var (picture, options) = (PictureSettings(), RadialOptions())
    RadialView.looks.first { $0.name == "corona" }?.apply(&picture, &options)
    options.turn = .lock
    var track = ReadingTrack<BandLevels>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    for tick in 0..<3600 {
      let age = Double((tick + 2) % 120)
      let level = ChannelLevel(
        peak: Decibels(-2 - 0.25 * age), average: Decibels(-8 - 0.25 * age))
      try track.append(BandLevels(levels: StereoLevels(left: level, right: level), bands: []))
    }
    var view = try options.figure(of: track, ViewContext(picture: picture))
    #expect(view.findings.lockedTurn != nil)
    for tick in 0..<3000 { try view.advance(to: tick) }
    let glow = try #require(
      Radial.scene(of: view).items.first { $0.name == "glow" }?.path.points)
    let count = (glow.count - 2) / 6
    let rises = (0..<count).map { glow[2 * $0 + 1].radius - glow[2 * $0].radius }
    let steepest = try #require(rises.indices.max { rises[$0] < rises[$1] })
    #expect(count % 120 == 0 && (4...8).contains(steepest % 120), "\(steepest) of \(count)")
    // The turn that has begun at the first tick is a part of one.
    #expect((view.findings.fullestTurnEnd ?? 0) > count)
  }

  @Test func `the heart moves with what sounds where the bass stops`() throws {
    var (picture, options) = (PictureSettings(), RadialOptions())
    RadialView.looks.first { $0.name == "sun" }?.apply(&picture, &options)
    var track = ReadingTrack<BandLevels>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    for tick in 0..<600 {
      let level = -Double(tick % 40)
      let loud = ChannelLevel(peak: Decibels(level), average: Decibels(level))
      try track.append(
        BandLevels(
          levels: StereoLevels(
            left: loud, right: loud, bass: Decibels(tick < 300 ? level : -160)), bands: []))
    }
    var view = try options.figure(of: track, ViewContext(picture: picture))
    var hearts: [Double] = []
    for tick in 0..<600 {
      try view.advance(to: tick)
      let heart = try Radial.scene(of: view).items.first { $0.name == "heart" }
      hearts.append(try #require(heart?.path.points.first).radius)
    }
    let (with, without) = (hearts[..<300], hearts[300...])
    for (hearts, most) in [(with, 48.0), (without, 7 + 0.4 * 41)] {
      let (least, greatest) = (try #require(hearts.min()), try #require(hearts.max()))
      #expect(abs(least - 7) < 0.01 && abs(greatest - most) < 0.01)
    }
  }
}
