// SPDX-License-Identifier: MIT
public import Signal

/// The meters of a stream, for all channels together: what a ballistics makes of its samples.
public protocol LevelMeter: Sendable {
  /// The columns of its levels.
  static var columns: [Column] { get }

  /// What can be chosen of it, with the defaults; by default nothing.
  static var parameters: [MeterParameter] { get }

  /// The sound that the levels of a tick depend on; by default all up to its end.
  static func reach(_ settings: MeterSettings) -> Reach

  /// Meters before the first sample.
  init(_ settings: MeterSettings)

  /// Takes whole interleaved sample frames, all of one tick; `false` if a sample is not a finite
  /// number.
  mutating func add(_ run: Span<Float>) -> Bool

  /// The levels at the end of a tick, in the order of the columns' names; `nil` if there are none
  /// yet: the tick then gets the first ones there are.
  mutating func levels() -> [Decibels]?

  /// The levels at the end of a stream that has had none yet.
  mutating func lastLevels() -> [Decibels]?
}

extension LevelMeter {
  /// Peak and average of each channel.
  public static var columns: [Column] {
    ChannelLevel.Meter.allCases.map(\.rawValue).map { meter in
      Column(
        meter, ofChannelsIn: "dbfs",
        "The \(meter) level of channel C, counted from 0, in dBFS; silence reads the floor.")
    }
  }

  /// None.
  public static var parameters: [MeterParameter] { [] }

  /// All sound up to the end of the tick.
  public static func reach(_ settings: MeterSettings) -> Reach { .past }

  /// None, for meters that have levels at every tick.
  public mutating func lastLevels() -> [Decibels]? { nil }
}

/// What meters depend on beside the samples.
public struct MeterSettings: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat
  /// Ticks a second.
  public let tickRate: Rate
  /// The least level; that of silence.
  public let floor: Decibels
  /// The meter's, with the chosen values.
  let parameters: [MeterParameter]

  /// The chosen value of a parameter.
  ///
  /// - Precondition: it is one of the meter's ``LevelMeter/parameters``.
  public subscript(_ parameter: MeterParameter) -> Double {
    guard let chosen = parameters.first(where: { $0.name == parameter.name }) else {
      preconditionFailure("the meter has no parameter '\(parameter.name)'")
    }
    return chosen.value
  }
}

/// Where peak and average of each channel are among the levels of a tick.
public struct ChannelLevelPlaces: Sendable {
  private let first, stride, peak, average: Int

  /// Places among levels in columns; `nil` if there is no peak or average for each channel.
  init?(_ columns: [Column]) {
    let ofChannel = columns.filter(\.isOfChannel)
    func place(_ meter: ChannelLevel.Meter) -> Int? {
      ofChannel.firstIndex { $0.message == meter.rawValue }
    }
    guard let peak = place(.peak), let average = place(.average) else { return nil }
    (self.peak, self.average) = (peak, average)
    (first, stride) = (columns.count - ofChannel.count, ofChannel.count)
  }

  /// How many channels the levels of a tick are of.
  func channelCount(_ levels: [Decibels]) -> Int { (levels.count - first) / stride }

  /// Peak and average of each channel.
  public func tick(_ index: Int, _ levels: [Decibels]) -> Tick {
    Tick(
      index: index,
      levels: (0..<channelCount(levels)).map { level(ofChannel: $0, in: levels) })
  }

  /// The levels of a channel.
  public func level(ofChannel channel: Int, in levels: [Decibels]) -> ChannelLevel {
    let place = first + channel * stride
    return ChannelLevel(peak: levels[place + peak], average: levels[place + average])
  }
}
