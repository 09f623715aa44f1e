internal import Analysis
// SPDX-License-Identifier: MIT
public import Arguments

/// The options of the view of the whole track.
public struct TrackViewOptions: ViewOptions {
  /// The view.
  public typealias Drawn = TrackView

  /// The look.
  public var look = TrackView.looks[0]
  /// The length of a turn, unless the track would have too many turns; if `nil`, ``usualTurn``,
  /// halved until a short track has enough turns for a figure.
  public var turn: Turn?
  /// The length of a turn if none is chosen.
  public var usualTurn = Turn.length(TurnLength(seconds: 6))
  /// How the figure is on its sheet.
  public var frame: FigureFrame? = .whole
  /// Where the figure is, and how large.
  public var place = FigurePlace()
  /// What is set of the look.
  public var settings: [LookSetting] = []
  /// A PNG for the label of the record.
  public var logo: String?
  /// The levels at the ends of the scale.
  public var scale = LevelScaleOptions()
  /// The colours and the words.
  public var colors = AppearanceOptions()

  /// The defaults.
  public init() { scale.normalization = .range }

  /// Refuses options of the scale without an effect.
  public func check() throws(UsageError) {
    try scale.check()
    try look.check(settings)
    try look.checkSize(settings)
  }

  /// How much the bass enlarges the bead at the newest point: 0, not at all, to 1.
  var pulse: Double { number(LookParameter.pulse.name) }

  /// The number of a parameter of the look.
  func number(_ name: String) -> Double { look.number(name, settings) }

  /// Whether the bead beats.
  public var pulses: Bool { pulse > 0 }

  /// Locks the turns to the bars of the music.
  public mutating func becomePoster() { usualTurn = .lock }

  /// The logo's path.
  public var imagePath: String? { logo }

  /// Yes: every look has one figure in the middle.
  public var isDisc: Bool { true }

  /// The scale.
  public var levelScale: LevelScaleOptions? { scale }

  /// Sets the scale.
  public mutating func setScale(_ scale: LevelScale) { self.scale.set(scale) }

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<TrackViewOptions>] {
    Option.section(
      "Whole track (1 pt = shorter side / 432)",
      [
        .value(
          "turn", "SECONDS|Nticks|lock", into: \.turn,
          help:
            "Seconds in a turn, 1 to 600, or ticks, such as 360ticks. lock: a whole number of bars of the music, so that its "
            + "beats line up as rays. It is doubled until all turns of the track fit. By default 6, "
            + "in posters lock, and halved for short tracks until they have enough turns."),
        .value(
          "frame", into: \.frame, affects: .nothing,
          help:
            "Whether the figure is whole, or larger than the picture and cut off by its edges (bleed)."
        ),
      ] + Option.group(FigurePlace.table, at: \.place) + [
        .repeated(
          "set", "NAME=VALUE", into: \.settings,
          help:
            "A number or a colour of the look, such as pulse=0; '--look NAME --help' lists those of a look."
        ),
        .value(
          "logo", "FILE.png", into: \.logo, completion: .file, affects: .pixelsByContent,
          help:
            "A PNG to lay on the middle, with --look spiral or layers. It fits in, unless --set logo-width=70 "
            + "is its width in points."
        ).sharing(.input),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
      + Option.group(LevelScaleOptions.table(), at: \.scale)
  }
}
