// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

extension RadialOptions {
  /// The looks: the default, the tutorial's app, and those that run continuously.
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
    Look("sun", "black rays on yellow, round a heart that beats") { settings, options in
      settings.background = Palette.yellow.background
      settings.ballistics = .petal()
      options.figure = .sun
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(92)
    },
    Look("bloom", "two printing inks and their overlap") { settings, options in
      settings.background = Palette.press.background
      settings.ballistics = .petal()
      options.figure = .bloom
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(96)
    },
    Look("ink", "a blot on paper, with older turns as feathers") { settings, options in
      settings.background = Palette.paper.background
      settings.ballistics = .petal()
      options.figure = .ink
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(20)
    },
    Look("corona", "an eclipse, with older turns as embers") { settings, options in
      settings.background = Palette.ember.background
      settings.ballistics = .petal()
      options.figure = .corona
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(148)
    },
    Look("iris", "an eye whose fibres are the levels, or two of them") { settings, options in
      settings.background = IrisColors.hazel.background
      settings.ballistics = .tick
      options.figure = .iris
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(64)
    },
    Look("dots", "a lamp panel") { settings, options in
      settings.background = Palette.lamps.background
      settings.ballistics = .petal()
      options.figure = .dots
      options.scale.normalization = .range
      options.logoWidth = PositiveLength(124)
    },
  ]
}
