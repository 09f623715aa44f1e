// SPDX-License-Identifier: MIT

/// Which share of a meter's readings a figure of the constants bounds.
public enum Quantile: String, Sendable, Hashable, CaseIterable {
  /// The quietest reading, as in the tutorial.
  case max
  /// What 99 % of the ticks do not exceed.
  case p99
  /// What 95 % of the ticks do not exceed.
  case p95
  /// What 90 % of the ticks do not exceed.
  case p90
  /// What half of the ticks do not exceed.
  case p50

  /// The quantile in percent; 100 for ``max``.
  var percent: Int {
    switch self {
    case .max: 100
    case .p99: 99
    case .p95: 95
    case .p90: 90
    case .p50: 50
    }
  }
}
