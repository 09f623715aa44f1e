// SPDX-License-Identifier: MIT
public import Signal

/// How the needle of a meter moves: what its reading at the end of a tick is made of.
///
/// A new one is a file with a ``LevelMeter``, and a row in ``allCases``: the command line, help,
/// tables, messages and constants follow.
public struct Ballistics: Sendable, CaseIterable {
  /// The name on the command line.
  public let name: String

  /// How the meters move, in a few words for help.
  public let summary: String

  /// How fast the meters fall, in dB a second; `nil` if that cannot be chosen.
  public private(set) var fall: Double?

  /// The columns of the levels in a table, such as a peak and an average for each channel.
  public let columns: [Column]

  private let make: @Sendable (MeterSettings) -> any Analyzer<[Decibels]>
  private let reach: @Sendable (MeterSettings) -> Reach

  /// Meters of a kind: the name on the command line, a few words for help, their type, and how fast
  /// they fall in dB a second, if that can be chosen.
  public init<Meter: LevelMeter>(
    _ name: String, _ summary: String, _: Meter.Type, fall: Double? = nil
  ) {
    (self.name, self.summary, self.fall, columns) = (name, summary, fall, Meter.columns)
    make = { LevelAnalyzer<Meter>($0) }
    reach = { Meter.reach($0) }
  }

  /// Each tick by itself: the greatest absolute value of its own samples, and the root of their mean
  /// square. The average of a full-scale sine is −3.01 dBFS.
  public static let tick = Ballistics("tick", "each tick is measured by itself", TickMeter.self)

  /// The meters of AVAudioPlayer, each in its channel as ``PlayerMeter`` has it. The average of a
  /// full-scale sine is 0 dBFS.
  ///
  /// Ticks that end before the first whole block of 1024 sample frames read that block; samples
  /// after the last whole one are not read.
  public static let avaudioplayer = Ballistics(
    "avaudioplayer", "they fall slowly, as in Apple's AVAudioPlayer", AVAudioPlayerMeter.self)

  /// Like ``tick``, but a meter falls at most so many dB a second, in a straight line,
  /// as ``Petal`` has it.
  public static func petal(fall: Double = 20) -> Ballistics {
    Ballistics("petal", "they fall at a constant rate", PetalMeter.self, fall: fall)
  }

  /// All kinds, with their default fall.
  public static let allCases = [Ballistics.tick, .avaudioplayer, .petal()]

  /// How fast meters may fall, in dB a second.
  public static let falls = 0.001...1000.0

  /// The same with another fall, if it can be chosen.
  public func falling(by fall: Double) -> Ballistics {
    var other = self
    if other.fall != nil { other.fall = fall }
    return other
  }

  /// The levels at each tick, in the order of the ``columns``; they never read less than `floor`.
  public func levels(floor: Decibels) -> Analysis<[Decibels]> {
    let settings: @Sendable (StreamFormat, TickClock) -> MeterSettings = { [fall] in
      MeterSettings(format: $0, tickRate: $1.rate, floor: floor, fall: fall)
    }
    return Analysis(
      reach: { [reach] in reach(settings($0, $1)) },
      samples: { [make] in make(settings($0.format, $0.clock)) })
  }

  /// What a file of readings calls its levels: the kind of meters and what they depend on.
  public func nameOfLevels(floor: Decibels, tickRate: Rate) -> String {
    "levels, \(settings), floor \(floor.value), \(tickRate) Hz"
  }

  /// The name, and the fall if it can be chosen: `petal 20.0 dB/s`.
  public var settings: String { fall.map { "\(name) \($0) dB/s" } ?? name }

  /// Where peak and average of each channel are among the levels; `nil` if they are not all there.
  public var channelLevels: ChannelLevelPlaces? { ChannelLevelPlaces(columns) }
}

extension Ballistics: Hashable {
  /// Whether both are the same kind with the same fall.
  public static func == (one: Ballistics, other: Ballistics) -> Bool {
    one.name == other.name && one.fall == other.fall
  }

  /// Hashes the kind and the fall.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(fall)
  }
}
