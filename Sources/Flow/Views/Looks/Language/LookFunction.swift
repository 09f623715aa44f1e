// SPDX-License-Identifier: MIT

/// A function or an operator of the language.
enum LookFunction: String, CaseIterable, Sendable {
  // Operators
  case add = "+"
  case subtract = "-"
  case multiplied = "*"
  case divided = "/"
  case modulo = "%"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case unequal = "!="
  // Numbers
  case min, max, clamp, abs, sign, floor, round, frac, sqrt, step, ease, sin, cos, root, grow, hash,
    noise
  // Numbers or colours
  case mix
  case choose = "if"
  case pick
  // Readings at a place that is known before the run
  case level, share, pile, chroma
  // What readings were before the tick
  case ago, fall, smooth, hold
  // Colours
  case ramp, tint, screen, multiply, light, clear

  /// How tightly an operator binds, from 1; `nil` for functions.
  var level: Int? {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .unequal: 1
    case .add, .subtract: 2
    case .multiplied, .divided, .modulo: 3
    default: nil
    }
  }

  /// Whether it is a reading at a place.
  var isReading: Bool { [.level, .share, .pile, .chroma].contains(self) }

  /// What a memory is given beside its readings: seconds, or how much of the scale it falls in one; `nil` for
  /// functions that keep nothing.
  var memory: ClosedRange<Double>? {
    switch self {
    case .ago, .smooth, .hold: 0...10
    case .fall: 0.1...1000
    default: nil
    }
  }

  /// The functions that keep what was before.
  static let memories = allCases.filter { $0.memory != nil }

  /// The names of all functions that are not operators.
  static let names = allCases.filter { $0.level == nil }.map(\.rawValue)

  /// All of them by what is written.
  static let written = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// What it takes: how many, which are colours, and which may be either, all of one kind.
  struct Signature: Sendable {
    let counts: ClosedRange<Int>
    var colors: Set<Int> = []
    /// The first of the arguments of either kind, and how many after it are not.
    var either: (first: Int, numbersAfter: Int)?
    var result = ValueKind.number
  }

  /// What it takes and gives.
  var signature: Signature {
    switch self {
    case .min, .max: Signature(counts: 2...16)
    case .clamp, .ease, .grow: Signature(counts: 3...3)
    case .abs, .sign, .floor, .round, .frac, .sqrt, .sin, .cos, .hash, .noise, .level, .share,
      .pile, .chroma, .clear:
      Signature(counts: 1...1)
    case .mix: Signature(counts: 3...3, either: (0, 1))
    case .choose: Signature(counts: 3...3, either: (1, 0))
    case .pick: Signature(counts: 2...17, either: (1, 0))
    case .ramp: Signature(counts: 1...1, result: .color)
    case .tint: Signature(counts: 2...2, colors: [0], result: .color)
    case .screen, .multiply: Signature(counts: 2...2, colors: [0, 1], result: .color)
    case .light: Signature(counts: 1...1, colors: [0])
    default: Signature(counts: 2...2)
    }
  }

  /// How it is written and what it gives, for the reference.
  var help: (form: String, meaning: String) {
    switch self {
    case .min: ("min(a, b, …)", "the least")
    case .max: ("max(a, b, …)", "the greatest")
    case .clamp: ("clamp(x, low, high)", "x, held between two numbers")
    case .abs: ("abs(x)", "without its sign")
    case .sign: ("sign(x)", "-1, 0 or 1")
    case .floor: ("floor(x)", "the next whole number below")
    case .round: ("round(x)", "the nearest whole number, halves up")
    case .frac: ("frac(x)", "what is after the point: x - floor(x)")
    case .sqrt: ("sqrt(x)", "the square root; 0 below 0")
    case .step: ("step(edge, x)", "1 from the edge on, 0 below it")
    case .ease:
      ("ease(low, high, x)", "smoothly from 0 at low to 1 at high, which may be the lower one")
    case .sin: ("sin(degrees)", "the sine")
    case .cos: ("cos(degrees)", "the cosine")
    case .root: ("root(x, n)", "the nth root, n from 2 to 9; 0 below 0")
    case .grow: ("grow(a, b, t)", "from a at 0 to b at 1 by equal factors")
    case .hash: ("hash(i)", "a fixed random number from 0 to 1 for each whole number")
    case .noise: ("noise(x)", "a smooth line through the hashes")
    case .mix: ("mix(a, b, t)", "from a at 0 to b at 1, numbers or colours")
    case .choose: ("if(c, a, b)", "a where c is not 0, otherwise b; numbers or colours")
    case .pick: ("pick(i, a, b, …)", "the one with the number i, from 0; numbers or colours")
    case .level:
      (
        "level(p)",
        "level of the channel at a place between the bands, 0 in the bass to 1 in the treble"
      )
    case .ago: ("ago(x, s)", "what x was some seconds before, 10 at most; 0 before the beginning")
    case .fall:
      ("fall(x, r)", "x from 0 to 1, which rises at once and falls by r a second, 0.1 or more")
    case .smooth: ("smooth(x, s)", "mean of x in the last seconds, 10 at most")
    case .hold: ("hold(x, s)", "greatest x in the last seconds, 10 at most")
    case .share: ("share(b)", "share of a band of seven in the sound of the channel, from 0")
    case .pile: ("pile(b)", "sum of the shares of the bands from 0 to b")
    case .chroma:
      (
        "chroma(p)",
        "strength of a pitch class, 0 to 1, at a place of the octave: 0 is C, 1/12 is C sharp; between two both"
      )
    case .ramp: ("ramp(p)", "the colour at a place of the palette's ramp, 0 inside to 1 outside")
    case .tint: ("tint(colour, s)", "the colour with a strength from 0 to 1 on the ground")
    case .screen: ("screen(c, d)", "two colours as two lights")
    case .multiply: ("multiply(c, d)", "two colours as two inks on white paper")
    case .light: ("light(colour)", "relative luminance, 0 to 1")
    case .clear:
      (
        "clear(p)",
        "the last place of the ramp up to p that stands out from the ground, 3 to 1; else 0"
      )
    default: ("a \(rawValue) b", "")
    }
  }
}
