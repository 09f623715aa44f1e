// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// Rings that spread below a figure, one from each strong hit: where its heart opens faster than in the
/// forty ticks before.
struct Ripples: Sendable {
  /// How far the heart opened in each of the last ticks, the newest last, and how far it is open.
  private var rises: [Double] = []
  private var openings: [Double] = []
  /// The newest hits, the newest first, and how many ticks ago they were.
  private var hits: [(strength: Double, age: Int)] = []

  private let color: Color
  private let ground: Color
  private let life: Int

  /// How many rings there are at most.
  private static let most = 2
  /// The ticks of a rise, those before a hit that are calmer, and those after it.
  private static let (rise, before, after) = (2, 40, 2)
  /// The steps in which a ring fades.
  private static let steps = 12.0
  /// The least rise of a hit.
  private static let least = 0.3

  /// Rings in a colour on a ground, before the first tick.
  init(_ color: Color, on ground: Color, at rate: Rate) {
    (self.color, self.ground) = (color, ground)
    life = max(rate.count(seconds: 0.9), Ripples.after + 1)
  }

  /// The ticks that what is shown depends on.
  var memory: Int { life + Ripples.rise + Ripples.before + Ripples.after + 1 }

  /// Updates to the next tick, after which the heart is open so far, from 0 to 1.
  mutating func advance(opening: Double) {
    for index in hits.indices { hits[index].age += 1 }
    hits.removeAll { $0.age >= life }
    let rise = max(opening - (openings.first ?? opening), 0)
    openings.append(opening)
    if openings.count > Ripples.rise { openings.removeFirst() }
    rises.append(rise)
    if rises.count > Ripples.before + 1 + Ripples.after { rises.removeFirst() }
    let place = rises.count - 1 - Ripples.after
    guard place >= 0, rises[place] >= Ripples.least, rises[place] == rises.max(),
      rises.firstIndex(of: rises[place]) == place
    else { return }
    hits.insert((rises[place], Ripples.after), at: 0)
    if hits.count > Ripples.most { hits.removeLast() }
  }

  /// The rings, always as many, with a factor for all lengths: as far as the figure goes.
  func items(scale: Double, _ arc: FigureArc) -> [Item] {
    (0..<Ripples.most).map { place in
      var (radius, half, share) = (60.0, 0.0, 0.0)
      if place < hits.count {
        let left = 1 - Double(hits[place].age) / Double(life)
        let root = left.squareRoot().squareRoot()
        radius += 410 * (1 - left * left * root)
        half = ((14 + 22 * min(2 * hits[place].strength, 1)) * left * root + 0.6) / 2
        // In steps, so that most frames repaint its edges alone.
        share = 0.75 * (left * Ripples.steps).rounded(.up) / Ripples.steps
      }
      let (inner, outer) = ((radius - half) * scale, (radius + half) * scale)
      var circle = Path.circle(center: .origin, radius: outer)
      // The other way round, since it is a hole.
      circle.arc(center: .origin, radius: inner, start: .zero, sweep: .degrees(-360))
      circle.close()
      let path = arc.sector(inner, outer) ?? circle
      return Item.disjoint(path, ground.tinted(color, share)).named(RadialTrack.nameOfRipples)
    }
  }
}
