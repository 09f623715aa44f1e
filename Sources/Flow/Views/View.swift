// SPDX-License-Identifier: MIT
// Stage 3, Views: turns readings into scenes. A new view is a folder here and a line in the
// `ViewCatalog`; a new look is a file with its figure, and a row in the table of its view.
public import Analysis
public import Arguments
public import Drawing
public import Signal

/// A way of showing sound: its options, and its looks, each of which has a figure.
public protocol View: Sendable {
  /// The view's own part of the command line.
  associatedtype Options: ViewOptions where Options.Drawn == Self

  /// The name of the view on the command line.
  static var name: String { get }

  /// What the picture shows, in a few words for the help.
  static var summary: String { get }

  /// The kind of scores that it shows; `nil` if it shows any sound.
  static var scoreKind: String? { get }

  /// A row for each look, the default one first.
  static var looks: [Look<Options>] { get }

  /// A look of a file; `nil`, and by default, if the view has none.
  static func look(of file: LookFile) -> Look<Options>?
}

extension View {
  /// The title of the view's pictures: its summary with a capital.
  public static var title: String { summary.prefix(1).uppercased() + summary.dropFirst() }
  /// Any sound.
  public static var scoreKind: String? { nil }
  /// None.
  public static func look(of file: LookFile) -> Look<Options>? { nil }
}

/// A view's options: a plain struct whose initial values are the defaults.
public protocol ViewOptions: Sendable {
  /// The view that these options are for.
  associatedtype Drawn: View where Drawn.Options == Self

  /// The defaults, with the view's first look before its preset.
  init()

  /// The chosen look.
  var look: Look<Self> { get set }

  /// How each option is written; embedded in the table of the command that renders.
  static var table: [Option<Self>] { get }

  /// Whether the bass opens a part of the figure, which `--set pulse=0` stops; no by default.
  var pulses: Bool { get }

  /// Whether the look has a parameter of this name for `--set`; no by default.
  func canSet(_ name: String) -> Bool

  /// Refuses options that contradict each other.
  func check() throws(UsageError)

  /// The meters that the options ask for, if no others are chosen; by default those of the look.
  var meters: Ballistics? { get }

  /// Refuses options that do not go with the meters; by default all do.
  func check(with meters: Ballistics) throws(UsageError)

  /// Whether the figure can lead from the end of a part into its beginning; false by default.
  var canLoop: Bool { get }

  /// Gives a part of `ticks` ticks whole turns, and returns how many of them are left to be drawn.
  ///
  /// - Precondition: ``canLoop``.
  /// - Throws: as figures do.
  mutating func loop(
    ticks: Int, of track: ReadingTrack<StereoLevels>, _ context: ViewContext
  ) throws(FigureError) -> Int

  /// Takes the defaults of a picture of a whole track; nothing changes by default.
  mutating func becomePoster()

  /// The path of a PNG to show; read before the view is made.
  var imagePath: String? { get }

  /// The scale of the view's levels; `nil` if it has none. Its constants are read or measured
  /// before the view is made.
  var levelScale: LevelScaleOptions? { get }

  /// Sets the scale of the view's levels; without effect if it has none.
  mutating func setScale(_ scale: LevelScale)

  /// Whether the figure is one disc, with the place and the size of the composition; false by default.
  var isDisc: Bool { get }

  /// Whether the picture changes with the sections of the song; `none`, and by default, if it cannot.
  var scenes: SceneChoice { get set }

  /// Whether films in scenes are cut into shots; by default they are, where the figure takes any.
  var shots: ShotChoice { get }

  /// The options in scenes of a setting; by default these in all.
  func playing(setting: Int) -> Self

  /// A label file that describes the song, so that its beats and sections need not be found; `nil`, and by
  /// default, if there is none.
  var structurePath: String? { get }

  /// Whether the picture follows the integrated loudness of the whole track with some meters; no by default.
  func followsLoudness(with meters: Ballistics) -> Bool

  /// How the figure is on its sheet; `nil`, and by default, if it cannot be cut off or lie under words.
  var frame: FigureFrame? { get }

  /// Where the user has put the figure, if it is a disc; by default where the composition has it.
  var place: FigurePlace { get }

  /// The colours and the words of the pictures; `nil` if they cannot be chosen. A palette file is
  /// read before the view is made.
  var appearance: AppearanceOptions? { get set }
}

