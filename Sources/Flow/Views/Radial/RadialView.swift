// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// The loudness of two channels around a centre.
public enum RadialView: View {
  /// The options of the view.
  public typealias Options = RadialOptions
  /// The name of the view on the command line.
  public static let name = "radial"
  /// A summary for the help.
  public static let summary = "peak and average of two channels as four curves round a centre"

  /// The default look, the tutorial's app, and those that run continuously.
  ///
  /// - Source: the tutorial's videos are 667 by 375 points at 2 pixels a point; its angle passes 2π
  ///   one tick late, so the full figure is shown twice; its `normalize` does not clamp.
  public static let looks: [Look<RadialOptions>] = [
    .builtIn(PackageResources.line_json),
    Look(
      "tutorial", "as the app of the 2016 tutorial showed it", CurvesFigure.self,
      unused: FigurePlace.names + [
        "layout", "palette", "rotate", "mirror", "sweep", "frame",
        "scenes", "shots",
        "structure", "title",
        "subtitle", "lyrics", "font", "words", "cover",
      ],
      parameters: CurvesFigure.parameters + LookParameter.logo(width: 100, x: 0.337, y: 0.468),
      shortSideInPoints: 375
    ) { settings, options in
      (settings.width, settings.height) = (1334, 750)
      settings.background = Palette.yellow.background
      settings.ballistics = .avaudioplayer
      options.scale.normalization = .max
      options.holdsRadii = false
      options.heldTicks = 1
    },
    .builtIn(PackageResources.sun_json), .builtIn(PackageResources.bloom_json),
    .builtIn(PackageResources.ink_json), .builtIn(PackageResources.corona_json),
    .builtIn(PackageResources.strata_json), .builtIn(PackageResources.halo_json),
    .builtIn(PackageResources.orbit_json), .builtIn(PackageResources.well_json),
    .builtIn(PackageResources.horizon_json), .builtIn(PackageResources.sunflower_json),
    .builtIn(PackageResources.guilloche_json), .builtIn(PackageResources.clave_json),
    Look(
      "letters", "the title or the lyrics as neon that glows with the sound", LettersFigure.self,
      unused: LevelScaleOptions.tutorialNames + FigurePlace.names + [
        "layout", "turn", "rotate", "mirror", "sweep", "frame", "shots",
        "subtitle",
        "words", "cover",
        "logo",
      ],
      parameters: LettersFigure.parameters, isSlow: true
    ) { settings, options in
      settings.background = Palette.dusk.background
      settings.ballistics = .petal
      options.scale.normalization = .range
      options.colors.title = .automatic
    },
  ]

  /// A look of a file, if it is none of a whole track.
  public static func look(of file: LookFile) -> Look<RadialOptions>? {
    guard file.track == nil else { return nil }
    let unused =
      LevelScaleOptions.tutorialNames + (file.layouts.count == 1 ? ["layout"] : [])
      + (file.hasTurns ? [] : ["turn"]) + (file.hasGround ? ["rotate"] : [])
      + (file.sweeps ? [] : ["sweep"]) + (file.fills ? ["shots"] : [])
    return Look(file, LookFigure.self, unused: unused) { options in
      options.layouts = file.layouts
      options.turn = file.turn
      options.scale.normalization = .range
    }
  }
}
