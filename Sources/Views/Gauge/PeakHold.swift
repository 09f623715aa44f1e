// SPDX-License-Identifier: MIT

/// The highest peak of the last while, and a mark that rests on it and then falls.
struct PeakHold: Sendable {
  /// How long a mark rests, and how fast it falls.
  struct Pace: Sendable {
    /// Ticks that a peak is held; at least one.
    let ticks: Int
    /// Decibels that the mark falls in each tick after them.
    let fall: Double
  }

  private let pace: Pace
  private let scale: ClosedRange<Double>
  /// Peaks that nothing later has reached, in the order of their ticks: each is lower than the one
  /// before.
  private var peaks: [(tick: Int, level: Double)] = []
  /// Where the mark is, in dBFS, within the scale.
  private(set) var mark: Double

  /// A mark at the lower end of a scale in dBFS.
  init(pace: Pace, scale: ClosedRange<Double>) {
    self.pace = pace
    self.scale = scale
    mark = scale.lowerBound
  }

  /// The highest peak of the ticks that are held, in dBFS; `nil` before the first tick.
  var highest: Double? { peaks.first?.level }

  /// Takes in the peak of the next tick, in dBFS.
  mutating func advance(to tick: Int, _ level: Double) {
    peaks.removeLast(peaks.reversed().prefix { $0.level <= level }.count)
    peaks.append((tick, level))
    if peaks[0].tick <= tick - pace.ticks { peaks.removeFirst() }
    let held = min(max(peaks[0].level, scale.lowerBound), scale.upperBound)
    mark = max(held, mark - pace.fall)
  }

  /// Ticks after which nothing of a peak is left to be seen.
  var memory: Int {
    pace.ticks + Int(((scale.upperBound - scale.lowerBound) / pace.fall).rounded(.up)) + 1
  }
}
