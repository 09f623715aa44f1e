// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// A layer whose elements began at ticks that are not long ago.
struct PastLayer: Sendable {
  /// An element that is alive.
  private struct Birth {
    let tick: Int
    let moment: LookMoment
    let number, strength: Double
  }

  private let layer: LookLayer
  private var code: LookCode
  private let domain: LookDomain
  private let context: LookFigure.LookContext
  private let name: String
  private let channels: [LookChannel]
  /// The ticks of a life, how many of those an element is shown, and the ticks between two of them.
  private let life, shown, spacing: Int
  private let most: Int
  private var births: [Birth] = []
  /// The readings of the last ticks, the newest first.
  private var moments: [LookMoment] = []
  private var tick = 0

  init(
    _ layer: LookLayer, _ code: LookCode, _ domain: LookDomain, _ file: LookFile,
    _ context: LookFigure.LookContext, name: String
  ) {
    (self.layer, self.code, self.domain, self.context) = (layer, code, domain, context)
    // What spreads from hits ends at the edge of a wipe.
    self.name = domain.event == .hit ? RadialTrack.nameOfRipples : name
    channels = layer.channels(in: .past, context.layout)
    func constant(_ key: LookKey) -> Double {
      file.constant(key, domain.constants[key], context.settings)
    }
    // Rings of hits are known for as long as they live by themselves.
    let seconds = domain.event == nil ? constant(.for) : min(constant(.for), Ripples.seconds)
    life = max(context.rate.count(seconds: seconds), 1)
    shown = Int(Double(life) * constant(.until))
    spacing = max(context.rate.count(seconds: constant(.every)), 1)
    most = Int(constant(.last))
  }

  /// The ticks that what is shown depends on.
  var memory: Int { shown + 1 }

  /// Updates to the next tick.
  mutating func feed(_ tick: Int, _ moment: LookMoment, _ hits: [Ripples.Hit]?) {
    self.tick = tick
    follow(hits, tick, moment)
    guard domain.event == nil else { return }
    // In a loop all rounds have the same elements.
    let place = context.loopCount.map { tick % $0 } ?? tick
    if place.isMultiple(of: spacing) {
      births.insert(
        Birth(tick: tick, moment: moment, number: Double(place / spacing), strength: 1), at: 0)
    }
    while let last = births.last, tick - last.tick >= shown { births.removeLast() }
    if births.count > most { births.removeLast(births.count - most) }
  }

  /// Updates to the hits of a tick, if it shows hits, and if any are looked for.
  mutating func follow(_ hits: [Ripples.Hit]?, _ tick: Int, _ moment: LookMoment) {
    guard domain.event == .hit, let hits else { return }
    // A hit is known two ticks later.
    moments = [moment] + moments.prefix(Ripples.after)
    births = hits.map { hit in
      let birth = tick - hit.age
      let known = births.first { $0.tick == birth && $0.strength == hit.strength }?.moment
      let place = context.loopCount.map { (birth + $0) % $0 } ?? birth
      return Birth(
        tick: birth, moment: known ?? moments[min(hit.age, moments.count - 1)],
        number: Double(place), strength: hit.strength)
    }
    // Always as many, so that the items of a scene stay; those that are gone are not seen.
    while births.count < Ripples.most {
      births.append(
        Birth(tick: tick - shown, moment: .silent, number: 0, strength: Ripples.least))
    }
    if births.count > most { births.removeLast(births.count - most) }
  }

  /// The items, in the order of the domain.
  var items: [Item] {
    var code = code
    var elements: [LookElement] = []
    for birth in births {
      for channel in channels {
        var element = LookElement(birth.moment, channel)
        element.age = Double(tick - birth.tick) / Double(life)
        (element.number, element.strength) = (birth.number, birth.strength)
        elements.append(element)
      }
    }
    var items: [Item] = []
    items.reserveCapacity(elements.count)
    for first in stride(from: 0, to: elements.count, by: Lanes.scalarCount) {
      let count = min(elements.count - first, Lanes.scalarCount)
      code.evaluate(elements, from: first)
      for lane in 0..<count {
        let values = code.values(ofLane: lane)
        var item = layer.item(values, Angle.clock(values.angle).direction, context)
        if elements[first + lane].age >= Double(shown) / Double(life) { item.opacity = 0 }
        item.name = name
        items.append(item)
      }
    }
    if domain.first == .oldest { items.reverse() }
    return domain.event == nil ? PastLayer.joined(items) : items
  }

  /// The items, of which neighbours that look alike are one: what is opaque may overlap.
  private static func joined(_ items: [Item]) -> [Item] {
    var joined: [Item] = []
    for item in items {
      guard case .fill(let path, let rule) = item.shape, let last = joined.indices.last,
        case .fill(var all, _) = joined[last].shape, joined[last].paint == item.paint,
        joined[last].rotation == item.rotation, item.opacity == 1, joined[last].opacity == 1
      else {
        joined.append(item)
        continue
      }
      joined[last].shape = .fill(Path(), .nonzero)
      all.add(path)
      joined[last].shape = .fill(all, rule)
    }
    return joined
  }
}
