// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Signal

/// What the scale of a part of a track is measured of.
public enum ScaleScope: String, CaseIterable, Sendable, ArgumentValue {
  /// The whole track, so that its parts look as they do in it.
  case track
  /// The part alone.
  case part
}

/// The options of a scale, for views that show levels.
public struct LevelScaleOptions: Sendable {
  /// The path of constants that `normalize` wrote.
  public var constants: String?
  /// The end of the scale for the peak meters, whatever the constants say.
  public var maxPeak: LevelPair?
  /// The end of the scale for the average meters, whatever the constants say.
  public var maxAverage: LevelPair?
  /// Which figure of the constants is the end of the scale.
  public var normalization = Normalization.p95
  /// What the scale of a part is measured of; if `nil` the track where it can be read twice.
  public var scope: ScaleScope?

  /// The defaults.
  public init() {}

  /// Whether any of the scale is measured of the sound.
  public var isMeasured: Bool { constants == nil && (maxPeak == nil || maxAverage == nil) }

  /// Makes sure that the options can be together.
  public func check() throws(UsageError) {
    guard scope != nil, !isMeasured else { return }
    let others = constants == nil ? "--max-peak and --max-average" : "--constants"
    throw .contradiction("--scale-of changes nothing with \(others)")
  }

  /// How each option is written. `end` is what a view has at the end of its scale, such as `the
  /// outer circle`.
  public static func table(end: String) -> [Option<LevelScaleOptions>] {
    Option.section(
      "Scale",
      [
        .value(
          "constants", "FILE", into: \.constants, completion: .file, shapes: .nothing,
          help:
            "File that normalize wrote, for one scale over several tracks; without it the track's own levels set the scale."
        ),
        .value(
          "max-peak", "L[,R]", into: \.maxPeak, shapes: .nothing,
          help: "dB below full scale on \(end), for the peak curves; none: this side is silent."),
        .value(
          "max-average", "L[,R]", into: \.maxAverage, shapes: .nothing,
          help: "dB below full scale on \(end), for the average curves; none: this side is silent."
        ),
        .value(
          "normalization", into: \.normalization, shapes: .nothing,
          help:
            "Which percentile of quietness \(end) is: max is the quietest tick, p95 leaves out the quietest 5 %."
        ),
        .value(
          "scale-of", into: \.scope, shapes: .nothing,
          help: "What the scale is computed from with --start or --duration: the whole track, so "
            + "that the part looks as it does there, or the part alone. The track unless it "
            + "comes from a pipe."),
      ])
  }
}

extension Normalization: ArgumentValue {}

/// The quietest levels that a picture shows, in |dB|: the tutorial's two tuples `maxPeak` and
/// `avgPeak`.
public struct LevelScale: Sendable, Hashable {
  /// Of the peak meters.
  public let peak: LevelPair
  /// Of the average meters.
  public let average: LevelPair

  /// A scale.
  public init(peak: LevelPair, average: LevelPair) {
    self.peak = peak
    self.average = average
  }

  /// The scale of a track: what the options say, else the constants that are given, else those of
  /// the track.
  ///
  /// - Throws: `ConstantsError.silentChannel` if constants that are given know nothing of a side
  ///   that is heard, `SystemError` if the track cannot be read.
  public init(
    _ options: LevelScaleOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws {
    let (left, right) = context.channels
    let channels =
      try context.constants?.sides(of: context.channels, in: track.format.channelCount)
      ?? LevelScale.channels(of: track, context)
    self.init(options, sides: channels)
    guard context.constants != nil, context.scaleScope == nil else { return }
    // Of a side that is silent in the track as well nothing is asked.
    let sides = [(peak.left, average.left, left), (peak.right, average.right, right)]
    for (index, side) in sides.enumerated() where side.0 == nil || side.1 == nil {
      for tick in 0..<track.count {
        let levels = try track.reading(ofTick: tick)
        guard (index == 0 ? levels.left : levels.right).isSilent(floor: context.floor) else {
          throw ConstantsError.silentChannel(side.2)
        }
      }
    }
  }

  /// The scale of constants of the left and the right side, as far as the options say no other.
  public init(_ options: LevelScaleOptions, sides: [Constants.Channel]) {
    func pair(_ figures: (Constants.Channel) -> Constants.Figures?) -> LevelPair {
      LevelPair(
        left: figures(sides[0])?[options.normalization],
        right: figures(sides[1])?[options.normalization])
    }
    peak = options.maxPeak ?? pair(\.peak)
    average = options.maxAverage ?? pair(\.average)
  }

  private static func channels(
    of track: ReadingTrack<StereoLevels>, _ context: ViewContext
  ) throws -> [Constants.Channel] {
    var builder = ConstantsBuilder(
      ballistics: context.request.ballistics, tickRate: context.tickRate, floor: context.floor)
    try builder.beginInput(channelCount: 2)
    for tick in 0..<track.count {
      let levels = try track.reading(ofTick: tick)
      builder.include(Tick(index: tick, levels: [levels.left, levels.right]))
    }
    return builder.constants().channels
  }

  /// Whether no meter has read more than silence.
  public var isSilent: Bool {
    [peak.left, peak.right, average.left, average.right].allSatisfy { $0 == nil }
  }

  /// The scale under the names of the options that set it.
  public var measures: [Measure] {
    [
      Measure("max-peak", [peak.left, peak.right]),
      Measure("max-average", [average.left, average.right]),
    ]
  }
}
