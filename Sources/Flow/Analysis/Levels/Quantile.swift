// SPDX-License-Identifier: MIT

/// A quantile of a meter's |dB| readings.
public enum Quantile: String, Sendable, Hashable, CaseIterable {
  /// The quietest reading, as in the tutorial.
  case max
  /// 99 % of the readings are not quieter.
  case p99
  /// 95 % of the readings are not quieter.
  case p95
  /// 90 % of the readings are not quieter.
  case p90
  /// Half of the readings are not quieter.
  case p50

  /// The quantile in percent; 100 for ``max``.
  var percent: Int { Int(rawValue.dropFirst()) ?? 100 }
}
