// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// How far the heart of a figure opens: the level of the bass, from the soft to the loud parts of
/// the track's own bass, and with it the loudness of all that sounds, so that a heart does not stand
/// still where the bass stops.
struct Pulse: Sendable {
  private var span: LevelSpan?
  /// The range of the bass in sound that is still arriving.
  private var adaptive: AdaptiveRange?
  private let strength: Double
  private let track: ReadingTrack<StereoLevels>

  /// The share of the bass beside the loudness. Of shares from 0 to 1 the motion of this one follows
  /// rising levels best: on a piece with a bass note in each beat it correlates with 0.49, and that of
  /// the bass alone with 0.33.
  private static let bassShare = 0.6

  /// How much the level rises and falls in a tick to the other side of the seam of a loop, in dB.
  private static let slope = 0.7

  /// The pulse of a track; its `strength` is 0 for none to 1.
  ///
  /// - Throws: if the track cannot be read.
  init(
    of track: ReadingTrack<StereoLevels>, _ context: ViewContext, strength: Double
  ) throws(SystemError) {
    self.strength = strength
    self.track = track
    if track.isLive {
      adaptive = AdaptiveRange(LevelRange(low: -34, high: -14), tickRate: context.tickRate)
    }
    let whole = track.whole
    let ticks = context.scaleTicks ?? 0..<whole.count
    let range = try whole.found("bass in \(ticks)") { () throws(SystemError) in
      var builder = LevelRangeBuilder()
      for tick in ticks { builder.include(try whole.reading(ofTick: tick).bass) }
      return builder.range
    }
    span = range.flatMap { MeterScale.range($0).span(isLeft: true) }
  }

  /// Takes the levels of the next tick of sound that is still arriving.
  mutating func adapt(to levels: StereoLevels) {
    adaptive?.include([levels.bass.value])
    span = adaptive.flatMap { MeterScale.range($0.range).span(isLeft: true) }
  }

  /// How far it opens at a tick by the bass alone, from 0 to 1. At the seam of a loop it opens and closes
  /// gradually.
  ///
  /// - Throws: if the track cannot be read.
  func opening(atTick tick: Int) throws(SystemError) -> Double {
    strength * (try openings(atTick: tick).bass)
  }

  /// How far it opens, with the loudness if that is given, and the level of the bass, each from 0 to 1.
  ///
  /// - Throws: if the track cannot be read.
  func openings(
    atTick tick: Int, loudness: ((StereoLevels) -> Double)? = nil
  ) throws(SystemError) -> (heart: Double, bass: Double) {
    let levels = try track.reading(ofTick: tick)
    var level = levels.bass
    var loud = loudness.map { $0(levels) }
    if let (other, distance) = track.tickAcrossSeam(from: tick, reach: 60) {
      let far = try track.reading(ofTick: other)
      level = max(level, Decibels(far.bass.value - Pulse.slope * Double(distance)))
      loud = loudness.map { max($0(levels), $0(far) - Double(distance) / 60) }
    }
    let bass = span.map { 1 - min(max($0.distance(of: level), 0), 1) } ?? 0
    let share = Pulse.bassShare
    return (strength * (loud.map { share * bass + (1 - share) * $0 } ?? bass), bass)
  }
}
