// SPDX-License-Identifier: MIT
internal import Signal

/// How a figure draws in before a louder scene opens out of it: in the last two bars it becomes smaller by
/// a tenth. It begins in the second half of the scene, and at most four seconds before the next one.
struct Breath: Sendable {
  /// From its beginning to the end of the wipe.
  private var ticks = 0..<0
  /// When the figure is the smallest.
  private var least = 0

  private static let depth = 0.1
  private static let steps = 40.0
  /// The longest, in seconds.
  private static let longest = 4.0

  /// None.
  init() {}

  /// The breath before a change to a louder scene, from a tick on; none before others. `bars` are the
  /// ticks in which bars begin, in order.
  init(before wipe: SceneChange, from first: Int, _ bars: [Int], at rate: Rate) {
    guard [.opening, .quarters].contains(wipe.kind), first < wipe.ticks.lowerBound else { return }
    least = wipe.ticks.lowerBound
    // The new scene begins with the last of these.
    let end = bars.endOfPrefix { $0 < wipe.ticks.upperBound }
    let begin = end >= 3 ? bars[end - 3] : 0
    let earliest = max(least - rate.count(seconds: Breath.longest), (first + least) / 2)
    ticks = max(begin, earliest)..<wipe.ticks.upperBound
  }

  /// The factor of the figure's lengths at a tick; `nil` outside the breath.
  func scale(atTick tick: Int) -> Double? {
    guard ticks.contains(tick), least > ticks.lowerBound else { return nil }
    let share = min(Double(tick - ticks.lowerBound + 1) / Double(least - ticks.lowerBound), 1)
    // Slowly at first, and at the end, in steps of a pixel or so: each redraws the whole figure.
    let eased = share * share * (3 - 2 * share)
    return 1 - Breath.depth * (eased * Breath.steps).rounded() / Breath.steps
  }
}
