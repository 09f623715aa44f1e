// SPDX-License-Identifier: MIT
internal import Analysis
internal import Signal

/// The time in which all dots of an orbit meet again: a whole number of bars, which begins with one, so
/// that they fall into few arms on bar lines; without bars, a fixed time.
struct OrbitCycle: Sendable {
  /// How many times the dots turn in a cycle, the innermost first.
  let turns: [Double]

  private let begins: [Double]
  private let barCount: Double
  private let secondsInBar: Double
  private let secondsInTick: Double

  /// A cycle takes this time at least, in seconds: in a shorter one, the outer dots would pass each point
  /// of the picture too often a second.
  private static let shortest = 192.0
  /// Bars are between these lengths, in seconds; others are none.
  private static let bars = 0.25...12

  /// The cycle of `dots` dots in a song that may have bars, or in a loop of `loop` ticks.
  init(dots: Int, of structure: SongStructure?, loop: Int?, at rate: Rate) {
    secondsInTick = Double(rate.denominator) / Double(rate.numerator)
    let all = (1...dots).map(Double.init)
    if let loop {
      let seconds = Double(loop) * secondsInTick
      // As fast as in a cycle of the usual length; all meet at the seam.
      turns = all.map { max(($0 * seconds / OrbitCycle.shortest).rounded(), 1) }
      (begins, barCount, secondsInBar) = ([0], 1, seconds)
      return
    }
    turns = all
    let downbeats = structure?.downbeats ?? []
    let lengths = zip(downbeats, downbeats.dropFirst()).map { $1 - $0 }.sorted()
    guard lengths.count >= 4, let shortest = lengths.first, shortest > 0,
      OrbitCycle.bars.contains(lengths[lengths.count / 2])
    else {
      (begins, barCount, secondsInBar) = ([0], 1, OrbitCycle.shortest)
      return
    }
    begins = downbeats
    secondsInBar = lengths[lengths.count / 2]
    var count = 8.0
    while count * secondsInBar < OrbitCycle.shortest { count *= 2 }
    barCount = count
  }

  /// The part of the cycle that is over at the end of a tick, from 0 to 1.
  func phase(atTick tick: Int) -> Double {
    let time = Double(tick + 1) * secondsInTick
    var (low, high) = (0, begins.count)
    while low < high {
      let middle = (low + high) / 2
      if begins[middle] <= time { low = middle + 1 } else { high = middle }
    }
    // Before the first bar and after the last one, bars have the usual length.
    let bar = max(low - 1, 0)
    let isInside = low > 0 && low < begins.count
    let length = isInside ? begins[low] - begins[bar] : secondsInBar
    let place = (Double(bar) + (time - begins[bar]) / length) / barCount
    return place - place.rounded(.down)
  }
}
