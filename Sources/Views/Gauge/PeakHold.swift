// SPDX-License-Identifier: MIT

/// The highest peak of the last while, and a mark that rests on it and then falls.
struct PeakHold: Sendable {
  private let pace: Pace
  /// Peaks that are held and that nothing later has reached, in the order of their ticks: each is
  /// lower than the one before.
  private var peaks: [(tick: Int, level: Double)] = []
  /// Where the mark is, in dBFS, from ``Pace/lowest`` to 0.
  private(set) var mark = Pace.lowest

  /// A mark at the lower end.
  init(_ pace: Pace) { self.pace = pace }

  /// The highest peak that is held, in dBFS; very low before the first tick.
  var highest: Double { peaks.first?.level ?? -.greatestFiniteMagnitude }

  /// Takes in the peak of the next tick, in dBFS.
  mutating func advance(to tick: Int, _ level: Double) {
    while let last = peaks.last, last.level <= level { peaks.removeLast() }
    peaks.append((tick, level))
    if peaks[0].tick <= tick - pace.held { peaks.removeFirst() }
    mark = max(min(highest, 0), mark - pace.fall, Pace.lowest)
  }
}
