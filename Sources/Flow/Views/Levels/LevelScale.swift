// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Platform
internal import Signal

/// Which sound a scale is measured over.
public enum ScaleScope: String, Sendable {
  /// The whole track, so that parts look the same as in the whole.
  case track
  /// The part alone.
  case part
  /// All tracks of a run, so that they share one scale.
  case all
}

/// The options of a scale, for views that show levels.
public struct LevelScaleOptions: Sendable {
  /// The path of a constants file by `normalize`.
  public var constants: String?
  /// The scale of the peak meters, which overrides the constants.
  public var peak: MeterScale?
  /// The scale of the average meters, which overrides the constants.
  public var average: MeterScale?
  /// How the scale is measured, or which of the constants it uses.
  public var normalization = Normalization.p95
  /// What the scale of a part is measured over; if `nil` the track, if it can be read twice.
  public var scope: ScaleScope?

  /// The defaults.
  public init() {}

  /// Whether any part of the scale is measured on the sound.
  public var isMeasured: Bool { constants == nil && (peak == nil || average == nil) }

  /// The quietest levels of the peak meters.
  public var maxPeak: LevelPair? {
    get { peak?.pair }
    set { peak = newValue.map(MeterScale.quietest) }
  }
  /// The quietest levels of the average meters.
  public var maxAverage: LevelPair? {
    get { average?.pair }
    set { average = newValue.map(MeterScale.quietest) }
  }
  /// The range of both meters, or what sets it; `nil` if the scale goes up to full scale.
  public var range: ScaleRange? {
    get {
      if let other = constants.map(ScaleRange.file) ?? scope.map(ScaleRange.over) { return other }
      guard let peak = peak?.range, let average = average?.range else {
        return normalization == .range ? .measured : nil
      }
      return .levels(peak: peak, average: average)
    }
    set {
      (constants, scope) = (nil, nil)
      if case .levels? = range { (peak, average) = (nil, nil) }
      switch newValue {
      case .file(let path)?: constants = path
      case .over(let sound)?: scope = sound
      case .levels(let peak, let average)?:
        (self.peak, self.average, normalization) = (.range(peak), .range(average), .range)
      case .measured?, nil: (peak, average, normalization) = (nil, nil, .range)
      }
    }
  }

  /// Sets all of the scale, so that nothing is measured.
  mutating func set(_ scale: LevelScale) {
    (peak, average, scope) = (scale.peak, scale.average, nil)
  }

  /// Refuses options that contradict each other.
  public func check() throws(UsageError) {
    guard let scope, !isMeasured else { return }
    throw .contradiction("--range \(scope.rawValue) changes nothing with --max-peak", of: ["range"])
  }

  /// The heading of their options in help.
  public static let heading = "Scale (most pictures need none of these)"

  /// How each option is written. `remark` says where the loud end is in the view's pictures.
  public static func table(_ remark: String = "") -> [Option<LevelScaleOptions>] {
    Option.section(
      heading,
      [
        .value(
          "range", "LOW,HIGH|measured|track|part|all|FILE", into: \.range, completion: .file,
          affects: .nothing,
          help:
            "Scale in dBFS: LOW is the soft end, HIGH the loud one\(remark). Four levels are those of the "
            + "peaks and of the averages. measured: from the soft to the loud parts, without pauses and "
            + "fade-outs. What is measured is the whole track, also of a part (--start, --duration); the "
            + "part alone; or all tracks of --output-dir; by default the track, but the part if the sound "
            + "comes from a pipe. FILE: what normalize wrote, for one scale over several tracks."
        ).sharing(.input)
      ])
  }

  /// The scales of the tutorial, up to full scale, and how each option is written.
  static let tutorialNames = ["max-peak", "max-average", "normalization"]
  static let tutorialTable: [Option<LevelScaleOptions>] = Option.section(
    heading,
    [
      .value(
        "max-peak", "L[,R]", into: \.maxPeak, affects: .nothing,
        help:
          "Soft end of the scale of the peaks, left and right, in dB below full scale, which is "
          + "the loud end; none if this channel is silent."),
      .value(
        "max-average", "L[,R]", into: \.maxAverage, affects: .nothing,
        help: "Soft end of the scale of the averages, in the same way."),
      .value(
        "normalization", into: \.normalization, affects: .nothing,
        help:
          "How the scale is measured: range, as --range measured; or up to full scale, for each side from "
          + "its quietest tick (max), or without the quietest 1, 5, 10 or 50 % of its ticks (p99, "
          + "p95, p90, p50)."),
    ])
}

extension Normalization: ArgumentValue {}

/// The levels from the quiet to the loud end of a picture's scale.
public struct LevelScale: Sendable, Hashable {
  /// The scale of the peak meters.
  public let peak: MeterScale
  /// The scale of the average meters.
  public let average: MeterScale

  /// A scale of its parts, for peak and for average meters.
  public init(peak: MeterScale, average: MeterScale) {
    self.peak = peak
    self.average = average
  }

