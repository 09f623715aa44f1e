// SPDX-License-Identifier: MIT

/// One of the two channels.
enum Side: String, CaseIterable, Sendable {
  case left, right

  /// This channel's part of both.
  func part(of both: ScaledLevels) -> ScaledLevel { self == .left ? both.left : both.right }
}
