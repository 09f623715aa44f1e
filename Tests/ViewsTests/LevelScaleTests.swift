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
    var options = RadialOptions.curves
    options.scale.normalization = .max
    let view = try options.figure(ticks: ticks)
    #expect(
      view.findings.measures == [
        Measure("max-peak", [12, nil]), Measure("max-average", [30, nil]),
      ])
    #expect(view.findings.measures.map(\.text) == ["12,none", "30,none"])
    #expect(view.findings.silentFigure == nil)
  }

  @Test func `an option counts more`() throws {
    var options = RadialOptions.curves
    options.scale.maxAverage = LevelPair(left: 5, right: 6)
    options.scale.normalization = .max
    let view = try options.figure(ticks: ticks)
    #expect(view.findings.measures.map(\.text) == ["12,none", "5,6"])
  }

  private func constants(_ ticks: [Tick]) throws -> Constants {
    var builder = ConstantsBuilder(ballistics: .avaudioplayer, tickRate: .sixty)
    try builder.beginInput(channelCount: 2)
    for tick in ticks { builder.include(tick) }
    return builder.constants()
  }

  @Test func `constants count more than the track, channel by channel`() throws {
    var options = RadialOptions.curves
    options.scale.normalization = .max
    let other = try constants([PictureTicks.tick(0, peaks: (-40, -50), averages: (-60, -70))])
    let view = try options.figure(ticks: ticks, constants: other)
    #expect(view.findings.measures.map(\.text) == ["40,50", "60,70"])
    let swapped = try options.figure(ticks: ticks, constants: other, channels: (1, 0))
    #expect(swapped.findings.measures.map(\.text) == ["50,40", "70,60"])
  }

  @Test func `a range is one scale for both sides, from soft to loud`() throws {
    let scale = try LevelScale(
      rangedOptions.scale, constants(ranged), channels: (0, 1), in: 2)
    #expect(
      scale.measures == [
        Measure("peak-range", [-20, -10]), Measure("average-range", [-31, -30]),
      ])
    #expect(scale.measures.map(\.text) == ["-20,-10", "-31,-30"])
    // The averages have less than 6 dB between them.
    let loudness = scale.loudness(of: stereo(peaks: (-12.5, -25), averages: (-28, -31)))
    #expect(loudness.left == ScaledLevel(peak: 0.75, average: 0.5))
    #expect(loudness.right == ScaledLevel(peak: 0, average: 0))
    #expect(scale.loudness(of: stereo(peaks: (-10, 3), averages: (-25, 0))).mean.average == 1)
    #expect(scale.loudness(of: stereo(peaks: (-10, 3), averages: (-25, 0))).mean.peak == 1)
  }

  @Test func `an option is what was measured, or another scale`() throws {
    var options = rangedOptions
    let own = try options.figure(ticks: ranged)
    options.scale.range = .levels(
      peak: try LevelRange(argument: own.findings.measures[0].text),
      average: try LevelRange(argument: own.findings.measures[1].text))
    let given = try options.figure(ticks: [ranged[0]])
    #expect(given.findings.measures == own.findings.measures)
    options.scale.maxPeak = LevelPair(left: 9, right: nil)
    #expect(options.scale.range == .measured)
    #expect(
      try options.figure(ticks: ranged).findings.measures == [
        Measure("max-peak", [9, nil]), own.findings.measures[1],
      ])
  }

  @Test(
    arguments: [
      ("measured", .measured), ("track", .over(.track)), ("part", .over(.part)),
      ("all", .over(.all)),
      ("c.json", .file("c.json")), ("./part", .file("./part")), ("/dev/stdin", .file("/dev/stdin")),
      (
        "-30,-3",
        .levels(peak: LevelRange(low: -30, high: -3), average: LevelRange(low: -30, high: -3))
      ),
    ] as [(String, ScaleRange)])
  func `a range is levels, the sound that is measured, or a file`(
    word: String, range: ScaleRange
  ) throws {
    #expect(try ScaleRange(argument: word) == range)
    #expect(range.argumentText == word)
    // The last one counts, and nothing is left of those before.
    var scale = LevelScaleOptions()
    for earlier in ["-9,-8", "c.json", "part"] + [word] {
      scale.range = try ScaleRange(argument: earlier)
    }
    var only = LevelScaleOptions()
    only.range = range
    #expect(scale.range == range && scale.isMeasured == only.isMeasured)
  }

  @Test func `silence has no range, and lies at the quiet end`() throws {
    let faint = [PictureTicks.tick(0, peaks: (-71, -72), averages: (-80, -80))]
    let view = try rangedOptions.figure(ticks: faint)
    #expect(view.findings.measures.map(\.text) == ["none,none", "none,none"])
    let scale = try LevelScale(
      rangedOptions.scale, constants(faint), channels: (0, 1), in: 2)
    #expect(scale.loudness(of: stereo(peaks: (0, 0), averages: (0, 0))) == .silent)
    // Its own constants fit it; a track that is heard they do not.
    _ = try rangedOptions.figure(ticks: faint, constants: constants(faint))
    #expect {
      try rangedOptions.figure(ticks: ranged, constants: constants(faint))
    } throws: {
      guard case FigureError.constants(.silentChannel(0)) = $0 else { return false }
      return true
    }
  }

  @Test func `the loud end of a range is the inner circle, the soft one the outer`() throws {
    let scale = LevelScale(
      peak: .range(LevelRange(low: -20, high: -10)),
      average: .range(LevelRange(low: -31, high: -30)))
    #expect(
      try Radial.radii(scale: scale, peaks: (-10, -12.5), averages: (-31, -28))
        == [100, 125, 200, 150])
    #expect(
      try Radial.radii(scale: scale, peaks: (0, -30), averages: (-25, -160))
        == [100, 200, 100, 200])
  }

  /// Readings whose 5th percentiles are -20 and -31, whose 99.5th -10 and -30.
  private let ranged = (0..<400).map { index in
    let isLoud = index % 20 > 9
    let peak = isLoud ? -10.0 : -20
    let average = isLoud ? -30.0 : -31
    return PictureTicks.tick(index, peaks: (peak, peak), averages: (average, average))
  }

  private var rangedOptions: RadialOptions {
    var options = RadialOptions.curves
    options.scale.normalization = .range
    return options
  }

  private func stereo(
    peaks: (Double, Double), averages: (Double, Double)
  ) -> StereoLevels {
    let levels = PictureTicks.tick(0, peaks: peaks, averages: averages).levels
    return StereoLevels(left: levels[0], right: levels[1])
  }

  @Test func `constants have to know a side that is heard, and no other`() throws {
    let left = try constants(ticks)
    _ = try RadialOptions.curves.figure(ticks: ticks, constants: left)
    let loud = ticks + [PictureTicks.tick(3, peaks: (-1, -1), averages: (-2, -2))]
    #expect {
      try RadialOptions.curves.figure(ticks: loud, constants: left)
    } throws: {
      guard case FigureError.constants(.silentChannel(1)) = $0 else { return false }
      return true
    }
    _ = try RadialOptions.curves.figure(ticks: loud, scale: Radial.scale, constants: left)
  }

  @Test func `of a silent track the user is told`() throws {
    let silence = try RadialOptions.curves.figure(ticks: Array(ticks.prefix(1)))
    #expect(silence.findings.silentFigure == "the figure is a circle")
    let same = try RadialOptions.curves.figure(ticks: Array(ticks.prefix(1)), channels: (1, 1))
    #expect(same.findings.silentFigure == "the figure is a circle")
    #expect(try RadialOptions.curves.figure(ticks: []).findings.silentFigure == nil)
  }
}
