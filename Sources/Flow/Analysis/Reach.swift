// SPDX-License-Identifier: MIT
public import Signal

/// The sound around a tick that its reading depends on. A meter that hears so much around a part of a
/// track reads the same there as one that hears the whole track, to the bit.
public struct Reach: Sendable, Hashable {
  /// How many ticks before its own; `nil` if all earlier sound counts.
  public let ticksBefore: Int?

  /// How many sample frames after the end of its own tick; `Int.max` if all later sound counts.
  public let framesAfter: Int

  /// A meter may begin at multiples of this number of ticks of the track.
  public let grid: Int

  /// - Precondition: no number is negative, and `grid` is not 0.
  public init(ticksBefore: Int?, framesAfter: Int = 0, grid: Int = 1) {
    precondition((ticksBefore ?? 0) >= 0 && framesAfter >= 0 && grid > 0)
    (self.ticksBefore, self.framesAfter, self.grid) = (ticksBefore, framesAfter, grid)
  }

  /// The sound of the tick alone.
  public static let tick = Reach(ticksBefore: 0)

  /// All sound up to the end of the tick.
  public static let past = Reach(ticksBefore: nil)

  /// The tick to begin with if the readings from tick `index` of a clock on are wanted.
  public func firstTick(before index: Int, _ clock: TickClock) -> Int {
    guard let ticksBefore else { return 0 }
    let first = max(index - ticksBefore, 0)
    // From there on, the ticks have as many sample frames as they have from the start on.
    return first - first % multiple(grid, clock.period(with: clock))
  }

  /// That of a reading that is made of two.
  func joined(with other: Reach) -> Reach {
    var before: Int?
    if let one = ticksBefore, let two = other.ticksBefore { before = max(one, two) }
    return Reach(
      ticksBefore: before, framesAfter: max(framesAfter, other.framesAfter),
      grid: multiple(grid, other.grid))
  }

  /// A multiple of both.
  private func multiple(_ one: Int, _ other: Int) -> Int {
    one.isMultiple(of: other) ? one : one * other
  }
}
