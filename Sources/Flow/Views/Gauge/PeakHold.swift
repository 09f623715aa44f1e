// SPDX-License-Identifier: MIT

/// The highest recent peak, and a mark that stays at it for a while and then falls.
struct PeakHold: Sendable {
  private let pace: Pace
  /// The recent peaks that no later one has reached, in the order of their ticks: each is lower
  /// than the one before.
  private var peaks: [(tick: Int, level: Double)] = []
  /// The level of the mark in dBFS, from ``Pace/lowest`` to 0.
  private(set) var mark = Pace.lowest

  /// A mark at the lower end.
  init(_ pace: Pace) { self.pace = pace }

  /// The highest recent peak in dBFS; very low before the first tick.
  var highest: Double { peaks.first?.level ?? -.greatestFiniteMagnitude }

  /// Updates to the peak of the next tick, in dBFS.
  mutating func advance(to tick: Int, _ level: Double) {
    while let last = peaks.last, last.level <= level { peaks.removeLast() }
    peaks.append((tick, level))
    if peaks[0].tick <= tick - pace.held { peaks.removeFirst() }
    mark = max(min(highest, 0), mark - pace.fall, Pace.lowest)
  }
}
