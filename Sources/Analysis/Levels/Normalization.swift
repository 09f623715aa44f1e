// SPDX-License-Identifier: MIT

/// How the scale of a picture is measured.
public enum Normalization: String, Sendable, Hashable, CaseIterable {
  /// From the soft to the loud parts of the music, ``LevelRange``, on one scale for both sides.
  case range
  /// From the quietest reading of each side to full scale, as in the tutorial.
  case max
  /// From what 99 % of the ticks do not exceed to full scale.
  case p99
  /// From what 95 % of the ticks do not exceed to full scale.
  case p95
  /// From what 90 % of the ticks do not exceed to full scale.
  case p90
  /// From what half of the ticks do not exceed to full scale.
  case p50

  /// The figure that is the quiet end; `nil` for a range.
  public var quantile: Quantile? { Quantile(rawValue: rawValue) }
}
