// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

extension RadialOptions {
  /// The looks: the default, the tutorial's app, and those that run continuously. Add a row for a
  /// new one; a look with a figure of its own also needs a case of ``RadialStyle``.
  ///
  /// - Source: the tutorial's videos are 667 by 375 points at 2 pixels a point; its angle passes 2π
  ///   one tick late, so the full figure is shown twice; its `normalize` does not clamp.
  static let looks: [Look<RadialOptions>] = [
    Look("line", "four black curves round a centre, on yellow") { settings, options in
      settings.background = Palette.yellow.background
      options.lineWidth = PositiveLength(1.25)
      options.scale.normalization = .range
    },
    Look("tutorial", "as the app of the 2016 tutorial showed it") {
      settings, options in
      (settings.width, settings.height) = (1334, 750)
      settings.background = Palette.yellow.background
      settings.ballistics = .avaudioplayer
      options.scale.normalization = .max
      options.logoAnchor = Anchor(x: 0.337, y: 0.468)
      options.holdsRadii = false
      options.hasWords = false
      options.heldTicks = 1
      options.shortSideInPoints = 375
    },
    look(.sun, "black rays on yellow, round a heart that beats", logoWidth: 92),
    look(.bloom, "two printing inks and their overlap", logoWidth: 96),
    look(.ink, "a blot on paper, with older turns as feathers", logoWidth: 20),
    look(.corona, "an eclipse, with older turns as embers", logoWidth: 148),
    look(.iris, "an eye whose fibres are the levels, or two of them", logoWidth: 64),
    look(.dots, "a lamp panel", logoWidth: 124),
  ]

  private static func look(
    _ style: RadialStyle, _ summary: String, logoWidth: Double
  ) -> Look<RadialOptions> {
    Look(style.rawValue, summary) { settings, options in
      let isIris = style == .iris
      settings.background = isIris ? IrisColors.hazel.background : style.palette.background
      settings.ballistics = isIris ? .tick : .petal()
      options.figure = style
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(logoWidth)
    }
  }
}
