// SPDX-License-Identifier: MIT
public import Arguments

/// The drawing style of the radial view; each look has one.
public enum RadialStyle: String, Sendable, Hashable {
  /// Four curves that restart each turn.
  case curves
  /// A body and rays in one ink.
  case sun
  /// Two inks and their overlap.
  case bloom
  /// A nearly symmetric blot of ink.
  case ink
  /// An eclipse.
  case corona
  /// An eye, or two.
  case iris
  /// A lamp panel.
  case dots

  /// The possible arrangements of the channels, the default first.
  var arrangements: [Arrangement] {
    switch self {
    case .curves, .sun: [.pair]
    case .bloom: [.pair, .mirror]
    case .ink, .corona: [.mirror, .pair]
    case .iris: [.pair, .twin]
    case .dots: [.mirror]
    }
  }

  /// Its default colours; those of the iris are separate.
  var palette: Palette {
    switch self {
    case .curves, .sun: .yellow
    case .bloom: .press
    case .ink: .paper
    case .corona, .iris: .ember
    case .dots: .lamps
    }
  }

  /// Whether loud can be inside as well as outside.
  var growsEitherWay: Bool {
    switch self {
    case .sun, .bloom, .corona: true
    case .curves, .ink, .iris, .dots: false
    }
  }

  /// How many older turns are visible by default; `nil` if there are none.
  var trail: Trail? {
    switch self {
    case .ink: Trail(3)
    case .corona: Trail(2)
    case .curves, .sun, .bloom, .iris, .dots: nil
    }
  }

  /// The long names of options without an effect.
  var unusedOptions: [String] {
    var names =
      self == .curves
      ? []
      : ["stroke", "line-width", "inner-radius", "outer-radius", "no-spokes", "ticks-per-turn"]
    if arrangements.count == 1 { names.append("arrangement") }
    if self == .curves { names.append("palette") }
    if !growsEitherWay { names.append("loud") }
    if trail == nil { names.append("trail") }
    return names
  }
}

/// The arrangement of the two channels.
public enum Arrangement: String, CaseIterable, Sendable, ArgumentValue {
  /// Opposite each other, each in a whole turn: the right one begins half a turn after the left.
  case pair
  /// Each in its half, from 12 o'clock down to 6.
  case mirror
  /// A figure for each channel, side by side or one above the other.
  case twin
}

/// The direction of loudness.
public enum LoudSide: String, CaseIterable, Sendable, ArgumentValue {
  /// Loud is outside, from a circle outward.
  case outside
  /// Loud is inside, from a rim toward the centre.
  case inside
}

/// The number of older turns under the newest.
public typealias Trail = WholeNumber<0, 3>
