// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// Layers of one domain whose rows of elements are computed anew at each tick: the bands, a count, or what began at
/// ticks that are not long ago. Those of each row are painted together.
struct RowsLayer: Sendable {
  /// The elements of one tick.
  private struct Row {
    let tick: Int
    let moment: LookMoment
    let number, strength: Double
    /// How far the bands were open.
    var levels: [SIMD2<Double>] = []
    /// From 0 to the age at which it goes.
    var age = 0.0
  }

  private var parts: [RowsPart]
  private let domain: LookDomain
  private let context: LookContext
  private let fall: Double
  /// The ticks of a life, how many of those a row is shown, and the ticks between two of them.
  private let life, shown, spacing: Int
  private let most: Int
  /// What the speed depends on.
  private var speed: LookCode?
  private var rows: [Row] = []
  /// The readings of the last ticks, the newest first.
  private var moments: [LookMoment] = []
  private var tick = 0
  private var now = LookNow(.silent)
  private var hasHit = false

  /// Layers of a domain, whose numbers are those of `settings`.
  init(
    _ parts: [RowsPart], _ domain: LookDomain, _ file: LookFile, _ settings: LookSettings,
    _ context: LookContext
  ) {
    (self.parts, self.domain, self.context) = (parts, domain, context)
    func constant(_ key: LookKey) -> Double { file.constant(key, of: domain, settings) }
    fall = constant(.fall)
    // Rings of hits are known for as long as they live by themselves.
    let seconds = domain.event == .hit ? min(constant(.for), Ripples.seconds) : constant(.for)
    switch domain.kind {
    case .past:
      life = max(context.rate.count(seconds: seconds), 1)
      shown = Int(Double(life) * constant(.until))
    default:
      life = max(context.rate.count(seconds: constant(.trail)), 1)
      shown = life
    }
    spacing = max(context.rate.count(seconds: constant(.every)), 1)
    most = Int(constant(.last))
    if let speed = domain.speed {
      var layer = LookLayer(name: "", mark: .dot, side: .mean)
      layer.channels[.size] = speed
      self.speed = LookCode(layer, of: file, settings)
    }
  }

  /// The ticks that what is shown depends on, beside those of the readings.
  var memory: Int {
    guard domain.kind == .past, domain.event != .hit else { return shown + 1 }
    // What is slow ages at a tenth of the usual speed at least.
    return (speed == nil ? 1 : 10) * shown + 2 * spacing
  }

  /// Shows the silence before the first tick.
  mutating func begin(
    _ moment: LookMoment, _ readings: LookReadings, _ hits: [Ripples.Hit]?
  ) {
    if domain.kind == .bands { rows = [row(moment, readings)] }
    follow(hits, 0, moment)
  }

  /// Updates to the next tick; `isOver` where the song only fades.
  mutating func feed(
    _ tick: Int, _ moment: LookMoment, _ readings: LookReadings, _ hits: [Ripples.Hit]?,
    isOver: Bool
  ) {
    (self.tick, now) = (tick, LookNow(moment))
    switch domain.kind {
    case .bands:
      // At the end they stay.
      if !isOver { rows = [row(moment, readings)] }
    case .count:
      if rows.count == life { rows.removeLast() }
      rows.insert(row(moment, readings), at: 0)
    default: feedPast(moment, readings, hits)
    }
  }

  private func row(_ moment: LookMoment, _ readings: LookReadings, strength: Double = 1) -> Row {
    // In a loop all rounds have the same elements.
    let place = context.loopCount.map { tick % $0 } ?? tick
    let counted = domain.event.flatMap { moment.song.begins[$0] } ?? place / spacing
    return Row(
      tick: tick, moment: moment,
      number: Double(domain.kind == .past ? counted : place), strength: strength,
      levels: readings.openings(fallingBy: fall))
  }

  private mutating func feedPast(
    _ moment: LookMoment, _ readings: LookReadings, _ hits: [Ripples.Hit]?
  ) {
    follow(hits, tick, moment)
    guard domain.event != .hit else { return }
    hasHit = hasHit || readings.isHit
    if let speed = speed?.values(joining: [LookElement(moment, .mean)], .mean).size {
      let step = min(max(speed, 0.1), 10) / Double(life)
      let last = Double(shown) / Double(life)
      for index in rows.indices { rows[index].age = min(rows[index].age + step, last) }
      // The oldest one stays until the one after it is through too.
      while rows.count > 1, rows[rows.count - 2].age >= last { rows.removeLast() }
    }
    let place = context.loopCount.map { tick % $0 } ?? tick
    let begins = domain.event.map { moment.song.begins[$0] != nil }
    if begins ?? place.isMultiple(of: spacing) {
      let isHit = !readings.findsHits || hasHit
      rows.insert(row(moment, readings, strength: isHit ? 1 : 0), at: 0)
      hasHit = false
    }
    if speed == nil { while let last = rows.last, tick - last.tick >= shown { rows.removeLast() } }
    if rows.count > most { rows.removeLast(rows.count - most) }
  }

  /// Updates to the hits of a tick, if it shows hits, and if any are looked for.
  private mutating func follow(_ hits: [Ripples.Hit]?, _ tick: Int, _ moment: LookMoment) {
    guard domain.event == .hit, let hits else { return }
    // A hit is known two ticks later.
    moments = [moment] + moments.prefix(Ripples.after)
    rows = hits.map { hit in
      let birth = tick - hit.age
      let known = rows.first { $0.tick == birth && $0.strength == hit.strength }?.moment
      let place = context.loopCount.map { (birth + $0) % $0 } ?? birth
      return Row(
        tick: birth, moment: known ?? moments[min(hit.age, moments.count - 1)],
        number: Double(place), strength: hit.strength)
    }
    // Always as many, so that the items of a scene stay; those that are gone are not seen.
    while rows.count < Ripples.most {
      rows.append(
        Row(tick: tick - shown, moment: .silent, number: 0, strength: Ripples.least))
    }
    if rows.count > most { rows.removeLast(rows.count - most) }
  }

  /// The items, in the order of the domain.
  var items: [Item] {
    var (parts, result) = (parts, LookItems(joins: domain.event != .hit))
    let isOldestFirst = domain.kind != .past || domain.first == .oldest
    for index in isOldestFirst ? rows.indices.reversed() : Array(rows.indices) {
      let row = rows[index]
      let age = speed == nil ? Double(tick - row.tick) / Double(life) : row.age
      var element = LookElement(
        row.moment, age: domain.kind == .bands ? 0 : age, row.number, row.strength,
        isOldest: index == rows.count - 1)
      element.now = now
      let isGone = domain.event == .hit && age >= Double(shown) / Double(life)
      for part in parts.indices {
        parts[part].add(row.levels, to: &result, like: element, isGone: isGone)
      }
    }
    return result.items
  }
}
