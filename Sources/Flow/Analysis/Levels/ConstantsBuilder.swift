// SPDX-License-Identifier: MIT
public import Signal

/// Collects the readings of one or more inputs, to make one set of constants from all of them.
///
/// The result is exact. Memory grows by about 1.5 bytes for each reading: 12 to 16 MB for ten hours
/// of two channels at 60 ticks a second; with usual levels it ends at about 500 MB for them.
public struct ConstantsBuilder: Sendable {
  private let ballistics: Ballistics
  private let tickRate: Rate
  private let floor: Decibels
  private var ticks = 0
  private var silentTicks = 0
  private var channels: [Channel] = []
  /// How many channels the present input has: ``channelCount``, or one if the others have two.
  private var inputChannelCount = 0

  /// How many channels the constants have; 0 before the first input.
  public var channelCount: Int { channels.count }

  /// A builder without any input yet.
  public init(ballistics: Ballistics, tickRate: Rate, floor: Decibels = .silence) {
    self.ballistics = ballistics
    self.tickRate = tickRate
    self.floor = floor
  }

  /// Begins the first or the next input. A mono track among stereo tracks counts as both channels,
  /// since it is drawn on both sides.
  ///
  /// - Throws: ``ConstantsError/channelCountsDiffer(first:next:)``.
  public mutating func beginInput(channelCount: Int) throws(ConstantsError) {
    precondition(channelCount > 0)
    if channels.isEmpty { channels = Array(repeating: Channel(), count: channelCount) }
    switch (channels.count, channelCount) {
    case (1, 2): channels.append(channels[0])
    case (2, 1): break
    case (let first, let next) where first != next:
      throw .channelCountsDiffer(first: first, next: next)
    default: break
    }
    inputChannelCount = channelCount
  }

  /// Takes the next tick of the input.
  ///
  /// The tick counts as silent if the peak meters of all channels read the floor. Each meter
  /// ignores the ticks at which it reads the floor itself.
  ///
  /// - Precondition: the tick has the channels of the input.
  public mutating func include(_ tick: Tick) {
    precondition(tick.levels.count == inputChannelCount)
    include { tick.levels[$0] }
  }

  /// Takes the levels of the next tick.
  public mutating func include(_ levels: [Decibels], _ places: ChannelLevelPlaces) {
    precondition(places.channelCount(levels) == inputChannelCount)
    include { places.level(ofChannel: $0, in: levels) }
  }

  private mutating func include(_ level: (Int) -> ChannelLevel) {
    ticks += 1
    var isSilent = true
    for channel in channels.indices {
      let level = level(min(channel, inputChannelCount - 1))
      if level.peak > floor { channels[channel].peak.add(level.peak) }
      if level.average > floor { channels[channel].average.add(level.average) }
      isSilent = isSilent && level.isSilent(floor: floor)
    }
    if isSilent { silentTicks += 1 }
  }

  /// Takes all ticks of inputs that another builder with the same settings has.
  ///
  /// - Throws: as ``beginInput(channelCount:)``.
  public mutating func include(_ other: ConstantsBuilder) throws(ConstantsError) {
    guard other.channelCount > 0 else { return }
    try beginInput(channelCount: other.channelCount)
    ticks += other.ticks
    silentTicks += other.silentTicks
    for channel in channels.indices {
      let more = other.channels[min(channel, other.channelCount - 1)]
      channels[channel].peak.add(more.peak)
      channels[channel].average.add(more.average)
    }
  }

  /// The constants of all ticks so far, with the range of the two channels that are drawn together,
  /// counted from 0. For `nil`, these are the first two, or the only one.
  ///
  /// - Precondition: an input was begun, and there are such channels.
  public func constants(drawing pair: (left: Int, right: Int)? = nil) -> Constants {
    precondition(!channels.isEmpty)
    let (left, right) = pair ?? (0, min(1, channels.count - 1))
    var ranges: [ChannelLevel.Meter: LevelRange] = [:]
    for meter in ChannelLevel.Meter.allCases {
      ranges[meter] = LevelRange(channels[left][meter], channels[right][meter])
    }
    return Constants(
      ballistics: ballistics, tickRate: tickRate, floor: floor, ticks: ticks,
      silentTicks: silentTicks,
      channels: channels.map { channel in
        Constants.Channel(
          figures: Dictionary(
            uniqueKeysWithValues: ChannelLevel.Meter.allCases.filter { !channel[$0].isEmpty }
              .map { ($0, channel[$0].figures) }))
      },
      range: Constants.Range(left: left, right: right, meters: ranges))
  }
}

extension ConstantsBuilder {
  /// The readings of a channel.
  private struct Channel: Sendable {
    var peak = LevelReadings()
    var average = LevelReadings()

    subscript(_ meter: ChannelLevel.Meter) -> LevelReadings {
      switch meter {
      case .peak: peak
      case .average: average
      }
    }
  }
}
