// SPDX-License-Identifier: MIT

/// All views, the default one first.
///
/// A new view is a folder in `Sources/Views` and a line here. A new look is a file with its figure, and
/// a row in the table of its view; see ``Look``.
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