extension ViewOptions {
  /// The kind of scores that the view shows; `nil` if it shows any sound.
  public var scoreKind: String? { Drawn.scoreKind }
  /// No: nothing beats.
  public var pulses: Bool { false }
  /// Whether it is a parameter of the look.
  public func canSet(_ name: String) -> Bool { look.parameters.contains { $0.name == name } }
  /// Accepts all options.
  public func check() throws(UsageError) {}
  /// Those of the look.
  public var meters: Ballistics? { nil }
  /// Accepts all meters.
  public func check(with meters: Ballistics) throws(UsageError) {}
  /// Whether the look can show sound that is still arriving.
  public var isLive: Bool { look.figure.traits(for: self).drawsLive }
  /// The options without an effect in the look.
  public var unusedOptions: [String] { look.unusedOptions }
  /// Whether the look takes several times as long to draw as others.
  public var isSlow: Bool { look.isSlow }
  /// Whether nothing is measured in the look: its pictures depend on the score and the time.
  public var readsNothing: Bool { look.figure.readsNothing }
  /// Whether the look draws levels, and no other readings.
  public var drawsLevels: Bool { look.figure.traits(for: self).readings == FigureTraits.levels }
  /// The length of the canvas's shorter side in the look, in points.
  public var shortSideInPoints: Double { look.shortSideInPoints }
  /// No: the figure cannot lead from its end to its beginning.
  public var canLoop: Bool { false }
  /// All ticks: the part keeps its length.
  public mutating func loop(
    ticks: Int, of track: ReadingTrack<StereoLevels>, _ context: ViewContext
  ) -> Int { ticks }
  /// Changes nothing.
  public mutating func becomePoster() {}
  /// None: the view shows no picture.
  public var imagePath: String? { nil }
  /// None: the view has no scale.
  public var levelScale: LevelScaleOptions? { nil }
  /// Changes nothing: the view has no scale.
  public mutating func setScale(_ scale: LevelScale) {}
  /// No: the figure has another shape.
  public var isDisc: Bool { false }
  /// No: the picture stays as it is.
  public var scenes: SceneChoice {
    get { .none }
    set {}
  }
  /// As the song wants it.
  public var shots: ShotChoice { .auto }

  /// Those of all scenes.
  public func playing(setting: Int) -> Self { self }
  /// None: what is known of the song is found in it.
  public var structurePath: String? { nil }
  /// No: a tick shows its own levels.
  public func followsLoudness(with meters: Ballistics) -> Bool { false }
  /// None: it is beside the words.
  public var frame: FigureFrame? { nil }
  /// Where the composition has it.
  public var place: FigurePlace { FigurePlace() }
  /// None: colours and words cannot be chosen.
  public var appearance: AppearanceOptions? {
    get { nil }
    set {}
  }
}

/// The settings of an analysis beside the view's own options.
public struct AnalysisRequest: Sendable {
  /// The ballistics of the meters.
  public let ballistics: Ballistics
  /// What the meters read for digital silence.
  public let floor: Decibels
  /// The indices of the file's channels on the left and on the right, from 0.
  public let channels: (left: Int, right: Int)
  /// Ticks a second.
  public let tickRate: Rate
  /// Where the blocks of spectra are.
  public let placement: BlockPlacement

  /// Settings of an analysis; by default those of a stereo track at 60 ticks a second.
  public init(
    ballistics: Ballistics = .avaudioplayer, floor: Decibels = .silence,
    channels: (left: Int, right: Int) = (0, 1), tickRate: Rate = .sixty,
    placement: BlockPlacement = .centered
  ) {
    self.ballistics = ballistics
    self.floor = floor
    self.channels = channels
    self.tickRate = tickRate
    self.placement = placement
  }
}

/// The settings of the pictures of all views.
public struct PictureSettings: Sendable {
  /// Pixels across.
  public var width = 1920
  /// Pixels down.
  public var height = 1080
  /// The size on paper, for SVG; none if `nil`.
  public var paper: PaperSize?
  /// The background colour of the look.
  public var background = Color.black
  /// The user's background colour, which overrides those of the look and of the palette.
  public var givenBackground: Color?
  /// The ballistics of the meters.
  public var ballistics = Ballistics.avaudioplayer

  /// The settings before any look.
  public init() {}
}
