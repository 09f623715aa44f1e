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
    /// What began at ticks that are not long ago.
    case past

    /// The keys of the domain.
    var keys: [LookKey] {
      switch self {
      case .once, .head: []
      case .turn: [.columns, .older]
      case .past: [.every, .when, .for, .until, .last, .first]
      }
    }

    /// What it has, for the reference.
    var help: String {
      switch self {
      case .once: "one element, at the newest tick"
      case .head: "one element for each channel, at the newest place of the turn"
      case .turn:
        "an element for each tick of a turn, or for each of `columns`, and for `older` turns"
      case .past:
        "an element for each hit, or for every so many seconds, which lives for some seconds"
      }
    }
  }

  /// What begins the elements of the past.
  enum Event: String, CaseIterable, Sendable {
    /// A strong hit: at most two at a time.
    case hit
  }

  /// Which elements are painted first.
  enum First: String, CaseIterable, Sendable {
    case oldest, newest
  }

  var kind = Kind.once
  /// What is known before the run, by its key.
  var constants: [LookKey: LookExpression] = [:]
  var event: Event?
  var first = First.oldest
}

/// A key of a layer, or of its domain.
enum LookKey: String, CaseIterable, Sendable {
  // Of all layers
  case name, domain, mark, side, times, only, color, opacity, show, rotate
  // Of some marks
  case radius, gradient, angle, x, y, width, size, sweep
  // Of a radius, or a gradient
  case from, to, steps
  // Of domains
  case columns, older, every, when, `for`, until, last, first
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
    case .every: (0.001...60, 1)
    case .for: (0.1...60, 2)
    case .until: (1...2, 1)
    case .last: (1...2000, 2000)
    default: nil
    }
  }

  /// What a channel is without its expression.
  var usual: Double {
    switch self {
    case .opacity, .show, .width: 1
    case .size: 2
    case .sweep: 360
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
    case .area: [.radius, .gradient]
    case .line: [.radius, .width, .angle]
    case .ray: [.radius, .width, .angle]
    case .dot: [.radius, .angle, .size, .x, .y]
    case .ring: [.radius, .angle, .sweep, .x, .y]
    }
  }

  /// The domains that it draws.
  var domains: [LookDomain.Kind] {
    switch self {
    case .area, .line, .ray: [.turn]
    case .dot: LookDomain.Kind.allCases
    case .ring: [.once, .past]
    }
  }

  /// What it draws, for the reference.
  var help: String {
    switch self {
    case .area: "the surface between two radii, over all elements of a turn"
    case .line: "a line through all elements of a turn"
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
}

/// Layers of one domain, which are painted together for each turn; mostly it is a single one.
struct LookGroup: Sendable {
  var domain: LookDomain
  var layers: [LookLayer]
}
