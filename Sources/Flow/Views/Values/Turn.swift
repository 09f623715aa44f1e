// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
internal import Platform
internal import Signal

/// A number of ticks: at most ten minutes at 60 ticks a second.
public typealias TickCount = WholeNumber<1, 36_000>

/// The length of a figure's turns.
public enum Turn: Sendable, Hashable, ArgumentValue {
  /// A fixed length.
  case length(TurnLength)
  /// An exact number of ticks.
  case ticks(TickCount)
  /// Some whole number of bars of the music, so that its beats line up as rays; 6 s if none are
  /// found.
  case lock

  /// Reads a number of seconds, one of ticks such as `360ticks`, or `lock`.
  public init(argument: String) throws(ArgumentValueError) {
    let unit = "ticks"
    self =
      if argument == "lock" { .lock } else if argument.hasSuffix(unit) {
        .ticks(try TickCount(argument: String(argument.dropLast(unit.count))))
      } else { .length(try TurnLength(argument: argument)) }
  }

  /// As it is read.
  public var argumentText: String {
    switch self {
    case .length(let length): length.argumentText
    case .ticks(let ticks): ticks.argumentText + "ticks"
    case .lock: "lock"
    }
  }
}

extension Turn {
  /// The turn that is locked to the music of a track, in a song whose bars may be known.
  static func locked(
    to track: ReadingTrack<StereoLevels>, on scale: LevelScale, of structure: SongStructure?
  ) throws(SystemError) -> TurnLock {
    let bar = structure?.steadyBar.map { $0 * track.clock.rate.perSecond }
    return try TurnLock(count: track.count, bar: bar) { (tick) throws(SystemError) in
      scale.loudness(of: try track.reading(ofTick: tick)).mean.average
    }
  }
}

extension Turn {
  /// The longest loop of at most `ticks` ticks that is a whole number of beats of a track.
  static func loop(
    atMost ticks: Int, of track: ReadingTrack<StereoLevels>, on scale: LevelScale
  ) throws(SystemError) -> Int? {
    try TurnLock.loop(atMost: ticks, count: track.count) { (tick) throws(SystemError) in
      scale.loudness(of: try track.reading(ofTick: tick)).mean.average
    }
  }
}

extension TurnLock {
  /// How turns of the locked length fit the music.
  var fit: LockedTurn.Fit { isOfBars ? .bars : .none }
}

/// The turn of a picture with ``Turn/lock``.
public struct LockedTurn: Sendable, Hashable {
  /// Its length in seconds, as it is drawn.
  public let seconds: Double
  /// What is whole about it in the music.
  public let fit: Fit

  /// How a turn fits the music.
  public enum Fit: Sendable, Hashable {
    /// It is a whole number of bars.
    case bars
    /// All turns of the loop together are a whole number of beats.
    case loop
    /// No regular bars or beats were found.
    case none
  }

  /// A turn of a number of ticks.
  init(_ fit: Fit, ticks: Double, at rate: Rate) {
    self.fit = fit
    seconds = ticks * Double(rate.denominator) / Double(rate.numerator)
  }
}
