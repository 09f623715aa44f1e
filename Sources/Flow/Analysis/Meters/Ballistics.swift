// SPDX-License-Identifier: MIT
public import Signal

/// How the needle of a meter moves: what its reading at the end of a tick is made of.
///
/// A new one is a file with a ``LevelMeter``, its columns and its parameters, and a row in
/// ``allCases``: the command line, help, tables, messages and constants follow.
public struct Ballistics: Sendable, CaseIterable {
  /// The name on the command line.
  public let name: String

  /// How the meters move, in a few words for help.
  public let summary: String

  /// What can be chosen of the meters, with the chosen numbers.
  public private(set) var parameters: [MeterParameter]

  /// The columns of the levels in a table, such as a peak and an average for each channel.
  public let columns: [Column]

  private let make: @Sendable (MeterSettings) -> any Analyzer<[Decibels]>
  private let reach: @Sendable (MeterSettings) -> Reach

  /// Meters of a kind: the name on the command line, a few words for help, and their type.
  public init<Meter: LevelMeter>(_ name: String, _ summary: String, _: Meter.Type) {
    (self.name, self.summary) = (name, summary)
    (parameters, columns) = (Meter.parameters, Meter.columns)
    make = { LevelAnalyzer<Meter>($0) }
    reach = { Meter.reach($0) }
  }

  /// Meters without parameters: their columns, the sound that a tick's levels depend on, and what makes
  /// them.
  init(
    _ name: String, _ summary: String, columns: [Column], reach: Reach = .past,
    _ make: @escaping @Sendable (MeterSettings) -> any Analyzer<[Decibels]>
  ) {
    (self.name, self.summary, self.columns) = (name, summary, columns)
    (parameters, self.make) = ([], make)
    self.reach = { _ in reach }
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

  /// Like ``tick``, but a meter falls at most `fall` dB a second, in a straight line,
  /// as ``Petal`` has it.
  public static let petal = Ballistics(
    "petal",
    "they fall by 20 dB a second, or by the number behind the name, as in petal:12",
    PetalMeter.self)

  /// All kinds, with the defaults of their parameters.
  public static let allCases = usual + standards

  /// Those of looks, which files of readings and constants have of every track.
  public static let usual = [Ballistics.tick, .avaudioplayer, .petal]

  /// The ballistics with these values of the parameters that it has, such as `["fall": 30]`.
  ///
  /// - Precondition: the values are in the parameters' ranges.
  public func setting(_ values: ParameterValues) -> Ballistics {
    var other = self
    for index in parameters.indices {
      guard let value = values[parameters[index].name] else { continue }
      precondition(parameters[index].range.contains(value))
      other.parameters[index].value = value
    }
    return other
  }

  /// The levels at each tick, in the order of the ``columns``; they never read less than `floor`.
  public func levels(floor: Decibels) -> Analysis<[Decibels]> {
    let settings: @Sendable (StreamFormat, TickClock) -> MeterSettings = { [parameters] in
      MeterSettings(format: $0, tickRate: $1.rate, floor: floor, parameters: parameters)
    }
    return Analysis(
      reach: { [reach] in reach(settings($0, $1)) },
      samples: { [make] in make(settings($0.format, $0.clock)) })
  }

  /// What a file of readings calls its levels: the kind of meters and what they depend on.
  public func nameOfLevels(floor: Decibels, tickRate: Rate) -> String {
    "levels, \(settings), floor \(floor.value), \(tickRate) Hz"
  }

  /// The name and the parameters: `petal 20.0 dB/s`.
  public var settings: String {
    parameters.reduce(name) { "\($0) \($1.value) \($1.unit.symbol)" }
  }

  /// Where peak and average of each channel are among the levels; `nil` if they are not all there.
  public var channelLevels: ChannelLevelPlaces? { ChannelLevelPlaces(columns) }
}

extension Ballistics: Hashable {
  /// Whether both are the same kind with the same parameters.
  public static func == (one: Ballistics, other: Ballistics) -> Bool {
    one.name == other.name && one.parameters == other.parameters
  }

  /// Hashes the kind and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(parameters)
  }
}

extension [Ballistics] {
  /// The parameters of these kinds, each once.
  public var parameters: [MeterParameter] {
    flatMap(\.parameters).reduce(into: []) { all, next in
      if !all.contains(where: { $0.name == next.name }) { all.append(next) }
    }
  }
}
