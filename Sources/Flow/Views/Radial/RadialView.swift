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
    Look(
      "line", "four black curves round a heart, on yellow", LineFigure.self,
      unused: ["arrangement", "no-spokes"] + LevelScaleOptions.tutorialNames
    ) { settings, options in
      settings.background = Palette.yellow.background
      settings.ballistics = .petal
      options.lineWidth = PositiveLength(2.4)
      options.trailOfLook = Trail(1)
      options.scale.normalization = .range
    },
    Look(
      "tutorial", "as the app of the 2016 tutorial showed it", CurvesFigure.self,
      unused: [
        "arrangement", "palette", "loud", "trail", "rotate", "mirror", "sweep", "pulse", "frame",
        "scenes",
        "structure", "title",
        "subtitle", "lyrics", "font", "words", "cover",
      ],
      shortSideInPoints: 375
    ) { settings, options in
      (settings.width, settings.height) = (1334, 750)
      settings.background = Palette.yellow.background
      settings.ballistics = .avaudioplayer
      options.scale.normalization = .max
      options.logoAnchor = Anchor(x: 0.337, y: 0.468)
      options.holdsRadii = false
      options.heldTicks = 1
    },
    running(
      "sun", "black rays on yellow, round a heart that beats", SunFigure.self,
      on: Palette.yellow.background, logoWidth: 92, growsEitherWay: true),
    running(
      "bloom", "two printing inks and their overlap", BloomFigure.self,
      on: Palette.press.background, logoWidth: 96, growsEitherWay: true, [.pair, .mirror]),
    running(
      "ink", "a blot on paper, with older turns as feathers", InkFigure.self,
      on: Palette.paper.background, logoWidth: 20, [.mirror, .pair], trail: Trail(3)),
    running(
      "corona", "an eclipse, with older turns as embers", CoronaFigure.self,
      on: Palette.ember.background, logoWidth: 148, growsEitherWay: true, [.mirror, .pair],
      trail: Trail(2)),
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
      unused: unusedByRunning + [
        "arrangement", "loud", "trail", "turn", "rotate", "mirror", "sweep", "pulse", "frame",
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

  private static let unusedByRunning =
    ["stroke", "line-width", "inner-radius", "outer-radius", "no-spokes"]
    + LevelScaleOptions.tutorialNames

  /// A look that runs continuously, on a background: whether loud can be inside as well as outside,
  /// the possible arrangements, the default one first, and how many older turns are visible by
  /// default; `nil` if there are none.
  private static func running(
    _ name: String, _ summary: String, _ figure: any Figure<RadialOptions>.Type,
    on background: Color, _ ballistics: Ballistics = .petal, logoWidth: Double,
    growsEitherWay: Bool = false, _ arrangements: [Arrangement] = [.pair], trail: Trail? = nil,
    turns: Bool = true, rotates: Bool = true, sweeps: Bool = true
  ) -> Look<RadialOptions> {
    let unused =
      unusedByRunning + (arrangements.count == 1 ? ["arrangement"] : [])
      + (growsEitherWay ? [] : ["loud"])
      + (trail == nil ? ["trail"] : []) + (turns ? [] : ["turn"]) + (rotates ? [] : ["rotate"])
      + (sweeps ? [] : ["sweep"])
    return Look(name, summary, figure, unused: unused) { settings, options in
      settings.background = background
      settings.ballistics = ballistics
      options.arrangements = arrangements
      options.trailOfLook = trail
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(logoWidth)
    }
  }
}
