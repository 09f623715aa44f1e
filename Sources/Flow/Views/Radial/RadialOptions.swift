// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Drawing

/// The options of the radial view; lengths are in points.
public struct RadialOptions: ViewOptions {
  /// The view.
  public typealias Drawn = RadialView

  /// The colours of the four curves.
  public var stroke = CurveColors(.black)
  /// The width of the pen, in points.
  public var lineWidth = PositiveLength(0.5)
  /// The radius of the inner circle.
  public var innerRadius = Length(100)
  /// The radius of the outer circle.
  public var outerRadius = Length(200)
  /// Whether each curve begins at the centre.
  public var spokes = true
  /// How long a turn takes; if `nil`, 6 s, or 360 ticks for the curves.
  public var turn: Turn?
  /// Whether loud is outside or inside.
  public var loud = LoudSide.outside
  /// The positions of the channels; the look's default if `nil`.
  public var arrangement: Arrangement?
  /// How many older turns are under the newest; the look's default if `nil`.
  public var trail: Trail?
  /// What a loop found out about the turn of the music.
  var loopedTurn: LockedTurn?
  /// How far the figure is turned clockwise, in degrees.
  public var rotation = 0.0
  /// Whether the figure lies together with its mirror image.
  public var isMirrored = false
  /// The part of a circle that a turn of the figure takes, in degrees.
  public var sweep = 360.0
  /// How the figure is on its sheet.
  public var frame: FigureFrame? = .whole
  /// Whether the figure changes with the sections of the song.
  public var scenes = SceneChoice.none
  /// A label file of the beats and sections of the song.
  public var structurePath: String?
  /// How far the bass opens the heart of the figure.
  public var pulse = Share(1)
  /// A PNG to draw over the centre.
  public var logo: String?
  /// The point of the logo that is at the centre.
  public var logoAnchor = Anchor(x: 0.5, y: 0.5)
  /// The width of the logo, in points.
  public var logoWidth = PositiveLength(100)
  /// The levels of the scale.
  public var scale = LevelScaleOptions()

  /// The colours and the words.
  public var colors = AppearanceOptions()
  /// The look.
  public var look = RadialView.looks[0]
  /// Whether radii are clamped: to the outer radius, and to the inner one for levels above 0 dBFS.
  public var holdsRadii = true
  /// Whether rings may spread from hits.
  var hasRipples = true
  /// Ticks that show the full figure again before the next turn begins.
  public var heldTicks = 0
  /// The possible arrangements in the look, its default first.
  var arrangements = [Arrangement.pair]
  /// How many older turns are visible in the look by default; `nil` if it has none.
  var trailOfLook: Trail?

  /// The defaults.
  public init() {}

  /// A figure of several looks, if they change with the scenes.
  public var figureOfScenes: any Figure<RadialOptions>.Type {
    if case .looks = scenes { CastFigure.self } else { look.figure }
  }

  /// Whether there is a single figure.
  public var isDisc: Bool { (arrangement ?? arrangements[0]) != .twin }

  /// Refuses an inner radius above the outer one, and options of the scale without an effect.
  public func check() throws(UsageError) {
    try scale.check()
    try colors.check(isIris: look.figure is IrisFigure.Type)
    if let arrangement, !arrangements.contains(arrangement) {
      throw .contradiction(
        "--arrangement \(arrangement.rawValue) is not for --look \(look.name)",
        hint: "choose from \(arrangements.map(\.rawValue).joined(separator: ", "))",
        of: ["arrangement"])
    }
    if isMirrored, !isDisc {
      throw .contradiction(
        "--mirror is for one figure, and --arrangement twin draws two",
        hint: "leave one of them out", of: ["mirror", "arrangement"])
    }
    if loud == .inside, let trail, trail.count > 0 {
      throw .contradiction(
        "--trail shows nothing with --loud inside", hint: "leave one of them out",
        of: ["trail", "loud"])
    }
    guard innerRadius.points > outerRadius.points else { return }
    throw .contradiction(
      "--inner-radius \(innerRadius.argumentText) is more than --outer-radius "
        + "\(outerRadius.argumentText); the inner circle is that of full scale",
      hint: "give --inner-radius the smaller number: loud is inside",
      of: ["inner-radius", "outer-radius"])
  }

  /// All but the curves that are wiped.
  public var canLoop: Bool { !(look.figure is CurvesFigure.Type) }

  /// Sets the length of a turn: the nearest to the chosen one, or to that of the music with `lock`,
  /// of which there is a whole number. With `lock` the loop ends with a beat, if beats are found.
  public mutating func loop(
    ticks: Int, of track: ReadingTrack<StereoLevels>, _ context: ViewContext
  ) throws(FigureError) -> Int {
    guard ticks > 0 else { return 0 }
    var length = TurnLength(seconds: 6).ticks(at: context.tickRate)
    var whole = ticks
    var fit: LockedTurn.Fit?
    switch turn {
    case .lock?:
      let scale = try LevelScale(self.scale, track: track, context: context)
      let beats: Int?
      do {
        length = max(
          Int(try Turn.locked(to: track, on: scale, of: context.structure).ticks.rounded()), 1)
        beats = try Turn.loop(atMost: ticks, of: track, on: scale)
      } catch { throw .readings(error) }
      whole = beats ?? ticks
      fit = beats == nil ? LockedTurn.Fit.none : .loop
    case .length(let chosen)?: length = chosen.ticks(at: context.tickRate)
    case .ticks(let chosen)?: length = chosen.count
    case nil: break
    }
    let turns = max((whole + length / 2) / length, 1)
    length = whole / turns
    loopedTurn = fit.map { LockedTurn($0, ticks: Double(length), at: context.tickRate) }
    turn = .ticks(TickCount(length))
    return turns * length
  }

