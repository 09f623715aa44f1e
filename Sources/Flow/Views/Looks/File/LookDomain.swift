// SPDX-License-Identifier: MIT

/// Which elements a layer has.
struct LookDomain: Sendable {
  /// The kinds of domains.
  enum Kind: String, CaseIterable, Sendable {
    /// One element, at the newest tick.
    case once
    /// One element for each channel, at the newest place of the turn.
    case head
    /// The cells of a turn, each at the tick at which the turn passed it.
    case turn
    /// The cells of a whole track, each with the sound of its ticks, from the one at which it ends.
    case track
    /// The bands of each channel that are heard, at the newest tick.
    case bands
    /// A number of elements for each channel, at the newest tick and those before.
    case count
    /// What began at ticks that are not long ago.
    case past

    /// The keys of the domain.
    var keys: [LookKey] {
      switch self {
      case .once, .head: []
      case .turn: [.columns, .older]
      case .track: [.first, .ahead]
      case .bands: [.fall]
      case .count: [.n, .trail, .fall]
      case .past: [.every, .when, .for, .until, .last, .speed, .first, .fall]
      }
    }

    /// What it has, for the reference.
    var help: String {
      switch self {
      case .once: "one element, at the newest tick"
      case .head: "one element for each channel, at the newest place of the turn"
      case .turn:
        "an element for each tick of a turn, or for each of `columns`, and for `older` turns"
      case .track:
        "an element for each cell of the turns of a whole track, with the mean of the averages and the greatest peak"
      case .bands:
        "an element for each band of the spectrum, from 40 Hz to 14 kHz, the bass at 6 o'clock"
      case .count: "`n` elements for each channel, and those of a `trail` of seconds before"
      case .past:
        "an element for each hit, beat, bar or section, or for every so many seconds, which lives for some seconds; an area or a "
          + "line has the bands of that moment"
      }
    }
  }

  /// What begins the elements of the past.
  enum Event: String, CaseIterable, Sendable {
    /// A strong hit: at most two at a time.
    case hit
    /// What the structure of the song names.
    case beat, bar, section
  }

  /// Which elements are painted first.
  enum First: String, CaseIterable, Sendable {
    case oldest, newest
  }

  /// What an area or a line joins in a row.
  static let rows: [Kind] = [.bands, .past]

  /// The domains whose names elements of a mark have: what is joined in the past has bands.
  func scopes(of mark: LookMark) -> [Kind] {
    hasBands(mark) ? [.bands, kind] : [kind]
  }

  /// Whether the elements of a mark are bands.
  func hasBands(_ mark: LookMark) -> Bool {
    kind == .bands || kind == .past && mark.isJoined
  }

  var kind = Kind.once
  /// What is known before the run, by its key.
  var constants: [LookKey: LookExpression] = [:]
  var event: Event?
  var first = First.oldest
  /// How fast what began in the past ages, as a factor.
  var speed: LookExpression?
}

/// A key of a layer, or of its domain.
enum LookKey: String, CaseIterable, Sendable {
  // Of all layers
  case name, domain, mark, side, times, only, color, opacity, show, rotate
  // Of some marks
  case radius, gradient, angle, x, y, width, size, sweep, base, curve, valley
  // Of a radius, or a gradient
  case from, to, steps
  // Of domains
  case columns, older, n, trail, fall, every, when, `for`, until, last, speed, first, ahead
  // Of a group
  case layers

  /// The keys of every layer.
  static let common: [LookKey] = [
    .name, .domain, .mark, .side, .times, .only, .color, .opacity, .show, .rotate,
  ]

  /// The limits of a number of a domain, or of copies, and what it is without the key; `nil` for the others.
  var limits: (range: ClosedRange<Double>, usual: Double)? {
    switch self {
    case .times: (1...60, 1)
    case .columns: (1...7200, 7200)
    case .older: (0...3, 0)
    case .n: (1...2000, 60)
    case .trail: (0...2, 0)
    case .fall: (1...1000, 22)
    case .every: (0.001...60, 1)
    case .for: (0.1...60, 2)
    case .until: (1...2, 1)
    case .last: (1...2000, 2000)
    case .ahead: (0...1, 0)
    default: nil
    }
  }

  /// What a channel is without its expression.
  var usual: Double {
    switch self {
    case .opacity, .show, .width: 1
    case .size: 2
    case .sweep: 360
    case .valley: 0.55
    default: 0
    }
  }
}

/// How elements are drawn.
enum LookMark: String, CaseIterable, Sendable {
  case area, line, ray, dot, ring

  /// The keys beside those of all layers.
  var keys: [LookKey] {
    switch self {
    case .area: [.radius, .gradient, .x, .y, .base, .curve, .valley]
    case .line: [.radius, .width, .angle, .x, .y, .curve]
    case .ray: [.radius, .width, .angle]
    case .dot: [.radius, .angle, .size, .x, .y]
    case .ring: [.radius, .gradient, .angle, .sweep, .x, .y]
    }
  }

  /// Whether it joins elements.
  var isJoined: Bool { self == .area || self == .line }

  /// The keys that it has in a domain.
  func keys(in kind: LookDomain.Kind) -> [LookKey] {
    var others: [LookKey] = kind == .turn ? [] : [.angle]
    if [.turn, .track].contains(kind) { others += [.x, .y, .base, .curve, .valley] }
    return isJoined ? keys.filter { !others.contains($0) } : keys
  }

  /// The domains that it draws.
  var domains: [LookDomain.Kind] {
    switch self {
    case .area, .line: [.turn, .track] + LookDomain.rows
    case .ray, .dot: LookDomain.Kind.allCases
    case .ring: [.once, .past]
    }
  }

  /// What it draws, for the reference.
  var help: String {
    switch self {
    case .area: "the surface between two radii, over all elements of a turn, or all bands"
    case .line: "a line through all elements of a turn, or all bands"
    case .ray: "a ray for each element, between two radii"
    case .dot: "a disc for each element"
    case .ring: "a ring, or an arc of it, for each element"
    }
  }
}

/// What the two channels do.
enum LookSide: String, CaseIterable, Sendable {
  case left, right, each, louder, softer, mean
}

/// How a line or the edge of an area goes from one band to the next.
enum LookCurve: String, CaseIterable, Sendable {
  /// With corners.
  case straight
  /// By a cubic whose slopes are those of the neighbours.
  case smooth
  /// As petals, with valleys between them.
  case petal
}

/// Colours by the distance from the centre.
struct LookGradient: Sendable {
  let from, to, steps, color: LookExpression
}

/// A layer of a look.
struct LookLayer: Sendable {
  var name: String
  var mark: LookMark
  var side: LookSide
  var times: LookExpression?
  /// The layouts that have it; all if `nil`.
  var only: [FigureLayout]?
  var channels: [LookKey: LookExpression] = [:]
  var gradient: LookGradient?
  var curve = LookCurve.straight
}

/// Layers of one domain, which are painted together for each turn; mostly it is a single one.
struct LookGroup: Sendable {
  var domain: LookDomain
  var layers: [LookLayer]
}
