// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// The ends of the scale of views that show levels.
@Suite struct LevelScaleTests {
  private let ticks = [
    PictureTicks.tick(0, peaks: (-160, -160), averages: (-160, -160)),
    PictureTicks.tick(1, peaks: (-10, -160), averages: (-20, -160)),
    PictureTicks.tick(2, peaks: (-12, -160), averages: (-30, -160)),
  ]

  @Test func `the track's own quietest readings are the ends`() throws {
    var options = RadialOptions()
    options.scale.normalization = .max
    let view = try RadialView(options, ticks: ticks)
    #expect(view.measures == [Measure("max-peak", [12, nil]), Measure("max-average", [30, nil])])
    #expect(view.measures.map(\.text) == ["12,none", "30,none"])
    #expect(view.remark == nil)
  }

  @Test func `an option counts more`() throws {
    var options = RadialOptions()
    options.scale.maxAverage = LevelPair(left: 5, right: 6)
    options.scale.normalization = .max
    let view = try RadialView(options, ticks: ticks)
    #expect(view.measures.map(\.text) == ["12,none", "5,6"])
  }

  private func constants(_ ticks: [Tick]) throws -> Constants {
    var builder = ConstantsBuilder(ballistics: .avaudioplayer, tickRate: .sixty)
    try builder.beginInput(channelCount: 2)
    for tick in ticks { builder.include(tick) }
    return builder.constants()
  }

  @Test func `constants count more than the track, channel by channel`() throws {
    var options = RadialOptions()
    options.scale.normalization = .max
    let other = try constants([PictureTicks.tick(0, peaks: (-40, -50), averages: (-60, -70))])
    let view = try RadialView(options, ticks: ticks, constants: other)
    #expect(view.measures.map(\.text) == ["40,50", "60,70"])
    let swapped = try RadialView(options, ticks: ticks, constants: other, channels: (1, 0))
    #expect(swapped.measures.map(\.text) == ["50,40", "70,60"])
  }

  @Test func `constants have to know a side that is heard, and no other`() throws {
    let left = try constants(ticks)
    _ = try RadialView(ticks: ticks, constants: left)
    let loud = ticks + [PictureTicks.tick(3, peaks: (-1, -1), averages: (-2, -2))]
    #expect(throws: ConstantsError.silentChannel(1)) {
      try RadialView(ticks: loud, constants: left)
    }
    _ = try RadialView(ticks: loud, scale: Radial.scale, constants: left)
  }

  @Test func `of a silent track the user is told`() throws {
    let silence = try RadialView(ticks: Array(ticks.prefix(1)))
    #expect(silence.remark == "is wholly silent; the figure is a circle")
    let same = try RadialView(ticks: Array(ticks.prefix(1)), channels: (1, 1))
    #expect(same.remark == "channel 1 is wholly silent; the figure is a circle")
    #expect(try RadialView(ticks: []).remark == nil)
  }
}