  /// A poster shows the figure alone.
  public mutating func becomePoster() { hasRipples = false }

  /// The colours.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// The logo's path.
  public var imagePath: String? { logo }

  /// The scale.
  public var levelScale: LevelScaleOptions? { scale }

  /// Sets the scale.
  public mutating func setScale(_ scale: LevelScale) { self.scale.set(scale) }

  /// How each option is written.
  public static var table: [Option<RadialOptions>] {
    Option.section(
      "Radial picture (1 pt = shorter side / 432, or 2.5 pixels at 1080p)",
      [
        .value(
          "turn", "SECONDS|Nticks|lock", into: \.turn,
          help:
            "Seconds in a turn of the figure, 1 to 600; 6 by default. 360ticks: a number of ticks; above "
            + "7200 several share a point. lock: a whole number of bars of the music, so that beats line up "
            + "as rays."
        ),
        .value(
          "loud", into: \.loud,
          help: "Whether loud parts grow outward from a circle or inward from a rim."),
        .value(
          "arrangement", into: \.arrangement,
          help:
            "Channels opposite each other (pair), each in a half of its own (mirror), or as two "
            + "figures (twin); by default as the look has it."),
        .value(
          "trail", "N", into: \.trail,
          help:
            "Older turns to show under the newest, 0 to 3; by default as many as the look has."),
        .number(
          "rotate", "DEGREES", into: \.rotation, in: -360...360,
          hint: "a number from -360 to 360",
          help: "Turn the figure clockwise; a cover and the words stay upright."),
        .flag(
          "mirror", into: \.isMirrored,
          help: "Draw the figure and its mirror image, so that its left and right halves are alike."
        ),
        .number(
          "sweep", "DEGREES", into: \.sweep, in: 10...360,
          hint: "a number from 10 to 360",
          help:
            "Draw a whole turn on a part of the circle: 180 is half of it. It begins at 12 o'clock, or has "
            + "its middle there if each channel has a half of its own."),
        .value(
          "frame", into: \.frame, affects: .nothing,
          help:
            "Whether the figure is whole, or larger than the picture and cut off by its edges (bleed)."
        ),
        .value(
          "scenes", "auto|none|LOOKS", into: \.scenes, completion: .choices(["auto", "none"]),
          affects: .nothing,
          help:
            "How the picture changes with the song. auto: ground, colours and size change where the song "
            + "changes, and films of 30 s or more end with a poster of it. LOOKS: the look changes too; "
            + "orbit,strata,well are those of soft, usual and loud parts; of two, the second one is that of "
            + "loud parts. By default auto in film, page and watch of a file, else none; a loop has none."
        ),
        .value(
          "structure", "FILE", into: \.structurePath, completion: .file, affects: .nothing,
          help:
            "A label file with the beats and sections of the song, for its scenes: what 'meter --format "
            + "labels' wrote, corrected in Audacity or by hand. By default they are found in the sound."
        ).sharing(.input),
        .value(
          "pulse", "SHARE", into: \.pulse,
          help:
            "How far the heart of the figure opens with the bass and the loudness, 0 to 1. In sun, strata and "
            + "ink strong hits send rings from it, unless it is 0 or the background is transparent."
        ),
        .value(
          "stroke", "COLOR[,C,C,C]", into: \.stroke, completion: .choices(Color.names),
          help:
            "Colour of the curves: one, or four separated by commas, for peak left, peak right, "
            + "average left, average right."),
        .value(
          "line-width", "PT", into: \.lineWidth,
          help: "Width of the curves; 2 is easy to see on a phone."),
        .value(
          "inner-radius", "PT", into: \.innerRadius,
          help:
            "Radius of the inner circle: the soft end of the scale, with --look tutorial the loud end."
        ),
        .value(
          "outer-radius", "PT", into: \.outerRadius,
          help:
            "Radius of the outer circle: the loud end of the scale, with --look tutorial the soft end."
        ),
        .flag(
          "no-spokes", into: \.spokes, value: false,
          help: "Leave out the line from the centre to the start of each curve."),
        .value(
          "logo", "FILE.png", into: \.logo, completion: .file, affects: .pixelsByContent,
          help: "A PNG to lay over the centre."
        ).sharing(.input),
        .value(
          "logo-anchor", "X,Y", into: \.logoAnchor,
          help:
            "Point of the logo to put on the centre: fractions of its width and height, from its "
            + "upper left."),
        .value("logo-width", "PT", into: \.logoWidth, help: "Width of the logo."),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
      + Option.group(
        LevelScaleOptions.table(", which is outside except with --look tutorial")
          + LevelScaleOptions.tutorialTable,
        at: \.scale)
  }
}
