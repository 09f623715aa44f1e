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
    .builtIn(PackageResources.rings_json), .builtIn(PackageResources.spiral_json),
    look(
      "one-line", "one stroke from the beginning to the end, for pen plotters",
      OneLineFigure.self, on: Color(rgb: 0xFBF8F1), unused: ["logo", "cover"],
      OneLineFigure.parameters),
    .builtIn(PackageResources.moth_json),
    look(
      "harmony", "the chords as the colours of the circle of fifths", HarmonyFigure.self,
      on: Palette.paper.background, unused: ["logo"], HarmonyFigure.parameters),
    look(
      "parts", "a sleeve: the layers of the song in strips, one for each part of it",
      PartsFigure.self, on: Palette.yellow.background,
      unused: FigurePlace.names + ["turn", "frame", "words", "logo"], []),
    .builtIn(PackageResources.layers_json),
  ]

  /// The look of a song whose film ends: with its bands, if they are known.
  static func endLook(withBands: Bool) -> Look<TrackViewOptions> {
    looks[withBands ? looks.count - 1 : 0]
  }

  /// A look in Swift on a background.
  private static func look(
    _ name: String, _ summary: String, _ figure: any Figure<TrackViewOptions>.Type,
    on background: Color, unused: [String], _ parameters: [LookParameter]
  ) -> Look<TrackViewOptions> {
    Look(name, summary, figure, unused: unused, parameters: parameters + [.pulse]) { settings, _ in
      settings.background = background
      settings.ballistics = .petal
    }
  }

  /// A look of a file, if it is one of a whole track.
  public static func look(of file: LookFile) -> Look<TrackViewOptions>? {
    guard let form = file.track else { return nil }
    let unused =
      (file.takesCover ? [] : ["logo", "cover"]) + (form.isOneTurn ? ["turn"] : [])
    return Look(file, TrackFigure.self, unused: unused) { options in
      if let turn = file.turn { options.usualTurn = turn }
    }
  }
}
