// SPDX-License-Identifier: MIT

/// How the scale of a picture is chosen.
public enum Normalization: String, Sendable, Hashable, CaseIterable {
  /// From the soft to the loud parts of the music, as ``LevelRange`` finds them; one scale for both
  /// sides.
  case range
  /// From the quietest reading of each side to full scale, as in the tutorial.
  case max
  /// From the 99 % quantile of |dB| to full scale.
  case p99
  /// From the 95 % quantile of |dB| to full scale.
  case p95
  /// From the 90 % quantile of |dB| to full scale.
  case p90
  /// From the median of |dB| to full scale.
  case p50

  /// The quantile at the quiet end of the scale; `nil` for a range.
  public var quantile: Quantile? { Quantile(rawValue: rawValue) }
}
