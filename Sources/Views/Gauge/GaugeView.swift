// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// A needle on a dial: how loud the sound is now.
///
/// - Source: the tutorial *Building an Audio Meter using ShinobiGauges*, 2014.
public struct GaugeView: View {
  /// The word that chooses the view.
  public static let name = "gauge"
  /// A few words for help.
  public static let summary = "level meters with needles"
  /// The default look and the tutorial's.
  public static let looks = GaugeOptions.looks

  private var gauge: any Gauge

  /// The meters of both channels, or what the tutorial's sound meter reads of one.
  public static func analysis(
    for options: GaugeOptions, of request: AnalysisRequest
  ) -> Analysis<GaugeReading> {
    switch options.face {
    case .studio: Analysis.stereoLevels(of: request).map { .levels($0) }
    case .tutorial:
      // A floor above the scale's minimum would hold the needle up.
      Analysis.soundMeter(channel: request.channels.left, floor: .silence).map { .soundMeter($0) }
    }
  }

  /// A view before its first tick.
  public init(
    options: GaugeOptions, track: ReadingTrack<GaugeReading>, context: ViewContext
  ) {
    gauge =
      switch options.face {
      case .studio: StudioGauge(options, track, context)
      case .tutorial: TutorialGauge(options, track, context)
      }
  }

  /// The first tick of which something may be left to be seen.
  public func firstTick(shownAfterTick index: Int) -> Int { gauge.firstTick(shownAfterTick: index) }

  /// Moves the needles.
  public mutating func advance(to tick: Int) throws(SystemError) { try gauge.advance(to: tick) }

  /// The dials, and what moves on them.
  public func draw(into scene: inout Scene) { gauge.draw(into: &scene) }
}

/// What a gauge shows, fed tick by tick.
protocol Gauge: Sendable {
  /// The first tick that the picture after tick `index` depends on.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Takes in the next tick.
  mutating func advance(to tick: Int) throws(SystemError)

  /// What is painted, bottom first.
  func draw(into scene: inout Scene)
}

/// What a gauge needs to know of a tick; the readings of a track are all of one kind.
public enum GaugeReading: PackedReading, Hashable {
  /// Peak and average of two channels.
  case levels(StereoLevels)
  /// The figure of the tutorial's sound meter.
  case soundMeter(SoundMeterReading)

  /// Appends the bytes of what it holds.
  public func pack(into bytes: inout [UInt8]) {
    switch self {
    case .levels(let levels): levels.pack(into: &bytes)
    case .soundMeter(let reading): reading.pack(into: &bytes)
    }
  }

  /// The reading of bytes; a figure alone is a sound meter's.
  public init(unpacking bytes: Span<UInt8>) {
    self =
      bytes.count == MemoryLayout<Double>.size
      ? .soundMeter(SoundMeterReading(unpacking: bytes)) : .levels(StereoLevels(unpacking: bytes))
  }

  /// The levels of a track that has levels.
  var levels: StereoLevels {
    guard case .levels(let levels) = self else { preconditionFailure("a reading of levels") }
    return levels
  }

  /// The figure of a track that has the sound meter's, in decibels.
  var figure: Double {
    guard case .soundMeter(let reading) = self else { preconditionFailure("a sound meter's") }
    return reading.value
  }
}
