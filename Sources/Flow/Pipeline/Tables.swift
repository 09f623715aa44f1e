// SPDX-License-Identifier: MIT
// The tables that have rows of the stages and of the wings: the only place that knows both.
public import Analysis
public import Decoding
internal import Instruments
internal import LoudnessReports
public import Views

/// All views, the default one first.
///
/// A new view is a folder in `Sources/Flow/Views` and a line here. A new look is a file with its figure, and
/// a row in the table of its view; see ``Look``.
public enum ViewCatalog {
  /// One line for each view.
  public static let all: [any View.Type] = [
    RadialView.self,
    TrackView.self,
    GaugeView.self,
    LoudnessView.self,
    PlotsView.self,
    TonesView.self,
    WheelsView.self,
  ]
}

extension InputKind {
  /// All kinds; the first that matches is taken.
  public static let all: [InputKind] = [.readings, .instrument]
}

extension AddedColumns {
  /// All of them, in the order of help.
  public static let all = ofSound.flatMap { $0.name == "pitch" ? [$0, .notes] : [$0] }

  /// Those of a name; `bands=N` are N bands. `nil` if there are none.
  public static func named(_ name: String) -> AddedColumns? { named(name, in: all) }
}
