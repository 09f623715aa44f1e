// SPDX-License-Identifier: MIT

/// All views, the default one first.
public enum ViewCatalog {
  /// One line for each view.
  public static let all: [any View.Type] = [
    RadialView.self,
    TrackView.self,
    GaugeView.self,
    PlotsView.self,
    TonesView.self,
    WheelsView.self,
  ]
}
