// SPDX-License-Identifier: MIT
// Stage 3, Views: turns readings into scenes. A new view is a folder here and a line in `ViewCatalog`;
// a new look is a row in the list of its view.
public import Analysis
public import Arguments
public import Drawing
public import Platform
public import Signal
public import Synthesis

/// A way of showing sound: it chooses an analysis, and fills scenes from the readings.
///
/// It does not draw pixels or SVG, reads no files, and does not depend on the frame rate.
public protocol View: Sendable {
  /// The view's own part of the command line.
  associatedtype Options: ViewOptions where Options.Drawn == Self

  /// What is measured for each tick.
  associatedtype Reading: PackedReading

  /// The name of the view on the command line.
  static var name: String { get }

  /// What the picture shows, in a few words for the help.
  static var summary: String { get }

  /// The kind of instruments that it shows; `nil` if it shows any sound.
  static var instrumentKind: InstrumentKind? { get }

  /// Presets, the default one first.
  static var looks: [Look<Options>] { get }

  /// The analysis for the pictures.
  static func analysis(for options: Options, of request: AnalysisRequest) -> Analysis<Reading>

  /// A view of a whole track that was read, before its first tick.
  ///
  /// - Throws: `UsageError` for options that do not fit the track, `ConstantsError` for constants
  ///   that do not, `SystemError` if the track cannot be read.
  init(options: Options, track: ReadingTrack<Reading>, context: ViewContext) throws

  /// The values that the view measured, such as its scale; empty by default. Together with the
  /// options they determine the pictures.
  var measures: [Measure] { get }

  /// A remark for the user about the track and its pictures, worded to follow the name of the
  /// track; `nil` by default.
  var remark: String? { get }

  /// The turn that `--turn lock` gave the picture; `nil` by default, and for other turns.
  var lockedTurn: LockedTurn? { get }

  /// The first tick that the picture after tick `index` depends on.
  ///
  /// A view that is fed from there on shows the same as one that was fed from tick 0.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Updates to the next tick: called for each in order, from ``firstTick(shownAfterTick:)`` on.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError)

  /// Adds the view's items to an empty scene, without side effects; called once for each frame.
  func draw(into scene: inout Scene)
}

extension View {
  /// The title of the view's pictures: its summary with a capital.
  public static var title: String { summary.prefix(1).uppercased() + summary.dropFirst() }
  /// Any sound.
  public static var instrumentKind: InstrumentKind? { nil }
  /// None.
  public var measures: [Measure] { [] }
  /// None.
  public var remark: String? { nil }
  /// None.
  public var lockedTurn: LockedTurn? { nil }
}

extension View where Reading == StereoLevels {
  /// The meters of the two channels.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<StereoLevels> { .stereoLevels(of: request) }
}

extension View where Reading == NoReading {
  /// Nothing is measured: the picture depends on the instrument and the time only.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<NoReading> { .none }
}

/// A view's options: a plain struct whose initial values are the defaults.
public protocol ViewOptions: Sendable {
  /// The view that these options are for.
  associatedtype Drawn: View where Drawn.Options == Self

  /// The defaults, before any look.
  init()

  /// How each option is written; embedded in the table of the command that renders.
  static var table: [Option<Self>] { get }

  /// Refuses options that contradict each other.
  func check() throws(UsageError)

  /// The long names of options that have no effect in the chosen look, this view's or those of all
  /// views. Help leaves them out; to use one is a warning, and its value is ignored. It depends on
  /// what looks set, not on what users can.
  var unusedOptions: [String] { get }

  /// The path of a PNG to show; read before the view is made.
  var imagePath: String? { get }

  /// The scale of the view's levels; `nil` if it has none. Its constants are read or measured
  /// before the view is made.
  var levelScale: LevelScaleOptions? { get }

  /// The colours and the words of the pictures; `nil` if they cannot be chosen. A palette file is
  /// read before the view is made.
  var style: StyleOptions? { get }

  /// The length of the canvas's shorter side in points, the unit of all the view's lengths.
  var shortSideInPoints: Double { get }
}

extension ViewOptions {
  /// The kind of instruments that the view shows; `nil` if it shows any sound.
  public var instrumentKind: InstrumentKind? { Drawn.instrumentKind }
  /// No check.
  public func check() throws(UsageError) {}
  /// None.
  public var unusedOptions: [String] { [] }
  /// None.
  public var imagePath: String? { nil }
  /// None.
  public var levelScale: LevelScaleOptions? { nil }
  /// None.
  public var style: StyleOptions? { nil }
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

