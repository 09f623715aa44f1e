// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// A needle on a dial: how loud the sound is now.
///
/// - Source: the tutorial *Building an Audio Meter using ShinobiGauges*, 2014.
public struct GaugeView: View {
  /// The name of the view on the command line.
  public static let name = "gauge"
  /// A summary for the help.
  public static let summary = "level meters with needles"
  /// The default look and the tutorial's.
  public static let looks = GaugeOptions.looks

  private var gauge: any Gauge

  /// The meters of both channels, or the tutorial's sound meter on one.
  public static func analysis(
    for options: GaugeOptions, of request: AnalysisRequest
  ) -> Analysis<GaugeReading> {
    switch options.face {
    case .studio: Analysis.stereoLevels(of: request).map { .levels($0) }
    case .tutorial:
      // A floor above the scale's minimum would keep the needle up.
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

  /// The first tick that may still be visible.
  public func firstTick(shownAfterTick index: Int) -> Int { gauge.firstTick(shownAfterTick: index) }

  /// Moves the needles.
  public mutating func advance(to tick: Int) throws(SystemError) { try gauge.advance(to: tick) }

  /// Draws the dials and the needles.
  public func draw(into scene: inout Scene) { gauge.draw(into: &scene) }
}

/// The state of a gauge, updated tick by tick.
protocol Gauge: Sendable {
  /// The first tick that the picture after tick `index` depends on.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Updates the gauge to the next tick.
  mutating func advance(to tick: Int) throws(SystemError)

  /// Draws the items, bottom first.
  func draw(into scene: inout Scene)
}

/// The reading of a tick; all readings of a track are of one kind.
public enum GaugeReading: PackedReading, Hashable {
  /// Peak and average of two channels.
  case levels(StereoLevels)
  /// The reading of the tutorial's sound meter.
  case soundMeter(SoundMeterReading)

  /// Appends the bytes of the reading.
  public func pack(into bytes: inout [UInt8]) {
    switch self {
    case .levels(let levels): levels.pack(into: &bytes)
    case .soundMeter(let reading): reading.pack(into: &bytes)
    }
  }

  /// Reads bytes; a single number is from a sound meter.
  public init(unpacking bytes: Span<UInt8>) {
    self =
      bytes.count == MemoryLayout<Double>.size
      ? .soundMeter(SoundMeterReading(unpacking: bytes)) : .levels(StereoLevels(unpacking: bytes))
  }

  /// The levels; the track must have levels.
  var levels: StereoLevels {
    guard case .levels(let levels) = self else { preconditionFailure("a reading of levels") }
    return levels
  }

  /// The sound meter's reading in decibels; the track must have them.
  var figure: Double {
    guard case .soundMeter(let reading) = self else { preconditionFailure("a sound meter's") }
    return reading.value
  }
}
