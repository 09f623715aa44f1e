internal import Analysis
// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// The options of the view of the whole track.
public struct TrackViewOptions: ViewOptions {
  /// The view.
  public typealias Drawn = TrackView

  /// The kind of figure.
  public enum Figure: Sendable {
    /// Turns as sheets of paper, each on top of the next one.
    case rings
    /// Turns as annual rings.
    case wood
    /// Turns as lines that hide what is behind them.
    case ridges
    /// A ribbon on a record.
    case spiral
    /// One stroke of a pen.
    case oneLine
    /// The whole track in one mirrored turn.
    case moth
  }

  /// The kind of figure.
  public var figure = Figure.rings
  /// The length of a turn, unless the track would have too many turns.
  public var turn = Turn.length(TurnLength(seconds: 6))
  /// A PNG for the label of the record.
  public var logo: String?
  /// The width of the logo; if `nil` it fits on the label.
  public var logoWidth: PositiveLength?
  /// The levels at the ends of the scale.
  public var scale = LevelScaleOptions()
  /// The colours and the words.
  public var colors = StyleOptions()

  /// The length of the canvas's shorter side.
  public var shortSideInPoints = 432.0

  /// The defaults.
  public init() { scale.normalization = .range }

  /// Refuses options of the scale without an effect, and a palette for the iris.
  public func check() throws(UsageError) {
    try scale.check()
    try colors.check(isIris: false)
  }

  /// Only records have a label, and the moth has no turns.
  public var unusedOptions: [String] {
    (figure == .spiral ? [] : ["logo", "logo-width"]) + (figure == .moth ? ["turn"] : [])
  }

  /// The logo's path.
  public var imagePath: String? { logo }

  /// The scale.
  public var levelScale: LevelScaleOptions? { scale }

  /// The colours and the words.
  public var style: StyleOptions? { colors }

  /// How each option is written.
  public static var table: [Option<TrackViewOptions>] {
    Option.section(
      "Whole track (1 pt = shorter side / 432)",
      [
        .value(
          "turn", "SECONDS|lock", into: \.turn,
          help:
            "Seconds in a turn, 1 to 600. lock: a whole number of bars of the music, so that its "
            + "beats line up as rays. It is doubled until all turns of the track fit."),
        .value(
          "logo", "FILE.png", into: \.logo, completion: .file, shapes: .framesByContent,
          help: "A PNG to lay on the label, with --look spiral."),
        .value(
          "logo-width", "PT", into: \.logoWidth,
          help: "Width of the logo; by default it fits in the label."),
      ]) + Option.group(StyleOptions.table, at: \.colors)
      + Option.group(LevelScaleOptions.table(), at: \.scale)
  }

  /// The looks, the default one first.
  static let looks: [Look<TrackViewOptions>] = [
    look("rings", "cut paper, a sheet for each turn, the first one in the middle", .rings),
    look("wood", "annual rings, as wide as the sound is loud", .wood),
    look("ridges", "white lines that hide what is behind them", .ridges),
    look("spiral", "a record that is cut while it plays", .spiral),
    look("one-line", "one stroke from the beginning to the end, for pen plotters", .oneLine),
    look("moth", "the track in one mirrored turn", .moth),
  ]

  private static func look(
    _ name: String, _ summary: String, _ figure: Figure
  ) -> Look<TrackViewOptions> {
    Look(name, summary) { settings, options in
      settings.background = figure.colors.background
      settings.ballistics = figure.readsTicks ? .tick : .petal()
      options.figure = figure
    }
  }
}

extension TrackViewOptions.Figure {
  /// The default colours of the figure. Rings use the ramp of a palette.
  var colors: (background: Color, ink: Color, accent: Color) {
    func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
      Color(red: red, green: green, blue: blue)
    }
    let palette: Palette
    switch self {
    case .rings: palette = .dusk
    case .moth: palette = .paper
    case .wood: return (color(0xF3, 0xEA, 0xD8), color(0x3B, 0x24, 0x17), .black)
    case .ridges: return (.black, color(0xFF, 0xFF, 0xFF), .black)
    case .spiral:
      return (color(0x0E, 0x0E, 0x10), color(0xF3, 0xEF, 0xE4), color(0xE8, 0x44, 0x2A))
    case .oneLine: return (color(0xFB, 0xF8, 0xF1), color(0x14, 0x26, 0x5E), .black)
    }
    return (palette.background, palette.ink, palette.accent)
  }

  /// The greatest number of turns that can be distinguished.
  var mostTurns: Int {
    switch self {
    case .rings: 24
    case .wood: 56
    case .ridges: 44
    case .spiral: 50
    case .oneLine: 40
    case .moth: 1
    }
  }

  /// The averaging time of each tick in seconds; 0 for none.
  var window: Double { self == .wood || self == .ridges ? 0.15 : 0 }

  /// Whether it shows single ticks, or averages them itself.
  fileprivate var readsTicks: Bool { window > 0 || self == .moth }
}