  /// A request.
  public init(
    ballistics: Ballistics = .avaudioplayer, floor: Decibels = .silence,
    channels: (left: Int, right: Int) = (0, 1), tickRate: Rate = .sixty
  ) {
    self.ballistics = ballistics
    self.floor = floor
    self.channels = channels
    self.tickRate = tickRate
  }
}

/// The inputs of a view beside its options.
public struct ViewContext: Sendable {
  /// The picture at ``ViewOptions/imagePath``.
  public let image: PNGImage?
  /// The constants of ``ViewOptions/levelScale``, or those of the whole track if the readings are
  /// of a part of it; they fit the track.
  public var constants: Constants?
  /// Which sound a scale is measured over if the readings are of a part; `nil` if they are of the
  /// whole track, or if there is no scale.
  public let scaleScope: ScaleScope?
  /// The colours of ``StyleOptions/palette``; `nil` for the look's own.
  public let colors: PaletteColors?
  /// The words below the figure.
  public let words: Words
  /// The settings of the pictures of all views, with the background in use.
  public let picture: PictureSettings
  /// The settings of the analysis.
  public let request: AnalysisRequest
  /// The instrument; of the view's ``View/instrumentKind``, if it has one.
  public let instrument: Instrument?
  /// The index in the input of the readings' first sample frame.
  public let begin: Int

  /// The inputs of a view.
  public init(
    instrument: Instrument? = nil, begin: Int = 0,
    image: PNGImage? = nil, constants: Constants? = nil, scaleScope: ScaleScope? = nil,
    colors: PaletteColors? = nil, words: Words = Words(),
    picture: PictureSettings = PictureSettings(), request: AnalysisRequest = AnalysisRequest()
  ) {
    self.image = image
    self.constants = constants
    self.scaleScope = scaleScope
    self.colors = colors
    self.words = words
    self.picture = picture
    self.request = request
    self.instrument = instrument
    self.begin = begin
  }

  /// The indices of the file's channels on the left and on the right, from 0.
  public var channels: (left: Int, right: Int) { request.channels }
  /// The chosen palette, unless it is for the iris.
  public var palette: Palette? {
    if case .common(let palette)? = colors { palette } else { nil }
  }
  /// The colours of an eye in the chosen palette.
  public var irisColors: IrisColors? {
    switch colors {
    case .common(let palette)?: IrisColors(palette)
    case .iris(let colors)?: colors
    case nil: nil
    }
  }
  /// The position of a figure and its words on a canvas whose shorter side is 432 points.
  public var composition: Composition {
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: 432)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    return Composition(canvas: canvas, words: words)
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
  /// The background colour of the look.
  public var background = Color.black
  /// The user's background colour, which overrides those of the look and of the palette.
  public var givenBackground: Color?
  /// The ballistics of the meters.
  public var ballistics = Ballistics.avaudioplayer

  /// The settings before any look.
  public init() {}
}

/// A preset of settings and options, which the user's own options override.
///
/// A new look is a row in its view's list, such as `RadialOptions.looks`: its name, a few words, and
/// what it sets. Parser, help, completions and man page follow. If it draws in a new way, it also
/// needs a case of the view's style and a figure that draws it; the compiler finds the places.
public struct Look<Options>: Sendable {
  /// The name of the look.
  public let name: String
  /// A few words for help.
  public let summary: String
  /// Applies the preset.
  public let apply: @Sendable (inout PictureSettings, inout Options) -> Void

  /// A look.
  public init(
    _ name: String, _ summary: String,
    apply: @escaping @Sendable (inout PictureSettings, inout Options) -> Void = { _, _ in }
  ) {
    self.name = name
    self.summary = summary
    self.apply = apply
  }
}

/// Values that a view measured on a track, under the name of the option that would set them.
public struct Measure: Sendable, Hashable {
  /// The option's long name.
  public let name: String
  /// The values; `nil` if there was nothing to measure.
  public let values: [Double?]

  /// A measure.
  public init(_ name: String, _ values: [Double?]) {
    self.name = name
    self.values = values
  }

  /// The value for the option.
  public var text: String { values.map { $0?.argumentText ?? "none" }.joined(separator: ",") }
}
