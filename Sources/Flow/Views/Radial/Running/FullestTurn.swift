// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// What running figures have to know of the whole track: its silences, and its fullest turn.
///
/// Silences that are longer than a second leave a figure as it is, so that the one after the music
/// does not wipe it.
struct FullestTurn: Sendable {
  /// The number of the turn that is the loudest; the first one if the track has no whole turn.
  private(set) var fullestTurn = 0
  /// How many ticks have been shown at the end of that turn; `nil` if the track has no whole turn.
  private(set) var fullestTurnEnd: Int?
  /// The tick at which the figure has drawn something in every direction; the last one if it never
  /// has.
  private(set) var firstFullTick = 0
  private var rests: [Range<Int>] = []
  /// The tick from which on the track only fades, or is silent; `nil` if it does so for a second at
  /// most.
  private(set) var end: Int?

  /// Turns begin `phase` ticks before the first tick. The silences of a track are the ticks of which
  /// nothing is above the quiet end of the scale; those of up to `longestPause` ticks, a second, do
  /// not count.
  ///
  /// - Throws: if the track cannot be read.
  init(
    of track: ReadingTrack<StereoLevels>, on scale: LevelScale, ticksInTurn: Int, phase: Int,
    longestPause: Int
  ) throws(SystemError) {
    var (start, sum, greatest) = (0, 0.0, 0.0)
    for tick in 0..<track.count {
      let loudness = scale.loudness(of: try track.reading(ofTick: tick))
      if loudness != .silent {
        if tick - start > longestPause { rests.append(start..<tick) }
        start = tick + 1
      }
      sum += loudness.mean.average
      let place = tick + phase
      guard place % ticksInTurn == ticksInTurn - 1 else { continue }
      // What comes before the first whole turn is less than one.
      let turn = place / ticksInTurn
      if tick + 1 >= ticksInTurn, fullestTurnEnd == nil || sum > greatest {
        (fullestTurn, greatest) = (turn, sum)
        fullestTurnEnd = place + 1 - phase
      }
      sum = 0
    }
    var end = try FullestTurn.fade(of: track, on: scale, second: longestPause) ?? start
    while let pause = rests.last, pause.upperBound >= end {
      end = min(end, pause.lowerBound)
      rests.removeLast()
    }
    if track.count - end > longestPause {
      rests.append(end..<track.count)
      self.end = end
    }
    var drawn = Set<Int>()
    for tick in 0..<track.count where drawn.count < ticksInTurn {
      if !self.rests(at: tick) { drawn.insert(tick % ticksInTurn) }
      firstFullTick = tick
    }
  }

  /// The tick from which on a track only fades; `nil` if it does not. Loud music comes before a fade:
  /// two seconds whose mean loudness is above 0.4. What is only softer after it, or grows again, is
  /// music too.
  private static func fade(
    of track: ReadingTrack<StereoLevels>, on scale: LevelScale, second: Int
  ) throws(SystemError) -> Int? {
    func loudness(_ tick: Int) throws(SystemError) -> Double {
      scale.loudness(of: try track.reading(ofTick: tick)).mean.average
    }
    func mean(_ ticks: Range<Int>) throws(SystemError) -> Double {
      var sum = 0.0
      for tick in ticks { sum += try loudness(tick) }
      return sum / Double(max(ticks.count, 1))
    }
    let window = 2 * second
    var (first, recent) = (track.count, 0.0)
    repeat {
      guard first > 0 else { return nil }
      first -= 1
      recent += try loudness(first)
      if first + window < track.count { recent -= try loudness(first + window) }
    } while first + window > track.count || recent <= 0.4 * Double(window)
    var begin = first + window
    while try loudness(begin - 1) <= 0.2 { begin -= 1 }
    let middle = (begin + track.count) / 2
    let (early, late) = (try mean(begin..<middle), try mean(middle..<track.count))
    let isFade = (early + late) / 2 < 0.05 || early < 0.3 && late < early / 2
    return isFade ? begin : nil
  }

  /// Whether a tick is in a silence that leaves the figure as it is.
  func rests(at tick: Int) -> Bool {
    let next = rests.endOfPrefix { $0.upperBound <= tick }
    return next < rests.count && rests[next].contains(tick)
  }

  /// The first tick that a figure of the last `window` ticks before the end of `tick` depends on.
  /// What a tick of a silence shows is from before the silence.
  func firstTick(of window: Int, before tick: Int) -> Int {
    var first = max(tick - window + 1, 0)
    for rest in rests.reversed() where rest.lowerBound <= tick && rest.upperBound > first {
      first = min(first, max(rest.lowerBound - window, 0))
    }
    return first
  }
}
