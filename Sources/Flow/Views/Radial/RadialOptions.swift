// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Drawing

/// The options of the radial view; lengths are in points.
public struct RadialOptions: ViewOptions {
  /// The view.
  public typealias Drawn = RadialView

  /// How long a turn takes; if `nil`, 6 s, or 360 ticks for the curves.
  public var turn: Turn?
  /// The positions of the channels; the look's default if `nil`.
  public var layout: FigureLayout?
  /// What a loop found out about the turn of the music.
  var loopedTurn: LockedTurn?
  /// How far the figure is turned clockwise, in degrees.
  public var rotation = 0.0
  /// What is set of the look.
  public var settings: [LookSetting] = []
  /// Whether the figure lies together with its mirror image.
  public var isMirrored = false
  /// The part of a circle that a turn of the figure takes, in degrees.
  public var sweep = 360.0
  /// How the figure is on its sheet.
  public var frame: FigureFrame? = .whole
  /// Where the figure is, and how large.
  public var place = FigurePlace()
  /// Whether the figure changes with the sections of the song.
  public var scenes = SceneChoice.none
  /// Whether films in scenes are cut into shots.
  public var shots = ShotChoice.auto
  /// A label file of the beats and sections of the song.
  public var structurePath: String?
  /// A PNG to draw over the centre.
  public var logo: String?
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
  /// The possible layouts in the look, its default first.
  var layouts = [FigureLayout.pair]

  /// The defaults.
  public init() {}

  /// Whether turns are so short that many of them take little memory.
  var hasShortTurns: Bool {
    switch turn {
    case nil: true
    case .length(let length): length.seconds <= 12
    case .ticks, .lock: false
    }
  }

  /// The look of scenes of a setting, with what was chosen for all of them, if it depends on that.
  public func playing(setting: Int) -> RadialOptions {
    guard case .looks(let looks) = scenes, !looks.isEmpty else { return self }
    var (picture, own) = (PictureSettings(), self)
    // Two are those of usual and of loud sections.
    looks[max(setting - (SongScene.settingCount - looks.count), 0)].look.apply(&picture, &own)
    (own.colors, own.scale, own.scenes) = (colors, scale, .none)
    // The logo keeps its size.
    own.set("logo-width", to: number("logo-width").argumentText)
    if let layout, !own.layouts.contains(layout) { own.layout = nil }
    return own
  }

  /// The files of all looks that are drawn.
  var files: [LookFile] {
    guard case .looks = scenes else { return [look.file].compactMap(\.self) }
    return (0..<SongScene.settingCount).compactMap { playing(setting: $0).look.file }
  }

  /// The bands that are read; those of all usual looks for scenes of several ones, so that the readings do not depend
  /// on the choice.
  var groupsOfBands: BandGroups {
    let isOfSeveral = if case .looks = scenes { true } else { false }
    return files.reduce(isOfSeveral ? .usual : []) { $0.union($1.groupsOfBands) }
  }

  /// Whether there is a single figure.
  public var isDisc: Bool { (layout ?? layouts[0]) != .twin }

  /// Refuses what the look does not have, and options of the scale without an effect.
  public func check() throws(UsageError) {
    try scale.check()
    if let layout, !layouts.contains(layout) {
      throw .contradiction(
        "--layout \(layout.rawValue) is not for --look \(look.name)",
        hint: "choose from \(layouts.map(\.rawValue).joined(separator: ", "))",
        of: ["layout"])
    }
    if isMirrored, !isDisc {
      throw .contradiction(
        "--mirror is for one figure, and --layout twin draws two",
        hint: "leave one of them out", of: ["mirror", "layout"])
    }
    if case .looks = scenes, look.file == nil {
      throw .contradiction(
        "--look \(look.name) takes no turns with the looks of --scenes",
        hint: "leave one of them out",
        of: ["look", "scenes"])
    }
    for setting in settings {
      let owners = drawnLooks.filter { look in look.parameters.contains { $0.name == setting.name }
      }
      for look in owners.isEmpty ? [drawnLooks[0]] : owners { try look.check([setting]) }
    }
    for look in drawnLooks { try look.checkSize(settings) }
  }

  /// The looks that are drawn.
  private var drawnLooks: [Look<RadialOptions>] {
    if case .looks(let looks) = scenes { looks.map(\.look) } else { [look] }
  }

  /// Whether the heart beats.
  public var pulses: Bool { number(LookParameter.pulse.name) > 0 }

  /// The parameters of the look that are set.
  var set: [String: LookParameter.Value] { look.values(of: settings) }

  /// The number of a parameter of the look; 0 if it has none of this name.
  func number(_ name: String) -> Double { look.number(name, settings) }

  /// The first colour that is set; `nil` if none is.
  var chosenColor: Color? {
    for setting in settings {
      if case .colors(let colors)? = set[setting.name] { return colors.first.flatMap(Color.init) }
    }
    return nil
  }

  /// The four colours of a parameter of the look.
  func colors(_ name: String) -> [Color] {
    let value = set[name] ?? look.parameters.first { $0.name == name }?.usual
    guard case .colors(let colors)? = value else { return [] }
    return colors.map { Color(parsing: $0) ?? .black }
  }

  /// Sets a parameter of the look, as `--set` does; a later setting of one name counts.
  public mutating func set(_ name: String, to value: String) {
    settings.append(LookSetting(name, value))
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
        .repeated(
          "set", "NAME=VALUE", into: \.settings,
          help:
            "A number or a colour of the look, such as rim=40; may be given several times. '--look NAME --help' "
            + "lists those of a look."),
        .value(
          "layout", into: \.layout,
          help:
            "Channels opposite each other (pair), each in a half of its own (mirror), as two figures "
            + "(twin), or their mean (whole); by default as the look has it."),
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
      ] + Option.group(FigurePlace.table, at: \.place) + [
        .value(
          "scenes", "auto|none|LOOKS", into: \.scenes, completion: .choices(["auto", "none"]),
          affects: .nothing,
          help:
            "How the picture changes with the song. auto: ground, colours and size change where the song "
            + "changes, and films of 30 s or more end with its sleeve. LOOKS: the look changes too; "
            + "orbit,strata,well are those of soft, usual and loud parts; of two, the second one is that of "
            + "loud parts; files too, as in --look. By default auto in film, page and watch of a file, else "
            + "none; a loop has none."
        ).sharing(.input),
        .value(
          "shots", "auto|LIST", into: \.shots, completion: .choices(["auto", "none"]),
          affects: .nothing,
          help:
            "Shots of films: another one every few bars (auto), none, or some of "
            + "\(Shot.allCases.map(\.rawValue).joined(separator: ", "))."),
        .value(
          "structure", "FILE", into: \.structurePath, completion: .file, affects: .nothing,
          help:
            "A label file with the beats and sections of the song, for its scenes: what 'meter --format "
            + "labels' wrote, corrected in Audacity or by hand; 'B 3 corner' names a shot too. By default they "
            + "are found in the sound."
        ).sharing(.input),
        .value(
          "logo", "FILE.png", into: \.logo, completion: .file, affects: .pixelsByContent,
          help:
            "A PNG to lay over the centre; --set logo-width=70, logo-x=0.5 and logo-y=0.5 are its width in "
            + "points and the point of it that is there."
        ).sharing(.input),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
      + Option.group(
        LevelScaleOptions.table(", which is outside except with --look tutorial")
          + LevelScaleOptions.tutorialTable,
        at: \.scale)
  }
}
