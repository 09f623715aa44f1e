// SPDX-License-Identifier: MIT
public import Arguments

/// How the radial view draws; each look has one.
public enum RadialStyle: String, Sendable, Hashable {
  /// Four curves that begin anew each turn.
  case curves
  /// A body and rays in one ink.
  case sun
  /// Two inks and their overlap.
  case bloom
  /// A blot that is the same on both sides.
  case ink
  /// An eclipse.
  case corona
  /// An eye, or two.
  case iris
  /// A lamp panel.
  case dots

  /// Where the channels can be, the style's own arrangement first.
  var arrangements: [Arrangement] {
    switch self {
    case .curves, .sun: [.pair]
    case .bloom: [.pair, .mirror]
    case .ink, .corona: [.mirror, .pair]
    case .iris: [.pair, .twin]
    case .dots: [.mirror]
    }
  }

  /// Its own colours, but for those of an eye.
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

  /// How many older turns are seen under the newest; `nil` where there can be none.
  var trail: Trail? {
    switch self {
    case .ink: Trail(3)
    case .corona: Trail(2)
    case .curves, .sun, .bloom, .iris, .dots: nil
    }
  }

  /// Long names of options that change nothing.
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

/// Where the two channels are.
public enum Arrangement: String, CaseIterable, Sendable, ArgumentValue {
  /// Opposite each other, a whole turn for each: the right one begins half a turn after the left.
  case pair
  /// Each in its half, from 12 o'clock down to 6.
  case mirror
  /// Side by side, or one above the other, a figure for each.
  case twin
}

/// Which way loudness grows.
public enum LoudSide: String, CaseIterable, Sendable, ArgumentValue {
  /// From a circle outward.
  case outside
  /// From a rim toward the centre.
  case inside
}

/// Older turns under the newest.
public typealias Trail = WholeNumber<0, 3>
