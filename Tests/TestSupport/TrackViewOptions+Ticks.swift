// SPDX-License-Identifier: MIT
import Analysis
public import Signal
public import Views

extension TrackViewOptions {
  /// The figure of a track of such levels. To looks that hear more it is C major for six seconds, F
  /// sharp minor for six, and so on; bands are like pitch classes.
  public func figure(
    ofTicks ticks: [Tick], _ context: ViewContext
  ) throws -> any Figure<TrackViewOptions> {
    let clock = TickClock(sampleRate: 48_000, rate: context.tickRate)
    let format = StreamFormat(sampleRate: 48_000, channelCount: 2)
    let levels = ticks.map { StereoLevels(left: $0.levels[0], right: $0.levels[1]) }
    guard look.name != "one-line" else {
      var track = ReadingTrack<StereoLevels>(format: format, clock: clock)
      for levels in levels { try track.append(levels) }
      return try figure(of: track, context)
    }
    let count = look.file == nil ? 12 : look.name == "layers" ? 7 : 0
    var track = ReadingTrack<BandLevels>(format: format, clock: clock)
    for (tick, levels) in levels.enumerated() {
      let chord = tick / 360 % 2 == 0 ? [0, 4, 7] : [6, 9, 1]
      let bands = (0..<count).map { chord.contains($0) ? SIMD2<Float>(1, 1) : [0, 0.1] }
      try track.append(BandLevels(levels: levels, bands: bands))
    }
    return try figure(of: track, context)
  }
}
