// SPDX-License-Identifier: MIT
public import Analysis
internal import Arguments
public import Drawing
public import Platform
internal import Signal

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
  /// - Throws: `UsageError` for options that do not fit the track, `ConstantsError` for constants
  ///   that do not, `SystemError` if the track cannot be read.
  init(options: Options, track: ReadingTrack<Reading>, context: ViewContext) throws

  /// What the figure found out about the whole track; nothing by default.
  var findings: Findings { get }

  /// The first tick that the picture after tick `index` depends on; by default `index` itself.
  ///
  /// A figure that is fed from there on shows the same as one that was fed from tick 0.
  func firstTick(shownAfterTick index: Int) -> Int

  /// What is shown faintly before it is drawn; nothing by default.
  var sketch: Sketch? { get }

  /// Updates to the next tick: called for each in order, from ``firstTick(shownAfterTick:)`` on.
  ///
  /// - Throws: if the track cannot be read.
  mutating func advance(to tick: Int) throws(SystemError)

  /// Adds the items to an empty scene, bottom first, without side effects; called once for each
  /// frame.
  func draw(into scene: inout Scene)
}

extension Figure {
  /// Nothing.
  public var findings: Findings { Findings() }
  /// Nothing.
  public var sketch: Sketch? { nil }
  /// The tick itself.
  public func firstTick(shownAfterTick index: Int) -> Int { index }
}

extension Figure {
  /// Whether the picture depends on the instrument and the time only.
  static var readsNothing: Bool { Reading.self == NoReading.self }
}

extension Figure where Reading == StereoLevels {
  /// The meters of the two channels.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<StereoLevels> { .stereoLevels(of: request) }
}

extension Figure where Reading == NoReading {
  /// Nothing is measured: the picture depends on the instrument and the time only.
  public static func analysis(
    for options: Options, of request: AnalysisRequest
  ) -> Analysis<NoReading> { .none }
}

/// What a figure will show at a later tick, as a faint picture below what it has drawn by then.
public struct Sketch: Sendable {
  /// The tick; the picture after it has no sketch any more.
  public let tick: Int
  /// How the names of the layers begin that are sketched.
  public let layers: [String]
  /// How strong its colours are on the background, from 0 to 1.
  public let strength: Double

  /// A sketch of the layers whose names begin like one of these.
  public init(tick: Int, layers: [String], strength: Double = 0.2) {
    (self.tick, self.layers, self.strength) = (tick, layers, strength)
  }

  /// Whether a layer is sketched.
  public func has(_ item: Item) -> Bool { layers.contains { item.name.hasPrefix($0) } }
}

/// What a figure found out about a whole track.
public struct Findings: Sendable {
  /// The values that it measured, such as its scale. Together with the options they determine the
  /// pictures.
  public let measures: [Measure]
  /// A remark for the user about the track and its pictures, worded to follow the name of the
  /// track.
  public let remark: String?
  /// The turn that `--turn lock` gave the picture; `nil` for other turns.
  public let lockedTurn: LockedTurn?

  /// What was found out.
  public init(measures: [Measure] = [], remark: String? = nil, lockedTurn: LockedTurn? = nil) {
    (self.measures, self.remark, self.lockedTurn) = (measures, remark, lockedTurn)
  }
}

/// Values that a figure measured on a track, under the name of the option that would set them.
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
