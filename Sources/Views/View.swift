// SPDX-License-Identifier: MIT
// Stage 3, Views: readings become scenes. Adding a view touches only this folder.
public import Analysis
public import Arguments
public import Drawing
public import Platform
public import Signal
public import Synthesis

/// A way of showing sound: it says what is to be measured, and fills scenes with plain values from
/// the readings.
///
/// It draws neither pixels nor SVG, reads no files, and knows nothing of the rate of images.
public protocol View: Sendable {
  /// The view's own part of the command line.
  associatedtype Options: ViewOptions

  /// What is measured for each tick.
  associatedtype Reading: PackedReading

  /// The word that chooses the view.
  static var name: String { get }

  /// A few words for help: what the picture shows.
  static var summary: String { get }

  /// The kind of instruments that it shows; `nil` if it shows any sound.
  static var instrumentKind: InstrumentKind? { get }

  /// Presets, the default one first.
  static var looks: [Look<Options>] { get }

  /// What is measured for the pictures.
  static func analysis(for options: Options, of request: AnalysisRequest) -> Analysis<Reading>

  /// A view of a whole track that was read, before its first tick.
  ///
  /// - Throws: `UsageError` for options that do not fit the track, `ConstantsError` for constants
  ///   that do not, `SystemError` if the track cannot be read.
  init(options: Options, track: ReadingTrack<Reading>, context: ViewContext) throws

  /// What the view has measured of the track by itself, such as its scale. With the options it
  /// decides what the pictures look like. None unless the view says otherwise.
  var measures: [Measure] { get }

  /// What the user is to be told of the track and its pictures, after the name of the track; `nil`
  /// unless the view says otherwise.
  var remark: String? { get }

  /// The first tick that the picture after tick `index` depends on.
  ///
  /// A view that is fed from there on shows the same as one that was fed from tick 0.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Takes in the next tick: called for each in order, from ``firstTick(shownAfterTick:)`` on.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError)

  /// Adds the view's items to an empty scene. Pure; called once for each image.
  func draw(into scene: inout Scene)
}

extension View {
  /// What a picture of the view is called: its summary as the beginning of a sentence.
  public static var title: String { summary.prefix(1).uppercased() + summary.dropFirst() }
  /// Any sound.
  public static var instrumentKind: InstrumentKind? { nil }
  /// None.
  public var measures: [Measure] { [] }
  /// Nothing.
  public var remark: String? { nil }
}

/// A view's options: a plain struct whose initial values are the defaults.
public protocol ViewOptions: Sendable {
  /// The defaults, before any look.
  init()

  /// How each option is written; embedded in the table of the command that renders.
  static var table: [Option<Self>] { get }

  /// Makes sure that the options can be together.
  func check() throws(UsageError)

  /// The long names of options, these and those that all views have, that change nothing with the
  /// look that was chosen: to give one is an error.
  var unusedOptions: [String] { get }

  /// The path of a PNG that the view wants to show; read before the view is made.
  var imagePath: String? { get }

  /// The scale of the view's levels; `nil` if it has none. Its constants are read, or measured,
  /// before the view is made.
  var levelScale: LevelScaleOptions? { get }

  /// The colours and the words of the pictures; `nil` if the view has no choice of them. A palette in
  /// a file is read before the view is made.
  var style: StyleOptions? { get }

  /// The length of the canvas's shorter side in points, the unit of all the view's lengths.
  var shortSideInPoints: Double { get }
}

extension ViewOptions {
  /// They can.
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

/// What an analysis may depend on beside the view's own options.
public struct AnalysisRequest: Sendable {
  /// How the meters move.
  public let ballistics: Ballistics
  /// What digital silence reads.
  public let floor: Decibels
  /// The numbers of the file's channels on the left and on the right, from 0.
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

/// What a view is told of its run.
public struct ViewContext: Sendable {
  /// The picture that ``ViewOptions/imagePath`` names.
  public let image: PNGImage?
  /// The constants that ``ViewOptions/levelScale`` names, or those of the whole track where the
  /// readings are of a part of it; they fit the track.
  public let constants: Constants?
  /// What a scale is measured of where the readings are of a part; `nil` where they are of the whole
  /// track, and where nothing is measured.
  public let scaleScope: ScaleScope?
  /// The colours that ``StyleOptions/palette`` names; `nil` where the look's own are wanted.
  public let colors: PaletteColors?
  /// What is written under the figure.
  public let words: Words
  /// What the pictures have whatever their view, with the background that they are drawn on.
  public let picture: PictureSettings
  /// What the readings were made for.
  public let request: AnalysisRequest
  /// What plays; that of ``View/instrumentKind``, if the view has one.
  public let instrument: Instrument?
  /// The number of the first sample frame of the readings in the input.
  public let begin: Int

  /// All that a view is told.
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

  /// The numbers of the file's channels on the left and on the right, from 0.
  public var channels: (left: Int, right: Int) { request.channels }
  /// The palette that was chosen, but for those of an eye.
  public var palette: Palette? {
    if case .common(let palette)? = colors { palette } else { nil }
  }
  /// The colours of an eye in the palette that was chosen.
  public var irisColors: IrisColors? {
    switch colors {
    case .common(let palette)?: IrisColors(palette)
    case .iris(let colors)?: colors
    case nil: nil
    }
  }
  /// Where a figure and its words stand, if lengths are such that the shorter side has 432 points.
  public var composition: Composition {
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: 432)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    return Composition(canvas: canvas, words: words)
  }
  /// When a tick of the readings ends, in seconds from the beginning of the input.
  public func time(afterTick index: Int, of clock: TickClock) -> Double {
    Double(begin + clock.firstSampleFrame(ofTick: index + 1)) / Double(clock.sampleRate)
  }
  /// Ticks a second.
  public var tickRate: Rate { request.tickRate }
  /// What digital silence reads.
  public var floor: Decibels { request.floor }
}

/// What every picture has, whatever its view.
public struct PictureSettings: Sendable {
  /// Pixels across.
  public var width = 1920
  /// Pixels down.
  public var height = 1080
  /// The colour under everything that a look has of its own.
  public var background = Color.black
  /// The colour under everything that counts more than those of the look and of the palette.
  public var givenBackground: Color?
  /// How the meters move.
  public var ballistics = Ballistics.avaudioplayer

  /// The settings that a look begins with.
  public init() {}
}

/// A preset: settings and options that the user's own override.
public struct Look<Options>: Sendable {
  /// The word that chooses the look.
  public let name: String
  /// A few words for help.
  public let summary: String
  /// Sets what the look is made of.
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

/// Numbers that a view has measured of a track, under the name of the option that sets them.
public struct Measure: Sendable, Hashable {
  /// The option's long name.
  public let name: String
  /// The numbers; `nil` where there is nothing to measure.
  public let values: [Double?]

  /// A measure.
  public init(_ name: String, _ values: [Double?]) {
    self.name = name
    self.values = values
  }

  /// The value that the option would have.
  public var text: String { values.map { $0?.argumentText ?? "none" }.joined(separator: ",") }
}
