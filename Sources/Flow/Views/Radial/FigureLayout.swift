// SPDX-License-Identifier: MIT
public import Arguments

/// The layout of the two channels.
public enum FigureLayout: String, CaseIterable, Sendable, ArgumentValue {
  /// Opposite each other, each in a whole turn: the right one begins half a turn after the left.
  case pair
  /// Each in its half, from 12 o'clock down to 6.
  case mirror
  /// A figure for each channel, side by side or one above the other.
  case twin
  /// One turn, of the mean of both.
  case whole
}
