// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// The whole track in one figure, which grows while it plays; its last frame is a poster.
public enum TrackView: View {
  /// The options of the view.
  public typealias Options = TrackViewOptions
  /// The name of the view on the command line.
  public static let name = "track"
  /// A summary for the help.
  public static let summary = "the whole track in one figure, which grows while it plays"

  /// The rings and the other figures.
  public static let looks: [Look<TrackViewOptions>] = [
    look(
      "rings", "cut paper, a sheet for each turn, the first one in the middle", RingsFigure.self,
      on: Palette.dusk.background),
    look(
      "wood", "annual rings, as wide as the sound is loud", WoodFigure.self,
      on: Color(rgb: 0xF3EAD8), .tick),
    look(
      "ridges", "white lines that hide what is behind them", RidgesFigure.self, on: .black, .tick),
    look(
      "spiral", "a record that is cut while it plays", SpiralFigure.self, on: Color(rgb: 0x0E0E10),
      unused: []),
    look(
      "one-line", "one stroke from the beginning to the end, for pen plotters",
      OneLineFigure.self, on: Color(rgb: 0xFBF8F1)),
    look(
      "moth", "the track in one mirrored turn", MothFigure.self, on: Palette.paper.background,
      .tick, unused: ["logo", "logo-width", "cover", "turn"]),
    look(
      "harmony", "the chords as the colours of the circle of fifths", HarmonyFigure.self,
      on: Palette.paper.background, unused: ["logo", "logo-width"]),
    look(
      "layers", "the track in one turn, seven bands in layers, the bass inside",
      StrataPosterFigure.self, on: Palette.press.background,
      unused: ["logo", "logo-width", "turn"]),
  ]

  /// A look on a background. Only records have a label for a logo or a cover.
  private static func look(
    _ name: String, _ summary: String, _ figure: any Figure<TrackViewOptions>.Type,
    on background: Color, _ ballistics: Ballistics = .petal,
    unused: [String] = ["logo", "logo-width", "cover"]
  ) -> Look<TrackViewOptions> {
    Look(name, summary, figure, unused: unused, parameters: [.pulse]) { settings, _ in
      settings.background = background
      settings.ballistics = ballistics
    }
  }
}
