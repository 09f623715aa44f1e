// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform

/// The silences of a track that are longer than a second. They leave a running figure as it is, so
/// that the silence after the music does not wipe it.
struct Rests: Sendable {
  private var runs: [Range<Int>] = []

  /// The silences of a track: the ticks of which nothing is above the quiet end of the scale.
  ///
  /// - Throws: if the track cannot be read.
  init(
    of track: ReadingTrack<StereoLevels>, on scale: LevelScale, tickRate: Int
  ) throws(SystemError) {
    var start: Int?
    for tick in 0...track.count {
      let isSilent =
        tick < track.count ? scale.loudness(of: try track.reading(ofTick: tick)) == .silent : false
      if isSilent {
        start = start ?? tick
      } else if let first = start {
        if tick - first > tickRate { runs.append(first..<tick) }
        start = nil
      }
    }
  }

  /// Whether a tick is in one of the silences.
  func contains(_ tick: Int) -> Bool {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound <= tick { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(tick)
  }

  /// The first tick that a figure of the last `window` ticks before the end of `tick` depends on.
  /// What a tick of a silence shows is from before the silence.
  func firstTick(of window: Int, before tick: Int) -> Int {
    var first = max(tick - window + 1, 0)
    for run in runs.reversed() where run.lowerBound <= tick && run.upperBound > first {
      first = min(first, max(run.lowerBound - window, 0))
    }
    return first
  }
}
