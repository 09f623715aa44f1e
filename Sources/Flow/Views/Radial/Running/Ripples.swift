// SPDX-License-Identifier: MIT
internal import Signal

/// Rings that spread below a figure from its strong hits: where its heart opens faster than just before.
///
/// At most three of them begin in any second, whatever the sound is, so that they are no more than three
/// flashes; on a piece with over two hits a second one in two seconds, from one of the strongest. Whether a hit
/// has a ring depends on the rings before it, but only on those of the same four seconds: so a part has those
/// of the whole.
struct Ripples: Sendable {
  /// A hit, and how many ticks ago it was.
  struct Hit: Sendable {
    let strength: Double
    var age: Int
  }

  /// How far the heart opened in each of the last ticks, the newest last, and how far it is open.
  private var rises: [Double] = []
  private var openings: [Double] = []
  /// The hits of the last two seconds, and the rings, the newest first.
  private var hits: [Hit] = []
  private(set) var rings: [Hit] = []
  /// The ticks since the last ring of these four seconds; `nil` if there was none.
  private var rest: Int?

  private let life: Int
  /// The ticks from which on rings are chosen anew, those between rings of many hits, and the fewest between
  /// two rings.
  private let period, bar, gap: Int

  /// How many rings there are at most.
  static let most = 2
  /// The ticks of a rise, and those before a hit that are calmer.
  private static let (rise, before) = (2, 10)
  /// The ticks after a hit until it is known.
  static let after = 2
  /// How long a ring lives.
  static let seconds = 0.9
  /// The hits of two seconds that are many.
  private static let many = 4
  /// The least rise of a hit, and of many hits the share of the largest one.
  static let least = 0.3
  private static let share = 0.8

  /// Rings before the first tick.
  init(at rate: Rate) {
    life = max(rate.count(seconds: Ripples.seconds), Ripples.after + 1)
    (period, bar) = (max(rate.count(seconds: 4), 1), rate.count(seconds: 2))
    // So that no more than two live at a time.
    gap = (life + 1) / 2
  }

  /// The ticks that what is shown depends on.
  var memory: Int {
    life + period + bar + Ripples.rise + Ripples.before + Ripples.after + 1
  }

  /// Updates to a tick of the track, after which the heart is open so far, from 0 to 1, and returns whether a
  /// ring begins.
  @discardableResult
  mutating func advance(to tick: Int, opening: Double) -> Bool {
    for index in hits.indices { hits[index].age += 1 }
    for index in rings.indices { rings[index].age += 1 }
    hits.removeAll { $0.age >= bar }
    rings.removeAll { $0.age >= life }
    rest = tick % period == 0 ? nil : rest.map { $0 + 1 }
    guard let strength = hit(opening) else { return false }
    defer { hits.insert(Hit(strength: strength, age: 0), at: 0) }
    guard throwsRing(tick % period, strength) else { return false }
    rings.insert(Hit(strength: strength, age: Ripples.after), at: 0)
    rest = 0
    return true
  }

  /// Whether a hit `place` ticks after the beginning of four seconds has a ring.
  private func throwsRing(_ place: Int, _ strength: Double) -> Bool {
    let isOneOfMany = hits.count >= Ripples.many
    if isOneOfMany, hits.contains(where: { strength < Ripples.share * $0.strength }) {
      return false
    }
    let wanted = isOneOfMany ? bar : gap
    if let last = hits.first, last.age < wanted {
      return rest.map { $0 >= wanted } ?? (place >= gap)
    }
    return true
  }

  /// The strength of the hit that is known after the next tick; `nil` if there is none.
  private mutating func hit(_ opening: Double) -> Double? {
    let rise = max(opening - (openings.first ?? opening), 0)
    openings.append(opening)
    if openings.count > Ripples.rise { openings.removeFirst() }
    rises.append(rise)
    if rises.count > Ripples.before + 1 + Ripples.after { rises.removeFirst() }
    let place = rises.count - 1 - Ripples.after
    guard place >= 0, rises[place] >= Ripples.least, rises[place] == rises.max(),
      rises.firstIndex(of: rises[place]) == place
    else { return nil }
    return rises[place]
  }
}
