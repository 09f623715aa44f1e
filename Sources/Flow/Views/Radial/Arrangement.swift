// SPDX-License-Identifier: MIT
public import Arguments

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
