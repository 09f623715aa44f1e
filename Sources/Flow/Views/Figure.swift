// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
public import Drawing
public import Platform
internal import Signal

/// Why there is no figure of a track.
public enum FigureError: Error {
  /// The options do not fit the track.
  case usage(UsageError)
  /// The constants do not fit the track.
  case constants(ConstantsError)
  /// The readings cannot be read.
  case readings(SystemError)
  /// An error of the figure's own.
  case other(any Error)
}

/// What a look draws: it chooses an analysis, and fills scenes from the readings.
///
/// It does not draw pixels or SVG, reads no files, and does not depend on the frame rate.
public protocol Figure<Options>: Sendable {
  /// The options of its view.
  associatedtype Options: ViewOptions

  /// What is measured for each tick.
  associatedtype Reading: PackedReading

  /// The analysis for the pictures.
  static func analysis(for options: Options, of request: AnalysisRequest) -> Analysis<Reading>

  /// A figure of a whole track that was read, before its first tick.
  ///
  /// - Throws: for options or constants that do not fit the track, if the track cannot be read, and
  ///   errors of its own as ``FigureError/other(_:)``.
  init(
    options: Options, track: ReadingTrack<Reading>, context: ViewContext
  ) throws(FigureError)

  /// What is known of the figure before it is made.
  static func traits(for options: Options) -> FigureTraits

  /// Whether it reaches the edges of the sheet; otherwise it is a disc of 216 points, and by default.
  var fillsSheet: Bool { get }

  /// What the figure found out about the whole track; nothing by default.
  var findings: Findings { get }

  /// The first tick that the picture after tick `index` depends on; by default `index` itself.
  ///
  /// A figure that is fed from there on shows the same as one that was fed from tick 0.
  func firstTick(shownAfterTick index: Int) -> Int

  /// What is to come, to be shown faintly before it is drawn; `nil` if nothing of it is left to be
  /// shown after these ticks, and by default.
  ///
  /// - Throws: if the track cannot be read.
  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch?

  /// Updates to the next tick, after which nothing is drawn yet; by default as ``advance(to:)``.
  ///
  /// - Throws: if the track cannot be read.
  mutating func skip(to tick: Int) throws(SystemError)

  /// Updates to the next tick: called for each in order, from ``firstTick(shownAfterTick:)`` on.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError)

  /// Adds the items to an empty scene, bottom first, without side effects; called once for each
  /// frame.
  func draw(into scene: inout Scene)

  /// Adds the items of every scene that it changes to, before the first tick, for their pictures: a cover
  /// has the pixels of its size.
  func drawAll(into scene: inout Scene)
}

extension Figure {
  /// A figure that does not change.
  public func drawAll(into scene: inout Scene) { draw(into: &scene) }

  /// Readings with the name of the type, of the whole track.
  public static func traits(for options: Options) -> FigureTraits { FigureTraits("\(Self.self)") }
  /// No: the figure is a disc.
  public var fillsSheet: Bool { false }
  /// Nothing was found out.
  public var findings: Findings { Findings() }
  /// Nothing is shown before it is drawn.
  public func sketch(shownAfter ticks: Int) -> Sketch? { nil }
  /// The tick itself.
  public func firstTick(shownAfterTick index: Int) -> Int { index }
  /// As if something were drawn.
  public mutating func skip(to tick: Int) throws(SystemError) { try advance(to: tick) }
  /// Whether the picture depends on the score and the time only.
  static var readsNothing: Bool { Reading.self == NoReading.self }
}

extension Figure where Reading == StereoLevels {
  /// The meters of the two channels.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<StereoLevels> { .stereoLevels(of: request) }

  /// The levels of both sides and of their bass, of the whole track.
  public static func traits(for options: Options) -> FigureTraits {
    FigureTraits(FigureTraits.levels)
  }
}

extension Figure where Reading == NoReading {
  /// Nothing is measured: the picture depends on the score and the time only.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<NoReading> { .none }

  /// Nothing.
  public static func traits(for options: Options) -> FigureTraits { FigureTraits("nothing") }
}

