// SPDX-License-Identifier: MIT
internal import Analysis
internal import Signal

/// The places of ticks in the beats and bars of a song, and in a cycle of many bars: a whole number of them,
/// which begins with one. Without bars, the cycle takes a fixed time; in a loop, that of a round.
struct LookBars: Sendable {
  private let beats: [Double]
  private let bars: [Double]
  /// How many bars, or what else the cycle is counted in, the cycle has.
  private let count: Double
  /// The beginnings of what the cycle is counted in, and its usual length, in seconds.
  private let begins: [Double]
  private let usual: Double
  private let secondsInTick: Double

  /// A cycle takes this time at least, in seconds.
  private static let shortest = 192.0
  /// Bars are between these lengths, in seconds; others are none.
  private static let lengths = 0.25...12

  /// The bars of a song that may have some, or of a loop of `loop` ticks.
  init(of structure: SongStructure?, loop: Int?, at rate: Rate) {
    secondsInTick = Double(rate.denominator) / Double(rate.numerator)
    (beats, bars) = (structure?.beats.map(\.time) ?? [], structure?.downbeats ?? [])
    let lengths = zip(bars, bars.dropFirst()).map { $1 - $0 }.sorted()
    if let loop {
      (begins, count, usual) = ([0], 1, Double(loop) * secondsInTick)
    } else if lengths.count >= 4, lengths[0] > 0,
      LookBars.lengths.contains(lengths[lengths.count / 2])
    {
      (begins, usual) = (bars, lengths[lengths.count / 2])
      var count = 8.0
      while count * usual < LookBars.shortest { count *= 2 }
      self.count = count
    } else {
      (begins, count, usual) = ([0], 1, LookBars.shortest)
    }
  }

  /// Sets the places of a moment at the end of a tick.
  func place(_ moment: inout LookMoment, atTick tick: Int) {
    let time = Double(tick + 1) * secondsInTick
    let place = LookBars.place(of: time, in: begins, usual: usual) / count
    moment.cycle = place - place.rounded(.down)
    func part(_ begins: [Double]) -> Double {
      let place = LookBars.place(of: time, in: begins, usual: 0)
      return place - place.rounded(.down)
    }
    (moment.beat, moment.bar) = (part(beats), part(bars))
  }

  /// How many of some times have passed, with the part of the time to the next one; before the first and after the
  /// last they are as far apart as usual.
  private static func place(of time: Double, in begins: [Double], usual: Double) -> Double {
    guard let first = begins.first else { return 0 }
    var (low, high) = (0, begins.count)
    while low < high {
      let middle = (low + high) / 2
      if begins[middle] <= time { low = middle + 1 } else { high = middle }
    }
    let last = max(low - 1, 0)
    let isInside = low > 0 && low < begins.count
    let length = isInside ? begins[low] - begins[last] : usual
    return length > 0 ? Double(last) + (time - (low > 0 ? begins[last] : first)) / length : 0
  }
}
