// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform

/// How far the heart of a figure opens: the level of the bass, from the soft to the loud parts of
/// the track's own bass.
struct Pulse: Sendable {
  private let span: LevelSpan?
  private let strength: Double

  /// The pulse of a track; its `strength` is 0 for none to 1.
  ///
  /// - Throws: if the track cannot be read.
  init(
    of track: ReadingTrack<StereoLevels>, _ context: ViewContext, strength: Double
  ) throws(SystemError) {
    self.strength = strength
    var builder = LevelRangeBuilder()
    let track = track.whole
    for tick in context.scaleTicks ?? 0..<track.count {
      builder.include(try track.reading(ofTick: tick).bass)
    }
    span = builder.range.flatMap { MeterScale.range($0).span(isLeft: true) }
  }

  /// How far it opens at these levels, from 0 to 1.
  func opening(at levels: StereoLevels?) -> Double {
    guard let span, let levels else { return 0 }
    return strength * (1 - min(max(span.distance(of: levels.bass), 0), 1))
  }
}