  /// A scale up to full scale from the quietest levels in |dB|: the tutorial's tuples `maxPeak` and
  /// `avgPeak`.
  public init(peak: LevelPair, average: LevelPair) {
    self.peak = .quietest(peak)
    self.average = .quietest(average)
  }

  /// The scale that was measured on a track; `nil` if the measures are not ranges.
  package init?(_ measures: [Measure]) {
    func range(_ name: String) -> MeterScale? {
      guard let values = measures.first(where: { $0.name == name })?.values, values.count == 2,
        let low = values[0], let high = values[1]
      else { return nil }
      return .range(LevelRange(low: low, high: high))
    }
    guard let peak = range("peak-range"), let average = range("average-range") else { return nil }
    self.init(peak: peak, average: average)
  }

  /// The scale of a track: from the options, or else from the given constants, or else from the
  /// track.
  ///
  /// - Throws: `ConstantsError.silentChannel` if the given constants have no figures for a side
  ///   that is heard, `ConstantsError.pairsDiffer` if they have the range of other channels;
  ///   ``FigureError/readings(_:)``.
  public init(
    _ options: LevelScaleOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    if context.constants == nil, let peak = options.peak, let average = options.average {
      self.init(peak: peak, average: average)
      return
    }
    guard let constants = context.constants else {
      let constants = try LevelScale.constants(of: track, context)
      do { try self.init(options, constants, channels: (0, 1), in: 2) } catch {
        throw .constants(error)
      }
      return
    }
    let (left, right) = context.channels
    do {
      try self.init(
        options, constants, channels: context.channels, in: track.format.channelCount)
    } catch { throw .constants(error) }
    // For a side that is also silent in the track, no figures are needed.
    let silence =
      options.normalization == .range
      ? max(context.floor, Decibels(LevelRange.gate)) : context.floor
    for (isLeft, channel) in [(true, left), (false, right)]
    where [peak, average].contains(where: { $0.span(isLeft: isLeft) == nil }) {
      for tick in 0..<track.count {
        let levels: StereoLevels
        do { levels = try track.reading(ofTick: tick) } catch { throw .readings(error) }
        guard (isLeft ? levels.left : levels.right).isSilent(floor: silence) else {
          throw .constants(.silentChannel(channel))
        }
      }
    }
  }

  /// The scale of two channels of a track with `channelCount` channels from constants, except where
  /// the options set it.
  ///
  /// - Throws: ``ConstantsError/pairsDiffer(constants:left:right:)``.
  public init(
    _ options: LevelScaleOptions, _ constants: Constants, channels: (left: Int, right: Int),
    in channelCount: Int
  ) throws(ConstantsError) {
    guard let quantile = options.normalization.quantile else {
      let range = try constants.range(of: channels, in: channelCount)
      func scale(_ range: LevelRange?) -> MeterScale {
        range.map(MeterScale.range) ?? .quietest(LevelPair(left: nil, right: nil))
      }
      peak = options.peak ?? scale(range.peak)
      average = options.average ?? scale(range.average)
      return
    }
    let sides = constants.sides(of: channels, in: channelCount)
    func scale(_ figures: (Constants.Channel) -> Constants.Figures?) -> MeterScale {
      .quietest(
        LevelPair(left: figures(sides[0])?[quantile], right: figures(sides[1])?[quantile]))
    }
    peak = options.peak ?? scale(\.peak)
    average = options.average ?? scale(\.average)
  }

  private static func constants(
    of track: ReadingTrack<StereoLevels>, _ context: ViewContext
  ) throws(FigureError) -> Constants {
    let (track, request) = (track.whole, context.request)
    let ticks = context.scaleTicks ?? 0..<track.count
    return try track.found(
      "\(request.ballistics.settings), \(context.floor.value), \(context.tickRate) Hz in \(ticks)"
    ) { () throws(FigureError) in
      var builder = ConstantsBuilder(
        ballistics: request.ballistics, tickRate: context.tickRate, floor: context.floor)
      do throws(ConstantsError) { try builder.beginInput(channelCount: 2) } catch {
        throw .constants(error)
      }
      do throws(SystemError) {
        for tick in ticks {
          let levels = try track.reading(ofTick: tick)
          builder.include(Tick(index: tick, levels: [levels.left, levels.right]))
        }
      } catch { throw .readings(error) }
      return builder.constants()
    }
  }

  /// Whether all meters read silence only.
  public var isSilent: Bool {
    [peak, average].allSatisfy { $0.span(isLeft: true) == nil && $0.span(isLeft: false) == nil }
  }

  /// The scale by its parts.
  public var measures: [Measure] { [peak.measure(.peak), average.measure(.average)] }

  /// The range of both meters; `nil` for a scale up to full scale.
  public var range: ScaleRange? {
    guard let peak = peak.range, let average = average.range else { return nil }
    return .levels(peak: peak, average: average)
  }

  /// The options that set it; none for silence, and none if only one of the meters has a range.
  public var words: [String] {
    if let range { return ["--range=\(range.argumentText)"] }
    let isUpToFullScale = peak.range == nil && average.range == nil
    return isSilent || !isUpToFullScale ? [] : measures.map { "--\($0.name)=\($0.text)" }
  }
}
