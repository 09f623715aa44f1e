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

/// The inputs of a view beside its options.
public struct ViewContext: Sendable {
  /// The picture at ``ViewOptions/imagePath``.
  public let image: PNGImage?
  /// The picture of ``AppearanceOptions/cover``; `nil` for none.
  public let cover: Bitmap?
  /// The constants of ``ViewOptions/levelScale``; they fit the track.
  public let constants: Constants?
  /// Which sound a scale is measured over if a part is drawn; `nil` if the whole track is, or if
  /// there is no scale.
  public let scaleScope: ScaleScope?
  /// The ticks that a scale is measured over; `nil` for all that were read.
  public var scaleTicks: Range<Int>?
  /// The colours of ``AppearanceOptions/palette``; `nil` for the look's own.
  public private(set) var palette: Palette?
  /// The words below the figure.
  public private(set) var words: Captions
  /// How the figure is on its sheet.
  public private(set) var frame: FigureFrame?
  /// Where the user has put the figure.
  private var place: FigurePlace
  /// The settings of the pictures of all views, with the background in use.
  public private(set) var picture: PictureSettings
  /// The lyrics of the song, if they are shown.
  public let lyrics: SongLyrics?
  /// The integrated loudness of the whole track in LUFS, if the view follows it and it has some.
  public var loudness: Decibels?
  /// The bars and sections of the song, if they are known.
  public var structure: SongStructure?
  /// The scenes of the song; none if its picture stays as it is.
  public internal(set) var scenes: [SongScene] = []
  /// Whether a film ends with a card, if its colours are a palette.
  var hasEndCard = false
  /// The factor of the figure's lengths in a scene.
  private var magnification = 1.0
  /// Where the figure is in a shot, and how large; `nil` where it is wide.
  private var shot: (center: Point, scale: Double)?
  /// The setting of the scene.
  private(set) var setting = SongScene.only.setting
  /// The settings of the analysis.
  public let request: AnalysisRequest
  /// What plays the samples, if the input has a score; of the view's ``View/scoreKind``, if it has one.
  public let score: (any Score)?
  /// The index in the input of the first sample frame that was read.
  public let begin: Int

  /// The inputs of a view.
  public init(
    score: (any Score)? = nil, begin: Int = 0,
    image: PNGImage? = nil, cover: Bitmap? = nil, constants: Constants? = nil,
    scaleScope: ScaleScope? = nil,
    colors: Palette? = nil, words: Captions = Captions(), lyrics: SongLyrics? = nil,
    frame: FigureFrame? = nil, place: FigurePlace = FigurePlace(),
    picture: PictureSettings = PictureSettings(), request: AnalysisRequest = AnalysisRequest()
  ) {
    self.image = image
    self.cover = cover
    self.constants = constants
    self.scaleScope = scaleScope
    palette = colors
    self.words = words
    self.lyrics = lyrics
    (self.frame, self.place) = (frame, place)
    self.picture = picture
    self.request = request
    self.score = score
    self.begin = begin
  }

  /// The indices of the file's channels on the left and on the right, from 0.
  public var channels: (left: Int, right: Int) { request.channels }
  /// The position of a figure and its words on a canvas whose shorter side is 432 points.
  public var composition: Composition {
    let canvas = canvas(shortSideInPoints: 432)
    let whole = Composition(canvas: canvas, words: words, frame: frame)
    return
      (shot.map { whole.placed($0.center, scale: $0.scale) } ?? whole.magnified(by: magnification))
      .moved(to: place, on: canvas)
  }

  /// Takes colours that were found in the track.
  public mutating func setColors(_ colors: Palette) {
    palette = colors
    picture.background = picture.givenBackground ?? colors.background
  }

  /// The context of a scene: its size up to a largest one, unless the figure bleeds already, and its
  /// colours, unless the background is chosen or the look has colours that are not a palette.
  func staged(_ stage: SongScene.Stage, upTo largest: Double) -> ViewContext {
    var own = self
    own.setting = stage.setting
    if frame == .whole {
      switch stage.place {
      case .magnified(let factor):
        own.magnification = min(factor, largest) * share(of: composition)
      case .fixed(let center, let scale): own.shot = (center, scale)
      }
    }
    if scenes.count > 1, picture.givenBackground == nil, let palette = usedPalette {
      let setting = palette.settings[stage.setting].later(
        by: Double(stage.hour) / Double(SongScene.hours))
      own.palette = setting
      own.picture.background = setting.background
    }
    return own
  }

  /// The title with which a film begins; `nil` without one.
  var opening: Opening? {
    guard let scene = scenes.first, scene.isTitle, let title = words.title,
      let palette = openingPalette
    else { return nil }
    let window = Opening.window(
      title, words.lettering, on: canvas(shortSideInPoints: 432))
    return Opening(window, palette, setting: scene.setting)
  }

  /// The palette of a film that can begin with its title: not one with a ground of the user's.
  var openingPalette: Palette? { picture.givenBackground == nil ? usedPalette : nil }

  /// How far the nearest edge of the sheet is from the centre of the figure, in points.
  var room: Double {
    let (sheet, center) = (canvas(shortSideInPoints: 432), composition.center)
    return min(sheet.widthInPoints / 2 - abs(center.x), sheet.heightInPoints / 2 - abs(center.y))
  }

  /// The factor of all magnifications: over another picture, with which the largest figure of a
  /// composition just is within the frame.
  private func share(of composition: Composition) -> Double {
    guard picture.background.alpha < 255 else { return 1 }
    return min(
      room / (Composition.figureReach * composition.scale * SongScene.largestMagnification), 1)
  }

  /// The chosen palette, or that of the look.
  private var usedPalette: Palette? {
    palette ?? Palette.named(background: picture.background)
  }

  /// The context of the figure alone on its sheet, without words.
  var alone: ViewContext {
    var own = self
    (own.frame, own.place, own.words) = (.whole, FigurePlace(), Captions())
    own.words.typeface = words.typeface
    return own
  }

  /// Whether the colours are a palette.
  var hasPalette: Bool { usedPalette != nil }

  /// The pixels of a cover as large as it can be in any scene, so that all have the same ones.
  func coverPixels(radius: Double) -> Double {
    var largest = scenes.isEmpty ? 1 : SongScene.largestMagnification / magnification
    if scenes.contains(where: { $0.shot != .wide }) {
      largest = Shot.largestScale / composition.scale
    }
    return 2 * radius * largest * canvas(shortSideInPoints: 432).pixelsPerPoint
  }

  /// The canvas of the pictures.
  package func canvas(shortSideInPoints points: Double) -> Canvas {
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: points)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    return canvas
  }
  /// When a tick of the readings ends, in seconds from the start of the input.
  public func time(afterTick index: Int, of clock: TickClock) -> Double {
    Double(begin + clock.firstSampleFrame(ofTick: index + 1)) / Double(clock.sampleRate)
  }
  /// Ticks a second.
  public var tickRate: Rate { request.tickRate }
  /// What the meters read for digital silence.
  public var floor: Decibels { request.floor }
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
