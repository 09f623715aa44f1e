// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// Gathers the readings of one or more inputs for one shared set of constants.
///
/// Exact, in memory that grows by about 1.5 bytes for each different reading: some 11 MB for ten
/// hours of two channels at 60 ticks a second.
public struct ConstantsBuilder: Sendable {
  private let ballistics: Ballistics
  private let tickRate: Rate
  private let floor: Decibels
  private var ticks = 0
  private var silentTicks = 0
  private var channels: [ChannelReadings] = []

  /// A builder without any input yet.
  public init(ballistics: Ballistics, tickRate: Rate, floor: Decibels = .silence) {
    self.ballistics = ballistics
    self.tickRate = tickRate
    self.floor = floor
  }

  /// Begins the first, or the next, input.
  ///
  /// - Throws: ``ConstantsError/channelCountsDiffer(first:next:)``.
  public mutating func beginInput(channelCount: Int) throws(ConstantsError) {
    precondition(channelCount > 0)
    if channels.isEmpty {
      channels = [ChannelReadings](repeating: ChannelReadings(), count: channelCount)
    }
    guard channels.count == channelCount else {
      throw .channelCountsDiffer(first: channels.count, next: channelCount)
    }
  }

  /// Takes the next tick of the input.
  ///
  /// The tick is silent if the peak meters of all channels read the floor. Apart from that, each
  /// meter leaves out the ticks at which it reads the floor itself.
  ///
  /// - Precondition: the tick has the channels of the input.
  public mutating func include(_ tick: Tick) {
    precondition(!channels.isEmpty && tick.levels.count == channels.count)
    ticks += 1
    var isSilent = true
    for index in channels.indices {
      let level = tick.levels[index]
      isSilent = isSilent && level.isSilent(floor: floor)
      if level.peak > floor { channels[index].peak.add(reading(level.peak)) }
      if level.average > floor { channels[index].average.add(reading(level.average)) }
    }
    if isSilent { silentTicks += 1 }
  }

  /// The constants of all ticks so far.
  ///
  /// - Precondition: an input was begun.
  public mutating func constants() -> Constants {
    precondition(!channels.isEmpty)
    var figures: [Constants.Channel] = []
    for index in channels.indices {
      figures.append(
        Constants.Channel(
          peak: channels[index].peak.figures(), average: channels[index].average.figures()))
    }
    return Constants(
      ballistics: ballistics, tickRate: tickRate, floor: floor, ticks: ticks,
      silentTicks: silentTicks, channels: figures)
  }

  /// The bytes that hold the readings now.
  var byteCount: Int {
    channels.reduce(0) { $0 + $1.peak.byteCount + $1.average.byteCount }
  }

  /// |dB| in the units of the figures.
  private func reading(_ level: Decibels) -> UInt32 {
    UInt32(DecimalText.units(of: abs(level.value), places: Constants.places))
  }
}

private struct ChannelReadings: Sendable {
  var peak = CompactReadings()
  var average = CompactReadings()
}

extension CompactReadings {
  /// The figures of the readings; `nil` if there are none.
  fileprivate mutating func figures() -> Constants.Figures? {
    guard count > 0 else { return nil }
    return Constants.Figures { normalization in
      Int(quantile(percent: normalization.percent) ?? 0)
    }
  }
}
