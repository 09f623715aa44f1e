// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
internal import Platform

/// The length of a figure's turns.
public enum Turn: Sendable, Hashable, ArgumentValue {
  /// A fixed length.
  case length(TurnLength)
  /// Some whole number of bars of the music, so that its beats line up as rays; 6 s if none are
  /// found.
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
  /// Ticks in a turn that is locked to the music of a track; may be fractional.
  static func locked(
    to track: ReadingTrack<StereoLevels>, on scale: LevelScale
  ) throws(SystemError) -> Double {
    try TurnLock(count: track.count) { (tick) throws(SystemError) in
      scale.loudness(of: try track.reading(ofTick: tick)).mean.average
    }.ticks
  }
}
