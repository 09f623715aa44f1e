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
    builtIn(PackageResources.line_json),
    Look(
      "tutorial", "as the app of the 2016 tutorial showed it", CurvesFigure.self,
      unused: [
        "layout", "palette", "rotate", "mirror", "sweep", "frame",
        "scenes",
        "structure", "title",
        "subtitle", "lyrics", "font", "words", "cover",
      ],
      parameters: CurvesFigure.parameters, shortSideInPoints: 375
    ) { settings, options in
      (settings.width, settings.height) = (1334, 750)
      settings.background = Palette.yellow.background
      settings.ballistics = .avaudioplayer
      options.scale.normalization = .max
      options.logoAnchor = Anchor(x: 0.337, y: 0.468)
      options.holdsRadii = false
      options.heldTicks = 1
    },
    builtIn(PackageResources.sun_json), builtIn(PackageResources.bloom_json),
    builtIn(PackageResources.ink_json), builtIn(PackageResources.corona_json),
    running(
      "iris", "an eye whose fibres are the levels, or two of them", IrisFigure.self,
      on: IrisColors.hazel.background, .tick, logoWidth: 64, [.pair, .twin], sweeps: false),
    running(
      "strata", "seven bands of frequencies in layers, the bass inside", StrataFigure.self,
      on: Palette.lagoon.background, logoWidth: 70, [.mirror]),
    running(
      "halo", "the spectrum as it sounds, as petals", HaloFigure.self,
      on: Palette.dusk.background, logoWidth: 76, [.mirror], turns: false),
    running(
      "orbit", "dots that turn, and fall into few arms on bar lines", OrbitFigure.self,
      on: Palette.dusk.background, logoWidth: 40, [.mirror], turns: false, sweeps: false),
    running(
      "well", "a flight through rings that keep the spectrum", WellFigure.self,
      on: Palette.dusk.background, logoWidth: 44, [.mirror], turns: false, sweeps: false),
    running(
      "horizon", "a sun over ridges that keep the spectrum", HorizonFigure.self,
      on: Palette.dusk.background, logoWidth: 60, [.mirror], turns: false, rotates: false,
      sweeps: false),
    running(
      "dots", "a lamp panel", DotsFigure.self, on: Palette.lamps.background, logoWidth: 124,
      [.mirror]),
    Look(
      "letters", "the title or the lyrics as neon that glows with the sound", LettersFigure.self,
      unused: LevelScaleOptions.tutorialNames + [
        "layout", "turn", "rotate", "mirror", "sweep", "frame",
        "subtitle",
        "words", "cover",
        "logo", "logo-anchor", "logo-width",
      ],
      isSlow: true
    ) { settings, options in
      settings.background = Palette.dusk.background
      settings.ballistics = .petal
      options.scale.normalization = .range
      options.colors.title = .automatic
    },
  ]

  /// A look of a file that is embedded in the program.
  private static func builtIn(_ text: [UInt8]) -> Look<RadialOptions> {
    do { return made(of: try LookFile(json: text, isOfProgram: true)) } catch {
      preconditionFailure("a look of the program: \(error)")
    }
  }

  /// A look of a file: its figure, and what it sets.
  public static func look(of file: LookFile) -> Look<RadialOptions>? { made(of: file) }

  private static func made(of file: LookFile) -> Look<RadialOptions> {
    let unused =
      LevelScaleOptions.tutorialNames + (file.layouts.count == 1 ? ["layout"] : [])
      + (file.hasTurns ? [] : ["turn"])
    return Look(
      file.name, file.summary, LookFigure.self, unused: unused,
      parameters: file.parameters + [.pulse], file: file
    ) { settings, options in
      settings.background = file.palette.background
      settings.ballistics = file.meters
      options.layouts = file.layouts
      options.turn = file.turn
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(file.logo)
    }
  }

  /// A look that runs continuously, on a background, with the possible layouts, the default one first.
  private static func running(
    _ name: String, _ summary: String, _ figure: any Figure<RadialOptions>.Type,
    on background: Color, _ ballistics: Ballistics = .petal, logoWidth: Double,
    _ layouts: [FigureLayout] = [.pair],
    turns: Bool = true, rotates: Bool = true, sweeps: Bool = true
  ) -> Look<RadialOptions> {
    let unused =
      LevelScaleOptions.tutorialNames + (layouts.count == 1 ? ["layout"] : [])
      + (turns ? [] : ["turn"]) + (rotates ? [] : ["rotate"])
      + (sweeps ? [] : ["sweep"])
    return Look(name, summary, figure, unused: unused, parameters: [.pulse]) { settings, options in
      settings.background = background
      settings.ballistics = ballistics
      options.layouts = layouts
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(logoWidth)
    }
  }
}