/// What is known of a figure before it is made.
public struct FigureTraits: Sendable {
  /// What a file of readings calls those of its analysis; no other analysis has the name.
  public let readings: String
  /// Whether it can show sound that is still arriving: it then knows nothing of what is to come, and follows the
  /// levels by itself.
  public let drawsLive: Bool
  /// Whether it follows the bars of the song, which are found then if they are not described.
  public let followsBars: Bool
  /// How large scenes make it at most, as a factor: a figure that follows each hit all over flashes if it fills
  /// the picture.
  public let largestMagnification: Double
  /// The shots of films that it takes.
  public let shots: [Shot]

  /// The name of readings that are levels.
  static let levels = "stereo levels"

  /// A figure of readings with this name; by default of the whole track, without bars, and as large as scenes
  /// like.
  public init(
    _ readings: String, drawsLive: Bool = false, followsBars: Bool = false,
    largestMagnification: Double = SongScene.largestMagnification, shots: [Shot] = []
  ) {
    (self.readings, self.drawsLive, self.followsBars) = (readings, drawsLive, followsBars)
    (self.largestMagnification, self.shots) = (largestMagnification, shots)
  }
}

/// What is to come, as a faint picture below what a figure has drawn so far.
public struct Sketch: Sendable {
  /// A figure that shows what is to come.
  public var figure: any Figure
  /// The names of the layers that are sketched.
  public let layers: Set<String>
  /// The picture after this tick has no sketch any more.
  public let lastTick: Int
  /// The tick that the figure is advanced to with tick 0 of the other one, to make room for it;
  /// `nil` if it stays as it is.
  public let firstTick: Int?
  /// Its colours.
  public let tone: Tone

  /// The colours of a sketch.
  public enum Tone: Sendable, Hashable {
    /// Those of the figure with this strength on the background, from 0 to 1.
    case faint(Double)
    /// One colour for all layers.
    case flat(Color)
  }

  /// A sketch by a figure that shows what is to come.
  public init(
    _ figure: any Figure, layers: Set<String>, lastTick: Int, firstTick: Int?, tone: Tone
  ) {
    (self.figure, self.layers, self.lastTick) = (figure, layers, lastTick)
    (self.firstTick, self.tone) = (firstTick, tone)
  }
}

/// What a figure found out about a whole track.
public struct Findings: Sendable {
  /// The values that it measured, such as its scale. Together with the options they determine the
  /// pictures.
  public let measures: [Measure]
  /// What the figure looks like since all that is shown is silent, such as `the figure is a circle`;
  /// `nil` if there is sound.
  public let silentFigure: String?
  /// The turn that `--turn lock` gave the picture; `nil` for other turns.
  public let lockedTurn: LockedTurn?
  /// How many ticks the figure has shown at the end of its fullest turn; `nil` if it has no turns, or
  /// if the track is shorter than one.
  public let fullestTurnEnd: Int?
  /// The share of the time in which a needle stands at the end of its scale, if the user has chosen this.
  public let shareAtStop: Double
  /// The first tick that shows all of the card at the end, and where its picture is; `nil` if none does.
  public internal(set) var endCard: (tick: Int, disc: Composition)?

  /// What was found out.
  public init(
    measures: [Measure] = [], silentFigure: String? = nil, lockedTurn: LockedTurn? = nil,
    fullestTurnEnd: Int? = nil, shareAtStop: Double = 0
  ) {
    (self.measures, self.silentFigure) = (measures, silentFigure)
    (self.lockedTurn, self.fullestTurnEnd) = (lockedTurn, fullestTurnEnd)
    self.shareAtStop = shareAtStop
  }
}

/// Values that a figure measured on a track, under the name of the option that would set them.
public struct Measure: Sendable, Hashable {
  /// Its name, such as `peak-range`.
  public let name: String
  /// The values; `nil` if there was nothing to measure.
  public let values: [Double?]

  /// A measure.
  public init(_ name: String, _ values: [Double?]) {
    self.name = name
    self.values = values
  }

  /// The values as words.
  public var text: String { values.map { $0?.argumentText ?? "none" }.joined(separator: ",") }
}

extension Figure {
  /// The name of the table of its readings in a file.
  public static func nameOfTable(for options: Options, _ request: AnalysisRequest) -> String {
    "\(traits(for: options).readings), \(request.ballistics.settings), floor \(request.floor.value), "
      + "channels \(request.channels.left) and \(request.channels.right), \(request.tickRate) Hz"
  }
}
