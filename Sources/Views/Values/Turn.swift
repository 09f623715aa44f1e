// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
internal import Platform

/// How long the turns of a figure are.
public enum Turn: Sendable, Hashable, ArgumentValue {
  /// So long.
  case length(TurnLength)
  /// As long as some bars of the music, so that its beats stand as rays; 6 s where none are found.
  case lock

  /// Reads a number of seconds, or `lock`.
  public init(argument: String) throws(ArgumentValueError) {
    self = argument == "lock" ? .lock : .length(try TurnLength(argument: argument))
  }

  /// The number of seconds, or `lock`.
  public var argumentText: String {
    switch self {
    case .length(let length): length.argumentText
    case .lock: "lock"
    }
  }
}

extension Turn {
  /// Ticks in a turn that is locked to the music of a track; not always a whole number.
  static func locked(
    to track: ReadingTrack<StereoLevels>, on scale: LevelScale
  ) throws(SystemError) -> Double {
    try TurnLock(count: track.count) { (tick) throws(SystemError) in
      scale.loudness(of: try track.reading(ofTick: tick)).mean.average
    }.ticks
  }
}
