// SPDX-License-Identifier: MIT
public import Arguments

/// How long the turns of a whole track are.
public enum TrackTurn: Sendable, Hashable, ArgumentValue {
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
